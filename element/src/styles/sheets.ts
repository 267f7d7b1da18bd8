// Style sheets are constructed once and adopted by each shadow root: no style element, no style attribute (docs/spec/public-api.md section 7, CSP).

const made: Record<string, CSSStyleSheet> = {};

/** The one sheet of this text. */
export function sheet(text: string): CSSStyleSheet {
  if (!made[text]) (made[text] = new CSSStyleSheet()).replaceSync(text);
  return made[text];
}
