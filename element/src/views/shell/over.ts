// Over a dialog of the host's that is open too, as dialog libraries make them: what is pressed, scrolled or focused in our dialog is nothing
// outside of theirs, Esc is for the upper one, and what they hide from screen readers is not us (requirement 10.20).

/** What libraries listen for on the document, to see what happens outside of their dialog. Clicks go on: pages count them. */
const outside = ['pointerdown', 'mousedown', 'touchstart', 'touchmove', 'wheel', 'focusin'];

/** Once for a card. `escape` is asked first whether Esc closes something inside alone. */
export function keepOver(modal: HTMLElement, box: HTMLDialogElement, escape: () => boolean): void {
  for (const type of outside)
    box.addEventListener(
      type,
      // The footer is the host's, and hears what is pressed in it.
      (event) => modal.contains(event.target as Node) || event.stopPropagation(),
      { passive: true },
    );
  // Before a listener on the document, also one that captures. What the browser does with the key, it still does.
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
  // Libraries that hide everything else spare what is a live region; what one has hidden before, it shows again when its own dialog closes.
  modal.ariaLive ??= 'off';
  const show = () => box.open && modal.removeAttribute('aria-hidden');
  new MutationObserver(show).observe(modal, { attributeFilter: ['aria-hidden'] });
  new MutationObserver(show).observe(box, { attributeFilter: ['open'] });
  show();
}
