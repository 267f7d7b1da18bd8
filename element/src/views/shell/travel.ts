// From a row to the view that waits for its wallet the icon travels: it is the one thing of both (docs/spec/views.md section 1).

/** Whoever wants less motion gets a cut. */
export const isCut = (): boolean => !!globalThis.matchMedia?.('(prefers-reduced-motion: reduce)').matches;

/** Web Animations on the logo alone: a transition of the whole document would hold up the host's page. */
export function travel(from: Element, view: HTMLElement): void {
  const logo = view.querySelector('.ring > [part=icon]');
  const a = from.getBoundingClientRect();
  if (!logo?.animate || !a.width || isCut()) return;
  // Its view neither fades nor slides: that would take the logo along.
  view.classList.add('travels');
  const b = logo.getBoundingClientRect();
  const [x, y] = [a.x + a.width / 2 - b.x - b.width / 2, a.y + a.height / 2 - b.y - b.height / 2];
  const timing = { duration: 150, easing: 'cubic-bezier(.2,.7,.2,1)' };
  logo.animate({ transform: [`translate(${x}px, ${y}px) scale(${a.width / b.width})`, 'none'] }, timing);
  from.animate({ opacity: [0, 0] }, timing);
}
