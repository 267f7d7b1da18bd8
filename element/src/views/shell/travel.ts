// Moves the icon from a row to the view that waits for its wallet, because both have it (docs/spec/views.md section 1).

/** Users who prefer reduced motion get no animation. */
export const isCut = (): boolean => !!globalThis.matchMedia?.('(prefers-reduced-motion: reduce)').matches;

/** Web Animations on the logo only: a view transition of the whole document would block the page. */
export function travel(from: Element, view: HTMLElement): void {
  const logo = view.querySelector('.ring > [part=icon]');
  const a = from.getBoundingClientRect();
  if (!logo?.animate || !a.width || isCut()) return;
  // Its view neither fades nor slides, because the logo would move with it.
  view.classList.add('travels');
  const b = logo.getBoundingClientRect();
  const [x, y] = [a.x + a.width / 2 - b.x - b.width / 2, a.y + a.height / 2 - b.y - b.height / 2];
  const timing = { duration: 150, easing: 'cubic-bezier(.2,.7,.2,1)' };
  logo.animate({ transform: [`translate(${x}px, ${y}px) scale(${a.width / b.width})`, 'none'] }, timing);
  from.animate({ opacity: [0, 0] }, timing);
}
