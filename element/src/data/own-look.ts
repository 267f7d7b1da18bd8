// The page's own look (option `themeVariables`) on buttons before the engine runs, because users see them first. In its own chunk,
// because most pages don't use it. The engine validates the values again and applies them itself (engine/buttons.ts).

import type { page as Page } from '../page';

/** the same as in the engine (engine/core/src/features/shell/model/theme.rs) */
const chars_max = 200;
const unsafe = /url\(|image|[;{}\\<@]|\/\*/i;
const variableName = /^--(?:wm|w3m)-([a-z][\da-z-]*)$/;

export function lookOf(given: unknown): Record<string, string> {
  const look: Record<string, string> = {};
  if (typeof given != 'object') return look;
  for (const [name, value] of Object.entries((given ?? {}) as Record<string, unknown>)) {
    const text = typeof value == 'string' ? value.trim() : typeof value == 'number' ? `${value}` : '';
    const bare = variableName.exec(name)?.[1];
    if (bare && text && text.length <= chars_max && !unsafe.test(text)) look[`--wm-${bare}`] = text;
  }
  return look;
}

const tags = 'wallet-button, wallet-account-button, wallet-network-button';
/** each button with its current look */
const worn = new WeakMap<Element, { sheet: CSSStyleSheet; look: object | null }>();

let page: typeof Page | undefined;
let watch: MutationObserver | undefined;
/** the options that were last read */
let from: unknown;
let look: Record<string, string> = {};

/** `null`: the engine has applied its own, or the page no longer sets any. */
function put(button: Element, wanted: Record<string, string> | null): void {
  let one = worn.get(button);
  if (!button.shadowRoot || (one?.look ?? null) == wanted) return;
  if (!one) {
    worn.set(button, (one = { sheet: new CSSStyleSheet(), look: null }));
    button.shadowRoot.adoptedStyleSheets.push(one.sheet);
  }
  one.look = wanted;
  // jsdom renders without styles.
  if (!one.sheet.replaceSync) return;
  one.sheet.replaceSync(':host(:not(a)){}');
  const rule = one.sheet.cssRules[0] as CSSStyleRule;
  for (const [name, value] of Object.entries(wanted ?? {})) rule.style.setProperty(name, value);
}

function all(): void {
  // A test's document might be gone before its last changes are reported.
  if (!globalThis.document) return;
  const { options, running, watchers } = page!;
  if (options.themeVariables != from) look = lookOf((from = options.themeVariables));
  // No options at all, as after destroy(), also ends it.
  const isOver = !!running || !from;
  for (const button of document.querySelectorAll(tags)) put(button, isOver ? null : look);
  if (!isOver) return;
  watch?.disconnect();
  watch = undefined;
  watchers.delete(all);
}

/**
 * Applies the look to existing buttons and to those added before the engine runs. The engine applies it to buttons in a page's shadow
 * root.
 */
export function applyLook(of: typeof Page): void {
  page = of;
  page.watchers.add(all);
  if (!watch) {
    watch = new MutationObserver(all);
    watch.observe(document, { childList: true, subtree: true });
  }
  all();
}
