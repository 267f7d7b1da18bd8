// @vitest-environment node
// What hides in a text is shown, and what is plain stays as it is.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { domainOfSignIn, isHidden, revealed } from './words';

const shown = (text: string) =>
  revealed(text)
    .map((piece) => piece.text)
    .join('');

/** As the engine has it: every character that is hidden, and texts. */
const boxes = JSON.parse(readFileSync('engine/core/tests/vectors/boxes.json', 'utf8')) as {
  hidden: [number, number][];
  texts: [string, string][];
};

describe('untrusted text', () => {
  it('stays unchanged if it hides nothing', () => {
    const text = 'Grüße, 你好 😀\n\tZeile 2';
    expect(revealed(text)).toEqual([{ text, hidden: null }]);
  });

  it('has the same boxes as the modal for every Unicode character @10.12', () => {
    expect(boxes.texts.map(([given]) => shown(given))).toEqual(boxes.texts.map(([, drawn]) => drawn));
    const wrong: number[] = [];
    for (let code = 0; code <= 0x10ffff; code += 1) {
      if (code >= 0xd800 && code <= 0xdfff) continue;
      const isBox = boxes.hidden.some(([from, to]) => from <= code && code <= to);
      if (isHidden(String.fromCodePoint(code)) !== isBox) wrong.push(code);
    }
    expect(wrong).toEqual([]);
  });

  it('a box names the character it replaces, and half a surrogate pair is one box', () => {
    expect(revealed('a\u202e').at(-1)).toEqual({ text: '\u25a1', hidden: 'U+202E' });
    expect(shown('a\ud83d')).toBe('a\u25a1');
  });
});

describe('a sign-in message', () => {
  it('names its domain, with or without a scheme', () => {
    const rest = ' wants you to sign in with your Ethereum account:\n0x0';
    expect(domainOfSignIn(`app.example${rest}`)).toBe('app.example');
    expect(domainOfSignIn(`https://app.example:8443${rest}`)).toBe('app.example:8443');
    expect(domainOfSignIn('Hello')).toBeNull();
  });
});
