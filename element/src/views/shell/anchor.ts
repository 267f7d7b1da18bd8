// The header stays put: the top of the dialog's card is where its first view was in the middle, for as long as it is open; only the
// lower edge moves. A view that needs more has the room below; where that is little, the top rises (docs/spec/views.md section 1).
// Phones have a sheet: its lower edge is the fixed one, in the style sheet.

import { isCut } from './travel';

/** around the card */
const gap_px = 24;
/** what a tall view gets at least, where the window has it */
const room_min_px = 560;

const place = (card: HTMLElement, top: number) => {
  card.classList.add('anchored');
  card.style.setProperty('--top', `${top}px`);
};

/** Where the card is now, it stays; once for an opening. */
export function settle(card: HTMLElement): void {
  if (card.parentElement!.localName != 'dialog' || card.classList.contains('anchored')) return;
  place(card, Math.max(gap_px, card.offsetTop));
}

export function release(card: HTMLElement): void {
  card.classList.remove('anchored');
}

/** The card wants to be so tall. */
export function rise(card: HTMLElement, wanted: number): void {
  if (!card.classList.contains('anchored')) return;
  const top = parseFloat(card.style.getPropertyValue('--top'));
  const room = innerHeight - gap_px - top;
  const missing = Math.min(wanted, room_min_px) - room;
  if (missing <= 0 || top <= gap_px) return;
  const by = Math.min(missing, top - gap_px);
  place(card, top - by);
  if (!isCut() && innerWidth > 430)
    card.animate?.({ translate: [`0 ${by}px`, '0'] }, { duration: 150, easing: 'cubic-bezier(.2,.7,.2,1)' });
}
