/** Small things the frame remembers, in its own origin; in memory where the browser keeps that from frames. */
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
    // Blocked or full: memory has it.
  }
}
