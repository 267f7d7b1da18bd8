// Names with letters that only the tables of ENSIP-15 know (engine/core/src/ports/host.rs, `normalized`). This file and the library's tables are
// fetched when such a name is looked up, and not before: the engine itself reads names of ASCII characters.

import { ens_normalize } from '@adraffy/ens-normalize';
import { written } from '../written';

/** As engine/core/src/namespaces/names.rs reads it: the name, or why it is refused and by which character. */
type Read = { name: string } | { fault: string; character?: string };

/** What the library says of a name that it refuses, by a part of its words, and what it is to us; the first that fits. */
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
    // the name itself is quoted before the last ': ', so that no label decides what is wrong with another
    const words = String((error as Error).message);
    const said = words.slice(words.lastIndexOf('"\u200e: ') + 1);
    const fault = FAULTS.find(([part]) => said.includes(part))?.[1] ?? 'unknown';
    const [, character] = /\{([0-9A-F]+)\}$/.exec(said) ?? [];
    return character ? { fault, character } : { fault };
  }
}

/** The same as JSON text, without any `toJSON`. */
export const normalized = (name: string): string => written(read(name)) ?? '';
