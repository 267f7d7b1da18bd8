// The connector with the published wagmi 2 and 3, the real entry and a fake engine.
// @vitest-environment jsdom
import * as wagmi3 from '@wagmi/core';
import { afterEach, beforeEach, describe, expect, expectTypeOf, test, vi } from 'vitest';
import * as wagmi2 from 'wagmi-core-2';
import { custom, fallback, http, UserRejectedRequestError, type EIP1193Provider } from 'viem';
import { mainnet, optimism } from 'viem/chains';
import { createWalletModal, type AccountState, type WalletModalHandle } from 'wallet-modal';
import { noAccount, noNetworks } from '../../element/src/handle/initial';
import type { Network } from '../../element/src/contract';
import type { RequestArguments } from '../../element/src/engine/border';
import { FakeEngine, freshPage } from '../../element/src/testing/engine';
import { forgetSaid } from '../shared/warn-once';
import { FOLLOW_AGAIN_MAX, FOLLOW_AGAIN_MS, FOLLOW_STORED_MS } from './following';
import { withSsr, walletModal } from './index';
import { networkOf, optionsOf } from './networks';

vi.mock('virtual:engine', () => import('../../element/src/testing/engine'));
vi.mock('virtual:engine-glue', async () => (await import('../../element/src/testing/engine')).loadGlue());

const A = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045';
const B = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const C = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC';

let fetchMock: ReturnType<typeof vi.fn>;
let modal: WalletModalHandle;

const emit = (name: string, detail: object) =>
  FakeEngine.last.host.emit(name, { namespace: 'eip155', ...detail });

/** Reports eip155's state like the engine: the slices, then the events. */
function say(state: Partial<AccountState>, chain = 1): void {
  const before = FakeEngine.last.slices.accounts.list[0];
  const account = {
    ...noAccount('eip155'),
    ...state,
    isConnected: state.status == 'connected',
    caipAddress: state.address ? `eip155:${chain}:${state.address}` : null,
    allAccounts: state.allAccounts ?? (state.address ? [{ address: state.address } as never] : []),
  };
  FakeEngine.last.set('accounts', { list: [account] });
  emit('wallet-status', { status: account.status });
  if (account.isConnected) emit('wallet-account-change', { ...account });
  else if (before?.isConnected) emit('wallet-disconnect', { reason: 'user' });
}
const connected = (address = A, chain = 1, others: string[] = []) =>
  say(
    {
      status: 'connected',
      address,
      allAccounts: [...others, address].map((one) => ({ address: one })) as never,
    },
    chain,
  );
const disconnected = () => say({ status: 'disconnected' });
const switchTo = (chain: number) =>
  emit('wallet-network-change', { caipNetworkId: `eip155:${chain}`, supported: true });

/** Starts an engine with these responses to requests and commands. */
async function running(
  answer?: (asked: RequestArguments & { type?: string }) => unknown,
): Promise<FakeEngine> {
  await modal.ready();
  const engine = FakeEngine.last;
  engine.set('networks', { ...noNetworks, list: [mainnet, optimism].map(networkOf) as Network[] });
  engine.answer = async (asked) => answer?.(asked as never);
  return engine;
}

/** Like a reload: a connection is stored, and its wallet is asked. */
function stored(): void {
  localStorage.setItem('wallet-modal:connection_status', '"connected"');
  FakeEngine.answers = async (asked) => {
    const engine = FakeEngine.last;
    if (!engine.slices.accounts.list.length) {
      engine.set('accounts', { list: [{ ...noAccount('eip155'), status: 'reconnecting' }] });
      engine.set('networks', { ...noNetworks, list: [mainnet, optimism].map(networkOf) });
    }
    return 'method' in asked && asked.method == 'eth_accounts' ? [] : '0x1';
  };
}

beforeEach(() => {
  freshPage();
  forgetSaid();
  FakeEngine.answers = () => Promise.resolve([]);
  fetchMock = vi.fn(() => Promise.resolve(new Response()));
  vi.stubGlobal('fetch', fetchMock);
});
afterEach(() => {
  vi.useRealTimers();
  modal?.destroy();
  document.body.replaceChildren();
  localStorage.clear();
});

describe.each([
  ['2', wagmi2 as unknown as typeof wagmi3],
  ['3', wagmi3],
])('wagmi %s', (version, wagmi) => {
  const chains = [mainnet, optimism] as const;
  const transports = { [mainnet.id]: http(), [optimism.id]: http() };
  /** with its own storage, the default */
  function make(more: object = {}) {
    const config = wagmi.createConfig({
      chains,
      transports,
      connectors: [walletModal({ projectId: 'p' }) as unknown as wagmi3.CreateConnectorFn],
      multiInjectedProviderDiscovery: false,
      ...more,
    } as never) as unknown as wagmi3.Config<typeof chains>;
    modal = ours(config).getModal();
    return config;
  }
  type Ours = wagmi3.Connector & { getModal(): WalletModalHandle };
  const ours = (config: wagmi3.Config<typeof chains>) => config.connectors[0] as Ours;
  const accountsOf = ({ state }: wagmi3.Config<typeof chains>) =>
    state.connections.get(state.current!)?.accounts;
  const chainOf = ({ state }: wagmi3.Config<typeof chains>) => state.connections.get(state.current!)?.chainId;

  test('has the page’s connector name, which the modal doesn’t get @10.40', async () => {
    const connector = walletModal({ projectId: 'p', name: 'Connect wallet' });
    const config = make({ connectors: [connector] });
    expect(ours(config).name).toBe('Connect wallet');
    expect(modal.getOptions()).toMatchObject({ projectId: 'p' });
    expect(modal.getOptions()).not.toHaveProperty('name');
  });

  test('@10.40 makes the modal from the config, and loads and stores nothing', async () => {
    const config = make({
      transports: { [mainnet.id]: http('https://node.example'), [optimism.id]: http() },
    });
    expect(document.querySelectorAll('wallet-modal')).toHaveLength(1);
    expect(modal.getOptions()).toMatchObject({
      projectId: 'p',
      networks: [{ caipNetworkId: 'eip155:1', name: 'Ethereum' }, { caipNetworkId: 'eip155:10' }],
      customRpcUrls: { 'eip155:1': [{ url: 'https://node.example' }] },
    });
    expect(ours(config)).toMatchObject({ id: 'walletModal', name: 'Wallet Modal', type: 'walletModal' });
    expect(await wagmi.reconnect(config)).toEqual([]);
    expect(config.state.status).toBe('disconnected');
    expect(fetchMock).not.toHaveBeenCalled();
    await running();
    connected();
    await vi.waitFor(() => expect(config.state.status).toBe('connected'));
    disconnected();
    expect(Object.keys(localStorage).filter((key) => /wallet.?modal/i.test(key))).toEqual([]);
  });

  test('@10.40 passes connection, account and network changes to wagmi immediately', async () => {
    const config = make();
    await running();
    connected(A, 1, [B]);
    expect([config.state.status, accountsOf(config), chainOf(config)]).toEqual(['connected', [A, B], 1]);
    switchTo(10);
    expect([chainOf(config), config.state.chainId]).toEqual([10, 10]);
    connected(B, 10, [A]);
    expect(accountsOf(config)).toEqual([B, A]);
    // An unconfigured network is reported unchanged, so that pages can offer to switch.
    switchTo(99);
    expect([chainOf(config), config.state.chainId]).toEqual([99, 10]);
    disconnected();
    expect([config.state.status, config.state.current]).toEqual(['disconnected', null]);
    connected(C, 10);
    expect([config.state.status, accountsOf(config), chainOf(config)]).toEqual(['connected', [C], 10]);
  });

  test('@10.40 opens the modal on connect, and switches to the requested network', async () => {
    const config = make();
    const engine = await running((asked) => {
      if (asked.method == 'eth_requestAccounts') connected();
      if (asked.type == 'networks.switch') {
        connected(A, 10);
        switchTo(10);
      }
      return asked.method ? [A.toLowerCase()] : undefined;
    });
    const answer = await wagmi.connect(config, { connector: ours(config), chainId: 10 });
    expect(answer).toMatchObject({ accounts: [A], chainId: 10 });
    expect([config.state.status, chainOf(config)]).toEqual(['connected', 10]);
    expect(engine.requests.map(({ method }) => method)).toContain('eth_requestAccounts');
    expect(engine.commands).toContainEqual({ type: 'networks.switch', network: 'eip155:10' });
  });

  test('@10.40 connects on the wallet’s network if the switch is refused', async () => {
    const config = make();
    await running((asked) => {
      if (asked.type == 'networks.switch') throw { code: 4001, message: 'no' };
      connected();
    });
    expect(await wagmi.connect(config, { connector: ours(config), chainId: 10 })).toMatchObject({
      chainId: 1,
    });
    expect(config.state.status).toBe('connected');
  });

  test('@10.40 returns accounts as objects with capabilities', async () => {
    const config = make();
    await running(() => connected());
    const { accounts } = await ours(config).connect({ withCapabilities: true });
    expect(accounts).toEqual([{ address: A, capabilities: {} }]);
  });

  test('@10.40 rejects connect if closed without a choice, and is disconnected', async () => {
    const config = make();
    await running(() => {
      throw { code: 4001, message: 'Modal closed' };
    });
    const connecting = wagmi.connect(config, { connector: ours(config) });
    expect(config.state.status).toBe('connecting');
    await expect(connecting).rejects.toThrow(UserRejectedRequestError);
    expect(config.state.status).toBe('disconnected');
  });

  test('@10.40 makes early calls wait after a reload, and connects in the same turn', async () => {
    stored();
    const config = make();
    const reconnecting = wagmi.reconnect(config);
    const client = wagmi.getConnectorClient(config, { connector: ours(config) });
    await modal.ready();
    await new Promise((turn) => setTimeout(turn, 20));
    expect(config.state.status).not.toBe('connected');
    connected(A, 10, [B]);
    for (let turn = 0; turn < 50; turn++) await Promise.resolve();
    expect([config.state.status, accountsOf(config), chainOf(config)]).toEqual(['connected', [A, B], 10]);
    expect(await reconnecting).toMatchObject([{ accounts: [A, B], chainId: 10 }]);
    expect(await client).toMatchObject({ account: { address: A }, chain: { id: 10 } });
  });

  test('@10.40 doesn’t trust wagmi’s storage if the engine is disconnected', async () => {
    const first = make();
    await running();
    connected();
    expect(JSON.parse(localStorage.getItem('wagmi.store')!).state.current).toBeTruthy();
    modal.destroy();
    document.body.replaceChildren();
    const config = make();
    expect(config.state.status).toBe('disconnected');
    expect(await wagmi.reconnect(config)).toEqual([]);
    expect([config.state.status, config.state.connections.size]).toEqual(['disconnected', 0]);
    expect(first).not.toBe(config);
  });

  test('@10.40 stops reconnecting if the stored wallet is gone', async () => {
    stored();
    const config = make();
    const reconnecting = wagmi.reconnect(config);
    await modal.ready();
    await new Promise((turn) => setTimeout(turn, 20));
    expect(config.state.status).toBe('connecting');
    disconnected();
    expect(await reconnecting).toEqual([]);
    expect(config.state.status).toBe('disconnected');
    // Its extension was slow and responds after all.
    connected();
    expect(config.state.status).toBe('connected');
  });

  test('@10.40 stops reconnecting if the engine can’t load', async () => {
    stored();
    vi.stubGlobal('fetch', () => Promise.reject(new Error('offline')));
    const config = make();
    expect(await wagmi.reconnect(config)).toEqual([]);
    expect(config.state.status).toBe('disconnected');
  });

  test.each([undefined, 'io.metamask'])(
    '@10.40 waits with SSR cookies for the engine; connected as %s',
    async (by) => {
      const cookies: Record<string, string> = {};
      const storage = () =>
        wagmi.createStorage({
          storage: {
            getItem: (key) => cookies[key] ?? null,
            setItem: (key, value) => void (cookies[key] = value),
            removeItem: (key) => void delete cookies[key],
          },
        });
      const first = make({ storage: storage() });
      await running();
      if (by) {
        // connected under the ID that the page requested
        FakeEngine.last.answer = async () => (connected(A, 10), [A]);
        const connector = withSsr(first).connectors.find(({ id }) => id == by);
        await wagmi.connect(first, { connector } as never);
      } else connected(A, 10);
      const cookie = Object.entries(cookies)
        .map(([key, value]) => `${key}=${value}`)
        .join('; ');
      modal.destroy();
      document.body.replaceChildren();

      stored();
      const config = withSsr(make({ ssr: true, storage: storage() }));
      const initialState = wagmi.cookieToInitialState(config as never, cookie);
      const { onMount } = wagmi.hydrate(config as never, {
        initialState: initialState!,
        reconnectOnMount: true,
      });
      // The same as on the server.
      expect([config.state.status, accountsOf(config), chainOf(config)]).toEqual(['reconnecting', [A], 10]);
      const early = wagmi.signMessage(config, { message: 'early' });
      void onMount();
      const engine = await running((asked) => (asked.method == 'personal_sign' ? '0x51' : []));
      await new Promise((turn) => setTimeout(turn, 20));
      expect(engine.requests.map(({ method }) => method)).not.toContain('personal_sign');
      connected(A, 10);
      expect(await early).toBe('0x51');
      await vi.waitFor(() => expect(config.state.status).toBe('connected'));
    },
  );

  test('@10.58 a connector found by ID connects its wallet directly, and wagmi has one connection', async () => {
    const config = withSsr(make());
    expect(config.connectors).toHaveLength(1);
    expect([...config.connectors]).toEqual([ours(config)]);
    const fox = { id: 'io.metamask', name: 'MetaMask', type: 'ANNOUNCED', chain: 'eip155', parts: [] };
    const engine = await running((asked) => {
      if (asked.type == 'connect.start') connected();
      return asked.method == 'eth_requestAccounts' ? [A] : null;
    });
    const set = (...connectors: object[]) => engine.set('connections', { connectors: connectors as never });
    set({ ...fox, info: { rdns: 'io.metamask' } });
    for (const id of ['metaMask', 'metaMaskSDK', 'io.metamask', 'injected']) {
      engine.commands.length = 0;
      const connector = config.connectors.find((one) => one.id == id)!;
      expect(connector.uid).toBe(ours(config).uid);
      await wagmi.connect(config, { connector: connector } as never);
      expect(engine.commands, id).toContainEqual({
        type: 'connect.start',
        connectorId: 'io.metamask',
        namespace: 'eip155',
      });
      expect(accountsOf(config)).toEqual([A]);
      expect(config.state.connections.get(config.state.current!)!.connector.id).toBe(id);
      // one connection, which switches and disconnects as usual
      expect(config.state.connections.size).toBe(1);
      connected(B, 10);
      switchTo(10);
      await vi.waitFor(() => expect([accountsOf(config), chainOf(config)]).toEqual([[B], 10]));
      disconnected();
      await vi.waitFor(() => expect(config.state.status).toBe('disconnected'));
    }
  });

  test('@10.58 opens the list if several wallets match an ID, or none', async () => {
    const config = withSsr(make());
    const fox = { id: 'io.metamask', name: 'MetaMask', type: 'ANNOUNCED', chain: 'eip155', parts: [] };
    const engine = await running((asked) => {
      if (asked.method == 'eth_requestAccounts') connected();
      return asked.method == 'eth_requestAccounts' ? [A] : null;
    });
    const lists = [
      [],
      [
        { ...fox, info: { rdns: 'io.metamask' } },
        { ...fox, id: 'copy', info: { rdns: 'IO.MetaMask' } },
      ],
      [{ ...fox, info: { rdns: 'io.metamask' }, conflict: true }],
    ];
    for (const connectors of lists) {
      engine.set('connections', { connectors: connectors as never });
      engine.commands.length = 0;
      const [found] = config.connectors.filter(({ id }) => id == 'metaMask');
      await wagmi.connect(config, { connector: found } as never);
      expect(engine.commands.filter(({ type }) => type == 'connect.start')).toEqual([]);
      disconnected();
      await vi.waitFor(() => expect(config.state.status).toBe('disconnected'));
    }
    expect(config.connectors.some(({ id }) => id == 'safe')).toBe(false);
    expect(config.connectors.find(({ id }) => id == 'unheardOf')).toBeUndefined();
    // A predicate that matches every ID selects none.
    expect(config.connectors.filter(({ type }) => type != 'walletModal')).toEqual([]);
    expect(config.connectors.find(({ id }) => id != 'walletModal')).toBeUndefined();
  });

  test('@10.58 shows the QR code for walletConnect; rejects if the user closes it or the wallet refuses', async () => {
    const config = withSsr(make());
    const engine = await running((asked) => {
      if (asked.type == 'router.open')
        engine.set('state', { open: true, view: 'ConnectingWalletConnectBasic' });
      if (asked.type == 'connect.start') throw Object.assign(new Error('no'), { code: 4001 });
      return null;
    });
    const relay = config.connectors.find(({ id }) => id == 'walletConnect')!;
    const connecting = wagmi.connect(config, { connector: relay } as never);
    connecting.catch(() => {});
    // the views load first, which takes time on a busy machine
    await vi.waitFor(
      () =>
        expect(engine.commands).toContainEqual(
          expect.objectContaining({ type: 'router.open', view: 'ConnectingWalletConnectBasic' }),
        ),
      { timeout: 10_000 },
    );
    await vi.waitFor(() => expect(modal.isOpen()).toBe(true));
    engine.set('state', { open: false, view: null });
    await expect(connecting).rejects.toThrow(UserRejectedRequestError);
    expect(config.state.status).toBe('disconnected');
    const fox = { id: 'io.rabby', name: 'Rabby', type: 'ANNOUNCED', chain: 'eip155', parts: [] };
    engine.set('connections', { connectors: [{ ...fox, info: { rdns: 'io.rabby' } }] as never });
    const rabby = config.connectors.find(({ id }) => id == 'io.rabby')!;
    await expect(wagmi.connect(config, { connector: rabby } as never)).rejects.toThrow(
      UserRejectedRequestError,
    );
  });

  test("@10.58 returns the modal's connector for a position without one, and warns once", () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
    const config = withSsr(withSsr(make()));
    expect([config.connectors[2], config.connectors.at(2), config.connectors.at(-1)]).toEqual(
      Array(3).fill(ours(config)),
    );
    expect(warn.mock.calls).toEqual([[expect.stringContaining('[wallet-modal] connectors[2]: ')]]);
    warn.mockRestore();
  });

  test('@10.40 repeats a connection until wagmi, busy with another wallet, takes it', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    let decide!: (is: boolean) => void;
    const slow = () => ({
      id: 'slow',
      name: 'Slow',
      type: 'slow',
      getProvider: () => Promise.resolve({}),
      isAuthorized: () => new Promise<boolean>((done) => (decide = done)),
    });
    const config = make({ connectors: [walletModal({ projectId: 'p' }), slow] });
    const reconnecting = wagmi.reconnect(config);
    await running();
    await vi.waitFor(() => expect(decide).toBeDefined());
    connected();
    expect(config.state.status).toBe('connecting');
    decide(false);
    await reconnecting;
    expect(config.state.status).toBe('disconnected');
    await vi.advanceTimersByTimeAsync(FOLLOW_AGAIN_MS * 4);
    expect([config.state.status, accountsOf(config)]).toEqual(['connected', [A]]);
  });

  test('@10.40 stops repeating to a config that never takes it', async () => {
    make();
    await running();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const listener = vi.fn();
    const emitter = { emit: listener, listenerCount: () => 0 };
    const connector = walletModal({ modal })({ chains, emitter });
    await connector.setup();
    connected();
    await vi.advanceTimersByTimeAsync(FOLLOW_AGAIN_MS * 2 ** (FOLLOW_AGAIN_MAX + 2));
    expect(listener).toHaveBeenCalledTimes(1 + FOLLOW_AGAIN_MAX);
  });

  test('@10.40 keeps the last network while slow storage still writes', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const config = make({
      storage: wagmi.createStorage({
        storage: {
          getItem: () => null,
          setItem: () => new Promise((done) => setTimeout(done, 300)),
          removeItem: () => {},
        },
      } as never),
    });
    await running(() => connected());
    const connecting = wagmi.connect(config, { connector: ours(config) });
    await vi.advanceTimersByTimeAsync(100);
    switchTo(10);
    await vi.advanceTimersByTimeAsync(300);
    await connecting;
    expect(chainOf(config)).toBe(1);
    await vi.advanceTimersByTimeAsync(FOLLOW_STORED_MS);
    expect(chainOf(config)).toBe(10);
  });

  test('@10.40 disconnects only this namespace, from hook and connector alike', async () => {
    const config = make();
    const engine = await running((asked) => asked.type == 'accounts.disconnect' && disconnected());
    connected();
    await wagmi.disconnect(config);
    expect(engine.commands).toContainEqual({ type: 'accounts.disconnect', namespace: 'eip155' });
    expect([config.state.status, modal.getIsConnected()]).toEqual(['disconnected', false]);
    connected();
    expect(config.state.status).toBe('connected');
    await ours(config).disconnect();
    await vi.waitFor(() => expect(config.state.status).toBe('disconnected'));
    // without an account, no wallet gets a request
    const before = engine.commands.length;
    await ours(config).disconnect();
    expect(engine.commands).toHaveLength(before);
  });

  test('@10.40 disconnects with the engine, before a remote wallet heard of it', async () => {
    const config = make();
    await running((asked) => {
      if (asked.type != 'accounts.disconnect') return;
      disconnected();
      return new Promise(() => {});
    });
    connected();
    await wagmi.disconnect(config);
    expect(config.state.status).toBe('disconnected');
  });

  describe('switchChain', () => {
    test('@10.40 switches by the engine, and adds a missing network first', async () => {
      const config = make();
      const engine = await running((asked) => {
        if (asked.type == 'networks.switch') switchTo(10);
      });
      engine.set('networks', { list: [networkOf(mainnet)] });
      connected();
      expect(await wagmi.switchChain(config, { chainId: 10 })).toMatchObject({ id: 10 });
      expect(engine.commands).toMatchObject([
        { type: 'networks.add', namespace: 'eip155', network: { caipNetworkId: 'eip155:10' } },
        { type: 'networks.switch', network: 'eip155:10' },
      ]);
      expect([chainOf(config), config.state.chainId]).toEqual([10, 10]);
    });

    test('@10.40 throws wagmi’s errors for rejection, failure and unknown chain', async () => {
      const config = make();
      const engine = await running(() => Promise.reject({ code: 4001, message: 'no' }));
      connected();
      const switching = (chainId: number) => wagmi.switchChain(config, { chainId: chainId as 10 });
      await expect(switching(10)).rejects.toMatchObject({ name: 'UserRejectedRequestError', code: 4001 });
      engine.answer = () => Promise.reject({ code: -32002, message: 'busy' });
      await expect(switching(10)).rejects.toMatchObject({ name: 'SwitchChainError' });
      await expect(switching(77)).rejects.toMatchObject({
        name: 'SwitchChainError',
        cause: { name: 'ChainNotConfiguredError' },
      });
      expect(chainOf(config)).toBe(1);
    });

    test('@10.40 adds an unknown network with addEthereumChainParameter', async () => {
      const config = make();
      const engine = await running((asked) => {
        if (asked.method == 'wallet_switchEthereumChain') throw { code: 4902, message: 'unknown' };
        if (asked.type == 'networks.switch') switchTo(10);
      });
      connected();
      const addEthereumChainParameter = { chainName: 'Own name', rpcUrls: ['https://own.example'] };
      await wagmi.switchChain(config, { chainId: 10, addEthereumChainParameter });
      expect(engine.requests.at(-1)).toEqual({
        method: 'wallet_addEthereumChain',
        params: [
          {
            chainId: '0xa',
            chainName: 'Own name',
            nativeCurrency: optimism.nativeCurrency,
            rpcUrls: ['https://own.example'],
            blockExplorerUrls: ['https://optimistic.etherscan.io'],
          },
        ],
      });
      engine.answer = (asked) =>
        Promise.reject({
          code: 'method' in asked && asked.method == 'wallet_addEthereumChain' ? 4001 : 4902,
        });
      await expect(
        wagmi.switchChain(config, { chainId: 1, addEthereumChainParameter: { chainName: 'no' } }),
      ).rejects.toMatchObject({ name: 'UserRejectedRequestError' });
    });
  });

  test('@10.40 passes signing, capabilities and batches to the wallet unchanged', async () => {
    const config = make();
    const methods: string[] = [];
    await running(({ method }) => {
      methods.push(method);
      if (method == 'wallet_getCapabilities') return { '0x1': { atomic: { status: 'supported' } } };
      return method == 'wallet_sendCalls' ? { id: '0x7' } : '0x51';
    });
    connected();
    expect(
      await wagmi.signTypedData(config, {
        types: { Note: [{ name: 'text', type: 'string' }] },
        primaryType: 'Note',
        message: { text: 'hello' },
      }),
    ).toBe('0x51');
    expect(await wagmi.getCapabilities(config)).toMatchObject({ 1: { atomic: { status: 'supported' } } });
    expect(await wagmi.sendCalls(config, { calls: [{ to: B, value: 1n }] })).toMatchObject({ id: '0x7' });
    const wallet = await wagmi.getWalletClient(config);
    expect(await wallet.sendTransaction({ to: B, value: 1n, gas: 21000n, chain: null })).toBe('0x51');
    expect(methods).toEqual(
      expect.arrayContaining([
        'eth_signTypedData_v4',
        'wallet_getCapabilities',
        'wallet_sendCalls',
        'eth_sendTransaction',
      ]),
    );
  });

  test('@10.40 uses the page’s own connected modal', async () => {
    modal = createWalletModal({ projectId: 'p', networks: [{ id: 1, name: 'Ethereum' }] });
    await running();
    connected();
    const config = make({ connectors: [walletModal({ modal })] });
    await Promise.resolve();
    expect([config.state.status, accountsOf(config), chainOf(config)]).toEqual(['connected', [A], 1]);
    expect(document.querySelectorAll('wallet-modal')).toHaveLength(1);
  });

  test('@10.40 disconnects if the modal is destroyed', async () => {
    const config = make();
    await running();
    connected();
    expect(config.state.status).toBe('connected');
    modal.destroy();
    expect([config.state.status, config.state.connections.size]).toEqual(['disconnected', 0]);
  });

  test('@10.40 keeps a second config of the same modal in step', async () => {
    const config = make();
    const second = make({ connectors: [walletModal({ modal })], storage: null });
    await running();
    connected();
    expect([config.state.status, second.state.status, version]).toEqual(['connected', 'connected', version]);
  });
});

test('@10.40 throws for an invalid option in createConfig', () => {
  expect(() =>
    wagmi3.createConfig({
      chains: [mainnet],
      transports: { [mainnet.id]: http() },
      connectors: [walletModal({ projectId: 'p', services: { data: 'no origin' } })],
    }),
  ).toThrow('services.data must be an origin');
});

test('@10.40 takes nodes from http and fallback transports, after the host’s own', () => {
  const at = (transport: unknown) =>
    optionsOf({}, [mainnet], { 1: transport as never }).customRpcUrls as Record<string, unknown> | undefined;
  expect(at(http('https://a.example'))).toEqual({ 'eip155:1': [{ url: 'https://a.example' }] });
  expect(at(fallback([http('https://a.example'), http('https://b.example')]))).toEqual({
    'eip155:1': [{ url: 'https://a.example' }, { url: 'https://b.example' }],
  });
  expect(at(custom({ request: async () => null } as never))).toBeUndefined();
  expect(at(http())).toBeUndefined();
  expect(
    at(() => {
      throw new Error('later');
    }),
  ).toBeUndefined();
  const own = { 'eip155:1': [{ url: 'https://own.example' }] };
  expect(
    optionsOf({ customRpcUrls: own }, [mainnet], { 1: http('https://a.example') as never }).customRpcUrls,
  ).toEqual(own);
});

test('@10.58 passes a read-only chain to the modal', () => {
  const { networks } = optionsOf({}, [mainnet, { ...optimism, readOnly: true }], undefined);
  expect(networks!.map((one) => one.readOnly)).toEqual([undefined, true]);
});

test('@10.40 has the types of both wagmi versions and a viem provider', () => {
  expectTypeOf(walletModal).returns.toExtend<wagmi3.CreateConnectorFn>();
  expectTypeOf(walletModal).returns.toExtend<wagmi2.CreateConnectorFn>();
  expectTypeOf(withSsr<wagmi3.Config>).returns.toEqualTypeOf<wagmi3.Config>();
  expectTypeOf<EIP1193Provider>().toBeObject();
});

test('@10.58 each position of a config with one connector has a type', () => {
  type One = wagmi3.Config<
    readonly [typeof mainnet],
    { 1: wagmi3.Transport },
    readonly [wagmi3.CreateConnectorFn]
  >;
  expectTypeOf(withSsr<One>).returns.toExtend<wagmi3.Config>();
  expectTypeOf(withSsr<One>)
    .returns.toHaveProperty('connectors')
    .toEqualTypeOf<readonly One['connectors'][number][]>();
});
