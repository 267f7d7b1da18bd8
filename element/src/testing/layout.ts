// jsdom has no layout: every question for the element at a point answers none.

if (globalThis.document) {
  document.elementFromPoint ??= () => null;
  Element.prototype.scrollIntoView ??= () => {};
}
