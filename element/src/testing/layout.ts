// jsdom has no layout, so elementFromPoint returns null.

if (globalThis.document) {
  Document.prototype.elementFromPoint ??= () => null;
  Element.prototype.scrollIntoView ??= () => {};
}
