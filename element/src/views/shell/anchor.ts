// The header stays put: the top of the dialog's card is that of the list for as long as it is open (styles/first-card.css); only the lower edge
// moves. A view that wants more than the room below has the top rise for what is missing, as far as there is room
// (docs/spec/views.md section 1). Phones have a sheet: its lower edge is the fixed one, in the style sheet.

import { isCut } from './travel';

/** around the card */
const gap_px = 24;
/** no card is higher */
const height_max_px = 720;

/** Whether the card opens with a list that has ways to log in. The entry's own card has its place already: from its height the body grows. */
export function place(card: HTMLElement, body: HTMLElement, isTall: boolean): void {
  const first = card.querySelector<HTMLElement>('.first > .head + *');
  if (first) body.style.blockSize = `${first.offsetHeight}px`;
  else card.closest('[data-theme]')?.classList.toggle('tall', isTall);
}

/** The top is where the style sheet has it: after closing, or in another window. */
export const release = (card: HTMLElement): unknown => card.parentElement!.style.removeProperty('--top');

/** The card wants to be so tall. */
export function rise(card: HTMLElement, wanted: number): void {
  const box = card.parentElement!;
  if (box.localName != 'dialog' || globalThis.matchMedia?.('(max-width: 430px)').matches) return;
  const top = card.offsetTop;
  const missing = Math.min(wanted, height_max_px) - (innerHeight - gap_px - top);
  const by = Math.min(missing, top - gap_px);
  if (by <= 0) return;
  box.style.setProperty('--top', `${top - by}px`);
  if (!isCut())
    card.animate?.({ translate: [`0 ${by}px`, '0'] }, { duration: 150, easing: 'cubic-bezier(.2,.7,.2,1)' });
}
