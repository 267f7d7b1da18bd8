// Handles a page that is wider than the phone's screen: fixed elements use the width of the zoomed-out page, so half of the sheet would
// be off the screen. The sheet is placed in the visual viewport and follows it (docs/spec/views.md section 1). At any other zoom level
// nothing is placed, so that a user who zooms in sees it larger.

import { page } from '../page';

/** a larger difference in width isn't a scrollbar */
const bar_max_px = 30;
/** a larger difference in height is a keyboard, for which the browser scrolls */
const keyboard_min_px = 100;
const followed = new WeakSet<Element>();

/** Follows the screen from now on, for this dialog. */
export function followScreen(box: HTMLElement): void {
  const screen = globalThis.visualViewport;
  if (!screen || box.localName != 'dialog' || followed.has(box)) return;
  followed.add(box);
  const place = (): void => {
    // Covers the whole page, wherever the box is.
    const { offsetWidth = 0 } = box.querySelector<HTMLElement>('.overlay') ?? {};
    if (!offsetWidth || screen.scale != 1) return;
    const { style } = box;
    const set = (inset: string, inlineSize = '', blockSize = '', min = ''): unknown =>
      Object.assign(style, { inset, inlineSize, blockSize, minInlineSize: min, minBlockSize: min });
    const { offsetLeft, offsetTop, width, height } = screen;
    if (offsetWidth - width <= bar_max_px) return void set('');
    const hasKeyboard = style.inset && height < document.documentElement.clientHeight - keyboard_min_px;
    const top = hasKeyboard ? style.top : `${offsetTop}px`;
    set(`${top} auto auto ${offsetLeft}px`, `${width}px`, hasKeyboard ? style.blockSize : `${height}px`, '0');
  };
  place();
  for (const type of ['resize', 'scroll']) screen.addEventListener(type, place);
  // Only when it opens: other changes in the page must not cause a layout.
  let was = (box as HTMLDialogElement).open;
  page.watchers.add(() => {
    const { open } = box as HTMLDialogElement;
    if (open != was && (was = open)) place();
  });
}
