// What windows of other origins say, as the engine reads it (docs/spec/security.md B17).

import { written } from '../written';

/** What was said, as text, by nobody's `toJSON`; nothing where it cannot be one (a circle, a bigint), which the engine drops and counts. */
export function spoken(data: object): string {
  try {
    return written(data) ?? '';
  } catch {
    return '';
  }
}

/** Of a listener: what stands on Object.prototype is no option of it. */
export const until = ({ signal }: AbortController): AddEventListenerOptions =>
  ({ __proto__: null, signal }) as AddEventListenerOptions;
