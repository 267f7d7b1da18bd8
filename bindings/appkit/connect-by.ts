// Connecting to one wallet by its name: one of the page is asked at once, any other is shown in the modal.

import type { Namespace, WalletModalHandle } from 'wallet-modal';
import { follow } from './kit';
import type { ChainId, ChainNamespace } from './types';
import { namesOf, SOCIALS, WALLETS } from './wallets';

export interface ParsedCaipAddress {
  chainNamespace: ChainNamespace;
  chainId: ChainId;
  address: string;
}

export function parsed(caipAddress: string | null | undefined): ParsedCaipAddress | undefined {
  const [chainNamespace, chainId, address] = caipAddress?.split(':') ?? [];
  if (!chainNamespace || !chainId || !address) return undefined;
  return { chainNamespace: chainNamespace as ChainNamespace, chainId, address };
}

/** Until it is so, or the modal is closed before. */
export function untilDone(handle: WalletModalHandle, isDone: () => boolean): Promise<void> {
  return new Promise((resolve, reject) => {
    let leave = (): void => {};
    const look = (): void => {
      const done = isDone();
      if (!done && handle.isOpen()) return;
      leave();
      if (done) resolve();
      else reject(Object.assign(new Error('Request was aborted'), { code: 4001 }));
    };
    leave = follow(look);
    look();
  });
}

const of = (namespace?: Namespace) => (namespace ? { namespace } : {});

/** Ends when somebody is connected; rejects when the wallet refuses, or the modal is closed. */
export async function connectBy(
  handle: WalletModalHandle,
  wallet: string,
  namespace?: Namespace,
): Promise<void> {
  // In the click: it opens a window.
  if ((SOCIALS as readonly string[]).includes(wallet))
    return void (await handle.connect({ provider: wallet }));
  const shown = async (view: string): Promise<void> => {
    await handle.open({ view, ...of(namespace) });
    await untilDone(handle, () => handle.getAccount(namespace).isConnected);
  };
  if (wallet == 'email') return shown('EmailLogin');
  if (wallet == 'walletConnect') return shown('ConnectingWalletConnectBasic');
  await handle.ready();
  const names = namesOf(wallet, namespace);
  const here = handle
    .getConnectors(namespace)
    .find(({ id, info }) => names.includes(id) || (info?.rdns && names.includes(info.rdns)));
  if (here) return void (await handle.connect({ connectorId: here.id, ...of(namespace) }));
  const walletId = (WALLETS as Readonly<Record<string, string>>)[wallet];
  // One that is not known is looked for in the list.
  if (!walletId) return shown('Connect');
  await handle.open({ view: 'Connect', ...of(namespace) });
  await handle.connect({ walletId, ...of(namespace) });
}
