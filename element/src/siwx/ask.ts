// The engine's calls to the page's sign-in object. In its own chunk, because most pages don't use it.

import { after, findItem, Unique, vow } from '../captured';
import { ignore, type page as Page } from '../page';
import { complete } from './built-in';
import { isOf } from './session';
import { fromSiwe } from './siwe';
import type { OwnSIWX, SIWEConfig, SIWX, SIWXMessage, SIWXSession } from './types';

/**
 * The sign-in object in use: the page's own, or one created from its option. Created once, so that the page always gets the same object.
 */
export function siwxOf(page: typeof Page): SIWX {
  const { siwx, siweConfig } = page.options;
  const of = siwx ?? siweConfig;
  if (!of) throw new Error('SIWX is not enabled');
  if (page.signIn?.of !== of)
    page.signIn = {
      of,
      made: siwx ? complete(siwx as OwnSIWX, page.options.storage) : fromSiwe(siweConfig as SIWEConfig),
    };
  return page.signIn.made;
}

/** The fields that are JSON, and the text that is signed. */
function crossing(message: SIWXMessage): object {
  // eslint-disable-next-line no-restricted-syntax -- the message's own
  const text = message.toString();
  if (text == '[object Object]') throw new TypeError('createMessage() must return a message with toString()');
  return { ...message, toString: undefined, text };
}

interface Of {
  chainId: string;
  address: string;
}

/** A sign-in that the page's object hasn't completed yet. */
interface Pending {
  of: readonly SIWXSession[];
  /** its account was signed out meanwhile */
  ended?: Of;
}
const pending = new Unique<Pending>();
let newest: Pending | undefined;

/**
 * Handles a sign-out during a sign-in. The page's object might process the sign-out first and then sign in, so the session would remain.
 * The sign-out is repeated once the sign-in has completed, unless the sign-in failed and another one has started since: the object might
 * keep only one session.
 */
async function signIn(siwx: SIWX, of: readonly SIWXSession[], call: () => Promise<void>): Promise<void> {
  const mine: Pending = (newest = { of });
  pending.add(mine);
  let isIn = false;
  try {
    await call();
    isIn = true;
  } finally {
    pending.delete(mine);
    if (mine.ended && (isIn || newest == mine))
      void after(
        vow(() => siwx.revokeSession(mine.ended!.chainId, mine.ended!.address)),
        ignore,
        ignore,
      );
  }
}

async function signOut(siwx: SIWX, of: Of): Promise<void> {
  pending.each((mine) => {
    if (findItem(mine.of, isOf(of.chainId, of.address))) mine.ended = of;
  });
  await siwx.revokeSession(of.chainId, of.address);
}

export async function answer(page: typeof Page, method: string, given: unknown): Promise<unknown> {
  const siwx = siwxOf(page);
  switch (method) {
    case 'createMessage':
      return crossing(await siwx.createMessage(given as { accountAddress: string; chainId: string }));
    case 'getSessions':
      return await siwx.getSessions((given as Of).chainId, (given as Of).address);
    case 'revokeSession':
      return signOut(siwx, given as Of);
    case 'addSession':
      return signIn(siwx, [given as SIWXSession], async () => siwx.addSession(given as SIWXSession));
    case 'setSessions':
      return signIn(siwx, given as SIWXSession[], async () => siwx.setSessions(given as SIWXSession[]));
    default:
      throw new Error(`Unknown method ${method}`);
  }
}
