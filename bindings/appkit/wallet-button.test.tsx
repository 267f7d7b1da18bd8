// One wallet by name: the function, the hooks and the element.
// @vitest-environment jsdom
import { act, cleanup, render, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { FakeEngine, freshPage } from '../../element/src/testing/engine';
import * as kit from './index';
import { untilDone } from './connect-by';
import { tell } from './kit';
import { A, B, connected, mainnet, running, say } from './testing';
import * as buttons from './wallet-button-react';
import { WALLETS } from './wallets';

vi.mock('virtual:engine', () => import('../../element/src/testing/engine'));
vi.mock('virtual:engine-glue', async () => (await import('../../element/src/testing/engine')).loadGlue());

let modal: kit.AppKit;
const make = () => (modal = kit.createAppKit({ projectId: 'p', networks: [mainnet] }));
const here = {
  id: 'w1',
  name: 'MetaMask',
  chain: 'eip155',
  parts: [],
  chains: [],
  info: { rdns: 'io.metamask' },
};

/** An engine with this wallet in the page; a request connects it. */
async function withWallet(
  answer: (asked: { type?: string }) => unknown = () => connected(),
): Promise<FakeEngine> {
  make();
  const engine = await running(modal, (asked) =>
    asked.type == 'connect.start' || asked.type == 'embedded.start' ? answer(asked) : undefined,
  );
  engine.set('connections', { connectors: [here as never] });
  engine.set('account', { address: null, status: 'disconnected' });
  engine.commands.length = 0;
  return engine;
}

beforeEach(() => {
  freshPage();
  const list = { matches: true, addEventListener() {}, removeEventListener() {} };
  vi.stubGlobal('matchMedia', () => list);
});
afterEach(() => {
  cleanup();
  modal?.handle?.destroy();
  delete kit.AppKit.instance;
  document.body.replaceChildren();
  vi.unstubAllGlobals();
});

describe('createAppKitWalletButton', () => {
  test('@10.41 is ready once there is a modal, and rejects connect before', async () => {
    const client = buttons.createAppKitWalletButton();
    const listener = vi.fn();
    client.subscribeIsReady(listener);
    expect(client.isReady()).toBe(false);
    await expect(client.connect('metamask')).rejects.toThrow('createAppKit');
    make();
    expect(client.isReady()).toBe(true);
    expect(listener.mock.calls).toEqual([[{ isReady: true }]]);
  });

  test('@10.41 asks a wallet of the page directly without the modal', async () => {
    const engine = await withWallet();
    const client = buttons.createAppKitWalletButton({ namespace: 'eip155' });
    expect(await client.connect('metamask')).toEqual({
      chainNamespace: 'eip155',
      chainId: '1',
      address: A,
    });
    expect(engine.commands).toEqual([{ type: 'connect.start', connectorId: 'w1', namespace: 'eip155' }]);
  });

  test('@10.41 asks a directory wallet by ID in the modal, or opens the list', async () => {
    const engine = await withWallet();
    const client = buttons.createAppKitWalletButton();
    await client.connect('zerion');
    expect(engine.commands).toMatchObject([
      { type: 'router.open', view: 'Connect' },
      { type: 'connect.start', connectorId: WALLETS.zerion },
    ]);
    say({ status: 'disconnected' });
    engine.commands.length = 0;
    const pending = client.connect('nobody.knows' as never);
    await vi.waitFor(() => expect(engine.commands).toHaveLength(1));
    expect(engine.commands).toMatchObject([{ type: 'router.open', view: 'Connect' }]);
    connected();
    expect(await pending).toMatchObject({ address: A });
  });

  test.each([
    ['two claim its rdns', [here, { ...here, id: 'w2', info: { rdns: 'IO.MetaMask' } }]],
    ['one has its rdns as an id', [here, { ...here, id: 'io.metamask', info: { rdns: null } }]],
    ['it is marked', [{ ...here, conflict: true }]],
  ])('@10.33 %s: opens the list and asks no wallet', async (_, connectors) => {
    const engine = await withWallet();
    engine.set('connections', { connectors: connectors as never });
    const pending = buttons.createAppKitWalletButton({ namespace: 'eip155' }).connect('metamask');
    await vi.waitFor(() => expect(engine.commands).toHaveLength(1));
    expect(engine.commands).toMatchObject([{ type: 'router.open', view: 'Connect' }]);
    connected();
    expect(await pending).toMatchObject({ address: A });
    expect(engine.commands.filter(({ type }) => type == 'connect.start')).toEqual([]);

    const { container } = render(<appkit-wallet-button wallet="metamask" namespace="eip155" />);
    const inner = container.firstElementChild!.shadowRoot!.firstElementChild!;
    expect([inner.getAttribute('label'), inner.getAttribute('wallet')]).toEqual(['MetaMask', null]);
  });

  test('@10.41 opens logins, email and QR code, and rejects if closed before', async () => {
    const engine = await withWallet();
    const client = buttons.createAppKitWalletButton();
    vi.spyOn(window, 'open').mockReturnValue(null);
    await client.connect('google');
    expect(engine.commands).toMatchObject([{ type: 'embedded.start', provider: 'google' }]);
    say({ status: 'disconnected' });
    for (const [wallet, view] of [
      ['email', 'EmailLogin'],
      ['walletConnect', 'ConnectingWalletConnectBasic'],
    ] as const) {
      engine.set('state', { ...engine.slices.state, open: true });
      engine.commands.length = 0;
      const pending = client.connect(wallet);
      pending.catch(() => {});
      await vi.waitFor(() => expect(engine.commands).toMatchObject([{ type: 'router.open', view }]));
      engine.set('state', { ...engine.slices.state, open: false });
      await expect(pending).rejects.toMatchObject({ code: 4001 });
    }
  });

  test('@10.41 waits for another connection or the close if already connected', async () => {
    const engine = await withWallet();
    const client = buttons.createAppKitWalletButton();
    connected();
    engine.set('state', { ...engine.slices.state, open: true });
    /** resolves once it waits */
    const connectTo = async (wallet: string) => {
      engine.commands.length = 0;
      const pending = client.connect(wallet as never);
      pending.catch(() => {});
      await vi.waitFor(() => expect(engine.commands).toHaveLength(1));
      await new Promise((wait) => setTimeout(wait, 5));
      return { pending };
    };
    const other = await connectTo('walletConnect');
    say({ status: 'connected', address: B });
    expect(await other.pending).toMatchObject({ address: B });
    // the same account again, after a disconnect
    const again = await connectTo('email');
    say({ status: 'disconnected' });
    say({ status: 'connected', address: B });
    expect(await again.pending).toMatchObject({ address: B });
    const { pending: closed } = await connectTo('nobody.knows');
    engine.set('state', { ...engine.slices.state, open: false });
    await expect(closed).rejects.toMatchObject({ code: 4001 });
  });

  test('@10.41 rejects if the modal is destroyed, and stops listening', async () => {
    const engine = await withWallet();
    engine.set('state', { ...engine.slices.state, open: true });
    const isDone = vi.fn(() => false);
    const waits = untilDone(modal.handle!, isDone);
    waits.catch(() => {});
    modal.handle!.destroy();
    await expect(waits).rejects.toMatchObject({ code: 4001 });
    isDone.mockClear();
    tell();
    expect(isDone).not.toHaveBeenCalled();
  });

  test('@10.41 stops listening once done', async () => {
    const engine = await withWallet();
    engine.set('state', { ...engine.slices.state, open: true });
    let done = false;
    const isDone = vi.fn(() => done);
    const waits = untilDone(modal.handle!, isDone);
    done = true;
    tell();
    await waits;
    isDone.mockClear();
    tell();
    expect(isDone).not.toHaveBeenCalled();
  });

  test('@10.41 finds a wallet without rdns by its name, with or without namespace', async () => {
    const engine = await withWallet();
    const solflare = {
      ...here,
      id: 'solana:solflare',
      name: 'Solflare',
      chain: 'solana',
      info: { rdns: null },
    };
    engine.set('connections', { connectors: [here, solflare] as never });
    engine.commands.length = 0;
    for (const options of [{}, { namespace: 'solana' as const }]) {
      await buttons
        .createAppKitWalletButton(options)
        .connect('solflare')
        .catch(() => {});
      expect(engine.commands.splice(0)).toEqual([
        { type: 'connect.start', connectorId: 'solana:solflare', ...options },
      ]);
    }
  });

  test('@10.41 takes no property of every object for a wallet', async () => {
    const engine = await withWallet();
    const pending = buttons.createAppKitWalletButton().connect('constructor' as never);
    pending.catch(() => {});
    await vi.waitFor(() => expect(engine.commands).toMatchObject([{ type: 'router.open', view: 'Connect' }]));
    connected();
    expect(await pending).toMatchObject({ address: A });
    expect(engine.commands).toHaveLength(1);
  });

  test('@10.41 resolves an email update once it is there', async () => {
    await withWallet();
    say({ status: 'connected', address: A, user: { email: 'old@example.org' } as never });
    const pending = buttons.createAppKitWalletButton().updateEmail();
    await modal.open();
    say({ status: 'connected', address: A, user: { email: 'new@example.org' } as never });
    expect(await pending).toEqual({ email: 'new@example.org' });
  });
});

describe('hooks', () => {
  test('@10.41 useAppKitWallet is pending, then has account or error', async () => {
    let answer: () => unknown = () => connected();
    await withWallet(() => answer());
    const callbacks = { onSuccess: vi.fn(), onError: vi.fn() };
    const { result } = renderHook(() => buttons.useAppKitWallet({ namespace: 'eip155', ...callbacks }));
    expect(result.current).toMatchObject({
      isReady: true,
      isPending: false,
      isError: false,
      isSuccess: false,
    });
    let connecting: Promise<void>;
    act(() => void (connecting = result.current.connect('metamask')));
    expect(result.current.isPending).toBe(true);
    await act(() => connecting);
    expect(result.current).toMatchObject({ isPending: false, isSuccess: true, data: { address: A } });
    expect(callbacks.onSuccess).toHaveBeenCalledWith({ chainNamespace: 'eip155', chainId: '1', address: A });
    answer = () => Promise.reject({ code: 4001, message: 'no' });
    await act(() => result.current.connect('metamask'));
    expect(result.current).toMatchObject({ isError: true, isSuccess: false, data: undefined });
    expect(callbacks.onError).toHaveBeenCalledWith(expect.objectContaining({ code: 4001 }));
  });
});

test('@10.41 useAppKitWallet returns the last of two requests, whichever answers first', async () => {
  const answers: (() => void)[] = [];
  await withWallet(() => new Promise<void>((resolve) => answers.push(resolve)));
  const callbacks = { onSuccess: vi.fn() };
  const { result } = renderHook(() => buttons.useAppKitWallet(callbacks));
  let first!: Promise<void>;
  act(() => void (first = result.current.connect('metamask')));
  await vi.waitFor(() => expect(answers).toHaveLength(1));
  let second!: Promise<void>;
  act(() => void (second = result.current.connect('metamask')));
  await vi.waitFor(() => expect(answers).toHaveLength(2));
  connected();
  await act(async () => (answers[0]!(), first));
  expect(result.current).toMatchObject({ isPending: true, data: undefined });
  expect(callbacks.onSuccess).not.toHaveBeenCalled();
  await act(async () => (answers[1]!(), second));
  expect(result.current).toMatchObject({ isPending: false, data: { address: A } });
  expect(callbacks.onSuccess).toHaveBeenCalledOnce();
});

describe('<appkit-wallet-button>', () => {
  test('@10.41 is named by its wallet, asks it, and then shows the account', async () => {
    const engine = await withWallet();
    const { container } = render(
      <>
        <appkit-wallet-button wallet="metamask" namespace="eip155" />
        <buttons.AppKitWalletButton wallet="github" className="mine" />
      </>,
    );
    const [first, second] = [...container.children] as HTMLElement[];
    const inner = (one: HTMLElement) => one.shadowRoot!.firstElementChild as HTMLElement;
    expect(first).toBeInstanceOf(customElements.get('appkit-wallet-button'));
    expect([inner(first!).getAttribute('label'), inner(first!).getAttribute('wallet')]).toEqual([
      'MetaMask',
      'w1',
    ]);
    expect([inner(second!).getAttribute('label'), inner(second!).getAttribute('wallet')]).toEqual([
      'GitHub',
      'github',
    ]);
    expect(second!.className).toBe('mine');
    engine.set('connect', { rows: [{ ...engine.slices.connect.rows[0]!, id: 'w1' }] });
    act(() => first!.click());
    await vi.waitFor(() =>
      expect(engine.commands).toMatchObject([
        { type: 'router.open', namespace: 'eip155' },
        { type: 'connect.select', id: 'w1' },
      ]),
    );
  });

  test('@10.41 opens a missing wallet by its directory ID, or by name', async () => {
    const engine = await withWallet();
    const { container } = render(
      <>
        <appkit-wallet-button wallet="zerion" />
        <appkit-wallet-button wallet="constructor" {...{ size: 'constructor' as 'sm' }} />
      </>,
    );
    const inner = [...container.children].map((one) => one.shadowRoot!.firstElementChild!);
    expect(inner.map((one) => one.getAttribute('wallet'))).toEqual([WALLETS.zerion, 'constructor']);
    expect(inner[1]!.getAttribute('label')).toBe('Constructor');
    expect(inner[1]!.getAttribute('size')).toBe('constructor');
    act(() => (container.firstElementChild as HTMLElement).click());
    await vi.waitFor(() =>
      expect(engine.commands).toMatchObject([
        { type: 'router.open' },
        { type: 'connect.select', id: WALLETS.zerion },
      ]),
    );
  });

  test('@10.41 does nothing while disabled or loading', async () => {
    const engine = await withWallet();
    const { container } = render(
      <>
        <appkit-wallet-button wallet="metamask" disabled />
        <appkit-wallet-button wallet="metamask" />
      </>,
    );
    const [off, busy] = [...container.children] as HTMLElement[];
    modal.setLoading(true);
    for (const one of [off!, busy!]) act(() => one.click());
    await modal.ready();
    await new Promise((wait) => setTimeout(wait, 5));
    expect(engine.commands).toEqual([]);
  });
});
