// Renders a view with fixed snapshots, and records its commands.

import { act, render } from '@testing-library/react';
import type { ReactNode } from 'react';
import type { Command, Slices } from '../contract';
import { EngineContext } from '../engine/hooks';
import { Store } from '../engine/store';
import './layout';
import { type Changes, snapshots } from './snapshots';

/** An engine that returns the given slices and responses. */
export function fakeEngine(changes: Changes = {}, answer: (command: Command) => unknown = () => undefined) {
  const slices = snapshots();
  const apply = (more: Changes) => {
    for (const name of Object.keys(more) as (keyof Slices)[])
      Object.assign(slices, { [name]: { ...slices[name], ...more[name] } });
  };
  apply(changes);
  const store = new Store((slice) => slices[slice]);
  const commands: Command[] = [];
  return {
    commands,
    engine: {
      dispatch: (command: Command) => (commands.push(command), Promise.resolve(answer(command))),
      snapshot: store.snapshot.bind(store),
      subscribe: store.subscribe.bind(store),
    },
    /** like `wallet-state` */
    set(more: Changes) {
      act(() => {
        apply(more);
        store.changed(Object.keys(more));
      });
    },
  };
}

export function draw(view: ReactNode, changes: Changes = {}, answer?: (command: Command) => unknown) {
  const fake = fakeEngine(changes, answer);
  return { ...fake, ...render(<EngineContext value={fake.engine}>{view}</EngineContext>) };
}
