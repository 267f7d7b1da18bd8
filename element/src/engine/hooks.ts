// The hooks of views: they read a slice and dispatch commands (ARCHITECTURE.md, "Data flow"). Views have no access to the engine itself.

import { createContext, useContext, useSyncExternalStore } from 'react';
import type { Command, Slices, View } from '../contract';

/** The part of the running engine that views can use. */
export interface ViewEngine {
  dispatch(command: Command, event?: Event): Promise<unknown>;
  snapshot<K extends keyof Slices>(slice: K): Slices[K];
  subscribe(slice: keyof Slices, fn: () => void): () => void;
}

/**
 * The engine as seen by one view, or by the visible view. Once another view is shown, or none, it returns what the view had in its last
 * frame, so that a view doesn't change while it animates out (docs/spec/views.md section 1).
 */
export function frozenFor(engine: ViewEngine, view?: View): ViewEngine {
  const slices = new Map<keyof Slices, unknown>();
  /** the slices of the last frame; the same task might have cleared more before the router changed */
  let painted = new Map(slices);
  let frame = 0;
  const isShown = () => {
    const router = engine.snapshot('router');
    return router.open && (!view || router.view == view);
  };
  const paint = () => {
    frame = 0;
    if (isShown()) painted = new Map(slices);
  };
  return {
    dispatch: (...given) => engine.dispatch(...given),
    subscribe: (...given) => engine.subscribe(...given),
    snapshot: <K extends keyof Slices>(slice: K) => {
      const now = engine.snapshot(slice);
      if (!isShown()) return (painted.get(slice) ?? slices.get(slice) ?? now) as Slices[K];
      if (slices.get(slice) != now) {
        slices.set(slice, now);
        frame ||= requestAnimationFrame(paint);
      }
      return now;
    },
  };
}

export const EngineContext = createContext<ViewEngine | null>(null);

export const useEngine = (): ViewEngine => {
  const engine = useContext(EngineContext);
  if (!engine) throw new Error('A view must be rendered inside an engine provider');
  return engine;
};

/** The current slice. Renders again at its event. */
export function useSlice<K extends keyof Slices>(slice: K): Slices[K] {
  const engine = useEngine();
  return useSyncExternalStore(
    (fn) => engine.subscribe(slice, fn),
    () => engine.snapshot(slice),
  );
}

/** Called for a command whose part of the engine couldn't be fetched (views/shell/offline.tsx). */
export const failed: { hear?: (command: Command) => void } = {};

/** Dispatches a command. One that spends needs its click event. Failures are in the state, so a view can ignore the rejection. */
export function useDispatch(): (command: Command, event?: Event) => Promise<unknown> {
  const engine = useEngine();
  return (command, event) => {
    const answer = engine.dispatch(command, event);
    answer.catch((error) => error.code == 'part_not_loaded' && failed.hear?.(command));
    return answer;
  };
}
