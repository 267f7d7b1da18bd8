// A view brings its style sheets into the shadow root it is drawn in, once.

import { useLayoutEffect, useRef } from 'react';
import { adopt } from '../styles/adopt';

/** Give the ref to any element of the view. */
export function useSheet<T extends HTMLElement>(...css: string[]) {
  const ref = useRef<T>(null);
  // At every commit: what is adopted already stays as it is.
  useLayoutEffect(() => {
    const root = ref.current?.getRootNode();
    if (root instanceof ShadowRoot) adopt(root, ...css);
  });
  return ref;
}
