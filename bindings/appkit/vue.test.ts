// The composables: in a component, in a scope, and on a server with hydration.
// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createApp, createSSRApp, defineComponent, effectScope, h, nextTick, watch, type App } from 'vue';
import { renderToString } from 'vue/server-renderer';
import { freshPage } from '../../element/src/testing/engine';
import { A, B, connected, mainnet, optimism, running, say } from './testing';
import * as kit from './vue';

vi.mock('virtual:engine', () => import('../../element/src/testing/engine'));
vi.mock('virtual:engine-glue', async () => (await import('../../element/src/testing/engine')).loadGlue());

let modal: kit.AppKit;
let app: App | undefined;
const make = (more: Partial<kit.AppKitOptions> = {}): kit.AppKit =>
  (modal = kit.createAppKit({ projectId: 'p', networks: [mainnet, optimism], ...more }));

/** Returns the result of a component's setup. */
function inSetup<T>(setup: () => T): T {
  let result: T;
  app = createApp({ setup: () => ((result = setup()), () => null) });
  app.mount(document.createElement('div'));
  return result!;
}

beforeEach(freshPage);
afterEach(() => {
  app?.unmount();
  app = undefined;
  modal?.handle?.destroy();
  delete kit.AppKit.instance;
  kit.getAppKit(undefined as never);
  document.body.replaceChildren();
  vi.unstubAllGlobals();
});

test('@10.41 throws by name without the modal, except for the account', () => {
  for (const name of [
    'useAppKit',
    'useAppKitNetwork',
    'useAppKitState',
    'useAppKitTheme',
    'useAppKitEvents',
  ] as const)
    expect(kit[name]).toThrow(`${name} needs the modal. Call createAppKit first`);
  const account = kit.useAppKitAccount();
  expect(account.value.status).toBe('disconnected');
});

describe('vue, in a component', () => {
  test('@10.41 updates refs and objects, and keeps them until a new value', async () => {
    make();
    const engine = await running(modal);
    const changes = { account: 0, state: 0 };
    const now = inSetup(() => {
      const account = kit.useAppKitAccount();
      const state = kit.useAppKitState();
      watch(account, () => changes.account++, { flush: 'sync' });
      watch(
        () => state.open,
        () => changes.state++,
        { flush: 'sync' },
      );
      return {
        account,
        state,
        solana: kit.useAppKitAccount({ namespace: 'solana' }),
        network: kit.useAppKitNetwork(),
        provider: kit.useAppKitProvider('eip155'),
        wallet: kit.useWalletInfo(),
      };
    });
    expect(now.provider).toEqual({ walletProvider: undefined, walletProviderType: undefined });
    expect(now.network.value).toMatchObject({ chainId: 1, caipNetworkId: 'eip155:1' });
    expect(now.wallet).toEqual({ walletInfo: undefined });
    await vi.waitFor(() => expect(now.state.initialized).toBe(true));
    connected();
    expect(now.account.value).toMatchObject({ address: A, isConnected: true, status: 'connected' });
    expect(changes.account).toBe(1);
    expect(now.solana.value.isConnected).toBe(false);
    // the provider itself, not a Vue proxy of it
    expect(now.provider.walletProvider).toBe(modal.handle!.getProvider('eip155'));
    const account = now.account.value;
    engine.set('activity', {});
    expect(now.account.value).toBe(account);
    engine.set('networks', { active: modal.getCaipNetworks()[1] as never });
    expect(now.network.value.chainId).toBe(10);
    expect([changes.account, changes.state]).toEqual([1, 0]);
    engine.set('state', { ...engine.slices.state, open: false });
    expect([now.state.open, changes.state]).toEqual([false, 1]);
    say({ status: 'disconnected' });
    expect(now.provider.walletProvider).toBeUndefined();
  });

  test('@10.41 opens, closes, switches, reads theme, events and balance, and disconnects', async () => {
    make({ themeMode: 'light' });
    const engine = await running(modal, ({ method }) => method == 'eth_getBalance' && '0x1bc16d674ec80001');
    connected();
    const now = inSetup(() => ({
      ...kit.useAppKit(),
      network: kit.useAppKitNetwork(),
      theme: kit.useAppKitTheme(),
      event: kit.useAppKitEvents(),
      ...kit.useAppKitBalance(),
      ...kit.useDisconnect(),
    }));
    expect(now.theme).toMatchObject({ themeMode: 'light', themeVariables: {} });
    now.theme.setThemeVariables({ '--w3m-accent': 'red' });
    expect(now.theme.themeVariables).toEqual({ '--w3m-accent': 'red' });
    engine.host.emit('wallet-track', { event: 'MODAL_OPEN' });
    expect(now.event.data).toEqual({ type: 'track', event: 'MODAL_OPEN' });
    expect((await now.fetchBalance()).data).toEqual({ balance: '2.000000000000000001', symbol: 'ETH' });
    await now.open({ view: 'AllWallets' });
    await now.close();
    await now.network.value.switchNetwork(optimism);
    await now.disconnect({ namespace: 'eip155' });
    expect(engine.commands.map(({ type }) => type)).toEqual(
      expect.arrayContaining(['router.open', 'router.close', 'networks.switch', 'accounts.disconnect']),
    );
    expect(engine.commands).toContainEqual({ type: 'accounts.disconnect', namespace: 'eip155' });
  });

  test('@10.41 switches and removes connections, with callbacks', async () => {
    make();
    const engine = await running(modal);
    connected();
    const item = {
      namespace: 'eip155',
      connectorId: 'w',
      accounts: [{ namespace: 'eip155', address: A, type: 'eoa' }],
      status: 'active',
      auth: null,
      recent: false,
    };
    engine.set('connections', {
      connections: [item as never, { ...item, connectorId: 'v', recent: true } as never],
    });
    const onSuccess = vi.fn();
    const onError = vi.fn();
    const { one, all } = inSetup(() => ({
      one: kit.useAppKitConnection({ namespace: 'eip155', onSuccess, onError }),
      all: kit.useAppKitConnections('eip155'),
    }));
    expect(all.value.recentConnections.map(({ connectorId }) => connectorId)).toEqual(['v']);
    const connection = one.value.connection!;
    const pending = one.value.switchConnection({ connection, address: B });
    expect(one.value.isPending).toBe(true);
    await pending;
    expect(one.value.isPending).toBe(false);
    expect(onSuccess).toHaveBeenLastCalledWith(
      expect.objectContaining({ hasSwitchedAccount: true, hasSwitchedWallet: false }),
    );
    one.value.deleteConnection({ address: A, connectorId: 'v' });
    expect(onSuccess).toHaveBeenLastCalledWith(
      expect.objectContaining({ address: A, hasDeletedWallet: true }),
    );
    engine.answer = () => Promise.reject({ code: 4001, message: 'no' });
    await one.value.switchConnection({ connection });
    expect(onError).toHaveBeenCalledWith(expect.objectContaining({ code: 4001 }));
  });

  test('@10.41 updates nothing after unmount or the end of its scope', async () => {
    make();
    await running(modal);
    const here = inSetup(() => kit.useAppKitAccount());
    const scope = effectScope();
    const there = scope.run(() => kit.useAppKitAccount())!;
    app!.unmount();
    app = undefined;
    scope.stop();
    connected();
    expect([here.value.isConnected, there.value.isConnected]).toEqual([false, false]);
  });
});

describe('vue, on a server', () => {
  const Page = defineComponent(() => {
    const account = kit.useAppKitAccount();
    const network = kit.useAppKitNetwork();
    const state = kit.useAppKitState();
    const provider = kit.useAppKitProvider('eip155');
    return () =>
      h(
        'p',
        [
          account.value.status,
          network.value.chainId,
          state.initialized,
          provider.walletProvider ? 'provider' : 'none',
        ].join(),
      );
  });

  test('@10.41 renders disconnected, and hydrates without a mismatch', async () => {
    const options = { defaultNetwork: optimism };
    vi.stubGlobal('document', undefined);
    make(options);
    const html = await renderToString(createSSRApp(Page));
    vi.unstubAllGlobals();
    freshPage();
    expect(html).toBe('<p>disconnected,10,false,none</p>');
    expect(modal.handle).toBeNull();
    delete kit.AppKit.instance;

    make(options);
    await running(modal);
    connected();
    const spies = [vi.spyOn(console, 'warn'), vi.spyOn(console, 'error')];
    const root = document.createElement('div');
    // eslint-disable-next-line no-restricted-syntax -- what a server has sent
    root.append(...new DOMParser().parseFromString(html, 'text/html').body.childNodes);
    const first = root.firstElementChild!;
    app = createSSRApp(Page);
    app.mount(root);
    expect(root.firstElementChild).toBe(first);
    await nextTick();
    for (const one of spies) expect(one).not.toHaveBeenCalled();
    await vi.waitFor(() => expect(root.textContent).toBe('connected,1,true,provider'));
  });
});
