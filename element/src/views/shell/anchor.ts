// Keeps the header in place: while the modal is open, the top of the card stays where the list's is (styles/first-card.css), and only the
// lower edge moves. For a view that is too tall for the space below, the top moves up as far as needed and possible (docs/spec/views.md
// section 1). On phones, the style sheet fixes the sheet's lower edge instead.

import { isCut } from './travel';

/** space around the card */
const gap_px = 24;
/** the maximum height of a card */
const height_max_px = 720;

/** Whether the card opens with a list that has logins. The entry's own card already has its place, and the body grows from its height. */
export function place(card: HTMLElement, body: HTMLElement, isTall: boolean): void {
  const first = card.querySelector<HTMLElement>('.first > .head + *');
  if (first) body.style.blockSize = `${first.offsetHeight}px`;
  else card.closest('[data-theme]')?.classList.toggle('tall', isTall);
}

/** Resets the top to that of the style sheet, after closing or in another window. */
export const release = (card: HTMLElement): unknown => card.parentElement!.style.removeProperty('--top');

/** The card needs this height. */
export function growCard(card: HTMLElement, wanted: number): void {
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
