// Style sheets are constructed once and adopted by each shadow root, without style elements or attributes (docs/spec/public-api.md
// section 7, CSP). Browsers of spring 2023 lack light-dark() (docs/guide/production.md, "Browsers"). For them, each sheet has the colors
// of one theme, and is rewritten when the theme changes.

import { keys } from '../primordials';

const sheets: Record<string, CSSStyleSheet> = {};

let isDark: boolean | undefined;
let mode: unknown;
let system: MediaQueryList | undefined;

const plain = (text: string): string =>
  isDark == null
    ? text
    : text
        .split('light-dark(')
        .map((rest, at) => {
          if (!at) return rest;
          const comma = rest.indexOf(',');
          let end = comma;
          for (let open = 1; open;) open += { '(': 1, ')': -1 }[rest[++end]!] ?? 0;
          return (isDark ? rest.slice(comma + 1, end) : rest.slice(0, comma)) + rest.slice(end + 1);
        })
        .join('');

/** Returns the one sheet for this text. */
export function sheet(text: string): CSSStyleSheet {
  // jsdom has no replaceSync(): a page's own tests render without styles.
  if (!sheets[text]) (sheets[text] = new CSSStyleSheet()).replaceSync?.(plain(text));
  return sheets[text]!;
}

/** Follows the page's theme in browsers whose sheets can't. */
export function followTheme(next: unknown): void {
  if (globalThis.CSS?.supports('color', 'light-dark(red,red)') ?? true) return;
  mode = next;
  system ??= matchMedia('(prefers-color-scheme:dark)');
  system.onchange = () => followTheme(mode);
  const dark = mode == 'dark' || (mode != 'light' && system.matches);
  if (dark == isDark) return;
  isDark = dark;
  for (const text of keys(sheets)) sheets[text]!.replaceSync(plain(text));
}
