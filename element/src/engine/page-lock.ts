// The page does not scroll behind the dialog, and keeps its width where a scrollbar goes (docs/spec/views.md section 1).

let lock: CSSStyleSheet | null = null;

/** Follows the dialog; harmless at any time. */
export function lockPage(isOpen: boolean): void {
  if (isOpen == !!lock) return;
  const root = document.documentElement;
  const others = document.adoptedStyleSheets.filter((sheet) => sheet != lock);
  lock = isOpen ? new CSSStyleSheet() : null;
  if (!lock) {
    document.adoptedStyleSheets = others;
    return;
  }
  // By a border, since nothing may cover a gutter. A page with `scrollbar-gutter` keeps the room by itself. A wider difference isn't a scrollbar.
  const bar = innerWidth - root.clientWidth;
  const isKept = bar <= 0 || bar >= 60 || getComputedStyle(root).scrollbarGutter?.includes('stable');
  lock.replaceSync(`:root{overflow:hidden!important${isKept ? '' : `;border-right:${bar}px solid #0000`}}`);
  document.adoptedStyleSheets = [...others, lock];
}
