// The host's --wm-* values, checked by the engine, as one rule on :host (docs/spec/public-api.md section 2). Set through CSSOM: a value can
// never end its rule, and no style attribute appears on the host's element.

const sheets = new WeakMap<HTMLElement, CSSStyleSheet>();
const applied = new WeakMap<HTMLElement, object>();

/** Of the element, or of a button: there may be many of these, and each is drawn often. */
export function applyTheme(element: HTMLElement, variables: Readonly<Record<string, string>>): void {
  if (applied.get(element) == variables) return;
  applied.set(element, variables);
  let sheet = sheets.get(element);
  if (!sheet) {
    if (!Object.keys(variables).length) return;
    sheets.set(element, (sheet = new CSSStyleSheet()));
    element.shadowRoot!.adoptedStyleSheets.push(sheet);
  }
  // One type more than `:host`: the views' sheets come later, and their tokens must not hide the host's.
  sheet.replaceSync(':host(:not(a)){}');
  const { style } = sheet.cssRules[0] as CSSStyleRule;
  for (const name of Object.keys(variables)) style.setProperty(name, variables[name]!);
}
