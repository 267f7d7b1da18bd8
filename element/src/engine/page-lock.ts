// Stops the page from scrolling behind the dialog. The page keeps its width when its scrollbar disappears (docs/spec/views.md section 1).

let lock: CSSStyleSheet | null = null;

/** Locks or unlocks the page's scrolling. Calling it twice has no effect. */
export function lockPage(isOpen: boolean): void {
  if (isOpen == !!lock) return;
  const root = document.documentElement;
  const others = document.adoptedStyleSheets.filter((sheet) => sheet != lock);
  lock = isOpen ? new CSSStyleSheet() : null;
  if (!lock) {
    document.adoptedStyleSheets = others;
    return;
  }
  // A transparent border replaces the scrollbar, because nothing may cover a gutter. A page with `scrollbar-gutter` keeps its width
  // without one. A difference of 60 px or more isn't a scrollbar.
  const bar = innerWidth - root.clientWidth;
  const isKept = bar <= 0 || bar >= 60 || getComputedStyle(root).scrollbarGutter?.includes('stable');
  lock.replaceSync(`:root{overflow:hidden!important${isKept ? '' : `;border-right:${bar}px solid #0000`}}`);
  document.adoptedStyleSheets = [...others, lock];
}
