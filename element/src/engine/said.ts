// Converts messages of other origins' windows to text for the engine (docs/spec/security.md B17).

import { written } from '../written';

/**
 * A message as JSON text, without calling any `toJSON`. Empty if it can't be serialized (a cycle, a bigint); the engine drops and counts
 * it.
 */
export function messageText(data: object): string {
  try {
    return written(data) ?? '';
  } catch {
    return '';
  }
}
