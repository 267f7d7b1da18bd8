// `wallet-modal/appkit/wagmi`: `@reown/appkit-adapter-wagmi`. `wagmiConfig` is a wagmi config created from the adapter's parameters with
// our connector in it (`wallet-modal/wagmi`), so wagmi's state follows the engine.

import {
  createConfig,
  fallback,
  http,
  type Config,
  type CreateConfigParameters,
  type CreateConnectorFn,
  type Transport,
} from '@wagmi/core';
import type { Chain } from 'viem';
import type { Options, WalletModalHandle } from 'wallet-modal';
import { withSsr, walletModal } from '../wagmi/index';
import { optionsOf, type TransportLike } from '../wagmi/networks';
import { Adapter } from './adapter';
import { unsupported } from './gone-exports';
import { caipOf } from './options';
import type { AppKitNetwork, CustomRpcUrlMap } from './types';

export type WagmiAdapterParams = Partial<CreateConfigParameters> & {
  networks: readonly AppKitNetwork[];
  projectId: string;
  pendingTransactionsFilter?: { enable: boolean; pollingInterval?: number };
  customRpcUrls?: CustomRpcUrlMap;
};

/** methods that wagmi might call before createAppKit */
const LATER = [
  'connect',
  'disconnect',
  'getAccounts',
  'getChainId',
  'getProvider',
  'isAuthorized',
  'switchChain',
] as const;

export class WagmiAdapter extends Adapter {
  readonly namespace = 'eip155';
  readonly wagmiChains: readonly [Chain, ...Chain[]];
  readonly wagmiConfig: Config;
  readonly #options: Options;
  #attach!: (handle: WalletModalHandle) => void;

  constructor(params: WagmiAdapterParams) {
    const { networks, projectId, pendingTransactionsFilter, customRpcUrls, ...given } = params;
    super('wagmi', { networks, projectId });
    const chains = networks.filter((one) => caipOf(one).chainNamespace == 'eip155') as unknown as Chain[];
    this.wagmiChains = chains as unknown as readonly [Chain, ...Chain[]];
    const transports = Object.fromEntries(
      chains.map(({ id }) => [id, given.transports?.[id] ?? transportOf(customRpcUrls?.[`eip155:${id}`])]),
    );
    const nodes = optionsOf({}, this.wagmiChains, transports as Record<number, TransportLike>).customRpcUrls;
    this.#options = {
      ...(nodes ? { customRpcUrls: nodes } : {}),
      ...(pendingTransactionsFilter && { pendingTransactions: pendingTransactionsFilter }),
    };
    const config = createConfig({
      // the modal finds them
      multiInjectedProviderDiscovery: false,
      ...given,
      chains: this.wagmiChains,
      transports,
      connectors: [this.#connector(), ...(given.connectors ?? [])],
    } as CreateConfigParameters);
    this.wagmiConfig = withSsr(config);
  }

  override options(): Options {
    return this.#options;
  }

  override attach(handle: WalletModalHandle): void {
    this.#attach(handle);
  }

  /** Our connector, which waits for the modal: wagmi has its config before createAppKit is called. */
  #connector(): CreateConnectorFn {
    const parameters = {} as { modal: WalletModalHandle };
    const setups: (() => Promise<void>)[] = [];
    const attached = new Promise<void>((done) => {
      this.#attach = (handle) => {
        parameters.modal = handle;
        for (const setup of setups) setup().catch(() => {});
        done();
      };
    });
    return ((given: never) => {
      const connector = walletModal(parameters)(given);
      const { setup } = connector;
      const late = {
        ...connector,
        // undefined before createAppKit
        getModal: () => (parameters.modal ? connector.getModal() : undefined),
        setup: async () => {
          if (parameters.modal) await setup();
          else setups.push(setup);
        },
      };
      for (const name of LATER) {
        const ask = connector[name] as (...args: unknown[]) => Promise<unknown>;
        (late as Record<string, unknown>)[name] = async (...args: unknown[]) => {
          // On a server there is no modal to wait for.
          if (globalThis.document) await attached;
          return ask(...args);
        };
      }
      return late;
    }) as unknown as CreateConnectorFn;
  }
}

function transportOf(urls: CustomRpcUrlMap[string] | undefined): Transport {
  const all = (urls ?? []).map(({ url, config }) => http(url, config as Parameters<typeof http>[1]));
  return all.length > 1 ? fallback(all) : (all[0] ?? http());
}

export const authConnector = unsupported('authConnector');
