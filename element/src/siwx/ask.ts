// What the engine asks of the host's sign-in object. A chunk of its own: most pages have none.

import { after, found, Some, vow } from '../captured';
import { ignore, type page as Page } from '../page';
import { complete } from './built-in';
import { isOf } from './session';
import { fromSiwe } from './siwe';
import type { OwnSIWX, SIWEConfig, SIWX, SIWXMessage, SIWXSession } from './types';

/** The object in use: the host's own, or made of what the host gave. Made once, so that the host gets the same one each time. */
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

/** A sign-in that the host has not answered yet. */
interface Pending {
  of: readonly SIWXSession[];
  /** its account was signed out meanwhile */
  ended?: Of;
}
const pending = new Some<Pending>();
let newest: Pending | undefined;

/**
 * A sign-out that overtakes its sign-in ends nothing: the host may sign out first, and then in. It is asked for again once the sign-in is
 * answered, unless that failed and another one has come since: a host may keep one session only.
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
    if (found(mine.of, isOf(of.chainId, of.address))) mine.ended = of;
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
