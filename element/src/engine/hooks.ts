// What a view uses: a slice to draw, a way to send commands (ARCHITECTURE.md, "Data flow"). Views never see the engine itself.

import { createContext, useContext, useSyncExternalStore } from 'react';
import type { Command, Slices, View } from '../contract';

/** The part of the running engine the views know. */
export interface ViewEngine {
  dispatch(command: Command, event?: Event): Promise<unknown>;
  snapshot<K extends keyof Slices>(slice: K): Slices[K];
  subscribe(slice: keyof Slices, fn: () => void): () => void;
}

/**
 * The engine as one view sees it, or whatever is shown. From the moment on in which another view is shown, or none, it has what it had in its
 * last frame: what leaves does not change while it goes (docs/spec/views.md section 1).
 */
export function heldFor(engine: ViewEngine, view?: View): ViewEngine {
  const seen = new Map<keyof Slices, unknown>();
  /** what the last frame showed: more may have been forgotten in the same task, before the router changed */
  let painted = new Map(seen);
  let frame = 0;
  const isShown = () => {
    const router = engine.snapshot('router');
    return router.open && (!view || router.view == view);
  };
  const paint = () => {
    frame = 0;
    if (isShown()) painted = new Map(seen);
  };
  return {
    dispatch: (...given) => engine.dispatch(...given),
    subscribe: (...given) => engine.subscribe(...given),
    snapshot: <K extends keyof Slices>(slice: K) => {
      const now = engine.snapshot(slice);
      if (!isShown()) return (painted.get(slice) ?? seen.get(slice) ?? now) as Slices[K];
      if (seen.get(slice) != now) {
        seen.set(slice, now);
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
