// Which reads of the document the build rewrites.
import { parseAst } from 'rollup/parseAst';
import { expect, test } from 'vitest';
import { documentReads } from './document-reads.mjs';

const refused = (why) => {
  throw new Error(why);
};
const edited = (code, isReact = false) => documentReads(code, parseAst(code), isReact, refused);

test('reads the document through its class @10.60', () => {
  expect(edited('document.body.append(document.createElement("a"))')).toBe(
    'ofDocument$(document, "body").append(askDocument$(document, "createElement", "a"))',
  );
  expect(edited('(a.ownerDocument || b).hasFocus()')).toBe(
    'askDocument$((a.ownerDocument || b), "hasFocus", )',
  );
  expect(edited('"oninput" in document')).toBe('"oninput" in ofDocument$(document, "constructor").prototype');
  expect(edited('document.adoptedStyleSheets = []; other.body')).toBeNull();
});

test('reads React’s nodes through their class, and keeps its marks @10.60', () => {
  expect(edited('node.parentNode.nodeType', true)).toBe(
    'ofDocument$(ofDocument$(node, "parentNode"), "nodeType")',
  );
  expect(edited('doc.__mark || doc[key]', true)).toBeNull();
});

test('stops the build for an unsupported read', () => {
  for (const code of ['document?.body', 'document.hasFocus?.()', 'const { body } = document'])
    expect(() => edited(code)).toThrow('document');
});
