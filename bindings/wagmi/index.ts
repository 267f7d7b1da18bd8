// `wallet-modal/wagmi`: a connector for wagmi 2 and 3 (docs/guide/wagmi.md, requirement 10.40). The engine is the one truth:
// wagmi is told of it and asks it, and what wagmi has stored connects nobody. wagmi's `createConnector` gives back what it is
// given, so nothing of wagmi is imported, and both its versions take what is here by its shape.

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

/** as each connection of ours is named in wagmi */
const ID = 'walletModal';

/** The modal that the page has made, or what it is to be made with: `networks` and their nodes are wagmi's unless they are named. */
export type WalletModalParameters = ({ modal: WalletModalHandle } | (Options & { modal?: undefined })) & {
  /** of the connector, for pages that draw a button for each: `Wallet Modal` */
  name?: string | undefined;
};

/** Of what wagmi gives a connector, what is used. */
interface Given {
  chains: readonly [Chain, ...Chain[]];
  emitter: EmitterLike;
  transports?: Record<number, TransportLike> | undefined;
}

type Address = `0x${string}`;

type AddChain = Partial<Omit<AddEthereumChainParameter, 'chainId'>> | undefined;

/** until a connection that was left is gone from storage too */
const LEFT_WRITTEN_MS = 250;

const isBrowser = (): boolean => typeof window != 'undefined';

const codeOf = (error: unknown): unknown => (error as { code?: unknown } | null)?.code;

/** wallets do not agree on what they say of a network that they do not know (docs/spec/rpc.md section 5) */
const unknown_chain: readonly unknown[] = [4902, 5000, 32603, -32603];

/** The account, once it is so. */
function until(modal: WalletModalHandle, is: (account: AccountState) => boolean): Promise<void> {
  return new Promise((done) => {
    const leave = modal.subscribeAccount((account) => {
      if (!is(account)) return;
      done();
      // at the first call there is nothing to leave yet
      queueMicrotask(() => leave());
    }, 'eip155');
  });
}

/** Nothing changes until a stored connection is settled; where none is stored, no engine is loaded. */
async function settled(modal: WalletModalHandle, provider: Eip1193Provider): Promise<void> {
  const { status } = modal.getAccount('eip155');
  if (status == 'connected') return;
  await provider.request({ method: 'eth_accounts' });
  // Without an engine there are no networks: nothing is stored, and nobody has opened the modal.
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
  return ({ chains, emitter, transports }: Given) => {
    let made: { modal: WalletModalHandle; provider: Eip1193Provider; following: Following } | undefined;

    /** The modal, made at the first need; on a server there is none. */
    function ours(): NonNullable<typeof made> {
      if (made) return made;
      if (!isBrowser()) throw new Error("wallet-modal: wallets aren't available on a server");
      // Read as late as this: `wallet-modal/appkit` fills them in when it makes its modal.
      const given = { ...parameters };
      delete given.name;
      const modal = given.modal ?? createWalletModal(optionsOf(given, chains, transports));
      const following = new Following(modal, emitter);
      return (made = { modal, provider: modal.getProvider('eip155'), following });
    }

    const connector = {
      id: ID,
      name: parameters.name ?? 'Wallet Modal',
      /** there is none; pages that list connectors ask for it */
      icon: undefined as string | undefined,
      type: ID,
      /** of our own announcement (option `announceProvider`): wagmi makes no second connector of it */
      rdns: 'dev.wallet-modal',

      /** The handle of the modal, for what wagmi has no name for. */
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
          if (isReconnecting) await settled(modal, provider);
          else await provider.request({ method: 'eth_requestAccounts' });
        } catch (error) {
          if (codeOf(error) == 4001) throw new UserRejectedRequestError(error as Error);
          throw error;
        }
        // Whoever refuses this switch has connected all the same, in the engine and so in wagmi.
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
        await settled(modal, provider);
        if (!following.read()) return;
        following.isLeaving = true;
        try {
          // Over when the engine says so: what a wallet on another device still has to hear takes its time.
          // A moment later it is written down too: a page that reloads at once finds nobody.
          const written = () => new Promise<void>((done) => setTimeout(done, LEFT_WRITTEN_MS));
          await Promise.race([
            modal.disconnect('eip155'),
            until(modal, (account) => !account.isConnected).then(written),
          ]);
        } finally {
          following.isLeaving = false;
          // wagmi sets its own state now; where this was called by somebody else, it is told.
          setTimeout(() => following.check());
        }
      },

      async getAccounts(): Promise<readonly Address[]> {
        if (!isBrowser()) return [];
        const { modal, provider, following } = ours();
        await settled(modal, provider);
        return following.read()?.accounts ?? [];
      },

      async getChainId(): Promise<number> {
        if (!isBrowser()) return chains[0].id;
        const { modal, provider, following } = ours();
        await settled(modal, provider);
        return following.read()?.chainId ?? Number(await provider.request({ method: 'eth_chainId' }));
      },

      getProvider: (_?: { chainId?: number | undefined }): Promise<Eip1193Provider | undefined> =>
        Promise.resolve(isBrowser() ? ours().provider : undefined),

      async isAuthorized(): Promise<boolean> {
        if (!isBrowser()) return false;
        const { modal, provider, following } = ours();
        await settled(modal, provider).catch(() => {});
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
          await settled(modal, provider);
          // The page may have given the modal fewer networks than wagmi.
          const known = modal.getNetworks('eip155');
          if (known.length && !known.some(({ caipNetworkId }) => caipNetworkId == caipOf(chainId)))
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

      // wagmi asks for these by name; what they say is compared with the engine, whoever calls.
      onAccountsChanged: (_: string[]): void => made?.following.check(),
      onChainChanged: (_: string): void => made?.following.check(),
      onConnect: (_: unknown): void => made?.following.check(),
      onDisconnect: (_?: Error): void => made?.following.check(),
    };
    return connector;
  };
}

function notConfigured(): Error {
  const error = new Error('Chain not configured.');
  error.name = 'ChainNotConfiguredError';
  return error;
}

/** The wallet is asked to go there, and told of the network in the page's words where it does not know it. */
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
    // The engine asks in its own way.
    if (!unknown_chain.includes(codeOf(error))) return;
  }
  const explorers = Object.values(chain.blockExplorers ?? {}).map(({ url }) => url);
  const { iconUrls } = added;
  const named = {
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
    await provider.request({ method: 'wallet_addEthereumChain', params: [named] });
  } catch (error) {
    if (codeOf(error) == 4001) throw error;
  }
}
