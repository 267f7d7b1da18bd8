// The modal object: AppKit's API with the real entry and a fake engine.
// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { FakeEngine, freshPage } from '../../element/src/testing/engine';
import { forgetSaid } from '../shared/warn-once';
import { EthersAdapter } from './ethers';
import {
  UNSUPPORTED_ADAPTER,
  UNSUPPORTED_METHODS,
  UNSUPPORTED_OPTIONS,
  UNSUPPORTED_PROPERTIES,
} from './gone';
import { AccountController, AppKit, createAppKit, DEFAULT_METHODS, type AppKitOptions } from './index';
import { ourOptions } from './options';
import { A, B, connected, mainnet, optimism, running, say } from './testing';

vi.mock('virtual:engine', () => import('../../element/src/testing/engine'));
vi.mock('virtual:engine-glue', async () => (await import('../../element/src/testing/engine')).loadGlue());

let modal: AppKit;
let warned: { mock: { calls: unknown[][] } };

const make = (more: Partial<AppKitOptions> = {}): AppKit =>
  (modal = createAppKit({ projectId: 'p', networks: [mainnet, optimism], ...more }));

beforeEach(() => {
  freshPage();
  forgetSaid();
  warned = vi.spyOn(console, 'warn').mockImplementation(() => {});
});
afterEach(() => {
  modal?.handle?.destroy();
  delete AppKit.instance;
  document.body.replaceChildren();
});

describe('options', () => {
  test('@10.41 passes on options of the same name, and renames the others', () => {
    const siwx = { getRequired: () => true };
    const options = {
      allWallets: 'HIDE',
      featuredWalletIds: ['a'],
      enableReconnect: false,
      coinbasePreference: 'eoaOnly',
      connectorImages: { a: 'https://x.example/a.png' },
      siwx,
    } as const;
    expect(
      ourOptions({
        ...options,
        featuredWalletIds: ['a'],
        experimental_preferUniversalLinks: true,
        manualWCControl: true,
        showWallets: false,
        features: { history: false, socials: ['google'] },
      }),
    ).toEqual({
      ...options,
      preferUniversalLinks: true,
      manualPairing: true,
      features: { activity: false, socials: ['google'], emailShowWallets: false },
    });
    expect(warned).not.toHaveBeenCalled();
  });

  test('@10.41 converts --w3m-* multiples to the own base, and warns of invalid lengths', () => {
    const variables = (name: string, value: string) => ourOptions({ themeVariables: { [name]: value } });
    expect(
      ourOptions({
        themeVariables: {
          '--w3m-accent': '#f00',
          '--w3m-font-size-master': '12px',
          '--w3m-border-radius-master': '2px',
          '--w3m-z-index': 3,
        },
      }).themeVariables,
    ).toEqual({
      '--w3m-accent': '#f00',
      '--wm-font-scale': 1.2,
      '--wm-radius-scale': 0.5,
      '--w3m-z-index': 3,
    });
    expect(variables('--w3m-font-size-master', '1rem').themeVariables).toEqual({});
    expect(warned.mock.calls.flat()).toEqual([
      '[wallet-modal] --w3m-font-size-master: Use a value in px (default `10px`), or set `--wm-font-scale`. See node_modules/wallet-modal/docs/guide/errors.md#not_supported',
    ]);
  });

  test('@10.41 passes on what a pairing asks for in each namespace', () => {
    expect(
      ourOptions({
        universalProviderConfigOverride: {
          methods: { eip155: ['personal_sign'] },
          chains: { eip155: ['1'], solana: ['x'] },
          rpcMap: { 'eip155:1': 'https://n.example', 10: 'https://m.example' },
          defaultChain: 'eip155:10',
        },
      }).pairing,
    ).toEqual({
      eip155: {
        methods: ['personal_sign'],
        chains: ['1'],
        rpcMap: { 1: 'https://n.example', 10: 'https://m.example' },
        defaultChain: 'eip155:10',
      },
      solana: { chains: ['x'] },
    });
  });

  test('@10.41 accepts the older sign-in as its class', () => {
    const methods = { getNonce: async () => 'n' };
    expect(ourOptions({ siweConfig: { methods, options: { required: false } } }).siweConfig).toEqual({
      ...methods,
      required: false,
    });
  });

  test('@10.41 warns once of an option without a counterpart, and drops it', () => {
    for (let time = 0; time < 2; time++)
      expect(
        ourOptions({
          enableWalletConnect: false,
          enableAuthLogger: false,
          universalProvider: {},
          features: { reownAuthentication: true },
          adapters: [{ namespace: 'eip155' } as never],
        }),
      ).toEqual({ features: {} });
    expect(warned.mock.calls.map(([text]) => /^\[wallet-modal\] [\w.]+/.exec(String(text))![0])).toEqual(
      [...Object.keys(UNSUPPORTED_OPTIONS), 'features.reownAuthentication', 'adapters']
        .map((name) => `[wallet-modal] ${name}`)
        .sort((a, b) => order(a) - order(b)),
    );
  });
});

/** in the order above */
const order = (text: string): number =>
  ['enableWalletConnect', 'enableAuthLogger', 'universalProvider', 'features', 'adapters'].findIndex((name) =>
    text.includes(name),
  );

describe('before the engine exists', () => {
  test('@10.41 loads nothing, has the options’ network, and is disconnected', async () => {
    const fetchMock = vi.fn(() => Promise.resolve(new Response()));
    vi.stubGlobal('fetch', fetchMock);
    make({ defaultNetwork: optimism });
    expect(modal.getAccount()).toMatchObject({ isConnected: false, status: 'disconnected', allAccounts: [] });
    expect(modal.getCaipNetwork()).toMatchObject({
      id: 10,
      caipNetworkId: 'eip155:10',
      chainNamespace: 'eip155',
    });
    expect([modal.getChainId(), modal.getCaipNetworkId(), modal.getActiveChainNamespace()]).toEqual([
      10,
      10,
      'eip155',
    ]);
    expect(modal.getCaipNetworks('eip155').map(({ id }) => id)).toEqual([1, 10]);
    expect([modal.getProvider('eip155'), modal.getWalletProvider(), modal.getAddress()]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    expect(modal.getState()).toMatchObject({
      open: false,
      initialized: false,
      selectedNetworkId: 'eip155:10',
    });
    const callback = vi.fn();
    modal.subscribeState(callback);
    // nothing is stored, so the page doesn't need to wait
    await vi.waitFor(() => expect(modal.getState().initialized).toBe(true));
    expect(callback).toHaveBeenCalledWith(expect.objectContaining({ initialized: true }));
    await modal.disconnect();
    expect(fetchMock).not.toHaveBeenCalled();
  });

  test('@10.41 returns the same modal on a second call and from the class', () => {
    make();
    expect(createAppKit({ projectId: 'p', networks: [mainnet] })).toBe(modal);
    expect(AppKit.getInstance()).toBe(modal);
    expect(() => createAppKit({ projectId: 'p', networks: [] })).toThrow('networks must list at least one');
  });
});

describe('subscriptions', () => {
  test('@10.41 report only changes of their subject until unsubscribed', async () => {
    make();
    await running(modal);
    await vi.waitFor(() => expect(modal.getState().initialized).toBe(true));
    const callbacks = {
      account: vi.fn(),
      solana: vi.fn(),
      network: vi.fn(),
      state: vi.fn(),
      wallet: vi.fn(),
      providers: vi.fn(),
      caip: vi.fn(),
    };
    const leave = modal.subscribeAccount(callbacks.account);
    modal.subscribeAccount(callbacks.solana, 'solana');
    modal.subscribeNetwork(callbacks.network);
    modal.subscribeCaipNetworkChange(callbacks.caip);
    modal.subscribeState(callbacks.state);
    modal.subscribeWalletInfo(callbacks.wallet);
    modal.subscribeProviders(callbacks.providers);
    for (const one of Object.values(callbacks)) expect(one).not.toHaveBeenCalled();

    say({
      status: 'connected',
      address: A,
      connectedWalletInfo: { name: 'W', icon: null, rdns: 'w.example' },
    });
    expect(callbacks.account.mock.calls).toEqual([
      [
        {
          allAccounts: [{ namespace: 'eip155', address: A, type: 'eoa' }],
          address: A,
          caipAddress: `eip155:1:${A}`,
          isConnected: true,
          status: 'connected',
        },
      ],
    ]);
    expect(callbacks.wallet.mock.calls).toEqual([[{ name: 'W', rdns: 'w.example' }]]);
    expect(callbacks.providers).toHaveBeenCalledOnce();
    expect(callbacks.providers.mock.calls[0]![0].eip155).toBe(modal.handle!.getProvider('eip155'));
    // an unchanged value doesn't call back
    say({
      status: 'connected',
      address: A,
      connectedWalletInfo: { name: 'W', icon: null, rdns: 'w.example' },
    });
    expect(
      [callbacks.account, callbacks.solana, callbacks.network].map((one) => one.mock.calls.length),
    ).toEqual([1, 0, 0]);

    const list = modal.getCaipNetworks();
    FakeEngine.last.set('networks', { active: list[1] as never });
    expect(callbacks.network.mock.calls[0]![0]).toMatchObject({ chainId: 10, caipNetworkId: 'eip155:10' });
    expect(callbacks.caip.mock.calls[0]![0]).toMatchObject({ id: 10 });

    leave();
    connected(B);
    expect(callbacks.account).toHaveBeenCalledOnce();
    expect(() => modal.subscribeAccount('no' as never)).toThrow(TypeError);
  });

  test('@10.41 have AppKit’s event shape', async () => {
    make();
    await running(modal);
    expect(modal.getEvent().data).toEqual({ type: 'track', event: 'MODAL_CREATED' });
    const callback = vi.fn();
    modal.subscribeEvents(callback);
    FakeEngine.last.host.emit('wallet-track', { event: 'MODAL_OPEN', properties: { connected: false } });
    const data = { type: 'track', event: 'MODAL_OPEN', properties: { connected: false } };
    expect(callback.mock.calls[0]![0]).toMatchObject({ data });
    expect(modal.getEvent()).toMatchObject({ data });
  });

  test('@10.41 return the theme in the page’s own names', async () => {
    make({ themeMode: 'dark', themeVariables: { '--w3m-font-size-master': '12px' } });
    const callback = vi.fn();
    modal.subscribeTheme(callback);
    expect([modal.getThemeMode(), modal.getThemeVariables()]).toEqual([
      'dark',
      { '--w3m-font-size-master': '12px' },
    ]);
    modal.setThemeVariables({ '--w3m-accent': 'red' });
    expect(callback).toHaveBeenLastCalledWith({
      themeMode: 'dark',
      themeVariables: { '--w3m-font-size-master': '12px', '--w3m-accent': 'red' },
    });
    expect(modal.handle!.getOptions().themeVariables).toEqual({
      '--wm-font-scale': 1.2,
      '--w3m-accent': 'red',
    });
    modal.setThemeMode('light');
    await vi.waitFor(() => expect(modal.getThemeMode()).toBe('light'));
  });
});

describe('commands', () => {
  test('@10.41 send their command to the engine', async () => {
    make({ adapters: [new EthersAdapter()] });
    const engine = await running(modal);
    connected();
    engine.set('connections', {
      connections: [
        {
          namespace: 'eip155',
          connectorId: 'w',
          accounts: [{ namespace: 'eip155', address: A, type: 'eoa' }],
          status: 'active',
          auth: null,
          recent: false,
        },
      ],
      connectors: [
        { id: 'w', name: 'W', type: 'ANNOUNCED', chain: 'eip155', parts: [], imageUrl: 'blob:w' } as never,
      ],
    });
    expect(modal.getConnections('eip155')).toEqual([
      { connectorId: 'w', name: 'W', icon: 'blob:w', accounts: [{ address: A, type: 'eoa' }] },
    ]);
    expect([modal.getRecentConnections('eip155'), modal.getConnectorImage({ id: 'w' })]).toEqual([
      [],
      'blob:w',
    ]);
    engine.commands.length = 0;
    await modal.open({ view: 'Networks', namespace: 'eip155' });
    await modal.close();
    await modal.switchNetwork(optimism);
    modal.addNetwork('eip155', { ...mainnet, id: 5, name: 'Five' });
    modal.removeNetwork('eip155', 5);
    await modal.switchConnection({ connection: { connectorId: 'w' }, address: B });
    modal.deleteConnection({ connectorId: 'w' });
    modal.updateFeatures({ history: false });
    modal.setSocialsOrder(['x']);
    modal.setTermsConditionsUrl('https://terms.example');
    modal.showErrorMessage('no');
    modal.redirect('Account');
    modal.setPreferredAccountType('eoa', 'eip155');
    await modal.disconnect('eip155');
    await vi.waitFor(() => expect(engine.commands.at(-1)?.type).toBe('accounts.disconnect'));
    expect(engine.commands).toMatchObject([
      { type: 'router.open', view: 'Networks', namespace: 'eip155' },
      { type: 'router.close' },
      { type: 'networks.switch', network: 'eip155:10' },
      { type: 'networks.add', namespace: 'eip155', network: { caipNetworkId: 'eip155:5' } },
      { type: 'networks.remove', namespace: 'eip155', id: 5 },
      { type: 'connections.switch', connection: { connectorId: 'w', address: B } },
      { type: 'connections.delete', connectorId: 'w' },
      { type: 'options.features', features: { activity: false } },
      { type: 'options.features', features: { socials: ['x'] } },
      { type: 'options.update', options: { termsConditionsUrl: 'https://terms.example' } },
      { type: 'toasts.show', message: 'no', variant: 'error' },
      { type: 'router.reset', view: 'Account' },
      { type: 'embedded.accountType', accountType: 'eoa' },
      { type: 'accounts.disconnect', namespace: 'eip155' },
    ]);
    expect(modal.activeAdapter).toBeInstanceOf(EthersAdapter);
  });

  test('@10.41 return the ID without a network for an unknown network', async () => {
    make();
    const engine = await running(modal);
    engine.set('networks', { active: null, supported: false });
    engine.set('state', { selectedNetworkId: 'eip155:999', activeChain: 'eip155' });
    expect([modal.getCaipNetwork(), modal.getChainId(), modal.getState().selectedNetworkId]).toEqual([
      undefined,
      999,
      'eip155:999',
    ]);
  });

  test('@10.41 set loading for one namespace or all', () => {
    make();
    modal.setLoading(true, 'solana');
    expect([modal.getState().loading, modal.isLoading('eip155'), modal.isLoading('solana')]).toEqual([
      true,
      false,
      true,
    ]);
    modal.setLoading(false, 'solana');
    expect(modal.getState().loading).toBe(false);
  });
});

test('@10.41 warns once for every name without a counterpart, with an alternative', async () => {
  make();
  const adapter = new EthersAdapter();
  for (let time = 0; time < 2; time++) {
    for (const name of Object.keys(UNSUPPORTED_METHODS)) {
      const method = modal[name as keyof typeof UNSUPPORTED_METHODS];
      expect(await method.call(modal), name).toBeUndefined();
    }
    for (const name of Object.keys(UNSUPPORTED_PROPERTIES)) expect((modal as never)[name]).toEqual({});
    for (const name of Object.keys(UNSUPPORTED_ADAPTER)) adapter[name as keyof typeof UNSUPPORTED_ADAPTER]();
    AccountController.subscribe!();
    void DEFAULT_METHODS.eip155;
    (DEFAULT_METHODS.solana as () => void)();
  }
  const warnings = warned.mock.calls.map(([text]) => String(text));
  expect(new Set(warnings).size).toBe(warnings.length);
  expect(warnings).toHaveLength(
    [UNSUPPORTED_METHODS, UNSUPPORTED_PROPERTIES, UNSUPPORTED_ADAPTER].flatMap(Object.keys).length + 2,
  );
  expect(warnings).toContain(
    "[wallet-modal] modal.setCaipNetwork isn't supported. Use `switchNetwork(network)`. See node_modules/wallet-modal/docs/guide/errors.md#not_supported",
  );
  for (const text of warnings) expect(text).toMatch(/^\[wallet-modal\] [\w.]+ isn't supported\. \S/);
});
