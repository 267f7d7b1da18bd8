// The page's own wallets in RainbowKit's shape: the connector that `createConnector` returns becomes a connector of the modal
// (`addConnector`), so that it has a row in the list and the user reviews its requests. wagmi only sees our connector.

import type { CreateConnectorFn } from 'wagmi';
import type { WalletModalHandle } from 'wallet-modal';
import { warnOnce } from '../shared/warn-once';
import type { RainbowKitDetails, Wallet, WalletList } from './types';
import { isOurs } from './named';

type ConnectorParameters = Parameters<CreateConnectorFn>[0];
type WagmiConnector = ReturnType<CreateConnectorFn>;
type Listener = (...args: unknown[]) => void;
interface Provider {
  request(args: { method: string; params?: unknown }): Promise<unknown>;
  on?(name: string, fn: Listener): unknown;
  removeListener?(name: string, fn: Listener): unknown;
}

export interface OwnWallet {
  wallet: Wallet;
  details: RainbowKitDetails;
}

/** The wallets of the list that aren't ours, without the hidden ones. */
export function ownWallets(list: WalletList, parameters: object): OwnWallet[] {
  return list.flatMap(({ groupName, wallets }, groupIndex) =>
    wallets.flatMap((make, index) => {
      if (isOurs(make)) return [];
      const wallet = (make as unknown as (parameters: object) => Wallet)(parameters);
      if (wallet.hidden?.()) return [];
      const { createConnector, hidden, ...rest } = wallet;
      void createConnector;
      void hidden;
      const details = { ...rest, index, groupIndex, groupName, isRainbowKitConnector: true };
      return [{ wallet, details }];
    }),
  );
}

/** An emitter without listeners: only our own connector reports accounts and networks to wagmi. */
function silent(uid: string): ConnectorParameters['emitter'] {
  const nothing = () => {};
  return { uid, on: nothing, once: nothing, off: nothing, emit: nothing, listenerCount: () => 0 } as never;
}

/** The connector's provider, loaded at the first request; earlier listeners are added then. */
function providerOf(made: WagmiConnector, name: string): Provider {
  const listeners: [string, Listener][] = [];
  let loading: Promise<Provider> | undefined;
  let loaded: Provider | undefined;
  const provider = (): Promise<Provider> =>
    (loading ??= (async () => {
      const there = (await made.getProvider()) as Provider | undefined;
      if (typeof there?.request != 'function')
        throw Object.assign(new Error(`${name} isn't there`), { code: 4900 });
      for (const [event, fn] of listeners) there.on?.(event, fn);
      return (loaded = there);
    })().catch((error: unknown) => {
      // It might be available at the next click.
      loading = undefined;
      throw error;
    }));
  return {
    request: async (args) => (await provider()).request(args),
    on: (event, fn) => {
      listeners.push([event, fn]);
      loaded?.on?.(event, fn);
    },
    removeListener: (event, fn) => {
      const at = listeners.findIndex(([name, one]) => name == event && one == fn);
      if (at >= 0) listeners.splice(at, 1);
      loaded?.removeListener?.(event, fn);
    },
  };
}

/** Adds them to the modal, once per wagmi connector. */
export function addOwn(
  modal: WalletModalHandle,
  own: readonly OwnWallet[],
  given: ConnectorParameters,
): void {
  for (const { wallet, details } of own) {
    const { id, name, rdns, iconUrl } = wallet;
    try {
      const connector = wallet.createConnector({ rkDetails: details })({ ...given, emitter: silent(id) });
      Promise.resolve(connector.setup?.()).catch(() => {});
      const add = (imageUrl?: string) =>
        modal.addConnector({
          id,
          name,
          provider: providerOf(connector, name),
          ...(imageUrl ? { imageUrl } : {}),
          ...(rdns ? { info: { rdns } } : {}),
        });
      if (typeof iconUrl == 'function') iconUrl().then(add, () => add());
      else add(iconUrl);
    } catch (error) {
      warnOnce(
        `wallet ${id}`,
        `createConnector() threw: ${String((error as Error | null)?.message ?? error)}`,
      );
    }
  }
}
