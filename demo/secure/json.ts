/** Reads foreign values once. */

/** A plain object with unknown fields. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const proto: unknown = Object.getPrototypeOf(value);
  return proto === Object.prototype || proto === null;
}

const TEXT_MAX = 256 * 1024;
const DEPTH_MAX = 16;
/** Names that reach beyond an object's own fields. */
const BANNED = ['__proto__', 'constructor', 'prototype'];

/** Plain JSON of limited size and depth, without such names (docs/spec/embedded-frame.md section 3, check 5). */
export function isSound(value: unknown): boolean {
  try {
    return isSoundAt(value, 0) && JSON.stringify(value).length <= TEXT_MAX;
  } catch {
    return false;
  }
}

function isSoundAt(value: unknown, depth: number): boolean {
  if (depth > DEPTH_MAX) return false;
  if (Array.isArray(value)) return value.every((item) => isSoundAt(item, depth + 1));
  if (isRecord(value))
    return Object.entries(value).every(([name, of]) => !BANNED.includes(name) && isSoundAt(of, depth + 1));
  return value === null || ['string', 'number', 'boolean', 'undefined'].includes(typeof value);
}
