// jsdom has no layout: every question for the element at a point answers none.

if (globalThis.document) {
  Document.prototype.elementFromPoint ??= () => null;
  Element.prototype.scrollIntoView ??= () => {};
}
