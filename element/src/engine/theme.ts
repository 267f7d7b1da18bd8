// The page's --wm-* values, checked by the engine, as one rule on :host (docs/spec/public-api.md section 2). Set through CSSOM, so that a
// value can't end its rule and the page's element gets no style attribute.

const sheets = new WeakMap<HTMLElement, CSSStyleSheet>();
const applied = new WeakMap<HTMLElement, object>();

/** Applies the theme to the element or a button. A page can have many buttons, and each renders often. */
export function applyTheme(element: HTMLElement, variables: Readonly<Record<string, string>>): void {
  if (applied.get(element) == variables) return;
  applied.set(element, variables);
  let sheet = sheets.get(element);
  if (!sheet) {
    if (!Object.keys(variables).length) return;
    sheets.set(element, (sheet = new CSSStyleSheet()));
    element.shadowRoot!.adoptedStyleSheets.push(sheet);
  }
  // More specific than `:host`: the views' sheets load later, and their tokens must not override the page's.
  sheet.replaceSync(':host(:not(a)){}');
  const { style } = sheet.cssRules[0] as CSSStyleRule;
  for (const name of Object.keys(variables)) style.setProperty(name, variables[name]!);
}
