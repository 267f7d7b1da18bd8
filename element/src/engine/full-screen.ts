// Option `mobileFullScreen`: on a phone, the sheet fills the screen (docs/spec/views.md section 1). Its style sheet overrides the card's.
// Only pages with the option load it.

import type { ModalElement, page as Page } from '../page';
import css from '../styles/full-screen.css';

const sheets = new WeakMap<ModalElement, CSSStyleSheet>();

let followed = false;

/** Applies the option to the active element from now on. */
export function follow(page: typeof Page): void {
  const draw = (): void => {
    const { element, options } = page;
    if (!element?.shadowRoot) return;
    let sheet = sheets.get(element);
    if (!sheet && !options.mobileFullScreen) return;
    if (!sheet) {
      sheets.set(element, (sheet = new CSSStyleSheet()));
      sheet.replaceSync(css);
      element.shadowRoot.adoptedStyleSheets.push(sheet);
    }
    sheet.disabled = !options.mobileFullScreen;
  };
  if (!followed) page.watchers.add(draw);
  followed = true;
  draw();
}
