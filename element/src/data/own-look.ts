// The host's own look (option `themeVariables`) on buttons that no engine draws yet: they are the first that a visitor sees. A chunk of its own:
// most pages have none. With an engine, which checks the values anew, they have it from there (engine/buttons.ts).

import type { page as Page } from '../page';

/** as the engine has it (engine/core/src/features/shell/model/theme.rs) */
const chars_max = 200;
const unsafe = /url\(|image|[;{}\\<@]|\/\*/i;
const named = /^--(?:wm|w3m)-([a-z][\da-z-]*)$/;

export function lookOf(given: unknown): Record<string, string> {
  const look: Record<string, string> = {};
  if (typeof given != 'object') return look;
  for (const [name, value] of Object.entries((given ?? {}) as Record<string, unknown>)) {
    const text = typeof value == 'string' ? value.trim() : typeof value == 'number' ? `${value}` : '';
    const bare = named.exec(name)?.[1];
    if (bare && text && text.length <= chars_max && !unsafe.test(text)) look[`--wm-${bare}`] = text;
  }
  return look;
}

const tags = 'wallet-button, wallet-account-button, wallet-network-button';
/** of each button, with the look that stands in it */
const worn = new WeakMap<Element, { sheet: CSSStyleSheet; look: object | null }>();

let page: typeof Page | undefined;
let watch: MutationObserver | undefined;
/** of the options that were looked at last */
let from: unknown;
let look: Record<string, string> = {};

/** `null`: the engine's own stands there, or the host has none any more. */
function put(button: Element, wanted: Record<string, string> | null): void {
  let one = worn.get(button);
  if (!button.shadowRoot || (one?.look ?? null) == wanted) return;
  if (!one) {
    worn.set(button, (one = { sheet: new CSSStyleSheet(), look: null }));
    button.shadowRoot.adoptedStyleSheets.push(one.sheet);
  }
  one.look = wanted;
  // jsdom draws without style.
  if (!one.sheet.replaceSync) return;
  one.sheet.replaceSync(':host(:not(a)){}');
  const rule = one.sheet.cssRules[0] as CSSStyleRule;
  for (const [name, value] of Object.entries(wanted ?? {})) rule.style.setProperty(name, value);
}

function all(): void {
  // A test's document may be gone before its last changes are heard of.
  if (!globalThis.document) return;
  const { options, running, watchers } = page!;
  if (options.themeVariables != from) look = lookOf((from = options.themeVariables));
  // None at all, as after destroy(), is the end too.
  const isOver = !!running || !from;
  for (const button of document.querySelectorAll(tags)) put(button, isOver ? null : look);
  if (!isOver) return;
  watch?.disconnect();
  watch = undefined;
  watchers.delete(all);
}

/** Buttons that are there, and those that come before the engine; in a shadow root of the page they have it from the engine. */
export function dress(of: typeof Page): void {
  page = of;
  page.watchers.add(all);
  if (!watch) {
    watch = new MutationObserver(all);
    watch.observe(document, { childList: true, subtree: true });
  }
  all();
}
