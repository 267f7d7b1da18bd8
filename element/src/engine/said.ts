// What windows of other origins say, as the engine reads it (docs/spec/security.md B17).

import { written } from '../written';

/** A message as JSON text, without any `toJSON`; empty where it is not serialisable (a cycle, a bigint): the engine drops and counts it. */
export function spoken(data: object): string {
  try {
    return written(data) ?? '';
  } catch {
    return '';
  }
}
