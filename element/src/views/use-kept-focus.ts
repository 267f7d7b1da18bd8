// When a change of state removes the focused element, moves the focus to the next action (requirement 10.8). The same if the card itself
// has the focus, which waits there while a view has no action (shell/focus-view.ts). A focus elsewhere stays.

import { useEffect, useRef, type FocusEvent, type RefObject } from 'react';

/** `state`: the state that the view renders. Spread the handlers on the element of `ref`. */
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
      const target = view.querySelector<HTMLElement>(selector);
      if (target) return target.focus({ preventScroll: true });
    }
  }, [ref, state]);
  return {
    onFocus: () => void (had.current = true),
    // A removed element fires no blur. If the whole window loses the focus, it is kept, because the user might return from the wallet.
    onBlur: ({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>) =>
      void (had.current = currentTarget.contains(relatedTarget) || !document.hasFocus()),
  };
}
