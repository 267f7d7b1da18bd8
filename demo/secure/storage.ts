/** Small values that the frame stores in its own origin, or in memory if the browser denies storage to frames. */
import { stored } from './outside';

const memory = new Map<string, string>();

export function recall(key: string): string | null {
  try {
    return stored().getItem(key) ?? memory.get(key) ?? null;
  } catch {
    return memory.get(key) ?? null;
  }
}

export function remember(key: string, value: string | null): void {
  if (value === null) memory.delete(key);
  else memory.set(key, value);
  try {
    if (value === null) stored().removeItem(key);
    else stored().setItem(key, value);
  } catch {
    // Blocked or full: kept in memory.
  }
}
