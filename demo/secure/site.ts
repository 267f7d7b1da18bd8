/** The frame's calls to its own server. */
import { isRecord } from './json';
import { SITE } from './outside';
import { PAGE } from './page';
import { proofOf, takeNonce } from './proof';
import { recall, remember } from './storage';

const DEVICE = 'wm:device';
const TOKEN = `wm:token:${PAGE}`;

/** This browser's random ID for the site, stored in its origin. */
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

type Fields = Record<string, string | null>;
type Answer = Record<string, unknown>;

/** Includes the proof that this browser has its session's key. */
async function post(name: string, fields: Fields, session: string | null): Promise<[number, Answer]> {
  let answer: unknown;
  let status = 0;
  try {
    const response = await fetch(`/api/${name}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        dpop: await proofOf(`${SITE}/api/${name}`, session),
      },
      body: JSON.stringify({ origin: PAGE, device, token: session, ...fields }),
    });
    takeNonce(response);
    status = response.status;
    answer = await response.json();
  } catch {
    throw new Error('The secure site does not answer');
  }
  if (!isRecord(answer)) throw new Error('The secure site does not answer');
  return [status, answer];
}

/** An expired nonce, and an expired session or one whose key is lost: each is retried once. */
const TRIES = 3;

/** Calls the site. Rejects with the site's message. */
export async function call(name: string, fields: Fields = {}): Promise<Answer> {
  let session = token();
  for (let tries = 1; ; tries += 1) {
    const [status, answer] = await post(name, fields, session);
    if (status === 200) return answer;
    const again = status === 401 && tries < TRIES;
    if (again && answer['error'] === 'use_dpop_nonce') continue;
    if (again && answer['error'] === 'invalid_token' && session !== null) {
      if (token() === session) keepToken(null);
      // Another tab might have logged in meanwhile, and must stay logged in.
      session = name === 'out' ? null : token();
      continue;
    }
    throw new Error(
      typeof answer['message'] === 'string' ? answer['message'] : 'The secure site refused this request',
    );
  }
}

/** A user in a response. */
export function readUser(value: unknown): User | null {
  if (!isRecord(value) || typeof value['id'] !== 'number') return null;
  const text = (given: unknown) => (typeof given === 'string' ? given : null);
  return { id: value['id'], email: text(value['email']), username: text(value['username']) };
}
