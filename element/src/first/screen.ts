// A page that is wider than the phone it is on: what is fixed is laid out for as much as shows when a person zooms out, and the sheet would be
// half off the screen. It stands on what is seen, and goes along as that moves (docs/spec/views.md section 1). Who has zoomed in sees it
// larger: at another scale nothing is placed.

import { page } from '../page';

/** what is wider is no scrollbar */
const bar_max_px = 30;
/** what is lower is a keyboard, which the browser itself scrolls for */
const keyboard_min_px = 100;
const followed = new WeakSet<Element>();

/** From now on, for this dialog. */
export function followScreen(box: HTMLElement): void {
  const screen = globalThis.visualViewport;
  if (!screen || box.localName != 'dialog' || followed.has(box)) return;
  followed.add(box);
  const place = (): void => {
    // Over the whole page, wherever the box is.
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
  // It opens. Of all else that happens in a page none is laid out for this.
  let was = (box as HTMLDialogElement).open;
  page.watchers.add(() => {
    const { open } = box as HTMLDialogElement;
    if (open != was && (was = open)) place();
  });
}
