// What the engine asks of the host's sign-in object. A chunk of its own: most pages have none.

import type { page as Page } from '../page';
import { complete } from './built-in';
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
  const text = message.toString();
  if (text == '[object Object]') throw new TypeError('createMessage gave a message without toString()');
  return { ...message, toString: undefined, text };
}

interface Of {
  chainId: string;
  address: string;
}

export async function answer(page: typeof Page, method: string, given: unknown): Promise<unknown> {
  const siwx = siwxOf(page);
  switch (method) {
    case 'createMessage':
      return crossing(await siwx.createMessage(given as { accountAddress: string; chainId: string }));
    case 'getSessions':
      return siwx.getSessions((given as Of).chainId, (given as Of).address);
    case 'revokeSession':
      return void (await siwx.revokeSession((given as Of).chainId, (given as Of).address));
    case 'addSession':
      return void (await siwx.addSession(given as SIWXSession));
    case 'setSessions':
      return void (await siwx.setSessions(given as SIWXSession[]));
    default:
      throw new Error(`${method} is not known`);
  }
}
