// RainbowKit's API with the published React and wagmi, the real entry and a fake engine.
// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, render, screen } from '@testing-library/react';
import { readFileSync } from 'node:fs';
import { StrictMode, type ReactNode } from 'react';
import { renderToString } from 'react-dom/server';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createConfig, http, useAccount, useConnect, WagmiProvider, type Config } from 'wagmi';
import { mainnet, optimism } from 'viem/chains';
import type { AccountState, Network, WalletModalHandle } from 'wallet-modal';
import { noAccount, noNetworks } from '../../element/src/handle/initial';
import { FakeEngine, freshPage } from '../../element/src/testing/engine';
import { forgetSaid } from '../shared/warn-once';
import { networkOf } from '../wagmi/networks';
import { displayNameOf, shortened } from './format';
import * as kit from './index';
import { titleOf } from './named';
import { UNSUPPORTED, siweOf } from './provider';
import { modeOf, settingsOf, variablesOf } from './theme';
import * as wallets from './wallets';

vi.mock('virtual:engine', () => import('../../element/src/testing/engine'));
vi.mock('virtual:engine-glue', async () => (await import('../../element/src/testing/engine')).loadGlue());

const A = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045';
let warned: string[];
let modal: WalletModalHandle;
let config: Config;

beforeEach(() => {
  freshPage();
  FakeEngine.answers = () => Promise.resolve([]);
  warned = [];
  vi.spyOn(console, 'warn').mockImplementation((text: string) => void warned.push(text));
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: query.includes('min-width'),
    addEventListener: () => {},
    removeEventListener: () => {},
  }));
  forgetSaid();
});
afterEach(() => {
  cleanup();
  modal?.destroy();
  document.body.replaceChildren();
  localStorage.clear();
  vi.unstubAllGlobals();
});

const make = (more: object = {}): Config => {
  config = kit.getDefaultConfig({
    appName: 'Shop',
    projectId: 'p',
    chains: [{ ...mainnet, iconUrl: '/eth.svg', iconBackground: '#eee' }, optimism],
    ...more,
  } as never) as unknown as Config;
  modal = (config.connectors[0] as unknown as { getModal(): WalletModalHandle }).getModal();
  return config;
};

function Page({ children, ...props }: { children?: ReactNode } & Partial<kit.RainbowKitProviderProps>) {
  return (
    <StrictMode>
      <WagmiProvider config={config}>
        <QueryClientProvider client={new QueryClient()}>
          <kit.RainbowKitProvider {...props}>{children}</kit.RainbowKitProvider>
        </QueryClientProvider>
      </WagmiProvider>
    </StrictMode>
  );
}

async function running(): Promise<FakeEngine> {
  await modal.ready();
  const engine = FakeEngine.last;
  act(() => engine.set('networks', { ...noNetworks, list: [mainnet, optimism].map(networkOf) as Network[] }));
  return engine;
}
const say = (state: Partial<AccountState>, chain = 1): void =>
  act(() => {
    const account = {
      ...noAccount('eip155'),
      ...state,
      isConnected: state.status == 'connected',
      caipAddress: state.address ? `eip155:${chain}:${state.address}` : null,
    };
    FakeEngine.last.set('accounts', { list: [account] });
    FakeEngine.last.host.emit('wallet-status', { namespace: 'eip155', status: account.status });
    if (account.isConnected) FakeEngine.last.host.emit('wallet-account-change', account);
  });
const connected = (more: Partial<AccountState> = {}, chain = 1) =>
  say({ status: 'connected', address: A, ...more }, chain);

test('@10.48 exports only wallets from the wallets entry', () => {
  for (const [name, make] of Object.entries(wallets))
    expect(make(), name).toMatchObject({ id: expect.any(String), createConnector: expect.any(Function) });
});

describe('the config', () => {
  test('@10.48 makes one connector with app, project and nodes, named wallets first', () => {
    make({
      appDescription: 'Sells',
      appUrl: 'https://shop.example',
      appIcon: 'https://shop.example/i.png',
      wallets: [
        {
          groupName: 'Popular',
          wallets: [wallets.rainbowWallet, wallets.metaMaskWallet, wallets.argentWallet],
        },
      ],
    });
    expect(config.connectors.map(({ type }) => type)).toEqual(['walletModal']);
    expect(modal.getOptions()).toMatchObject({
      projectId: 'p',
      metadata: {
        name: 'Shop',
        description: 'Sells',
        url: 'https://shop.example',
        icons: ['https://shop.example/i.png'],
      },
      networks: [{ caipNetworkId: 'eip155:1' }, { caipNetworkId: 'eip155:10' }],
      features: { email: false, socials: false },
      // the browser wallet, and its listing in the directory or the package
      featuredWalletIds: [
        'me.rainbow',
        '1ae92b26df02f0abca6304df07debccd18262fdf5fe82daa81593582dac9a369',
        'io.metamask',
        'c57ca95b47569778a828d19178114f4db188b89b763c899ba0be274e97267d96',
        'bc949c5d968ae81310268bf9193f9c9fb7bb4e1283e1284af8f2bd4992535fd6',
      ],
    });
    expect(config._internal.transports[10]).toBeTypeOf('function');
    expect(warned).toEqual([]);
  });

  test('@10.48 makes connectors for the page’s own config', () => {
    const { connectors } = kit.getDefaultWallets({ projectId: 'p', appName: 'Shop' });
    expect(connectors).toHaveLength(1);
    const [popular] = kit.getDefaultWallets().wallets;
    expect(popular!.groupName).toBe('Popular');
    expect(popular!.wallets.map((of) => (of as () => kit.Wallet)().id)).toEqual([
      'safe',
      'rainbow',
      'base',
      'metaMask',
      'walletConnect',
    ]);
    const named = kit.connectorsForWallets([{ groupName: 'x', wallets: [wallets.rainbowWallet as never] }], {
      projectId: 'p',
      appName: 'Shop',
      walletConnectParameters: {},
    });
    config = createConfig({ chains: [mainnet], transports: { 1: http() }, connectors: named }) as never;
    modal = (config.connectors[0] as never as { getModal(): WalletModalHandle }).getModal();
    expect(warned).toEqual([
      expect.stringContaining("[wallet-modal] walletConnectParameters isn't supported. "),
    ]);
  });

  test('@10.48 lists a custom wallet’s connector, asked on a click, unless hidden', async () => {
    const requests: unknown[] = [];
    const details: kit.WalletDetailsParams[] = [];
    const events: unknown[] = [];
    const burner = () => ({
      id: 'burner',
      name: 'Burner',
      iconUrl: async () => 'https://shop.example/burner.svg',
      iconBackground: '#fff',
      createConnector: (of: kit.WalletDetailsParams) => {
        details.push(of);
        return (given: { emitter: { emit(name: string): void } }) => ({
          id: 'burner',
          getProvider: async () => ({
            request: async (args: { method: string }) => (requests.push(args.method), ['0x1']),
            on: (name: string, fn: (value: unknown) => void) => (events.push(name), fn('first')),
          }),
          setup: async () => given.emitter.emit('message'),
        });
      },
    });
    const hidden = () => ({ ...burner(), id: 'gone', hidden: () => true });
    const broken = () => ({
      ...burner(),
      id: 'broken',
      createConnector: () => {
        throw new Error('no window');
      },
    });
    const connectors = kit.connectorsForWallets(
      [{ groupName: 'Local', wallets: [hidden, burner, broken] as never }],
      { projectId: 'p', appName: 'Shop' },
    );
    config = createConfig({ chains: [mainnet], transports: { 1: http() }, connectors: connectors }) as never;
    modal = (config.connectors[0] as never as { getModal(): WalletModalHandle }).getModal();
    expect(config.connectors).toHaveLength(1);
    const own = () =>
      (modal as unknown as { connectors: { id: string; name: string; imageUrl: string; provider: never }[] })
        .connectors;
    await vi.waitFor(() => expect(own()).toHaveLength(1));
    expect(own()[0]).toMatchObject({
      id: 'burner',
      name: 'Burner',
      imageUrl: 'https://shop.example/burner.svg',
    });
    expect(details[0]!.rkDetails).toMatchObject({
      id: 'burner',
      groupName: 'Local',
      index: 1,
      groupIndex: 0,
    });
    expect(warned).toEqual([expect.stringContaining('wallet broken: createConnector() threw: no window')]);
    expect(requests).toEqual([]);
    const provider = own()[0]!.provider as {
      request(args: object): Promise<unknown>;
      on(name: string, fn: (value: unknown) => void): void;
    };
    const heard: unknown[] = [];
    const hear = (value: unknown) => heard.push(value);
    provider.on('accountsChanged', hear);
    const answer = provider.request({ method: 'eth_accounts' });
    // while its connector's provider is still loading
    provider.on('chainChanged', hear);
    expect(await answer).toEqual(['0x1']);
    provider.on('disconnect', hear);
    expect(requests).toEqual(['eth_accounts']);
    expect(events).toEqual(['accountsChanged', 'chainChanged', 'disconnect']);
    expect(heard).toEqual(['first', 'first', 'first']);
  });

  test("@10.48 returns the modal's connector for each ID and position, also in the page's own config", async () => {
    const { connectors } = kit.getDefaultWallets({ projectId: 'p', appName: 'Shop' });
    config = createConfig({ chains: [mainnet], transports: { 1: http() }, connectors }) as never;
    modal = (config.connectors[0] as never as { getModal(): WalletModalHandle }).getModal();
    let seen!: ReturnType<typeof useConnect>['connectors'];
    const Hooks = () => ((seen = useConnect().connectors), null);
    render(
      <Page>
        <Hooks />
      </Page>,
    );
    expect(seen.map(({ id }) => id)).toEqual(['walletModal']);
    expect(seen.find(({ id }) => id == 'rainbow')).toMatchObject({ name: 'Rainbow', uid: seen[0]!.uid });
    expect(seen[3]).toBe(seen[0]);
    expect(warned).toEqual([expect.stringContaining('[wallet-modal] connectors[3]: ')]);
  });

  test('@10.48 renders a config without its connector, and warns once', () => {
    config = createConfig({ chains: [mainnet], transports: { 1: http() } }) as never;
    const { rerender } = render(<Page>shop</Page>);
    rerender(<Page>shop</Page>);
    expect(document.body.textContent).toBe('shop');
    expect(warned.filter((text) => text.includes('getDefaultConfig()'))).toHaveLength(1);
  });
});

describe('the provider', () => {
  test('@10.48 passes on theme, language, network and activity, light by default', async () => {
    make();
    const { rerender } = render(<Page />);
    await vi.waitFor(() =>
      expect(modal.getOptions()).toMatchObject({ themeMode: 'light', themeVariables: {} }),
    );
    rerender(
      <Page
        theme={kit.darkTheme({ ...kit.darkTheme.accentColors.purple, borderRadius: 'small' })}
        locale="ua"
        initialChain={optimism}
        showRecentTransactions={false}
      />,
    );
    await vi.waitFor(() =>
      expect(modal.getOptions()).toMatchObject({
        themeMode: 'dark',
        themeVariables: { '--wm-accent': '#6b3fd4', '--wm-radius-scale': 1 / 3 },
        locale: 'uk',
        defaultNetwork: 'eip155:10',
        features: { activity: false },
      }),
    );
    expect(warned).toEqual([]);
  });

  test('@10.48 warns once by name of props without a counterpart', async () => {
    make();
    const avatar = () => null;
    const { rerender } = render(
      <Page
        coolMode
        avatar={avatar}
        modalSize="wide"
        id="x"
        appInfo={{ learnMoreUrl: 'https://x', disclaimer: () => null }}
      />,
    );
    rerender(<Page coolMode />);
    expect(
      warned.map((text) => /^\[wallet-modal\] (\w+) isn't supported\. ./.exec(text)?.[1]).sort(),
    ).toEqual(Object.keys(UNSUPPORTED).sort());
  });
});

describe('the buttons', () => {
  test('@10.48 renders ConnectButton with label and balance, and the network once connected', async () => {
    make();
    const { container, rerender } = render(
      <Page>
        <kit.ConnectButton label="Sign in" showBalance={{ smallScreen: true, largeScreen: false }} />
      </Page>,
    );
    const button = container.querySelector('wallet-button')!;
    expect([
      button.getAttribute('label'),
      button.getAttribute('balance'),
      button.getAttribute('namespace'),
    ]).toEqual(['Sign in', 'hide', 'eip155']);
    expect(container.querySelector('wallet-network-button')).toBeNull();
    await running();
    connected();
    await vi.waitFor(() => expect(container.querySelector('wallet-network-button')).toBeTruthy());
    const network = container.querySelector<HTMLElement>('wallet-network-button')!;
    expect(network.style.marginInlineEnd).toBe('12px');
    rerender(
      <Page>
        <kit.ConnectButton chainStatus="none" accountStatus="avatar" />
      </Page>,
    );
    expect(container.querySelector('wallet-network-button')).toBeNull();
    expect(button.getAttribute('balance')).toBe('show');
    expect(warned).toEqual([]);
  });

  test('@10.48 renders address, status by screen width and the default label', async () => {
    make();
    const { container, rerender } = render(
      <Page>
        <kit.ConnectButton accountStatus={{ smallScreen: 'avatar', largeScreen: 'address' }} />
      </Page>,
    );
    const button = container.querySelector('wallet-button')!;
    const of = (...names: string[]) => names.map((name) => button.getAttribute(name));
    // the modal's own texts, which `messages` translates
    expect(of('label', 'chars-end', 'account-status', 'data-testid')).toEqual([
      null,
      '4',
      'address',
      'rk-connect-button',
    ]);
    vi.stubGlobal('matchMedia', () => ({
      matches: false,
      addEventListener: () => {},
      removeEventListener: () => {},
    }));
    rerender(
      <Page>
        <kit.ConnectButton
          accountStatus={{ smallScreen: 'avatar', largeScreen: 'address' }}
          label="Connect Wallet"
        />
      </Page>,
    );
    expect(of('account-status', 'label')).toEqual(['avatar', null]);
    await running();
    connected({ balance: '1', balanceSymbol: 'ETH' });
    await vi.waitFor(() => expect(of('data-testid')).toEqual(['rk-account-button']));
    expect(container.querySelector('wallet-network-button')!.getAttribute('data-testid')).toBe(
      'rk-chain-button',
    );
    expect(button.shadowRoot!.textContent).toMatch(/0x..….{4}$/);
    expect(warned).toEqual([]);
  });

  test("@10.48 hides the network button for one network unless the wallet is on another one; read-only networks don't count", async () => {
    make({ chains: [mainnet, { ...optimism, id: 99, readOnly: true }] });
    expect(modal.getOptions().networks).toMatchObject([{ id: 1 }, { id: 99, readOnly: true }]);
    let modals!: ReturnType<typeof kit.useAccountModal> & ReturnType<typeof kit.useChainModal>;
    const Hooks = () => ((modals = { ...kit.useAccountModal(), ...kit.useChainModal() }), null);
    const { container } = render(
      <Page>
        <kit.ConnectButton />
        <Hooks />
      </Page>,
    );
    const network = () => container.querySelector('wallet-network-button')?.getAttribute('data-testid');
    await running();
    connected();
    await vi.waitFor(() => expect(modals.openAccountModal).toBeTypeOf('function'));
    expect(network()).toBeUndefined();
    connected({}, 99);
    const gone = { namespace: 'eip155', caipNetworkId: 'eip155:99', supported: false };
    act(() => FakeEngine.last.host.emit('wallet-network-change', gone));
    await vi.waitFor(() => expect(network()).toBe('rk-wrong-network-button'));
    expect(modals).toMatchObject({ openAccountModal: undefined, openChainModal: expect.any(Function) });
  });

  test('@10.48 gives ConnectButton.Custom account, network, state and actions', async () => {
    make();
    let given!: Parameters<Parameters<typeof kit.ConnectButton.Custom>[0]['children']>[0];
    render(
      <Page>
        <kit.ConnectButton.Custom>
          {(props) => {
            given = props;
            return <p>{props.account?.displayName ?? 'nobody'}</p>;
          }}
        </kit.ConnectButton.Custom>
      </Page>,
    );
    expect(screen.getByText('nobody')).toBeTruthy();
    expect(given).toMatchObject({ mounted: true, connectModalOpen: false });
    const engine = await running();
    // the views load first, which takes time on a busy machine
    await act(async () => given.openConnectModal());
    await vi.waitFor(
      () =>
        expect(engine.commands).toContainEqual(
          expect.objectContaining({ type: 'router.open', view: 'Connect' }),
        ),
      { timeout: 10_000 },
    );
    act(() => engine.set('state', { open: true, view: 'Connect' }));
    expect(given.connectModalOpen).toBe(true);
    act(() => engine.set('state', { open: false, view: null }));
    connected({ balance: '1.23456', balanceSymbol: 'ETH' });
    expect(given.account).toMatchObject({
      address: A,
      displayName: '0xd8…6045',
      balanceFormatted: '1.23456',
      balanceDecimals: 18,
      displayBalance: '1.23 ETH',
      hasPendingTransactions: false,
    });
    expect(given.chain).toEqual({
      id: 1,
      name: 'Ethereum',
      hasIcon: true,
      iconUrl: '/eth.svg',
      iconBackground: '#eee',
      unsupported: false,
    });
    act(() => engine.set('state', { open: true, view: 'Networks' }));
    expect([given.chainModalOpen, given.accountModalOpen]).toEqual([true, false]);
    act(() => engine.set('state', { open: true, view: 'Activity' }));
    expect([given.chainModalOpen, given.accountModalOpen]).toEqual([false, true]);
    // a network without an icon of the page has the package's drawing
    connected({}, 10);
    act(() =>
      engine.host.emit('wallet-network-change', {
        namespace: 'eip155',
        caipNetworkId: 'eip155:10',
        supported: true,
      }),
    );
    expect(given.chain).toMatchObject({ id: 10, hasIcon: true });
    await vi.waitFor(() => expect(given.chain!.iconUrl).toMatch(/^data:image\/svg/), { timeout: 10_000 });
    connected({ profileName: 'vitalik.eth', profileImage: 'blob:1' }, 99);
    act(() =>
      engine.host.emit('wallet-network-change', {
        namespace: 'eip155',
        caipNetworkId: 'eip155:99',
        supported: false,
      }),
    );
    expect(given.account).toMatchObject({
      displayName: 'vitalik.eth',
      ensName: 'vitalik.eth',
      ensAvatar: 'blob:1',
    });
    expect(given.chain).toEqual({ id: 99, hasIcon: false, unsupported: true });
  });

  test('@10.48 shortens a balance with thousands and units, and never rounds it up', () => {
    const rows = {
      '0': '0',
      '0.0009': '0',
      '0.9999': '0.999',
      '00.5': '0.5',
      '1.500': '1.5',
      '1.009': '1',
      '99.999': '99.99',
      '100.09': '100',
      '1234.56': '1,234.5',
      '9999.99': '9,999.9',
      '10000': '10k',
      '12345.6': '12.3k',
      '999999.9': '999.9k',
      '1000000.1239': '1m',
      '1290000000': '1.2b',
      '340282366920938463463374607431': '340,282,366,920,938,463.4t',
      '?': '?',
    };
    for (const [balance, shown] of Object.entries(rows)) expect(shortened(balance), balance).toBe(shown);
  });

  test('@10.48 cuts a long name before its ending, between whole characters', () => {
    const is = (name: string | null) => displayNameOf(A, name);
    expect(is(null)).toBe('0xd8…6045');
    expect(is('abcdefghijklmnopqrstuvwx.eth')).toBe('abcdefghijklmnopqrstuvwx.eth');
    expect(is('abcdefghijklmnopqrstuvwxy.eth')).toBe('abcdefghijklmnopqrstuvwx...');
    expect(is('abcdefghijklmnopqrstu.vwxy.eth')).toBe('abcdefghijklmnopqrstu.vw...');
    expect(is(`${'🦊'.repeat(25)}.eth`)).toBe(`${'🦊'.repeat(24)}...`);
  });

  test('@10.48 return an opener only if it can open', async () => {
    make();
    let state!: object;
    function Hooks() {
      state = {
        ...kit.useConnectModal(),
        ...kit.useAccountModal(),
        ...kit.useChainModal(),
        to: useAccount().address,
      };
      return null;
    }
    render(
      <Page>
        <Hooks />
      </Page>,
    );
    expect(state).toMatchObject({
      openConnectModal: expect.any(Function),
      openAccountModal: undefined,
      openChainModal: undefined,
    });
    await running();
    connected();
    await vi.waitFor(() => expect(state).toMatchObject({ to: A }));
    expect(state).toMatchObject({
      openConnectModal: undefined,
      openAccountModal: expect.any(Function),
      openChainModal: expect.any(Function),
      to: A,
    });
  });

  /** A transaction of the page in the engine's format. */
  const transaction = (more: object) =>
    ({
      chain: 'eip155:1',
      kind: 'request',
      createdAt: Date.now(),
      request: [{ from: A.toLowerCase() }],
      ...more,
    }) as never;

  test("@10.48 counts only this account's pending transactions, until they end", async () => {
    make();
    let given!: Parameters<Parameters<typeof kit.ConnectButton.Custom>[0]['children']>[0];
    render(
      <Page>
        <kit.ConnectButton.Custom>{(props) => ((given = props), null)}</kit.ConnectButton.Custom>
      </Page>,
    );
    const engine = await running();
    connected();
    await vi.waitFor(() => expect(given.account).toBeTruthy());
    const isPending = (...list: object[]) => {
      act(() => engine.set('transactions', { list: list.map(transaction) }));
      return given.account!.hasPendingTransactions;
    };
    const hash = '0x1';
    expect(isPending()).toBe(false);
    expect(isPending({ hash, status: 'sent' })).toBe(true);
    expect(isPending({ hash, status: 'unknown' })).toBe(true);
    expect(isPending({ hash: null, calls: hash, status: 'sent' })).toBe(true);
    expect(isPending({ hash: null, status: 'unknown' })).toBe(false);
    for (const status of ['confirmed', 'failed', 'replaced', 'differs', 'unread', 'altered'])
      expect(isPending({ hash, status }), status).toBe(false);
    expect(isPending({ hash, status: 'sent', chain: 'eip155:10' })).toBe(false);
    expect(isPending({ hash, status: 'sent', request: [{ from: '0x1' }] })).toBe(false);
    expect(isPending({ hash, status: 'sent', request: null })).toBe(false);
    expect(isPending({ hash, status: 'sent', createdAt: Date.now() - 20 * 60_000 })).toBe(false);
    vi.useFakeTimers();
    expect(isPending({ hash, status: 'unknown', createdAt: Date.now() })).toBe(true);
    act(() => void vi.advanceTimersByTime(20 * 60_000 + 10));
    expect(given.account!.hasPendingTransactions).toBe(false);
    vi.useRealTimers();
  });

  test('@10.48 useAddRecentTransaction describes a transaction, and throws for an invalid one', async () => {
    make();
    let add!: ReturnType<typeof kit.useAddRecentTransaction>;
    const Hook = () => ((add = kit.useAddRecentTransaction()), null);
    render(
      <Page>
        <Hook />
      </Page>,
    );
    const engine = await running();
    const hash = `0x${'ab'.repeat(32)}`;
    add({ hash, description: 'Mint', confirmations: 3 });
    add({ hash, description: 'Bought' });
    await vi.waitFor(() =>
      expect(engine.commands.filter(({ type }) => type == 'transactions.describe')).toEqual([
        { type: 'transactions.describe', hash, description: 'Mint', confirmations: 3 },
        { type: 'transactions.describe', hash, description: 'Bought' },
      ]),
    );
    expect(() => add({ hash: '0x1', description: 'Mint' })).toThrow('Invalid transaction hash');
    expect(() => add({ hash, description: 7 as never })).toThrow('description');
    for (const confirmations of [0, 1.5, -1, '2' as never])
      expect(() => add({ hash, description: 'Mint', confirmations })).toThrow('positive integer');
    expect(warned.filter((text) => text.includes('useAddRecentTransaction'))).toEqual([]);
  });

  test('@10.48 connects WalletButton’s wallet by its announced rdns', async () => {
    make();
    let given!: Parameters<Parameters<typeof kit.WalletButton.Custom>[0]['children']>[0];
    const { container } = render(
      <Page>
        <kit.WalletButton wallet="metamask" />
        <kit.WalletButton.Custom wallet="rabby">{(props) => ((given = props), null)}</kit.WalletButton.Custom>
      </Page>,
    );
    const button = container.querySelector('wallet-button')!;
    expect([button.getAttribute('wallet'), button.getAttribute('label')]).toEqual([
      'io.metamask',
      'MetaMask',
    ]);
    expect(given.connector).toEqual({ id: 'rabby', name: 'Rabby' });
    expect(['coinbaseWallet', 'baseaccount', 'base', 'unheardOf'].map(titleOf)).toEqual([
      'Coinbase Wallet',
      'Base',
      'Base',
      'UnheardOf',
    ]);
    const engine = await running();
    expect(given).toMatchObject({ ready: true, connected: false, loading: false, error: false });
    await act(() => given.connect());
    expect(engine.commands).toContainEqual(expect.objectContaining({ type: 'router.open', view: 'Connect' }));
    const fox = { id: 'io.rabby', name: 'Rabby', chain: 'eip155', parts: [], info: { rdns: 'io.rabby' } };
    act(() => engine.set('connections', { connectors: [fox as never] }));
    engine.answer = () => Promise.reject({ code: 4001, message: 'no' });
    await act(() => given.connect());
    expect(engine.commands).toContainEqual(
      expect.objectContaining({ type: 'connect.start', connectorId: 'io.rabby' }),
    );
    expect(given).toMatchObject({ error: true, loading: false });
    // Two wallets claim the name, or it is marked: only the list can tell them apart (@10.33).
    for (const connectors of [[fox, { ...fox, id: 'other' }], [{ ...fox, conflict: true }]]) {
      act(() => engine.set('connections', { connectors: connectors as never }));
      engine.commands.length = 0;
      engine.answer = () => Promise.resolve();
      await act(() => given.connect());
      expect(engine.commands).toMatchObject([{ type: 'router.open', view: 'Connect' }]);
    }
    connected({ connectorId: 'io.rabby' });
    expect(given.connected).toBe(true);
  });
});

test('@10.48 renders the same on a server as first in a browser', () => {
  make();
  const icons = () =>
    renderToString(
      <Page>
        <kit.ConnectButton />
        <kit.ConnectButton.Custom>{({ mounted }) => <p>{String(mounted)}</p>}</kit.ConnectButton.Custom>
      </Page>,
    );
  const here = icons();
  expect(here).toContain('<wallet-button');
  expect(here).toContain('<p>false</p>');
  vi.stubGlobal('window', undefined);
  expect(icons()).toBe(here);
});

describe('themes', () => {
  test('@10.48 sets only the mode for an unchanged theme, and a variable per change', () => {
    for (const [theme, mode] of [
      [kit.lightTheme(), 'light'],
      [kit.darkTheme(), 'dark'],
    ] as const)
      expect(settingsOf(theme, false)).toEqual({ themeMode: mode, themeVariables: {} });
    expect(settingsOf(kit.midnightTheme(), false)).toEqual({
      themeMode: 'dark',
      themeVariables: { '--wm-surface': '#000', '--wm-surface-2': '#0d0e11' },
    });
    const own = kit.lightTheme({
      accentColor: '#7b3fe4',
      accentColorForeground: 'white',
      fontStack: 'system',
    });
    own.colors.modalText = '#222';
    expect(variablesOf(own)).toMatchObject({
      '--wm-accent': '#7b3fe4',
      '--wm-on-accent': 'white',
      '--wm-text': '#222',
    });
    expect(kit.cssObjectFromTheme(own, { extends: kit.lightTheme })).toMatchObject({ '--wm-text': '#222' });
    expect(kit.cssStringFromTheme(own)).toContain('--wm-accent:#7b3fe4;');
    const both = {
      lightMode: kit.lightTheme({ accentColor: 'red' }),
      darkMode: kit.darkTheme({ accentColor: 'blue' }),
    };
    expect(settingsOf(both, true)).toEqual({
      themeMode: 'system',
      themeVariables: { '--wm-accent': 'blue' },
    });
    expect(settingsOf(both, false).themeVariables).toEqual({ '--wm-accent': 'red' });
    kit.lightTheme({ overlayBlur: 'large' });
    expect(warned).toHaveLength(1);
  });
  test('@10.48 drops a value that would leave its declaration in a <style>', () => {
    const closed = 'x;}</style><script>alert(1)</script>';
    const own = kit.lightTheme({ accentColor: '#7b3fe4' });
    const hostile = { ...own, fonts: { body: closed }, colors: { ...own.colors, modalText: closed } };
    expect(kit.cssStringFromTheme(hostile)).toBe('--wm-accent:#7b3fe4;');
    expect(kit.cssObjectFromTheme(hostile)).toEqual({ '--wm-accent': '#7b3fe4' });
  });
  test('@10.48 takes the mode from the background in any notation', () => {
    const on = (modalBackground: string) =>
      modeOf({ ...kit.lightTheme(), colors: { ...kit.lightTheme().colors, modalBackground } });
    expect(['#fff', '#1A1B1F', 'rgb(10, 10, 10)', 'rgb(250 250 250 / 90%)', 'var(--x)'].map(on)).toEqual([
      'light',
      'dark',
      'dark',
      'light',
      'light',
    ]);
  });
});

describe('signing in with an adapter', () => {
  test('@10.48 verifies the adapter’s message unchanged with its nonce', async () => {
    make();
    await running();
    connected();
    const message = { toMessage: () => 'the words' };
    const adapter = {
      getNonce: () => Promise.resolve('12345678'),
      createMessage: vi.fn(() => Promise.resolve(message)),
      verify: vi.fn(() => Promise.resolve(true)),
      signOut: vi.fn(() => Promise.resolve()),
    };
    const live = {
      current: { adapter: kit.createAuthenticationAdapter(adapter), status: 'unauthenticated' as const },
    };
    const siwe = siweOf(modal, live as never, () => Promise.resolve());
    expect(await siwe.getNonce(A)).toBe('12345678');
    expect(adapter.createMessage).toHaveBeenCalledWith({ nonce: '12345678', address: A, chainId: 1 });
    expect(siwe.createMessage()).toBe('the words');
    expect(await siwe.verifyMessage({ message: 'other words', signature: '0x' })).toBe(false);
    expect(await siwe.verifyMessage({ message: 'the words', signature: '0x51' })).toBe(true);
    expect(adapter.verify).toHaveBeenCalledWith({ message, signature: '0x51' });
    expect(await siwe.getSession()).toBeNull();
    live.current.status = 'authenticated' as never;
    expect(await siwe.getSession()).toEqual({ address: A });
    await siwe.signOut();
    expect(adapter.signOut).toHaveBeenCalled();
  });

  test('@10.61 keeps a session with the account that signed it', async () => {
    make();
    await running();
    connected();
    const adapter = {
      getNonce: () => Promise.resolve('12345678'),
      createMessage: () => Promise.resolve('the words'),
      verify: vi.fn(() => Promise.resolve(true)),
      signOut: vi.fn(() => Promise.resolve()),
    };
    const live = { current: { adapter, status: 'authenticated' as kit.AuthenticationStatus } };
    const siwe = siweOf(modal, live as never, () => Promise.resolve());
    // after a reload, an adapter reports a session, but not for which account
    expect(await siwe.getSession()).toEqual({});
    const other = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC';
    await siwe.getNonce(other);
    await siwe.verifyMessage({ message: 'the words', signature: '0x51' });
    expect(modal.getAccount('eip155').address).toBe(A);
    expect(await siwe.getSession()).toEqual({ address: other });
    // a signature that the server rejects creates no session for another account
    adapter.verify.mockResolvedValueOnce(false);
    await siwe.getNonce(A);
    expect(await siwe.verifyMessage({ message: 'the words', signature: '0x52' })).toBe(false);
    expect(await siwe.getSession()).toEqual({ address: other });
    // the page reports "authenticated" until its next render
    await siwe.signOut();
    expect(await siwe.getSession()).toBeNull();
    expect(siwe.signOutOnNetworkChange).toBe(false);
  });

  test('@10.61 keeps the session if the sign-out fails', async () => {
    make();
    await running();
    const adapter = {
      getNonce: () => Promise.resolve('12345678'),
      createMessage: () => Promise.resolve('the words'),
      verify: () => Promise.resolve(true),
      signOut: () => Promise.reject(new Error('offline')),
    };
    const live = { current: { adapter, status: 'authenticated' as kit.AuthenticationStatus } };
    const siwe = siweOf(modal, live as never, () => Promise.resolve());
    await siwe.getNonce(A);
    await siwe.verifyMessage({ message: 'the words', signature: '0x51' });
    await expect(siwe.signOut()).rejects.toThrow('offline');
    expect(await siwe.getSession()).toEqual({ address: A });
  });

  test('@10.48 passes the adapter to the modal, and its status to the button', async () => {
    make();
    const adapter = kit.createAuthenticationAdapter({
      getNonce: () => Promise.resolve('1'),
      createMessage: () => 'words',
      verify: () => Promise.resolve(true),
      signOut: () => Promise.resolve(),
    });
    let status: unknown;
    const button = (
      <kit.ConnectButton.Custom>
        {(props) => ((status = props.authenticationStatus), null)}
      </kit.ConnectButton.Custom>
    );
    const page = (now: kit.AuthenticationStatus) => (
      <WagmiProvider config={config}>
        <QueryClientProvider client={new QueryClient()}>
          <kit.RainbowKitAuthenticationProvider adapter={adapter} status={now}>
            <kit.RainbowKitProvider>{button}</kit.RainbowKitProvider>
          </kit.RainbowKitAuthenticationProvider>
        </QueryClientProvider>
      </WagmiProvider>
    );
    const { rerender } = render(page('loading'));
    expect(status).toBe('loading');
    await vi.waitFor(() => expect(modal.getOptions().siweConfig).toBeDefined());
    const { getSession } = modal.getOptions().siweConfig as { getSession(): Promise<unknown> };
    const session = getSession();
    rerender(page('unauthenticated'));
    expect(await session).toBeNull();
  });
});

test('@10.48 the guide lists every name, and which have no counterpart', () => {
  const guide = readFileSync('docs/guide/from-rainbowkit.md', 'utf8');
  for (const name of Object.keys(kit)) expect(guide, name).toContain(`\`${name}`);
  for (const name of Object.keys(UNSUPPORTED)) expect(guide, name).toContain(name);
  for (const name of ['walletConnectParameters', 'overlayBlur', 'accountStatus'])
    expect(guide).toContain(name);
  expect(Object.keys(wallets).filter((name) => /wallet$/i.test(name)).length).toBeGreaterThan(60);
});
