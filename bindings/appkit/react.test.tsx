// The hooks, components and elements, in a browser, and on a server with hydration.
// @vitest-environment jsdom
import { act, cleanup, render, renderHook, screen } from '@testing-library/react';

import { StrictMode } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { FakeEngine, freshPage } from '../../element/src/testing/engine';
import * as kit from './react';
import { A, B, connected, mainnet, optimism, running, say } from './testing';

vi.mock('virtual:engine', () => import('../../element/src/testing/engine'));
vi.mock('virtual:engine-glue', async () => (await import('../../element/src/testing/engine')).loadGlue());

let modal: kit.AppKit;
const make = (more: Partial<kit.AppKitOptions> = {}): kit.AppKit =>
  (modal = kit.createAppKit({ projectId: 'p', networks: [mainnet, optimism], ...more }));

beforeEach(freshPage);
afterEach(() => {
  cleanup();
  modal?.handle?.destroy();
  delete kit.AppKit.instance;
  kit.getAppKit(undefined as never);
  document.body.replaceChildren();
  vi.unstubAllGlobals();
});

test('@10.41 throws by name for a hook that needs the modal', () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  expect(() => renderHook(() => kit.useAppKit())).toThrow(
    'useAppKit needs the modal. Call createAppKit first',
  );
  expect(() => renderHook(() => kit.useAppKitState())).toThrow('useAppKitState');
  expect(renderHook(() => kit.useAppKitAccount()).result.current.isConnected).toBe(false);
});

describe('hooks', () => {
  test('@10.41 read the engine, render once per change, and keep their objects', async () => {
    make();
    const engine = await running(modal);
    let renders = 0;
    const { result } = renderHook(() => {
      renders++;
      return {
        account: kit.useAppKitAccount(),
        solana: kit.useAppKitAccount({ namespace: 'solana' }),
        network: kit.useAppKitNetwork(),
        provider: kit.useAppKitProvider('eip155'),
        state: kit.useAppKitState(),
        wallet: kit.useWalletInfo(),
      };
    });
    await vi.waitFor(() => expect(result.current.state.initialized).toBe(true));
    expect(result.current.provider).toEqual({ walletProvider: undefined, walletProviderType: undefined });
    expect(result.current.network).toMatchObject({ chainId: 1, caipNetworkId: 'eip155:1' });
    const before = renders;
    act(() => connected());
    expect(renders).toBe(before + 1);
    expect(result.current.account).toMatchObject({ address: A, isConnected: true, status: 'connected' });
    expect(result.current.solana).toMatchObject({ isConnected: false, allAccounts: [] });
    expect(result.current.provider.walletProvider).toBe(modal.handle!.getProvider('eip155'));
    const { account, network } = result.current;
    act(() => engine.set('activity', {}));
    expect(renders).toBe(before + 1);
    act(() => engine.set('networks', { active: modal.getCaipNetworks()[1] as never }));
    expect(result.current.network.chainId).toBe(10);
    expect(result.current.network.switchNetwork).toBe(network.switchNetwork);
    expect(result.current.account).toBe(account);
  });

  test('@10.41 return another namespace’s account immediately', async () => {
    make();
    await running(modal);
    act(() => connected());
    act(() => say({ status: 'connected', address: 'S0lAddress' }, 'solana', 'x'));
    const { result, rerender } = renderHook(({ namespace }) => kit.useAppKitAccount({ namespace }), {
      initialProps: { namespace: 'eip155' as kit.ChainNamespace },
    });
    expect(result.current.address).toBe(A);
    rerender({ namespace: 'solana' });
    expect(result.current.caipAddress).toBe('solana:x:S0lAddress');
  });

  test('@10.41 return the user of an embedded wallet', async () => {
    make();
    await running(modal);
    const embedded = {
      user: { email: 'ada@example.org', username: null },
      authProvider: 'email',
      accountType: 'smartAccount',
      isSmartAccountDeployed: false,
    } as const;
    act(() => say({ status: 'connected', address: A, embedded }));
    const { result } = renderHook(() => kit.useAppKitAccount());
    expect(result.current.embeddedWalletInfo).toEqual({
      user: { email: 'ada@example.org', accounts: [{ type: 'eoa', address: A }] },
      authProvider: 'email',
      accountType: 'smartAccount',
      isSmartAccountDeployed: false,
    });
  });

  test('@10.41 return theme and events, and open and close the modal', async () => {
    make({ themeMode: 'light' });
    const engine = await running(modal);
    const { result } = renderHook(() => ({
      theme: kit.useAppKitTheme(),
      event: kit.useAppKitEvents(),
      kit: kit.useAppKit(),
    }));
    expect(result.current.theme).toMatchObject({ themeMode: 'light', themeVariables: {} });
    act(() => result.current.theme.setThemeVariables({ '--w3m-accent': 'red' }));
    expect(result.current.theme.themeVariables).toEqual({ '--w3m-accent': 'red' });
    act(() => engine.host.emit('wallet-track', { event: 'MODAL_OPEN' }));
    expect(result.current.event.data).toEqual({ type: 'track', event: 'MODAL_OPEN' });
    await act(() => result.current.kit.open({ view: 'AllWallets' }));
    await act(() => result.current.kit.close());
    expect(engine.commands.filter(({ type }) => type.startsWith('router'))).toMatchObject([
      { type: 'router.open', view: 'AllWallets' },
      { type: 'router.close' },
    ]);
  });

  test('@10.41 read the exact balance from the node, or the engine’s in other namespaces', async () => {
    make();
    await running(modal, ({ method }) => method == 'eth_getBalance' && '0x1bc16d674ec80001');
    const { result } = renderHook(() => kit.useAppKitBalance());
    expect(await result.current.fetchBalance()).toMatchObject({
      isError: true,
      isSuccess: false,
      data: undefined,
    });
    act(() => connected());
    expect(await result.current.fetchBalance()).toEqual({
      data: { balance: '2.000000000000000001', symbol: 'ETH' },
      error: null,
      isSuccess: true,
      isError: false,
    });
    const solana = { ...modal.getCaipNetworks()[0]!, chainNamespace: 'solana', caipNetworkId: 'solana:x' };
    act(() => {
      FakeEngine.last.set('networks', { active: solana as never });
      FakeEngine.last.set('state', { activeChain: 'solana' });
      say({ status: 'connected', address: 'S0l' }, 'solana', 'x');
    });
    const fetching = result.current.fetchBalance();
    act(() =>
      say({ status: 'connected', address: 'S0l', balance: '1.5', balanceSymbol: 'SOL' }, 'solana', 'x'),
    );
    expect((await fetching).data).toEqual({ balance: '1.5', symbol: 'SOL' });
  });

  test('@10.41 switch and remove connections, with callbacks', async () => {
    make();
    const engine = await running(modal, ({ type }) => {
      if (type == 'connections.switch' && engine.commands.length > 3) throw { code: 4001, message: 'no' };
    });
    const onSuccess = vi.fn();
    const onError = vi.fn();
    act(() => {
      connected();
      const item = {
        namespace: 'eip155',
        connectorId: 'w',
        accounts: [{ namespace: 'eip155', address: A, type: 'eoa' }],
        status: 'active',
        auth: null,
        recent: false,
      } as const;
      engine.set('connections', {
        connections: [item as never, { ...item, connectorId: 'v', recent: true } as never],
      });
    });
    const { result } = renderHook(() => ({
      one: kit.useAppKitConnection({ namespace: 'eip155', onSuccess, onError }),
      all: kit.useAppKitConnections('eip155'),
    }));
    expect(result.current.all.recentConnections.map(({ connectorId }) => connectorId)).toEqual(['v']);
    const { connection } = result.current.one;
    engine.commands.length = 0;
    await act(() => result.current.one.switchConnection({ connection: connection!, address: B }));
    expect(onSuccess).toHaveBeenLastCalledWith(expect.objectContaining({ namespace: 'eip155', address: A }));
    await act(async () => result.current.one.deleteConnection({ address: A, connectorId: 'v' }));
    expect(onSuccess).toHaveBeenLastCalledWith(expect.objectContaining({ hasDeletedWallet: true }));
    engine.answer = () => Promise.reject({ code: 4001, message: 'no' });
    await act(() => result.current.one.switchConnection({ connection: connection! }));
    expect(onError).toHaveBeenCalledWith(expect.objectContaining({ code: 4001 }));
    expect(result.current.one.isPending).toBe(false);
  });

  test('@10.41 disconnect one namespace or all', async () => {
    make();
    const engine = await running(modal);
    act(() => connected());
    engine.commands.length = 0;
    const { result } = renderHook(() => kit.useDisconnect());
    await result.current.disconnect({ namespace: 'eip155' });
    await result.current.disconnect();
    expect(engine.commands).toEqual([
      { type: 'accounts.disconnect', namespace: 'eip155' },
      { type: 'accounts.disconnect', namespace: undefined },
    ]);
  });
});

describe('elements', () => {
  test('@10.41 exist with both prefixes, and pass on attributes and properties', () => {
    make();
    for (const prefix of ['appkit', 'w3m']) {
      const button = document.createElement(`${prefix}-button`) as HTMLElement & Record<string, unknown>;
      button.setAttribute('loadinglabel', 'Wait');
      button.setAttribute('size', 'sm');
      document.body.append(button);
      Object.assign(button, { label: 'Join', charsStart: 6, namespace: 'solana', disabled: true });
      const ours = button.shadowRoot!.firstElementChild!;
      const of = (name: string) => ours.getAttribute(name);
      expect(ours.localName).toBe('wallet-button');
      expect(['label', 'loading-label', 'size', 'chars-start', 'namespace', 'disabled'].map(of)).toEqual([
        'Join',
        'Wait',
        's',
        '6',
        'solana',
        '',
      ]);
      button.disabled = false;
      expect([of('disabled'), button.disabled, button.charsStart]).toEqual([null, false, '6']);
    }
    const inner = (name: string) =>
      document.body.appendChild(document.createElement(name)).shadowRoot!.firstElementChild!.localName;
    expect(['appkit-connect-button', 'w3m-account-button', 'appkit-network-button'].map(inner)).toEqual([
      'wallet-button',
      'wallet-account-button',
      'wallet-network-button',
    ]);
  });

  test('@10.41 keep properties set before their class, and are busy by setLoading', () => {
    make();
    const button = document.createElement('appkit-connect-button') as HTMLElement & Record<string, unknown>;
    Object.defineProperty(button, 'label', {
      value: 'Early',
      configurable: true,
      enumerable: true,
      writable: true,
    });
    button.setAttribute('loadinglabel', 'Wait');
    document.body.append(button);
    const ours = button.shadowRoot!.firstElementChild!;
    expect(ours.getAttribute('label')).toBe('Early');
    modal.setLoading(true);
    expect([ours.getAttribute('label'), ours.hasAttribute('disabled')]).toEqual(['Wait', true]);
    modal.setLoading(false);
    expect([ours.getAttribute('label'), ours.hasAttribute('disabled')]).toEqual(['Early', false]);
  });

  test('@10.41 place the modal in <appkit-modal>', () => {
    document.body.append(document.createElement('appkit-modal'));
    make({ enableEmbedded: true });
    expect(document.querySelectorAll('wallet-modal')).toHaveLength(1);
    expect(document.querySelector('appkit-modal wallet-modal')).not.toBeNull();
  });

  test('@10.41 work as React components, also in StrictMode', () => {
    make();
    const { container } = render(
      <StrictMode>
        <kit.AppKitButton label="Join" loadingLabel="Wait" size="sm" disabled={false} className="mine" />
        <kit.AppKitNetworkButton disabled />
        <appkit-account-button balance="hide" />
      </StrictMode>,
    );
    const [join, network, account] = [...container.children] as HTMLElement[];
    expect(join!.shadowRoot!.firstElementChild!.getAttribute('loading-label')).toBe('Wait');
    expect([join!.className, join!.hasAttribute('disabled'), network!.hasAttribute('disabled')]).toEqual([
      'mine',
      false,
      true,
    ]);
    expect(account!.shadowRoot!.firstElementChild!.getAttribute('balance')).toBe('hide');
  });
});

describe('on a server', () => {
  const options = { projectId: 'p', networks: [mainnet, optimism], defaultNetwork: optimism };
  function Page() {
    const { isConnected, status } = kit.useAppKitAccount();
    const { chainId } = kit.useAppKitNetwork();
    const { initialized } = kit.useAppKitState();
    return (
      <p role="status">
        {[isConnected, status, chainId, initialized].join()}
        <appkit-button label="Join" />
      </p>
    );
  }
  const app = () => (
    <kit.AppKitProvider {...options}>
      <Page />
    </kit.AppKitProvider>
  );

  test('@10.41 renders disconnected, and hydrates without a mismatch', async () => {
    vi.stubGlobal('document', undefined);
    const html = renderToString(app());
    vi.unstubAllGlobals();
    freshPage();
    expect(html).toContain('false,disconnected,10,false');
    expect(kit.AppKit.instance!.handle).toBeNull();
    delete kit.AppKit.instance;

    make(options);
    await running(modal);
    connected();
    const errors = vi.fn();
    const root = document.createElement('div');
    const page = new DOMParser();
    // eslint-disable-next-line no-restricted-syntax -- what a server has sent
    root.append(...page.parseFromString(html, 'text/html').body.childNodes);
    document.body.append(root);
    const hydrated = await act(async () => hydrateRoot(root, app(), { onRecoverableError: errors }));
    expect(errors).not.toHaveBeenCalled();
    await vi.waitFor(() => expect(screen.getByRole('status').textContent).toBe('true,connected,1,true'));
    act(() => hydrated.unmount());
  });
});
