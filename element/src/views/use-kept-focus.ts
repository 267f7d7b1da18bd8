// When what had the focus goes away with a change of state, the focus goes to what is to be done next: it is never lost to nobody
// (requirement 10.8). Elsewhere in the page it stays where it is.

import { useEffect, useRef, type FocusEvent, type RefObject } from 'react';

/** `state`: what the drawing follows. Spread the handlers over the element of `ref`. */
export function useKeptFocus(ref: RefObject<HTMLElement | null>, state: unknown) {
  const had = useRef(false);
  useEffect(() => {
    const view = ref.current;
    const root = view?.getRootNode() as ShadowRoot | Document | undefined;
    if (!view || !had.current || view.contains(root!.activeElement)) return;
    view
      .querySelector<HTMLElement>('[data-first], .primary, [role=tab][tabindex="0"], button, a')
      ?.focus({ preventScroll: true });
  }, [ref, state]);
  return {
    onFocus: () => void (had.current = true),
    // An element that is taken away says nothing here, and whoever is in the wallet for a moment comes back.
    onBlur: ({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>) =>
      void (had.current = currentTarget.contains(relatedTarget) || !document.hasFocus()),
  };
}
