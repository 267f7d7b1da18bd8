// jsdom lays nothing out: whoever asks what is where hears that nothing is.

if (globalThis.document) {
  document.elementFromPoint ??= () => null;
  Element.prototype.scrollIntoView ??= () => {};
}
