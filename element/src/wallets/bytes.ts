// Converts bytes of wallets to text and back (docs/spec/page-wallets.md section 0: only JSON crosses to the engine). It finds characters
// by index and calls no method or iterator, so the page can't change what is signed (docs/spec/security.md T2).

import { add, apply, Bytes, get, builtIn, method, size, head } from '../captured';

const charCodeAt = method('String', 'charCodeAt');
const charCode = (text: string, at: number): number => apply(charCodeAt, text, [at]) as number;

const base58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
const base64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** Maps each character to its index, without a prototype. */
function places(letters: string): Record<string, number> {
  const table = { __proto__: null } as unknown as Record<string, number>;
  for (let i = 0; i < letters.length; i++) table[letters[i]!] = i;
  return table;
}
const of58 = places(base58);
const of64 = places(base64);
const of16 = places('0123456789abcdef');
for (let i = 10; i < 16; i++) of16['ABCDEF'[i - 10]!] = i;

/** handles four base58 characters at a time, in limbs of three bytes: their product fits into a number */
const letters_at_once = 4;
const limb = 0x1000000;

/** Null if it isn't base58. */
export function fromBase58(text: string): Uint8Array | null {
  let zeros = 0;
  while (zeros < text.length && text[zeros] == '1') zeros++;
  // the lowest first
  const limbs: number[] = [0];
  for (let i = zeros; i < text.length;) {
    let step = 0;
    let digits = 1;
    for (let n = 0; n < letters_at_once && i < text.length; n++, i++) {
      const digit = of58[text[i]!];
      if (digit === undefined) return null;
      step = step * 58 + digit;
      digits *= 58;
    }
    for (let at = 0; at < limbs.length; at++) {
      const sum = limbs[at]! * digits + step;
      limbs[at] = sum % limb;
      step = (sum - limbs[at]!) / limb;
    }
    if (step) add(limbs, step);
  }
  let length = limbs.length * 3;
  const byteAt = (at: number) => (limbs[(at / 3) | 0]! >> (8 * (at % 3))) & 255;
  while (length && !byteAt(length - 1)) length--;
  const bytes = new Bytes(zeros + length);
  for (let at = 0; at < length; at++) bytes[zeros + length - 1 - at] = byteAt(at);
  return bytes;
}

export function toBase58(bytes: Uint8Array): string {
  let zeros = '';
  let at = 0;
  const length = size(bytes);
  for (; at < length && !bytes[at]; at++) zeros += '1';
  // the lowest first, four characters each
  const limbs: number[] = [];
  const base = 58 ** letters_at_once;
  for (; at < length; at++) {
    let carry = bytes[at]!;
    for (let i = 0; i < limbs.length; i++) {
      const sum = limbs[i]! * 256 + carry;
      limbs[i] = sum % base;
      carry = (sum - limbs[i]!) / base;
    }
    if (carry) add(limbs, carry);
  }
  let text = '';
  for (let i = 0; i < limbs.length; i++) {
    let rest = limbs[i]!;
    const isHighest = i == limbs.length - 1;
    for (let n = 0; n < letters_at_once && (!isHighest || rest); n++) {
      text = base58[rest % 58]! + text;
      rest = (rest / 58) | 0;
    }
  }
  return zeros + text;
}

/** Null if it isn't base64 with padding. */
export function fromBase64(text: string): Uint8Array | null {
  let end = text.length;
  if (end % 4) return null;
  while (end && end > text.length - 2 && text[end - 1] == '=') end--;
  const bytes = new Bytes(((end * 3) / 4) | 0);
  let bits = 0;
  let buffer = 0;
  let at = 0;
  for (let i = 0; i < end; i++) {
    const digit = of64[text[i]!];
    if (digit === undefined) return null;
    bits = ((bits << 6) | digit) & 0xffff;
    buffer += 6;
    if (buffer >= 8) bytes[at++] = (bits >> (buffer -= 8)) & 255;
  }
  return bytes;
}

export function toBase64(bytes: Uint8Array): string {
  let text = '';
  const length = size(bytes);
  for (let i = 0; i < length; i += 3) {
    const bits = (bytes[i]! << 16) | ((bytes[i + 1] ?? 0) << 8) | (bytes[i + 2] ?? 0);
    text += base64[bits >> 18]! + base64[(bits >> 12) & 63]!;
    text += (i + 1 < length ? base64[(bits >> 6) & 63]! : '=') + (i + 2 < length ? base64[bits & 63]! : '=');
  }
  return text;
}

const crypto = builtIn<Crypto>('crypto');
const random = get(crypto, 'getRandomValues') as (...args: never[]) => unknown;
export const randomBytes = (length: number): Uint8Array =>
  apply(random, crypto, [new Bytes(length)] as never) as Uint8Array;

const hex_digits = '0123456789abcdef';
export function toHex(bytes: Uint8Array): string {
  let text = '';
  const length = size(bytes);
  for (let i = 0; i < length; i++) text += hex_digits[bytes[i]! >> 4]! + hex_digits[bytes[i]! & 15]!;
  return text;
}

/** A string as UTF-8. A lone surrogate becomes the replacement character, as in `TextEncoder`. */
export function toUtf8(text: string): Uint8Array {
  const codes = new Bytes(text.length * 3);
  let length = 0;
  for (let i = 0; i < text.length; i++) {
    let code = charCode(text, i);
    if (code >= 0xd800 && code < 0xe000) {
      const low = i + 1 < text.length ? charCode(text, i + 1) : 0;
      const isPair = code < 0xdc00 && low >= 0xdc00 && low < 0xe000;
      code = isPair ? 0x10000 + ((code - 0xd800) << 10) + (low - 0xdc00) : 0xfffd;
      if (isPair) i++;
    }
    let bytes = 1;
    if (code > 0x7f) bytes = code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    const lead = [0, 0, 0xc0, 0xe0, 0xf0][bytes]!;
    for (let left = bytes - 1; left >= 0; left--)
      codes[length++] = left == bytes - 1 ? lead | (code >> (6 * left)) : 0x80 | ((code >> (6 * left)) & 63);
  }
  return new Bytes(head(codes, length));
}

/** Null if it isn't hex of whole bytes, without `0x`. */
export function fromHex(text: string): Uint8Array | null {
  if (text.length % 2) return null;
  const bytes = new Bytes(text.length / 2);
  for (let i = 0; i < text.length; i++) {
    const digit = of16[text[i]!];
    if (digit === undefined) return null;
    bytes[i >> 1] = (bytes[i >> 1]! << 4) | digit;
  }
  return bytes;
}

/**
 * Copies a wallet's bytes from an array (also of another realm), a proxy or a plain list. Null for anything else, or if there are too
 * many.
 */
export function copyBytes(foreign: unknown, length_max: number): Uint8Array | null {
  const list = foreign as ArrayLike<unknown> | null;
  const length = typeof list == 'object' && list ? size(list) : -1;
  if (typeof length != 'number' || !(length >= 0 && length <= length_max) || length % 1) return null;
  const bytes = new Bytes(length);
  for (let i = 0; i < length; i++) {
    const byte = list![i];
    if (typeof byte != 'number' || !(byte >= 0 && byte <= 255) || byte % 1) return null;
    bytes[i] = byte;
  }
  return bytes;
}
