// @vitest-environment node
// What hides in a text is shown, and what is plain stays as it is.
import { describe, expect, it } from 'vitest';
import { domainOfSignIn, revealed } from './words';

const shown = (text: string) =>
  revealed(text)
    .map((piece) => piece.text)
    .join('');

describe('foreign text', () => {
  it('stays as it is when nothing hides in it', () => {
    const text = 'Grüße, 你好 😀\n\tZeile 2';
    expect(revealed(text)).toEqual([{ text, hidden: false }]);
  });

  it('shows marks of direction, spaces without width, tags and controls by their number', () => {
    expect(shown('a\u202eb')).toBe('a[U+202E]b');
    expect(shown('\u200b\ufeff\u{e0041}\u0007')).toBe('[U+200B][U+FEFF][U+E0041][U+0007]');
    expect(shown('x\u00a0y\u3164')).toBe('x[U+00A0]y[U+3164]');
    expect(revealed('a\u202e').at(-1)).toEqual({ text: '[U+202E]', hidden: true });
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
