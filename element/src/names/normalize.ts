// Normalizes names with characters that need the tables of ENSIP-15 (engine/core/src/ports/host.rs, `normalized`). This file and the
// library's tables load at the first lookup of such a name. The engine itself reads ASCII names.

import { ens_normalize } from '@adraffy/ens-normalize';
import { written } from '../written';

/** In the format that engine/core/src/namespaces/names.rs reads: the name, or the reason for the rejection and the character. */
type Read = { name: string } | { fault: string; character?: string };

/** Parts of the library's error messages, and our error for each; the first match counts. */
const FAULTS = [
  ['empty label', 'empty'],
  ['invalid label extension', 'hyphens'],
  ['underscore allowed', 'place'],
  ['combining mark', 'marks'],
  ['non-spacing marks', 'marks'],
  ['illegal placement', 'place'],
  ['illegal mixture', 'mixed'],
  ['whole-script confusable', 'alike'],
  ['disallowed', 'character'],
] as const;

export function read(name: string): Read {
  try {
    return { name: ens_normalize(name) };
  } catch (error) {
    // the part after the last ': ' quotes the name, and a label must not decide which error matches
    const words = String((error as Error).message);
    const reason = words.slice(words.lastIndexOf('"\u200e: ') + 1);
    const fault = FAULTS.find(([part]) => reason.includes(part))?.[1] ?? 'unknown';
    const [, character] = /\{([0-9A-F]+)\}$/.exec(reason) ?? [];
    return character ? { fault, character } : { fault };
  }
}

/** The same as JSON text, without calling any `toJSON`. */
export const normalized = (name: string): string => written(read(name)) ?? '';
