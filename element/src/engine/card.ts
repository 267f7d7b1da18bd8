// The engine's part of the card: styles that the first paint doesn't need, and embedded mode (option enableEmbedded), where the card is a
// named region inline in the page and always visible. It has no dialog, overlay or scroll lock, and takes no focus (docs/spec/views.md
// section 1, requirement 2.3).

import type { Options } from '../options';
import type { ModalElement } from '../page';
import sheetText from '../styles/card.css';
import { adopt } from '../styles/adopt';
import { directionOf } from './direction';

/** set while the focus is outside an embedded card; ui and views check it before they move the focus */
const quiet = 'data-quiet';

const dressed = new WeakSet<HTMLElement>();
/** custom states, which a style sheet can match without an attribute on the page's element */
const states = new WeakMap<HTMLElement, Set<string>>();
const followed = new WeakSet<HTMLElement>();

/** Follows the option. Safe to call at any time. Returns whether the card has just moved from the page into its dialog. */
export function placeCard(
  modal: ModalElement,
  { enableEmbedded: embedded, locale }: Options,
  signal: AbortSignal,
): boolean {
  const { shadowRoot } = modal;
  const card = shadowRoot?.querySelector<HTMLElement>('.card');
  if (!shadowRoot || !card) return false;
  card.closest<HTMLElement>('[data-theme]')!.dir = directionOf(locale);
  if (!dressed.has(card)) {
    dressed.add(card);
    adopt(shadowRoot, sheetText);
    // Some browsers make an empty dialog a tab stop.
    shadowRoot.querySelector('dialog')!.tabIndex = -1;
    // Chrome before 125 and Safari before 17.4 lack `:state()`, so an attribute replaces it.
    if (globalThis.CSS?.supports('selector(:state(a))'))
      states.set(modal, modal.attachInternals().states as unknown as Set<string>);
  }
  const set = states.get(modal);
  if (set) set[embedded ? 'add' : 'delete']('embedded');
  else modal.toggleAttribute('data-embedded', embedded);
  if (embedded) {
    card.role = 'region';
    card.setAttribute('aria-labelledby', 'wm-title');
    followFocus(card, signal);
  } else if (card.role == 'region') {
    for (const name of ['role', 'aria-labelledby', quiet]) card.removeAttribute(name);
    return true;
  }
  return false;
}

/** A view that changes without a click (connected elsewhere, reloaded) must not pull the focus into the card. */
function followFocus(card: HTMLElement, gone: AbortSignal): void {
  if (followed.has(card)) return;
  followed.add(card);
  card.toggleAttribute(quiet, !card.matches(':focus-within'));
  const look = (event: Event): void => {
    if (card.role == 'region') card.toggleAttribute(quiet, !event.composedPath().includes(card));
  };
  for (const type of ['focusin', 'pointerdown'])
    document.addEventListener(type, look, { capture: true, signal: gone });
  gone.addEventListener('abort', () => followed.delete(card));
}
