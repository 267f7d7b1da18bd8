// Adds what jsdom lacks and the elements need: constructable style sheets, parts, modal dialogs.

export function fillDom(): void {
  Object.assign(globalThis, {
    CSSStyleSheet: class {
      cssRules = [{ style: { setProperty() {} } }];
      replaceSync() {}
    },
  });
  for (const root of [Document.prototype, ShadowRoot.prototype]) {
    const sheets = new WeakMap<object, unknown[]>();
    Object.defineProperty(root, 'adoptedStyleSheets', {
      configurable: true,
      get(this: object) {
        if (!sheets.has(this)) sheets.set(this, []);
        return sheets.get(this);
      },
      set(this: object, list: unknown[]) {
        sheets.set(this, list);
      },
    });
  }
  // A token list like that of `class`; no test reads it.
  Object.defineProperty(Element.prototype, 'part', {
    configurable: true,
    get: () => document.createElement('i').classList,
  });
  Element.prototype.checkVisibility = function () {
    return this.isConnected;
  };
  HTMLDialogElement.prototype.showModal = function () {
    this.setAttribute('open', '');
  };
  HTMLDialogElement.prototype.close = function () {
    this.removeAttribute('open');
    this.dispatchEvent(new Event('close'));
  };
}
