// The host's --wm-* values, checked by the engine, as one rule on :host (docs/spec/public-api.md section 2). Set through CSSOM: a value can
// never end its rule, and no style attribute appears on the host's element.

const sheets = new WeakMap<HTMLElement, CSSStyleSheet>();

export function applyTheme(element: HTMLElement, variables: Record<string, string>): void {
  let sheet = sheets.get(element);
  if (!sheet) {
    sheets.set(element, (sheet = new CSSStyleSheet()));
    element.shadowRoot!.adoptedStyleSheets.push(sheet);
  }
  // One type more than `:host`: the views' sheets come later, and their tokens must not hide the host's.
  sheet.replaceSync(':host(:not(a)){}');
  const { style } = sheet.cssRules[0] as CSSStyleRule;
  for (const name of Object.keys(variables)) style.setProperty(name, variables[name]!);
}
