// The host's own look (option `themeVariables`) on buttons that no engine draws yet: they are the first that a visitor sees. A chunk of its own:
// most pages have none. With an engine, which checks the values anew, they have it from there (engine/buttons.ts).

import type { page as Page } from '../page';

/** as the engine has it (engine/core/src/features/shell/model/theme.rs) */
const chars_max = 200;
const unsafe = /url\(|image\(|[;{}\\<@]|\/\*/i;
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
const sheets = new WeakMap<Element, CSSStyleSheet>();

let look: Record<string, string> = {};
let watch: MutationObserver | undefined;

/** `null`: the engine's own stands there now. */
function put(button: Element, style: Record<string, string> | null): void {
  let sheet = sheets.get(button);
  if (!button.shadowRoot || (!sheet && !style)) return;
  if (!sheet) {
    sheets.set(button, (sheet = new CSSStyleSheet()));
    button.shadowRoot.adoptedStyleSheets.push(sheet);
  }
  sheet.replaceSync(':host(:not(a)){}');
  const rule = sheet.cssRules[0] as CSSStyleRule;
  for (const [name, value] of Object.entries(style ?? {})) rule.style.setProperty(name, value);
}

/** Buttons that are there, and those that come before the engine; in a shadow root of the page they have it from the engine. */
export function dress(page: typeof Page): void {
  look = lookOf(page.options.themeVariables);
  const all = (): void => {
    for (const button of document.querySelectorAll(tags)) put(button, page.running ? null : look);
    if (!page.running) return;
    watch?.disconnect();
    page.watchers.delete(all);
  };
  watch?.disconnect();
  watch = new MutationObserver(all);
  watch.observe(document, { childList: true, subtree: true });
  page.watchers.add(all);
  all();
}
