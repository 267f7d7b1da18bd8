// Connects one wallet by its name: a browser wallet directly, any other through the modal.

import type { Namespace, OpenView, SocialProvider, WalletModalHandle } from 'wallet-modal';
import { follow } from './kit';
import type { ChainId, ChainNamespace } from './types';
import { idOf, inPage, isLogin } from './wallets';

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

/** Resolves once the condition holds. Rejects if the modal closes first, or is removed. */
export function untilDone(handle: WalletModalHandle, isDone: () => boolean): Promise<void> {
  return new Promise((resolve, reject) => {
    let leave = (): void => {};
    const look = (): void => {
      const isConnected = isDone();
      if (!isConnected && handle.isOpen()) return;
      leave();
      if (isConnected) resolve();
      else reject(Object.assign(new Error('Request was aborted'), { code: 4001 }));
    };
    leave = follow(look);
    look();
  });
}

const of = (namespace?: Namespace) => (namespace ? { namespace } : {});

/** Resolves once an account is connected. Rejects if the wallet rejects, or if the user closes the modal. */
export async function connectBy(
  handle: WalletModalHandle,
  wallet: string,
  namespace?: Namespace,
): Promise<void> {
  // Synchronously in the click, because it opens a window.
  if (isLogin(wallet) && wallet != 'email')
    return void (await handle.connect({ provider: wallet as SocialProvider }));
  const showAndWait = async (view: OpenView): Promise<void> => {
    const who = () => {
      const { isConnected, caipAddress, connectorId } = handle.getAccount(namespace);
      return isConnected && `${caipAddress} ${connectorId}`;
    };
    // An account that is already connected doesn't count.
    let before = who();
    await handle.open({ view, ...of(namespace) });
    await untilDone(handle, () => {
      const now = who();
      before &&= now && before;
      return !!now && now != before;
    });
  };
  if (wallet == 'email') return showAndWait('EmailLogin');
  if (wallet == 'walletConnect') return showAndWait('ConnectingWalletConnectBasic');
  await handle.ready();
  const here = inPage(wallet, handle.getConnectors(namespace));
  if (here == 'several') return showAndWait('Connect');
  if (here) return void (await handle.connect({ connectorId: here.id, ...of(namespace) }));
  const walletId = idOf(wallet);
  // An unknown wallet can be found in the list.
  if (!walletId) return showAndWait('Connect');
  await handle.open({ view: 'Connect', ...of(namespace) });
  await handle.connect({ walletId, ...of(namespace) });
}
