/** The frame's calls to its own server. */
import { isRecord } from './json';
import { PAGE } from './page';
import { recall, remember } from './storage';

const DEVICE = 'wm:device';
const TOKEN = `wm:token:${PAGE}`;

/** This browser, to the site: random, kept in its origin. */
const device = (() => {
  const known = recall(DEVICE);
  if (known && /^[\da-f]{32}$/.test(known)) return known;
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const made = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  remember(DEVICE, made);
  return made;
})();

export type User = { id: number; email: string | null; username: string | null };

export const token = (): string | null => recall(TOKEN);
export const keepToken = (given: string | null): void => remember(TOKEN, given);

/** Asks the site for something. Rejects with the site's words. */
export async function call(
  name: string,
  fields: Record<string, string | null> = {},
): Promise<Record<string, unknown>> {
  const body = JSON.stringify({ origin: PAGE, device, token: token(), ...fields });
  let answer: unknown;
  let ok = false;
  try {
    const response = await fetch(`/api/${name}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    });
    ok = response.ok;
    answer = await response.json();
  } catch {
    throw new Error('The secure site does not answer');
  }
  if (!isRecord(answer)) throw new Error('The secure site does not answer');
  if (ok) return answer;
  throw new Error(
    typeof answer['message'] === 'string' ? answer['message'] : 'The secure site refused this request',
  );
}

/** A user in an answer. */
export function readUser(value: unknown): User | null {
  if (!isRecord(value) || typeof value['id'] !== 'number') return null;
  const text = (given: unknown) => (typeof given === 'string' ? given : null);
  return { id: value['id'], email: text(value['email']), username: text(value['username']) };
}
