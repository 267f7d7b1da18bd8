// Adds a view's style sheets to the shadow root it renders in, once.

import { useLayoutEffect, useRef } from 'react';
import { adopt } from '../styles/adopt';

/** Attach the ref to any element of the view. */
export function useSheet<T extends HTMLElement>(...css: string[]) {
  const ref = useRef<T>(null);
  // At every commit; sheets that are already adopted stay.
  useLayoutEffect(() => {
    const root = ref.current?.getRootNode();
    if (root instanceof ShadowRoot) adopt(root, ...css);
  });
  return ref;
}
