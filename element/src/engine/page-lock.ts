// The page does not scroll behind the dialog, and keeps its width where a scrollbar goes (docs/spec/views.md section 1).

let lock: CSSStyleSheet | null = null;

/** Follows the dialog; harmless at any time. */
export function lockPage(isOpen: boolean): void {
  if (isOpen == !!lock) return;
  const others = document.adoptedStyleSheets.filter((sheet) => sheet != lock);
  lock = isOpen ? new CSSStyleSheet() : null;
  if (lock) {
    // By a border, since nothing may cover a gutter. What is wider is no scrollbar.
    const bar = innerWidth - document.documentElement.clientWidth;
    const kept = bar && bar < 30 ? `;border-right:${bar}px solid #0000` : '';
    lock.replaceSync(`:root{overflow:hidden!important${kept}}`);
    others.push(lock);
  }
  document.adoptedStyleSheets = others;
}
