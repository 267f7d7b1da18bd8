// The requirements of wagmi for a connector, tested in the same way on its own two (`injected` with a provider, `mock`) and on ours.
// wagmi's packages have no such tests; the requirements are those of its documentation of `createConnector`.
// @vitest-environment jsdom
import * as wagmi3 from '@wagmi/core';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import * as wagmi2 from 'wagmi-core-2';
import { http, UserRejectedRequestError } from 'viem';
import { mainnet, optimism } from 'viem/chains';
import type { AccountState, WalletModalHandle } from 'wallet-modal';
import { noAccount, noNetworks } from '../../element/src/handle/initial';
import type { Network } from '../../element/src/contract';
import { FakeEngine, freshPage } from '../../element/src/testing/engine';
import { walletModal } from './index';
import { networkOf } from './networks';

vi.mock('virtual:engine', () => import('../../element/src/testing/engine'));
vi.mock('virtual:engine-glue', async () => (await import('../../element/src/testing/engine')).loadGlue());

const A = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045';
const B = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const chains = [mainnet, optimism] as const;
type Config = wagmi3.Config<typeof chains>;

/** A connector, and the user's actions in its wallet. */
interface Subject {
  make: wagmi3.CreateConnectorFn;
  /** waits for the config */
  ready?: (config: Config) => Promise<void>;
  /** declines the next request */
  refuses: () => void;
  /** in the wallet's own window; missing if the connector doesn't support it */
  chooses?: (address: string) => void;
  movesTo?: (chain: number) => void;
  leaves?: () => void;
}

const no = { code: 4001, message: 'User rejected the request.' };

/** An EIP-1193 provider of the page. */
function injected(wagmi: typeof wagmi3): Subject {
  const listeners = new Map<string, Set<(value: unknown) => void>>();
  const tell = (name: string, value: unknown) => listeners.get(name)?.forEach((listen) => listen(value));
  let [account, chain, isGranted, refuses] = [A, 1, false, false];
  const provider = {
    on: (name: string, listen: never) => listeners.set(name, (listeners.get(name) ?? new Set()).add(listen)),
    removeListener: (name: string, listen: never) => listeners.get(name)?.delete(listen),
    async request({ method, params }: { method: string; params?: [{ chainId: string }] }) {
      const asks = /requestAccounts|requestPermissions|switch/.test(method);
      if (asks && refuses) throw Object.assign(new Error(no.message), no);
      if (method == 'eth_requestAccounts' || method == 'wallet_requestPermissions') isGranted = true;
      if (method == 'wallet_requestPermissions') return [{ caveats: [{ value: [account] }] }];
      if (method == 'wallet_revokePermissions') return void (isGranted = false);
      if (/accounts/i.test(method)) return isGranted ? [account] : [];
      if (method == 'eth_chainId') return `0x${chain.toString(16)}`;
      if (method == 'wallet_switchEthereumChain') {
        chain = Number(params![0].chainId);
        tell('chainChanged', params![0].chainId);
        return null;
      }
      throw new Error(method);
    },
  };
  return {
    make: wagmi.injected({ target: () => ({ id: 'page', name: 'Page', provider: provider as never }) }),
    refuses: () => void (refuses = true),
    chooses: (address) => tell('accountsChanged', [(account = address)]),
    movesTo: (id) => tell('chainChanged', `0x${(chain = id).toString(16)}`),
    leaves: () => tell('accountsChanged', []),
  };
}

/** wagmi's connector for tests. */
function mock(wagmi: typeof wagmi3): Subject {
  const features: { connectError?: Error; switchChainError?: Error; reconnect: boolean } = {
    reconnect: true,
  };
  // wagmi 2 asks the network's node for the accounts.
  vi.stubGlobal('fetch', async () => Response.json({ jsonrpc: '2.0', id: 1, result: [A] }));
  return {
    make: wagmi.mock({ accounts: [A], features }),
    refuses: () => {
      features.connectError = new UserRejectedRequestError(new Error('no'));
      features.switchChainError = features.connectError;
    },
  };
}

/** Our connector, with an engine that does what the user does. */
function ours(): Subject {
  let [account, chain, refuses] = [A, 1, false];
  const emit = (name: string, detail: object) =>
    FakeEngine.last.host.emit(name, { namespace: 'eip155', ...detail });
  const say = (status: AccountState['status'], address: string | null = null) => {
    const isConnected = status == 'connected';
    const caipAddress = address ? `eip155:${chain}:${address}` : null;
    const allAccounts = address ? [{ address }] : [];
    const state = { ...noAccount('eip155'), status, isConnected, address, caipAddress, allAccounts };
    FakeEngine.last.set('accounts', { list: [state as AccountState] });
    emit('wallet-status', { status });
    if (isConnected) emit('wallet-account-change', state);
    else emit('wallet-disconnect', { reason: 'user' });
  };
  const movesTo = (id: number) => {
    chain = id;
    say('connected', account);
    emit('wallet-network-change', { caipNetworkId: `eip155:${id}`, supported: true });
  };
  const answer = async (asked: { method?: string; type?: string; network?: unknown }) => {
    if (asked.method == 'eth_chainId') return `0x${chain.toString(16)}`;
    const asks = asked.method == 'eth_requestAccounts' || asked.type == 'networks.switch';
    if (asks && refuses) throw no;
    if (asked.method == 'eth_requestAccounts') say('connected', account);
    if (asked.type == 'networks.switch') movesTo(Number(String(asked.network).split(':')[1]));
    if (asked.type == 'accounts.disconnect') say('disconnected');
    return [account];
  };
  return {
    make: walletModal({ projectId: 'p' }) as unknown as wagmi3.CreateConnectorFn,
    async ready(config) {
      modal = (config.connectors[0] as unknown as { getModal(): WalletModalHandle }).getModal();
      await modal.ready();
      FakeEngine.last.set('networks', { ...noNetworks, list: chains.map(networkOf) as Network[] });
      FakeEngine.last.answer = answer as never;
    },
    refuses: () => void (refuses = true),
    chooses: (address) => say('connected', (account = address)),
    movesTo,
    leaves: () => say('disconnected'),
  };
}

let modal: WalletModalHandle | undefined;
beforeEach(freshPage);
afterEach(() => {
  modal?.destroy();
  modal = undefined;
  document.body.replaceChildren();
  localStorage.clear();
});

describe.each([
  ['2', wagmi2 as unknown as typeof wagmi3],
  ['3', wagmi3],
])('wagmi %s', (_, wagmi) => {
  describe.each([
    ['its injected', injected],
    ['its mock', mock],
    ['ours', ours],
  ])('%s', (_name, subjectOf) => {
    async function start() {
      const subject = subjectOf(wagmi);
      const config = wagmi.createConfig({
        chains,
        transports: { [mainnet.id]: http(), [optimism.id]: http() },
        connectors: [subject.make],
        multiInjectedProviderDiscovery: false,
      }) as unknown as Config;
      await subject.ready?.(config);
      return { ...subject, config, connector: config.connectors[0]! };
    }
    const now = ({ state }: Config) => {
      const connection = state.connections.get(state.current!);
      return [state.status, connection?.accounts ?? [], connection?.chainId];
    };
    const settles = (config: Config, ...what: unknown[]) =>
      vi.waitFor(() => expect(now(config)).toEqual(what));

    test('@10.40 has a connector’s fields, and no account before connect', async () => {
      const { config, connector } = await start();
      for (const name of ['id', 'name', 'type', 'uid'] as const)
        expect(typeof connector[name]).toBe('string');
      expect(await connector.getProvider()).toMatchObject({ request: expect.any(Function) });
      expect(await connector.isAuthorized()).toBe(false);
      expect(await wagmi.reconnect(config)).toEqual([]);
      expect(now(config)).toEqual(['disconnected', [], undefined]);
    });

    test('@10.40 connects, and agrees with wagmi', async () => {
      const { config, connector } = await start();
      expect(await wagmi.connect(config, { connector })).toEqual({ accounts: [A], chainId: 1 });
      expect(now(config)).toEqual(['connected', [A], 1]);
      expect(await connector.getAccounts()).toEqual([A]);
      expect(await connector.getChainId()).toBe(1);
      expect(await connector.isAuthorized()).toBe(true);
      await expect(wagmi.connect(config, { connector })).rejects.toThrow(/already connected/);
    });

    test('@10.40 connects to a named network', async () => {
      const { config, connector } = await start();
      expect(await wagmi.connect(config, { connector, chainId: 10 })).toMatchObject({ chainId: 10 });
      expect(now(config)).toEqual(['connected', [A], 10]);
    });

    test('@10.40 rejects a refused connect with 4001, and stays disconnected', async () => {
      const { config, connector, refuses } = await start();
      refuses();
      await expect(wagmi.connect(config, { connector })).rejects.toMatchObject({
        name: 'UserRejectedRequestError',
        code: 4001,
      });
      expect(now(config)).toEqual(['disconnected', [], undefined]);
    });

    test('@10.40 rejects a refused switch with 4001, and stays on its network', async () => {
      const { config, connector, refuses } = await start();
      await wagmi.connect(config, { connector });
      refuses();
      await expect(wagmi.switchChain(config, { chainId: 10 })).rejects.toMatchObject({ code: 4001 });
      expect(now(config)).toEqual(['connected', [A], 1]);
    });

    test('@10.40 returns the chain of a switch, and rejects an unconfigured one', async () => {
      const { config, connector } = await start();
      await wagmi.connect(config, { connector });
      expect(await wagmi.switchChain(config, { chainId: 10 })).toMatchObject({ id: 10, name: optimism.name });
      await settles(config, 'connected', [A], 10);
      expect(await connector.getChainId()).toBe(10);
      await expect(connector.switchChain!({ chainId: 99 })).rejects.toThrow(/not configured/);
    });

    test('@10.40 disconnects in both, and can connect again', async () => {
      const { config, connector } = await start();
      await wagmi.connect(config, { connector });
      await wagmi.disconnect(config);
      expect(now(config)).toEqual(['disconnected', [], undefined]);
      expect(await connector.isAuthorized()).toBe(false);
      await wagmi.connect(config, { connector });
      expect(now(config)).toEqual(['connected', [A], 1]);
    });

    test('@10.40 reports the wallet’s account, network and disconnect to wagmi', async () => {
      const { config, connector, chooses, movesTo, leaves } = await start();
      await wagmi.connect(config, { connector });
      if (!chooses) {
        connector.onAccountsChanged([B]);
        connector.onChainChanged('0xa');
        await settles(config, 'connected', [B], 10);
        return connector.onDisconnect();
      }
      chooses(B);
      await settles(config, 'connected', [B], 1);
      movesTo!(10);
      await settles(config, 'connected', [B], 10);
      leaves!();
      await settles(config, 'disconnected', [], undefined);
    });

    test('@10.40 reconnects what is still connected', async () => {
      const { config, connector } = await start();
      await wagmi.connect(config, { connector });
      config.setState((state) => ({
        ...state,
        connections: new Map(),
        current: null,
        status: 'disconnected',
      }));
      expect(await wagmi.reconnect(config, { connectors: [connector] })).toMatchObject([
        { accounts: [A], chainId: 1 },
      ]);
      expect(now(config)).toEqual(['connected', [A], 1]);
    });
  });
});
