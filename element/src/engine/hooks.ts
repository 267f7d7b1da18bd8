// What a view uses: a slice to draw, a way to send commands (ARCHITECTURE.md, "One direction"). Views never see the engine itself.

import { createContext, useContext, useSyncExternalStore } from 'react';
import type { Command, Slices } from '../contract';

/** The part of the running engine the views know. */
export interface ViewEngine {
  dispatch(command: Command, event?: Event): Promise<unknown>;
  snapshot<K extends keyof Slices>(slice: K): Slices[K];
  subscribe(slice: keyof Slices, fn: () => void): () => void;
}

export const EngineContext = createContext<ViewEngine | null>(null);

const useEngine = (): ViewEngine => {
  const engine = useContext(EngineContext);
  if (!engine) throw new Error('a view needs an engine around it');
  return engine;
};

/** The slice as it is now; draws again at its event. */
export function useSlice<K extends keyof Slices>(slice: K): Slices[K] {
  const engine = useEngine();
  return useSyncExternalStore(
    (fn) => engine.subscribe(slice, fn),
    () => engine.snapshot(slice),
  );
}

/** Hears of a command whose part of the engine could not be fetched (views/shell/offline.tsx). */
export const missed: { hear?: (command: Command) => void } = {};

/** Sends a command; one that spends needs the click it comes from. What failed is in the state, so a view need not hear the rejection. */
export function useDispatch(): (command: Command, event?: Event) => Promise<unknown> {
  const engine = useEngine();
  return (command, event) => {
    const answer = engine.dispatch(command, event);
    answer.catch((error) => error.code == 'part_not_loaded' && missed.hear?.(command));
    return answer;
  };
}
