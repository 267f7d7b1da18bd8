// Keeps the modal usable over an open dialog of the page, as dialog libraries create them: a press, scroll or focus in the modal isn't
// "outside" their dialog, Esc closes only the upper one, and they don't hide the modal from screen readers (requirement 10.20).

/**
 * Events that libraries observe on the document to detect actions outside their dialog. Clicks still propagate, because pages count them.
 */
const outside = ['pointerdown', 'mousedown', 'touchstart', 'touchmove', 'wheel', 'focusin'];

/** Runs once per card. `escape` first decides whether Esc only closes something inside. */
export function keepAbove(modal: HTMLElement, box: HTMLDialogElement, escape: () => boolean): void {
  for (const type of outside)
    box.addEventListener(
      type,
      // The footer belongs to the page and gets its events.
      (event) => modal.contains(event.target as Node) || event.stopPropagation(),
      { passive: true },
    );
  // Before any listener on the document, also a capturing one. The browser's default action still happens.
  addEventListener(
    'keydown',
    (event) => {
      if (event.key != 'Escape' || !box.matches(':modal')) return;
      const activeElement = document.activeElement;
      if (activeElement && activeElement != document.body && !box.matches(':focus-within')) return;
      event.stopImmediatePropagation();
      if (escape()) event.preventDefault();
    },
    true,
  );
  // Libraries that hide everything else skip live regions. A modal that a library has already hidden becomes visible when the library's
  // dialog closes.
  modal.ariaLive ??= 'off';
  const show = () => box.open && modal.removeAttribute('aria-hidden');
  new MutationObserver(show).observe(modal, { attributeFilter: ['aria-hidden'] });
  new MutationObserver(show).observe(box, { attributeFilter: ['open'] });
  show();
}
