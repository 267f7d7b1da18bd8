// Loads the code of a view.

import { useEffect, useReducer, useState } from 'react';
import type { RouterSlice } from '../../contract';
import { loadView, viewNow } from '..';

/** The component of a view: loaded, loading, or failed. */
export function useContent(name: RouterSlice['view']) {
  const [, redraw] = useReducer((n: number) => n + 1, 0);
  const [failed, setFailed] = useState<string | null>(null);
  const Content = viewNow(name);
  const load = () => {
    let alive = true;
    setFailed(null);
    loadView(name).then(
      () => alive && redraw(),
      () => alive && setFailed(name),
    );
    return () => void (alive = false);
  };
  useEffect(() => (Content ? undefined : load()), [name, Content]); // eslint-disable-line react-hooks/exhaustive-deps -- load is of this render
  // A view opened without a connection continues when the connection is back.
  useEffect(() => {
    if (!failed) return;
    addEventListener('online', load);
    return () => removeEventListener('online', load);
  });
  return { Content, failed: failed == name, again: () => void load() };
}

export type Content = ReturnType<typeof useContent>;
