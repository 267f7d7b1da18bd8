// The card from the engine's side: the part of its style the first paint does without, and embedded mode (option
// enableEmbedded): the card stands in the page's own place as a region with a name, always there. No
// dialog, no overlay, nothing locked, no focus taken (docs/spec/views.md section 1, requirement 2.3).

import type { Options } from '../options';
import type { ModalElement } from '../page';
import sheetText from '../styles/card.css';
import { adopt } from '../styles/adopt';
import { directionOf } from './direction';

/** ui and views check it before they take the focus: set while the focus is outside of an embedded card */
const quiet = 'data-quiet';

const dressed = new WeakSet<HTMLElement>();
/** what a style sheet can ask of our element without an attribute on the host's side */
const states = new WeakMap<HTMLElement, Set<string>>();
const followed = new WeakSet<HTMLElement>();

/** Follows the option; harmless at any time. Says whether the card has just left the page for its dialog. */
export function placeCard(
  modal: ModalElement,
  { enableEmbedded: embedded, locale }: Options,
  gone: AbortSignal,
): boolean {
  const { shadowRoot } = modal;
  const card = shadowRoot?.querySelector<HTMLElement>('.card');
  if (!shadowRoot || !card) return false;
  card.closest<HTMLElement>('[data-theme]')!.dir = directionOf(locale);
  if (!dressed.has(card)) {
    dressed.add(card);
    adopt(shadowRoot, sheetText);
    // Some browsers make a dialog of its own a stop of Tab.
    shadowRoot.querySelector('dialog')!.tabIndex = -1;
    // Before Chrome 125 and Safari 17.4 there is no `:state()`, and an attribute takes its place.
    if (globalThis.CSS?.supports('selector(:state(a))'))
      states.set(modal, modal.attachInternals().states as unknown as Set<string>);
  }
  const set = states.get(modal);
  if (set) set[embedded ? 'add' : 'delete']('embedded');
  else modal.toggleAttribute('data-embedded', embedded);
  if (embedded) {
    card.role = 'region';
    card.setAttribute('aria-labelledby', 'wm-title');
    followFocus(card, gone);
  } else if (card.role == 'region') {
    for (const name of ['role', 'aria-labelledby', quiet]) card.removeAttribute(name);
    return true;
  }
  return false;
}

/** A view that changes by itself (connected elsewhere, reloaded) must not pull the focus into the card. */
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
