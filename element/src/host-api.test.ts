// A page's calls on the handle, with an engine behind it (docs/spec/public-api.md sections 3, 4, 5 and 9).
// @vitest-environment jsdom
import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Command, Network } from './contract';
import { createWalletModal, type Options, type PublicEvent, type WalletModalHandle } from './index';
import type { PageWallet } from './engine/border';
import { page } from './page';
import { FakeEngine, freshPage } from './testing/engine';
import { snapshots } from './testing/snapshots';

vi.mock('virtual:engine', () => import('./testing/engine'));
vi.mock('virtual:engine-glue', async () => (await import('./testing/engine')).loadGlue());

const options = { projectId: 'p', networks: [{ id: 1337, name: 'Demo' }] };
const network = (id: number): Network => ({
  id,
  chainNamespace: 'eip155',
  caipNetworkId: `eip155:${id}`,
  name: `Net ${id}`,
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: {},
});
let handle: WalletModalHandle;
let fetchMock: ReturnType<typeof vi.fn>;

const create = (more: Options = {}) => (handle = createWalletModal({ ...options, ...more }));
const started = async (more: Options = {}) => {
  await create(more).ready();
  FakeEngine.last.answer = () => Promise.resolve('done');
  return handle;
};
const commands = (): Command[] => FakeEngine.last.commands;
const emit = (name: string, detail: object) => FakeEngine.last.host.emit(name, detail);

beforeEach(() => {
  freshPage();
  fetchMock = vi.fn(() => Promise.resolve(new Response()));
  vi.stubGlobal('fetch', fetchMock);
});
afterEach(() => {
  handle?.destroy();
  document.body.replaceChildren();
});

describe('commands', () => {
  const cases: [string, (handle: WalletModalHandle) => Promise<unknown>, object][] = [
    ['redirect', (h) => h.redirect('Networks'), { type: 'router.reset', view: 'Networks' }],
    ['replace', (h) => h.replace('Account'), { type: 'router.replace', view: 'Account' }],
    [
      'connect by connector',
      (h) => h.connect({ connectorId: 'fox', namespace: 'eip155' }),
      { type: 'connect.start', connectorId: 'fox', namespace: 'eip155' },
    ],
    [
      'connect by wallet',
      (h) => h.connect({ walletId: 'fox' }),
      { type: 'connect.start', connectorId: 'fox' },
    ],
    ['disconnect', (h) => h.disconnect('eip155'), { type: 'accounts.disconnect', namespace: 'eip155' }],
    [
      'deleteConnection',
      (h) => h.deleteConnection({ namespace: 'eip155', connectorId: 'fox' }),
      { type: 'connections.delete', namespace: 'eip155', connectorId: 'fox' },
    ],
    [
      'addNetwork',
      (h) => h.addNetwork('eip155', { id: 5 }),
      { type: 'networks.add', namespace: 'eip155', network: { id: 5 } },
    ],
    [
      'removeNetwork',
      (h) => h.removeNetwork('eip155', 5),
      { type: 'networks.remove', namespace: 'eip155', id: 5 },
    ],
    [
      'addAddressLabel',
      (h) => h.addAddressLabel('0xA', 'Savings'),
      { type: 'accounts.label', address: '0xA', label: 'Savings' },
    ],
    [
      'describeTransaction',
      (h) => h.describeTransaction({ hash: '0x1', description: 'Mint', confirmations: 2 }),
      { type: 'transactions.describe', hash: '0x1', description: 'Mint', confirmations: 2 },
    ],
    [
      'describeTransaction',
      (h) => h.describeTransaction({ hash: '0x1', description: 'Mint' }),
      { type: 'transactions.describe', hash: '0x1', description: 'Mint' },
    ],
    [
      'removeAddressLabel',
      (h) => h.removeAddressLabel('0xA'),
      { type: 'accounts.label', address: '0xA', label: null },
    ],
    ['setAnalyticsConsent', (h) => h.setAnalyticsConsent(true), { type: 'telemetry.consent', granted: true }],
    ['setThemeMode', (h) => h.setThemeMode('dark'), { type: 'theme.mode', themeMode: 'dark' }],
    [
      'setThemeVariables',
      (h) => h.setThemeVariables({ '--wm-accent': '#123' }),
      { type: 'theme.variables', themeVariables: { '--wm-accent': '#123' } },
    ],
    ['setLocale', (h) => h.setLocale('de'), { type: 'options.update', options: { locale: 'de' } }],
    [
      'updateFeatures',
      (h) => h.updateFeatures({ send: false }),
      { type: 'options.features', features: { send: false } },
    ],
    [
      'showSuccess',
      (h) => h.showSuccess('Done'),
      { type: 'toasts.show', message: 'Done', variant: 'success' },
    ],
    ['showError', (h) => h.showError('No'), { type: 'toasts.show', message: 'No', variant: 'error' }],
  ];
  test.each(cases)('%s', async (_name, ask, command) => {
    await started();
    await ask(handle);
    expect(commands()).toEqual([command]);
  });

  test('passes the engine’s answer or rejection to the host', async () => {
    await started();
    const account = { address: '0xA' };
    FakeEngine.last.answer = () => Promise.resolve(account);
    expect(await handle.connect({ connectorId: 'fox' })).toEqual(account);
    FakeEngine.last.answer = () => Promise.reject({ code: 4001, message: 'Connection rejected' });
    await expect(handle.connect({ connectorId: 'fox' })).rejects.toMatchObject({
      name: 'WalletError',
      code: 4001,
    });
  });

  test('tells a switchNetwork failure only to its caller', async () => {
    await started();
    FakeEngine.last.answer = () => Promise.reject({ code: 4902, message: 'Unrecognized chain' });
    await expect(handle.switchNetwork('eip155:5')).resolves.toBeUndefined();
    await expect(handle.switchNetwork(network(5), { throwOnFailure: true })).rejects.toMatchObject({
      code: 4902,
    });
    expect(commands()).toEqual([
      { type: 'networks.switch', network: 'eip155:5' },
      { type: 'networks.switch', network: 'eip155:5' },
    ]);
  });
});

describe('settings before the engine', () => {
  test('load nothing, can be read back, and reach the engine when it starts', async () => {
    create({ features: { send: true, activity: true } });
    await Promise.all([
      handle.setThemeMode('dark'),
      handle.setThemeVariables({ '--wm-accent': '#123' }),
      handle.setLocale('de'),
      handle.updateFeatures({ send: false }),
      handle.setAnalyticsConsent(false),
      handle.addAddressLabel('0xA', 'Old'),
      handle.addAddressLabel('0xa', 'New'),
      handle.setAnalyticsConsent(true),
    ]);
    expect(fetchMock).not.toHaveBeenCalled();
    expect(handle.getTheme()).toEqual({ themeMode: 'dark', themeVariables: { '--wm-accent': '#123' } });
    await handle.ready();
    expect(FakeEngine.last.options).toMatchObject({
      themeMode: 'dark',
      locale: 'de',
      features: { send: false, activity: true },
    });
    // The last call of each, before anything else.
    expect(commands()).toEqual([
      { type: 'telemetry.consent', granted: true },
      { type: 'accounts.label', address: '0xa', label: 'New' },
    ]);
  });

  test('stay at their last value after a trap', async () => {
    vi.useFakeTimers();
    create();
    await handle.setAnalyticsConsent(true);
    await vi.waitFor(() => handle.ready());
    FakeEngine.last.answer = () => Promise.resolve();
    await handle.setAnalyticsConsent(false);
    FakeEngine.died();
    vi.runAllTimers();
    vi.useRealTimers();
    expect(FakeEngine.made).toHaveLength(2);
    expect(commands()).toEqual([{ type: 'telemetry.consent', granted: false }]);
  });
});

describe('readings', () => {
  test('gives networks: all, by namespace, the active one and the approved ones', async () => {
    await started();
    const list = [network(1), network(5)];
    FakeEngine.last.set('networks', { list, active: list[1]!, approved: null });
    expect([handle.getNetworks().length, handle.getNetworks('solana').length, handle.getChainId()]).toEqual([
      2, 0, 5,
    ]);
    expect([handle.getNetwork('eip155')?.id, handle.getNetwork('solana')]).toEqual([5, null]);
    expect(handle.getApprovedNetworkIds()).toEqual(['eip155:1', 'eip155:5']);
    FakeEngine.last.set('networks', { approved: ['eip155:5', 'eip155:99'] });
    expect(handle.getApprovedNetworkIds()).toEqual(['eip155:5']);
  });

  test('gives connections, recent wallets and the provider’s type', async () => {
    await started();
    const recent = [{ id: 'fox', name: 'Fox', rdns: null, icon: null }];
    FakeEngine.last.set('connections', {
      connectors: [{ id: 'fox', type: 'ANNOUNCED', chain: 'eip155' } as never],
      connections: [{ namespace: 'eip155', connectorId: 'fox' } as never],
      recentWallets: recent,
    });
    expect([handle.getConnections('eip155').length, handle.getConnections('solana').length]).toEqual([1, 0]);
    expect(handle.getRecentWallets()).toEqual(recent);
    expect(handle.getProviderType('eip155')).toBeNull();
    FakeEngine.last.set('accounts', {
      list: [{ namespace: 'eip155', isConnected: true, connectorId: 'fox' } as never],
    });
    expect([handle.getProviderType('eip155'), handle.getProviderType('solana')]).toEqual(['ANNOUNCED', null]);
  });

  test('never throws before the engine or after the end', async () => {
    create();
    const all = () => [
      handle.getApprovedNetworkIds(),
      handle.getConnections(),
      handle.getRecentWallets(),
      handle.getTransactions(),
      handle.getProviderType('eip155'),
      handle.getSIWX(),
      handle.getConnectors(),
      handle.getAccount().profileName,
    ];
    expect(all()).toEqual([[], [], [], [], null, null, [], null]);
    await handle.ready();
    handle.destroy();
    expect(all()).toEqual([[], [], [], [], null, null, [], null]);
  });
});

describe('subscriptions', () => {
  test('give the current value immediately, then each change, until unsubscribed', async () => {
    await started();
    const counts: Record<string, number> = {};
    const names = ['State', 'Account', 'Network', 'Connections', 'Theme', 'WalletInfo'] as const;
    const leave = names.map((name) =>
      handle[`subscribe${name}`](() => (counts[name] = (counts[name] ?? 0) + 1)),
    );
    expect(counts).toEqual(Object.fromEntries(names.map((name) => [name, 1])));
    for (const slice of ['state', 'accounts', 'networks', 'connections', 'theme'] as const)
      FakeEngine.last.set(slice, {});
    expect(counts).toEqual(Object.fromEntries(names.map((name) => [name, 2])));
    leave.forEach((fn) => fn());
    FakeEngine.last.set('state', {});
    expect(counts.State).toBe(2);
  });

  test('call subscribeFeatures only if features changed', async () => {
    await started();
    const states: unknown[] = [];
    handle.subscribeFeatures((features) => states.push(features));
    FakeEngine.last.set('state', { features: {} });
    FakeEngine.last.set('state', { features: { send: false } });
    FakeEngine.last.set('state', { features: { send: false } });
    expect(states).toEqual([{}, { send: false }]);
  });

  test('call subscribeProviders when a wallet connects and disconnects', async () => {
    await started();
    const values: unknown[] = [];
    handle.subscribeProviders((providers) => values.push(providers));
    const list = (isConnected: boolean) => ({ list: [{ namespace: 'eip155', isConnected } as never] });
    FakeEngine.last.set('accounts', list(true));
    FakeEngine.last.set('accounts', list(true));
    FakeEngine.last.set('accounts', list(false));
    expect(values).toEqual([{}, { eip155: handle.getProvider('eip155') }, {}]);
  });

  test('call subscribeEvents for every public event, even if a listener throws', async () => {
    await started();
    const events: PublicEvent[] = [];
    handle.subscribeEvents(() => {
      throw new Error('the host');
    });
    const leave = handle.subscribeEvents((event) => events.push(event));
    emit('wallet-track', { event: 'MODAL_OPEN', properties: {} });
    emit('wallet-anything-new', { x: 1 });
    leave();
    emit('wallet-track', {});
    expect(events).toEqual([
      { type: 'wallet-track', detail: { event: 'MODAL_OPEN', properties: {} } },
      { type: 'wallet-anything-new', detail: { x: 1 } },
    ]);
    const source = readFileSync('element/src/events.ts', 'utf8');
    const names = [...source.matchAll(/^ {2}'(wallet-[\w-]+)': /gm)].map(([, name]) => name!);
    expect(names.length).toBeGreaterThan(20);
    const heard: string[] = [];
    handle.subscribeEvents(({ type }) => heard.push(type));
    for (const name of names) handle.dispatchEvent(new CustomEvent(name));
    expect(heard).toEqual(names);
  });
});

describe("a host's own connector", () => {
  const provider = { request: async () => null };
  const announced = () => vi.mocked(FakeEngine.prototype.announce).mock.calls as unknown as [PageWallet][];
  beforeEach(() => void vi.spyOn(FakeEngine.prototype, 'announce'));

  test('becomes a wallet once, added before or after the start', async () => {
    create().addConnector({ id: 'mine', name: 'Mine', provider, info: { rdns: 'App.Mine' } });
    handle.addConnector({ id: 'mine', name: 'Again', provider });
    expect(fetchMock).not.toHaveBeenCalled();
    await handle.ready();
    handle.addConnector({ id: 'two', name: 'Two', provider: { ...provider } });
    expect(announced().map(([wallet]) => wallet)).toMatchObject([
      { id: 'mine', name: 'Mine', rdns: 'app.mine', type: 'HOST', provider, namespaces: ['eip155'] },
      { id: 'two', name: 'Two', rdns: null, type: 'HOST' },
    ]);
    FakeEngine.last.set('connections', { connectors: [{ id: 'mine', chain: 'eip155', parts: [] } as never] });
    expect(handle.getConnectors()[0]!.provider).toBe(provider);
  });

  test('@10.33 never gets another wallet’s provider by ID or rdns', async () => {
    await started();
    const of = (id: string) => {
      FakeEngine.last.set('connections', { connectors: [{ id, chain: 'eip155', parts: [] } as never] });
      return handle.getConnectors()[0]!.provider;
    };
    handle.addConnector({ id: 'io.nova', name: 'Mine', provider, info: { rdns: 'io.other' } });
    // a connection from an earlier page load, whose wallet hasn't announced itself yet
    expect([of('io.nova'), of('io.other'), of('host:io.other')]).toEqual([undefined, undefined, undefined]);
    expect(of('host:io.nova')).toBe(provider);
    const other = { ...provider };
    handle.addConnector({ id: 'injected', name: 'Other', provider: other });
    expect([of('injected'), of('host:injected')]).toEqual([undefined, other]);
  });

  test('@4.47 lists a wallet of several namespaces once, found by each of them', async () => {
    await started();
    handle.addConnector({ id: 'mine', name: 'Mine', provider });
    const parts = [
      { chain: 'eip155', id: 'mine' },
      { chain: 'solana', id: 'solana:mine' },
    ];
    const others = { id: 'other', chain: 'cosmos', parts: [] };
    FakeEngine.last.set('connections', {
      connectors: [{ id: 'mine', chain: 'eip155', parts }, others] as never[],
    });
    const of = (family?: 'eip155' | 'solana' | 'bip122') =>
      handle.getConnectors(family).map(({ id, provider: own }) => [id, own]);
    expect(of()).toEqual([
      ['mine', provider],
      ['other', undefined],
    ]);
    expect(of('eip155')).toEqual([['mine', provider]]);
    // its Solana object isn't one that this page received
    expect(of('solana')).toEqual([['mine', undefined]]);
    expect(of('bip122')).toEqual([]);
  });

  test('is announced again to the engine after a trap', async () => {
    await started();
    handle.addConnector({ id: 'mine', name: 'Mine', provider });
    vi.useFakeTimers();
    FakeEngine.died();
    vi.runAllTimers();
    vi.useRealTimers();
    expect(announced().map(([{ id }]) => id)).toEqual(['mine', 'mine']);
  });

  test('is refused immediately if invalid', () => {
    create();
    for (const wrong of [{}, { id: 'x', name: 'X' }, { id: 'x', name: 'X', provider: {} }, null])
      expect(() => handle.addConnector(wrong as never)).toThrow(TypeError);
    expect(() => handle.addConnector({ id: 'x', name: 'X', provider, chain: 'solana' })).toThrow(TypeError);
  });
});

describe('the providers of other namespaces', () => {
  test('is one object per namespace, with byte methods after ready()', async () => {
    create();
    const provider = handle.getProvider('solana');
    expect(handle.getProvider('solana')).toBe(provider);
    expect(provider).not.toBe(handle.getProvider('eip155'));
    expect([handle.getProvider('near' as never), 'signMessage' in provider]).toEqual([undefined, false]);
    // without a stored connection no account is connected, so no engine starts
    expect(await provider.request({ method: 'solana_getAccounts' })).toEqual([]);
    expect(fetchMock).not.toHaveBeenCalled();
    await handle.ready();
    expect(provider.signMessage).toBeTypeOf('function');
    expect(provider.publicKey).toBeNull();
    const request = vi.spyOn(FakeEngine.last, 'request').mockResolvedValue({ transactions: [] });
    await provider.signAllTransactions([]);
    expect(request).toHaveBeenCalledWith(
      'solana',
      expect.objectContaining({ method: 'solana_signAllTransactions' }),
    );
  });

  test('has its own object and methods for Bitcoin', async () => {
    create();
    const provider = handle.getProvider('bip122');
    expect([handle.getProvider('bip122') === provider, 'signPSBT' in provider]).toEqual([true, false]);
    await handle.ready();
    vi.spyOn(FakeEngine.last, 'request').mockResolvedValue([]);
    expect(await provider.getAccounts()).toEqual([]);
  });

  test('has its own object and methods for Cosmos', async () => {
    create();
    const provider = handle.getProvider('cosmos');
    expect([handle.getProvider('cosmos') === provider, 'signAmino' in provider]).toEqual([true, false]);
    await handle.ready();
    const request = vi.spyOn(FakeEngine.last, 'request').mockResolvedValue([]);
    expect(await provider.getAccounts()).toEqual([]);
    expect(request).toHaveBeenCalledWith('cosmos', expect.objectContaining({ method: 'cosmos_getAccounts' }));
  });

  test('has its own object and methods for Polkadot', async () => {
    create();
    const provider = handle.getProvider('polkadot');
    expect([handle.getProvider('polkadot') === provider, 'signer' in provider]).toEqual([true, false]);
    await handle.ready();
    const signature = `0x${'7a'.repeat(64)}`;
    const request = vi.spyOn(FakeEngine.last, 'request').mockResolvedValue({ signature });
    expect(await provider.signer.signRaw({ address: 'a', data: 'Hello' })).toEqual({ id: 1, signature });
    expect(request).toHaveBeenCalledWith(
      'polkadot',
      expect.objectContaining({ method: 'polkadot_signMessage', params: { address: 'a', message: 'Hello' } }),
    );
  });

  test('is registered as a Solana wallet if the option is on', async () => {
    const registered: { name: string }[] = [];
    const api = { register: (wallet: { name: string }) => void registered.push(wallet) };
    const hear = (event: Event) => (event as CustomEvent<(of: typeof api) => void>).detail(api);
    addEventListener('wallet-standard:register-wallet', hear);
    const networks = [{ ...network(1), chainNamespace: 'solana' as const, caipNetworkId: 'solana:devnet' }];
    create({ networks: options.networks as never, announceProvider: true, metadata: { name: 'My shop' } });
    handle.destroy();
    create({ networks });
    handle.destroy();
    create({ networks, announceProvider: true, metadata: { name: 'My shop' } });
    await vi.waitFor(() => expect(registered).toMatchObject([{ name: 'My shop' }]));
    removeEventListener('wallet-standard:register-wallet', hear);
  });
});

describe('option announceProvider', () => {
  const hearing = () => {
    const announcements: {
      info: { uuid: string; name: string; icon: string; rdns: string };
      provider: unknown;
    }[] = [];
    const hear = (event: Event) => announcements.push((event as CustomEvent).detail);
    addEventListener('eip6963:announceProvider', hear);
    return { heard: announcements, leave: () => removeEventListener('eip6963:announceProvider', hear) };
  };
  const ask = () => dispatchEvent(new Event('eip6963:requestProvider'));

  test('announces the provider on every request, frozen, until the end', () => {
    const { heard, leave } = hearing();
    create({ announceProvider: true, metadata: { name: 'My shop' } });
    ask();
    handle.destroy();
    ask();
    leave();
    expect(heard).toHaveLength(2);
    const [{ info, provider }] = heard as [(typeof heard)[0]];
    expect([heard[0] === heard[1], Object.isFrozen(heard[0]), Object.isFrozen(info)]).toEqual([
      true,
      true,
      true,
    ]);
    expect(provider).toBe(handle.getProvider('eip155'));
    expect(info).toMatchObject({ name: 'My shop', rdns: 'dev.wallet-modal' });
    expect(info.uuid).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(info.icon).toMatch(/^data:image\/svg\+xml,/);
  });

  test('is off by default, with a new uuid each time, and never on its own list', async () => {
    const { heard, leave } = hearing();
    create();
    ask();
    expect(heard).toEqual([]);
    handle.destroy();
    const announced = vi.spyOn(FakeEngine.prototype, 'announce');
    create({ announceProvider: true });
    handle.destroy();
    create({ announceProvider: true });
    await handle.ready();
    leave();
    expect(new Set(heard.map(({ info }) => info.uuid)).size).toBe(2);
    expect(announced).not.toHaveBeenCalled();
  });
});

describe('events', () => {
  test('@7.46 tracks a trap in addition to its error event', async () => {
    await started();
    const events: PublicEvent[] = [];
    handle.subscribeEvents((event) => events.push(event));
    vi.useFakeTimers();
    FakeEngine.died();
    vi.runAllTimers();
    vi.useRealTimers();
    expect(events.filter(({ type }) => /error|track/.test(type))).toEqual([
      { type: 'wallet-error', detail: expect.objectContaining({ code: -32603 }) },
      {
        type: 'wallet-track',
        detail: { event: 'INTERNAL_SDK_ERROR', properties: { message: 'An error occurred' } },
      },
    ]);
  });

  test.each([true, false, undefined])(
    '@7.34 reports a trap through the next engine if analytics are on: %s',
    async (analytics) => {
      await started(analytics === undefined ? {} : { features: { analytics } });
      vi.useFakeTimers();
      FakeEngine.died();
      vi.runAllTimers();
      vi.useRealTimers();
      const reports = FakeEngine.last.commands.filter(({ type }) => type == 'telemetry.trapped');
      expect(reports.length).toBe(analytics ? 1 : 0);
    },
  );

  test('sends counted events before the page is gone', async () => {
    await started();
    const engine = FakeEngine.last;
    const flushed = () => engine.commands.filter(({ type }) => type == 'telemetry.flush').length;
    dispatchEvent(new Event('pagehide'));
    expect(flushed()).toBe(1);
    const hide = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
    document.dispatchEvent(new Event('visibilitychange'));
    hide.mockReturnValue(false);
    document.dispatchEvent(new Event('visibilitychange'));
    expect(flushed()).toBe(2);
    handle.destroy();
    dispatchEvent(new Event('pagehide'));
    expect(flushed()).toBe(2);
  });

  test('asks the page before the user closes an early card', async () => {
    let arrive!: (answer: Response) => void;
    vi.stubGlobal('fetch', () => new Promise((resolve) => (arrive = resolve)));
    create();
    const opened = handle.open();
    const dialog = document.querySelector('wallet-modal')!.shadowRoot!.querySelector('dialog')!;
    const events: unknown[] = [];
    const stop = (event: Event) => {
      events.push((event as CustomEvent).detail);
      event.preventDefault();
    };
    handle.addEventListener('wallet-before-close', stop, { once: true });
    document.addEventListener('wallet-before-close', stop, { once: true });
    const esc = () => dialog.dispatchEvent(new Event('cancel', { cancelable: true }));
    esc();
    expect([dialog.open, events]).toEqual([true, [{ reason: 'user' }, { reason: 'user' }]]);
    esc();
    expect(dialog.open).toBe(false);
    await expect(opened).rejects.toMatchObject({ code: 4001, message: 'Modal closed' });
    arrive(new Response());
    await handle.ready();
    expect(commands()).toEqual([]);
  });

  test('continues a waiting open() if the close was prevented', async () => {
    let arrive!: (answer: Response) => void;
    vi.stubGlobal('fetch', () => new Promise((resolve) => (arrive = resolve)));
    create();
    const opened = handle.open();
    handle.addEventListener('wallet-before-close', (event) => event.preventDefault(), { once: true });
    document.querySelector('wallet-modal')!.shadowRoot!.querySelector<HTMLElement>('.overlay')!.click();
    arrive(new Response());
    await opened;
    expect(commands()).toMatchObject([{ type: 'router.open' }]);
  });
});

describe('an account', () => {
  test('returns its state as the engine has it', async () => {
    await started();
    const account = {
      ...snapshots().accounts.list[0],
      namespace: 'eip155',
      address: '0xA',
      isConnected: true,
    };
    FakeEngine.last.set('accounts', { list: [account as never] });
    expect([handle.getAddress(), handle.getIsConnected(), handle.getAccount('solana').status]).toEqual([
      '0xA',
      true,
      'disconnected',
    ]);
    expect(page.handle).toBe(handle);
  });
});
