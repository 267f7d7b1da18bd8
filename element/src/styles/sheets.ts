// Style sheets are constructed once and adopted by each shadow root: no style element, no style attribute (docs/spec/public-api.md section 7, CSP).

const made: Record<string, CSSStyleSheet> = {};

/** The one sheet of this text. */
export function sheet(text: string): CSSStyleSheet {
  if (!made[text]) (made[text] = new CSSStyleSheet()).replaceSync(text);
  return made[text];
}

/** Adds the sheets of these texts to a root, once each. */
export function adopt(root: Document | ShadowRoot, ...texts: string[]): void {
  root.adoptedStyleSheets = [...new Set([...root.adoptedStyleSheets, ...texts.map(sheet)])];
}

/** Takes the sheet of this text off the page again. */
export function drop(text: string): void {
  document.adoptedStyleSheets = document.adoptedStyleSheets.filter((other) => other != made[text]);
}
