// Code that a view can do without at first: fetched once it is wanted; what was fetched stays. Without a connection it waits for one.

import { useEffect, useState } from 'react';

export interface Chunk<T> {
  load(): Promise<T>;
  /** once it is there */
  now?: T;
}

export function useChunk<T>(of: Chunk<T>, wanted: boolean): T | undefined {
  const [, redraw] = useState<T>();
  useEffect(() => {
    const load = (): unknown =>
      of.load().then(
        (module) => redraw((of.now = module)),
        () => addEventListener('online', load, { once: true }),
      );
    if (wanted && !of.now) load();
  }, [of, wanted]);
  return of.now;
}
