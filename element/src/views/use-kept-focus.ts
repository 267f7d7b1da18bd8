// When a change of state removes the focused element, the focus goes to the next action instead of being lost (requirement 10.8). So does one
// that is on the card, where it waits while a view has nothing to be done (shell/focus-view.ts). A focus elsewhere stays where it is.

import { useEffect, useRef, type FocusEvent, type RefObject } from 'react';

/** `state`: what the drawing follows. Spread the handlers over the element of `ref`. */
export function useKeptFocus(ref: RefObject<HTMLElement | null>, state: unknown) {
  const had = useRef(false);
  useEffect(() => {
    const view = ref.current;
    const root = view?.getRootNode() as ShadowRoot | Document | undefined;
    if (!view) return;
    const { activeElement } = root!;
    const isWaiting = activeElement?.matches('.card') && activeElement.contains(view);
    if (view.contains(activeElement) || !(had.current || isWaiting)) return;
    for (const selector of ['[data-first]', '.primary', '[role=tab][tabindex="0"]', 'button, a']) {
      const found = view.querySelector<HTMLElement>(selector);
      if (found) return found.focus({ preventScroll: true });
    }
  }, [ref, state]);
  return {
    onFocus: () => void (had.current = true),
    // A removed element fires no blur. A blur of the whole window keeps the focus: the person may come back from the wallet.
    onBlur: ({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>) =>
      void (had.current = currentTarget.contains(relatedTarget) || !document.hasFocus()),
  };
}
