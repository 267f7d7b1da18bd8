// Code that a view doesn't need at first: loaded when it is needed, and kept. Without a connection, it waits for one.

import { useEffect, useState } from 'react';

export interface Chunk<T> {
  load(): Promise<T>;
  /** the module, once loaded */
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
