// `wallet-modal/wagmi`: a connector for wagmi 2 and 3 (docs/guide/wagmi.md, requirement 10.40). The engine is the single source of truth:
// wagmi reads and follows it, and wagmi's stored connections connect no account. wagmi's `createConnector` returns its argument, so this
// file imports nothing from wagmi, and both versions accept its shape.

import { SwitchChainError, UserRejectedRequestError, type AddEthereumChainParameter, type Chain } from 'viem';
import {
  createWalletModal,
  type AccountState,
  type Eip1193Provider,
  type Options,
  type WalletModalHandle,
} from 'wallet-modal';
import { Following, type EmitterLike } from './following';
import { caipOf, networkOf, optionsOf, type TransportLike } from './networks';

export { withSsr, type Whole } from './with-ssr';

/** the ID of our connections in wagmi */
const ID = 'walletModal';

/** The page's modal, or its options: `networks` and RPC URLs come from wagmi unless you set them. */
export type WalletModalParameters = ({ modal: WalletModalHandle } | (Options & { modal?: undefined })) & {
  /** the connector's name, for pages with a button for each: `Wallet Modal` */
  name?: string | undefined;
};

/** The used parameters that wagmi gives a connector. */
interface ConnectorParameters {
  chains: readonly [Chain, ...Chain[]];
  emitter: EmitterLike;
  transports?: Record<number, TransportLike> | undefined;
}

type Address = `0x${string}`;

type AddChain = Partial<Omit<AddEthereumChainParameter, 'chainId'>> | undefined;

/** the time until a connection that has ended is removed from storage, too */
const LEFT_WRITTEN_MS = 250;

const isBrowser = (): boolean => typeof window != 'undefined';

const codeOf = (error: unknown): unknown => (error as { code?: unknown } | null)?.code;

/** wallets use different codes for a network that they don't know (docs/spec/rpc.md section 5) */
const unknown_chain: readonly unknown[] = [4902, 5000, 32603, -32603];

/** Resolves with the account once the condition holds. */
function until(modal: WalletModalHandle, is: (account: AccountState) => boolean): Promise<void> {
  return new Promise((done) => {
    const leave = modal.subscribeAccount((account) => {
      if (!is(account)) return;
      done();
      // during the first call, there is no subscription to end yet
      queueMicrotask(() => leave());
    }, 'eip155');
  });
}

/** Waits until a stored connection is settled. If none is stored, no engine is loaded. */
async function untilSettled(modal: WalletModalHandle, provider: Eip1193Provider): Promise<void> {
  const { status } = modal.getAccount('eip155');
  if (status == 'connected') return;
  await provider.request({ method: 'eth_accounts' });
  // Without an engine, there are no networks: nothing is stored, and the modal hasn't been opened.
  if (!modal.getNetworks().length) return;
  await modal.ready();
  await until(modal, ({ status }) => status == 'connected' || status == 'disconnected');
}

/**
 * Creates the modal's connector for wagmi. Pass the options of `createWalletModal`, or a `modal` that you created; networks and RPC URLs come from wagmi.
 *
 * @example createConfig({ chains, transports, connectors: [walletModal({ projectId: 'YOUR_PROJECT_ID' })] });
 */
export function walletModal(parameters: WalletModalParameters = {}) {
  return ({ chains, emitter, transports }: ConnectorParameters) => {
    let instance: { modal: WalletModalHandle; provider: Eip1193Provider; following: Following } | undefined;

    /** The modal, created when first needed; there is none on a server. */
    function ours(): NonNullable<typeof instance> {
      if (instance) return instance;
      if (!isBrowser()) throw new Error("wallet-modal: wallets aren't available on a server");
      // Read this late, because `wallet-modal/appkit` fills them in when it creates its modal.
      const options = { ...parameters };
      delete options.name;
      const modal = options.modal ?? createWalletModal(optionsOf(options, chains, transports));
      const following = new Following(modal, emitter);
      return (instance = { modal, provider: modal.getProvider('eip155'), following });
    }

    const connector = {
      id: ID,
      name: parameters.name ?? 'Wallet Modal',
      /** none; pages that list connectors read it */
      icon: undefined as string | undefined,
      type: ID,
      /** the rdns of our own announcement (option `announceProvider`), so that wagmi creates no second connector for it */
      rdns: 'dev.wallet-modal',

      /** The modal's handle, for what wagmi has no method for. */
      getModal: (): WalletModalHandle | undefined => (isBrowser() ? ours().modal : undefined),

      /** Throws on the line of `createConfig` for the mistakes that `createWalletModal` throws for. */
      setup(): Promise<void> {
        if (isBrowser()) {
          if (document.body) ours();
          else document.addEventListener('DOMContentLoaded', ours, { once: true });
        }
        return Promise.resolve();
      },

      async connect<withCapabilities extends boolean = false>({
        chainId,
        isReconnecting,
        withCapabilities,
      }: {
        chainId?: number | undefined;
        isReconnecting?: boolean | undefined;
        withCapabilities?: withCapabilities | boolean | undefined;
      } = {}) {
        const { modal, provider, following } = ours();
        try {
          if (isReconnecting) await untilSettled(modal, provider);
          else await provider.request({ method: 'eth_requestAccounts' });
        } catch (error) {
          if (codeOf(error) == 4001) throw new UserRejectedRequestError(error as Error);
          throw error;
        }
        // A user who declines this switch is still connected, in the engine and so in wagmi.
        if (chainId && following.read() && following.read()?.chainId != chainId)
          await connector.switchChain({ chainId }).catch(() => {});
        const now = following.answer();
        if (!now) throw new UserRejectedRequestError(new Error('No account is connected'));
        return {
          accounts: (withCapabilities
            ? now.accounts.map((address) => ({ address, capabilities: {} }))
            : now.accounts) as unknown as withCapabilities extends true
            ? readonly { address: Address; capabilities: Record<string, unknown> }[]
            : readonly Address[],
          chainId: now.chainId,
        };
      },

      async disconnect(): Promise<void> {
        const { modal, provider, following } = ours();
        await untilSettled(modal, provider);
        if (!following.read()) return;
        following.isLeaving = true;
        try {
          // Resolves when the engine has disconnected; telling a mobile wallet takes longer. A moment later it is also stored, so that a
          // page that reloads at once finds no account.
          const storageWritten = () => new Promise<void>((done) => setTimeout(done, LEFT_WRITTEN_MS));
          await Promise.race([
            modal.disconnect('eip155'),
            until(modal, (account) => !account.isConnected).then(storageWritten),
          ]);
        } finally {
          following.isLeaving = false;
          // wagmi sets its own state now; if another caller disconnected, wagmi is updated.
          setTimeout(() => following.check());
        }
      },

      async getAccounts(): Promise<readonly Address[]> {
        if (!isBrowser()) return [];
        const { modal, provider, following } = ours();
        await untilSettled(modal, provider);
        return following.read()?.accounts ?? [];
      },

      async getChainId(): Promise<number> {
        if (!isBrowser()) return chains[0].id;
        const { modal, provider, following } = ours();
        await untilSettled(modal, provider);
        return following.read()?.chainId ?? Number(await provider.request({ method: 'eth_chainId' }));
      },

      getProvider: (_?: { chainId?: number | undefined }): Promise<Eip1193Provider | undefined> =>
        Promise.resolve(isBrowser() ? ours().provider : undefined),

      async isAuthorized(): Promise<boolean> {
        if (!isBrowser()) return false;
        const { modal, provider, following } = ours();
        await untilSettled(modal, provider).catch(() => {});
        return !!following.read();
      },

      async switchChain({
        addEthereumChainParameter: added,
        chainId,
      }: {
        addEthereumChainParameter?: AddChain;
        chainId: number;
      }): Promise<Chain> {
        const { modal, provider, following } = ours();
        const chain = chains.find(({ id }) => id == chainId);
        if (!chain) throw new SwitchChainError(notConfigured());
        try {
          await untilSettled(modal, provider);
          // The page might have given the modal fewer networks than wagmi.
          const network = modal.getNetworks('eip155');
          if (network.length && !network.some(({ caipNetworkId }) => caipNetworkId == caipOf(chainId)))
            await modal.addNetwork('eip155', networkOf(chain));
          if (added && following.read()) await addAsNamed(provider, chain, added);
          await modal.switchNetwork(caipOf(chainId), { throwOnFailure: true });
        } catch (error) {
          if (codeOf(error) == 4001) throw new UserRejectedRequestError(error as Error);
          throw new SwitchChainError(error as Error);
        }
        following.check();
        return chain;
      },

      // wagmi requires these methods; whoever calls them, the state is compared with the engine.
      onAccountsChanged: (_: string[]): void => instance?.following.check(),
      onChainChanged: (_: string): void => instance?.following.check(),
      onConnect: (_: unknown): void => instance?.following.check(),
      onDisconnect: (_?: Error): void => instance?.following.check(),
    };
    return connector;
  };
}

function notConfigured(): Error {
  const error = new Error('Chain not configured.');
  error.name = 'ChainNotConfiguredError';
  return error;
}

/** Asks the wallet to switch, and to add the page's network if the wallet doesn't know it. */
async function addAsNamed(
  provider: Eip1193Provider,
  chain: Chain,
  added: NonNullable<AddChain>,
): Promise<void> {
  const chainId = `0x${chain.id.toString(16)}`;
  try {
    await provider.request({ method: 'wallet_switchEthereumChain', params: [{ chainId }] });
    return;
  } catch (error) {
    if (codeOf(error) == 4001) throw error;
    // The engine sends its own request.
    if (!unknown_chain.includes(codeOf(error))) return;
  }
  const explorers = Object.values(chain.blockExplorers ?? {}).map(({ url }) => url);
  const { iconUrls } = added;
  const description = {
    chainId,
    chainName: added.chainName ?? chain.name,
    nativeCurrency: added.nativeCurrency ?? chain.nativeCurrency,
    rpcUrls: added.rpcUrls?.length ? added.rpcUrls : chain.rpcUrls.default.http,
    ...(iconUrls ? { iconUrls } : {}),
    ...((added.blockExplorerUrls ?? explorers.length)
      ? { blockExplorerUrls: added.blockExplorerUrls ?? explorers }
      : {}),
  };
  try {
    await provider.request({ method: 'wallet_addEthereumChain', params: [description] });
  } catch (error) {
    if (codeOf(error) == 4001) throw error;
  }
}
