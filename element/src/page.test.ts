// The entry, the handle and the provider with an engine behind them: start, requests, and end.
// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createWalletModal, type Options, type WalletModalHandle } from './index';
import { page } from './page';
import { FakeEngine, freshPage } from './testing/engine';

vi.mock('virtual:engine', () => import('./testing/engine'));
vi.mock('virtual:engine-glue', async () => (await import('./testing/engine')).loadGlue());

const options = { projectId: 'p', networks: [{ id: 1337, name: 'Demo' }] };
const aborted = { name: 'WalletError', code: 4001, message: 'Request was aborted' };
let handle: WalletModalHandle | undefined;
let events: string[];

const create = (more: Options = {}) => {
  handle = createWalletModal({ ...options, ...more });
  handle.addEventListener('wallet-ready', () => events.push('wallet-ready'));
  return handle;
};
const started = async (more: Options = {}) => {
  const handle = create(more);
  await handle.ready();
  return handle;
};
const dialog = () => document.querySelector('wallet-modal')!.shadowRoot!.querySelector('dialog')!;
const views = () =>
  document.querySelector('wallet-modal')!.shadowRoot!.querySelectorAll('wallet-modal-views');
const modalShown = () => vi.waitFor(() => expect(dialog().open && views().length).toBe(1));

beforeEach(() => {
  freshPage();
  events = [];
});
afterEach(() => {
  handle?.destroy();
  document.body.replaceChildren();
});

test('@10.2 starts nothing in a prerendered page until it is shown', async () => {
  Object.defineProperty(document, 'prerendering', { configurable: true, value: true });
  const fetchSpy = vi.spyOn(globalThis, 'fetch');
  const ready = create().ready();
  await new Promise((next) => setTimeout(next));
  expect([FakeEngine.made.length, fetchSpy.mock.calls.length]).toEqual([0, 0]);
  Object.defineProperty(document, 'prerendering', { configurable: true, value: false });
  document.dispatchEvent(new Event('prerenderingchange'));
  await ready;
  expect(FakeEngine.made).toHaveLength(1);
});

test('throws where createWalletModal belongs if called in a content script', () => {
  vi.stubGlobal('customElements', null);
  expect(() => createWalletModal(options)).toThrow(
    'createWalletModal only works in the page itself, in a browser.',
  );
  vi.unstubAllGlobals();
});

describe('destroy', () => {
  test('draws an engine’s views in a later task, and none if destroyed before', async () => {
    await started().then((first) => first.open());
    await modalShown();
    handle!.destroy();
    document.body.replaceChildren();

    /** the number of views at the end of the task in which the engine started */
    let then: number | undefined;
    const begun = async () => {
      for (let turn = 0; turn < 500; turn++) await null;
      then = views().length;
    };
    create().addEventListener('wallet-ready', () => void begun());
    await handle!.open();
    await modalShown();
    expect(then).toBe(0);
    handle!.destroy();
    document.body.replaceChildren();

    create().addEventListener('wallet-ready', () => queueMicrotask(() => handle!.destroy()));
    const opened = handle!.open();
    const { shadowRoot } = document.querySelector('wallet-modal')!;
    await expect(opened).rejects.toMatchObject(aborted);
    await new Promise((wait) => setTimeout(wait, 20));
    expect(shadowRoot!.querySelector('wallet-modal-views')).toBeNull();
  });

  test('leaves no second engine if called during the start (StrictMode)', async () => {
    const first = create();
    const ready = expect(first.ready()).rejects.toMatchObject(aborted);
    first.destroy();
    const second = create();
    await second.ready();
    await ready;
    await new Promise((wait) => setTimeout(wait, 20));
    expect(FakeEngine.made).toHaveLength(1);
    expect(events).toEqual(['wallet-ready']);
    expect(FakeEngine.last.isDestroyed).toBe(false);
  });

  test('rejects pending and later calls, and restarts nothing', async () => {
    const handle = await started();
    const provider = handle.getProvider('eip155')!;
    const calls = [provider.request({ method: 'eth_requestAccounts' }), handle.disconnect()];
    await vi.waitFor(() => expect(FakeEngine.last.requests).toHaveLength(1));
    handle.destroy();
    calls.push(provider.request({ method: 'eth_accounts' }), handle.ready(), handle.open());
    await Promise.all(calls.map((one) => expect(one).rejects.toMatchObject(aborted)));
    expect(FakeEngine.made).toHaveLength(1);
    expect(page.starting).toBeNull();
  });

  test("rejects the element's own ready", async () => {
    const handle = create();
    const ready = page.element!.isConnected && (page.element as unknown as { ready: Promise<void> }).ready;
    handle.destroy();
    await expect(ready).rejects.toMatchObject(aborted);
  });

  test('removes the account from buttons', async () => {
    const button = document.createElement('wallet-button');
    const handle = await started();
    document.body.append(button);
    const account = () => button.shadowRoot!.querySelector('.account');
    expect(account()).toBeTruthy();
    handle.destroy();
    expect([account(), button.shadowRoot!.querySelector('button')!.dataset.state]).toEqual([null, '']);
  });

  test('can be called in a listener of its events', async () => {
    const handle = await started();
    handle.addEventListener('wallet-connect', () => handle.destroy());
    const { host } = FakeEngine.last;
    FakeEngine.last.destroy = () => {
      FakeEngine.last.snapshot = () => {
        throw new Error('null pointer passed to rust');
      };
    };
    expect(() => host.emit('wallet-connect', { namespace: 'eip155', connectorId: 'fox' })).not.toThrow();
    expect(page.running).toBeNull();
  });

  test('takes nothing from the next handle if called again', async () => {
    const first = await started();
    first.destroy();
    const second = await started();
    first.destroy();
    expect(page.handle).toBe(second);
    expect(FakeEngine.last.isDestroyed).toBe(false);
    await second.open();
    await first.close();
    expect(FakeEngine.last.slices.router.open).toBe(true);
    expect(first.getState().initialized).toBe(false);
  });

  test("keeps the host's own element, which then works with the next handle", async () => {
    const host = document.createElement('wallet-modal');
    host.setAttribute('locale', 'de');
    document.body.append(host);
    const first = await started();
    await first.open();
    await modalShown();
    first.destroy();
    expect([host.isConnected, dialog().open, views().length]).toEqual([true, false, 0]);

    const second = await started();
    expect(page.element).toBe(host);
    expect(second.getOptions().locale).toBe('de');
    await second.open();
    await modalShown();
    // The views' element has no property of ours that leads to the engine.
    const names = [views()[0]!, Object.getPrototypeOf(views()[0]!)].flatMap((one) =>
      Object.keys(one as object),
    );
    expect(names.filter((name) => !/^_+react/.test(name))).toEqual(['container']);
    expect(host.shadowRoot!.querySelectorAll('slot[name=footer]')).toHaveLength(1);
  });
});

describe('intent', () => {
  test('fetches engine and views once, and starts nothing until opened @10.2', async () => {
    const fetchMock = vi.fn(() => Promise.resolve(new Response()));
    vi.stubGlobal('fetch', fetchMock);
    const handle = create();
    handle.prefetch();
    handle.prefetch();
    // The chunks have loaded by now.
    await Promise.all([import('./engine/load'), import('./views/root')]);
    expect(fetchMock).toHaveBeenCalledTimes(1);
    expect(FakeEngine.made).toHaveLength(0);
    void handle.open();
    await modalShown();
    expect(fetchMock).toHaveBeenCalledTimes(1);
    expect(FakeEngine.made).toHaveLength(1);
  });

  test('fetches again at the opening what failed to load', async () => {
    const fetchMock = vi.fn(() => Promise.reject(new TypeError('Failed to fetch')));
    vi.stubGlobal('fetch', fetchMock);
    const handle = create();
    handle.prefetch();
    await vi.waitFor(() => expect(fetchMock).toHaveBeenCalledTimes(1));
    await new Promise((wait) => setTimeout(wait));
    vi.stubGlobal('fetch', () => Promise.resolve(new Response()));
    void handle.open();
    await modalShown();
  });

  test('starts the engine without a first list that never comes', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    try {
      const handle = create();
      page.first = new Promise(() => {});
      const ready = handle.ready();
      await vi.waitUntil(() => vi.getTimerCount() > 0, { timeout: 3000, interval: 5 });
      expect(FakeEngine.made).toHaveLength(0);
      vi.advanceTimersByTime(1000);
      await ready;
      expect(FakeEngine.made).toHaveLength(1);
    } finally {
      page.first = undefined;
      vi.useRealTimers();
    }
  });

  test('starts the engine once the first list has been drawn', async () => {
    const frames: FrameRequestCallback[] = [];
    const spy = vi.spyOn(globalThis, 'requestAnimationFrame').mockImplementation((fn) => frames.push(fn));
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    try {
      const handle = create();
      void handle.open();
      const row = () => document.querySelector('wallet-modal')!.shadowRoot!.querySelector('.first .row');
      await vi.waitUntil(row, { timeout: 3000, interval: 5 });
      await Promise.all([import('./engine/load'), import('./views/root')]);
      expect(FakeEngine.made).toHaveLength(0);
      frames.splice(0).forEach((fn) => fn(0));
      vi.advanceTimersByTime(0);
      await vi.waitUntil(() => FakeEngine.made.length == 1, { timeout: 3000, interval: 5 });
    } finally {
      vi.useRealTimers();
      spy.mockRestore();
    }
  });
});

describe('page wallets', () => {
  test('are asked at the first start and on intent or open, not for every request', async () => {
    const listener = vi.fn();
    addEventListener('eip6963:requestProvider', listener);
    const handle = await started();
    const provider = handle.getProvider('eip155')!;
    listener.mockClear();
    FakeEngine.last.answer = () => Promise.resolve('0x1');
    for (let i = 0; i < 5; i++) await provider.request({ method: 'eth_chainId' });
    expect(listener).not.toHaveBeenCalled();
    await handle.open();
    expect(listener).toHaveBeenCalledTimes(1);
    removeEventListener('eip6963:requestProvider', listener);
  });
});

describe('updateOptions', () => {
  test('rejects invalid options without merging any', async () => {
    const handle = await started();
    await expect(handle.updateOptions({ networks: [] })).rejects.toMatchObject({
      name: 'WalletError',
      code: -32602,
      message: 'networks must list at least one network',
    });
    await expect(handle.updateOptions({ services: { wallet: 'nowhere' } })).rejects.toMatchObject({
      name: 'WalletError',
    });
    expect(handle.getOptions().networks).toEqual(options.networks);
    expect(FakeEngine.last.commands).toEqual([]);
  });

  test('keeps the rest of an update that has a bigint or a function', async () => {
    const handle = await started();
    FakeEngine.last.answer = () => Promise.resolve();
    await handle.updateOptions({ networks: [{ id: 1n as never, fees: () => {} } as never], locale: 'de' });
    expect(FakeEngine.last.commands).toEqual([
      { type: 'options.update', options: { networks: [{ id: '1' }], locale: 'de' } },
    ]);
  });

  test('passes the engine’s rejection to the caller', async () => {
    const handle = await started();
    FakeEngine.last.answer = () => Promise.reject({ code: -32602, message: 'Invalid options' });
    await expect(handle.updateOptions({ locale: 'de' })).rejects.toMatchObject({ code: -32602 });
    const circular: Options & { self?: object } = {};
    circular.self = circular;
    await expect(handle.updateOptions(circular)).rejects.toMatchObject({
      name: 'WalletError',
      code: -32602,
      cause: expect.any(TypeError) as TypeError,
    });
  });
});

describe('getters', () => {
  test('never throw, during a trap or after too many', async () => {
    const handle = await started();
    const trap = () => {
      throw new WebAssembly.RuntimeError('unreachable');
    };
    FakeEngine.last.snapshot = trap;
    const all = () => [
      handle.getAccount().status,
      handle.getState().initialized,
      handle.getNetworks(),
      handle.isOpen(),
      (page.element as unknown as { state: { initialized: boolean } }).state.initialized,
    ];
    expect(all()).toEqual(['disconnected', false, [], false, false]);
    vi.useFakeTimers();
    FakeEngine.died();
    vi.runAllTimers();
    for (let i = 0; i < 5; i++) {
      FakeEngine.last.snapshot = trap;
      FakeEngine.died();
      vi.runAllTimers();
    }
    vi.useRealTimers();
    // Nothing is stored, so there is nothing to wait for.
    expect(all()).toEqual(['disconnected', true, [], false, true]);
    // The next call after the failure starts an engine.
    await handle.ready();
    expect(handle.getState().initialized).toBe(true);
  });
});

describe('wallet-before-close', () => {
  const staysOpen = async (close: () => unknown) => {
    await close();
    await new Promise((wait) => setTimeout(wait));
    return dialog().open && FakeEngine.last.slices.router.open;
  };

  test('keeps the modal open if prevented, however the user closes', async () => {
    const handle = await started();
    await handle.open();
    await modalShown();
    await vi.waitFor(() => expect(dialog().querySelector('[part=close]')).toBeTruthy());
    const reasons: unknown[] = [];
    const stop = (event: Event) => {
      reasons.push((event as CustomEvent).detail);
      event.preventDefault();
    };
    document.addEventListener('wallet-before-close', stop);
    const ways = {
      Esc: () => dialog().dispatchEvent(new Event('cancel', { cancelable: true })),
      overlay: () => dialog().querySelector<HTMLElement>('.overlay')!.click(),
      X: () => dialog().querySelector<HTMLElement>('[part=close]')!.click(),
      'Esc twice': () => dialog().close(),
      'back from the first view': () => page.running!.dispatch({ type: 'router.back' }),
    };
    for (const [name, way] of Object.entries(ways)) expect(await staysOpen(way), name).toBe(true);
    expect(reasons).toEqual(Array(5).fill({ reason: 'user' }));
    document.removeEventListener('wallet-before-close', stop);

    handle.addEventListener('wallet-before-close', stop, { once: true });
    expect(await staysOpen(ways.Esc), 'prevented on the handle').toBe(true);
    expect(await staysOpen(ways.Esc), 'not prevented').toBe(false);
  });

  test('is asked for a close in a later view, and not for going back', async () => {
    const handle = await started();
    await handle.open();
    const listener = vi.fn((event: Event) => event.preventDefault());
    handle.addEventListener('wallet-before-close', listener);
    FakeEngine.last.set('router', { ...FakeEngine.last.slices.router, depth: 2 });
    void page.running!.dispatch({ type: 'router.back' });
    expect(listener).not.toHaveBeenCalled();
    expect(await staysOpen(() => page.running!.dispatch({ type: 'router.close', reason: 'user' }))).toBe(
      true,
    );
    expect(listener).toHaveBeenCalledTimes(1);
  });

  test("isn't asked for the host's own close", async () => {
    const handle = await started();
    await handle.open();
    const listener = vi.fn((event: Event) => event.preventDefault());
    handle.addEventListener('wallet-before-close', listener);
    await handle.close();
    expect([listener.mock.calls.length, dialog().open]).toEqual([0, false]);
  });
});

describe('wallet-provider-change', () => {
  test('reports each provider once as it comes and goes', async () => {
    const handle = await started();
    const events: unknown[] = [];
    document.addEventListener('wallet-provider-change', (event) =>
      events.push((event as CustomEvent).detail),
    );
    const { host } = FakeEngine.last;
    FakeEngine.last.set('connections', { connectors: [{ id: 'fox', type: 'ANNOUNCED' } as never] });
    const connected = {
      namespace: 'eip155',
      connectorId: 'fox',
      address: '0xA',
      caipAddress: 'eip155:1:0xA',
    };
    host.emit('wallet-status', { namespace: 'eip155', status: 'connecting' });
    host.emit('wallet-connect', connected);
    host.emit('wallet-connect', { ...connected, reconnect: true });
    host.emit('wallet-status', { namespace: 'eip155', status: 'disconnected' });
    host.emit('wallet-status', { namespace: 'eip155', status: 'disconnected' });
    expect(events).toEqual([
      { namespace: 'eip155', type: 'ANNOUNCED', provider: handle.getProvider('eip155') },
      { namespace: 'eip155', type: null, provider: null },
    ]);
  });
});

describe('an element that is out of the document', () => {
  test('dispatches events on the document once meanwhile', async () => {
    await started();
    const events: unknown[] = [];
    const note = (event: Event) => events.push((event as CustomEvent).detail);
    document.addEventListener('wallet-network-change', note);
    const detail = { namespace: 'eip155', caipNetworkId: 'eip155:1338', supported: true };
    const { host } = FakeEngine.last;
    host.emit('wallet-network-change', detail);
    page.element!.remove();
    host.emit('wallet-network-change', detail);
    document.removeEventListener('wallet-network-change', note);
    expect(events).toEqual([detail, detail]);
  });
});

describe('eth_requestAccounts', () => {
  test('stays closed while a stored connection is restored', async () => {
    localStorage['wallet-modal:connection_status'] = '"connected"';
    const handle = await started();
    FakeEngine.last.answer = () => Promise.resolve(['0xa']);
    expect(await handle.getProvider('eip155')!.request({ method: 'eth_requestAccounts' })).toEqual(['0xa']);
    expect(FakeEngine.last.requests).toEqual([{ method: 'eth_requestAccounts', params: undefined }]);
    expect([FakeEngine.last.commands, dialog().open]).toEqual([[], false]);
  });

  test('shows what the engine opens, and passes its rejection 4001', async () => {
    const handle = await started();
    let refuse!: (error: unknown) => void;
    FakeEngine.last.answer = () => new Promise((_, reject) => (refuse = reject));
    const request = handle.getProvider('eip155')!.request({ method: 'eth_requestAccounts' });
    await vi.waitFor(() => expect(refuse).toBeTruthy());
    FakeEngine.last.set('router', { open: true, view: 'Connect' });
    await modalShown();
    FakeEngine.last.set('router', { open: false });
    refuse({ code: 4001, message: 'User rejected the request.' });
    await expect(request).rejects.toMatchObject({ code: 4001 });
    expect(dialog().open).toBe(false);
  });

  test('closes what it opened once the stored wallet connects after all', async () => {
    const handle = await started();
    let grant!: (accounts: string[]) => void;
    FakeEngine.last.answer = () => new Promise((resolve) => (grant = resolve));
    const request = handle.getProvider('eip155')!.request({ method: 'eth_requestAccounts' });
    await vi.waitFor(() => expect(grant).toBeTruthy());
    FakeEngine.last.set('router', { open: true, view: 'Connect' });
    grant(['0xa']);
    await request;
    expect(FakeEngine.last.commands).toEqual([{ type: 'router.close', reason: 'success' }]);
    expect(dialog().open).toBe(false);
  });
});

describe('@10.23 another tab', () => {
  const word = (key: string, newValue: string | null) =>
    dispatchEvent(new StorageEvent('storage', { key, newValue }));
  const stored = (status: string) => {
    const record = `{"v":1,"seq":1,"value":"${status}"}`;
    localStorage['wallet-modal:connection_status'] = record;
    word('wallet-modal:connection_status', record);
  };

  test('starts an engine if it connects, and ignores other records', async () => {
    create();
    word('other', 'x');
    stored('disconnected');
    await new Promise((wait) => setTimeout(wait, 20));
    expect(FakeEngine.made).toHaveLength(0);
    stored('connected');
    await vi.waitFor(() => expect(FakeEngine.made).toHaveLength(1));
  });

  test('passes its connections record, or its absence, to the engine', async () => {
    await started();
    word('wallet-modal:connections', '{"v":1}');
    word('wallet-modal:connections', null);
    word('wallet-modal:recent_wallets', 'x');
    word('connections', 'x');
    const follows = FakeEngine.last.commands.filter(({ type }) => type == 'connections.follow');
    expect(follows.map((one) => (one as { record: unknown }).record)).toEqual(['{"v":1}', null]);
    handle!.destroy();
    word('wallet-modal:connections', null);
    expect(FakeEngine.last.commands.filter(({ type }) => type == 'connections.follow')).toHaveLength(2);
  });

  test('@9.2 tells the engine once that another tab has sent a transaction', async () => {
    await started();
    word('wallet-modal:sent', '1');
    word('wallet-modal:sent', null);
    word('sent', '1');
    expect(FakeEngine.last.commands.filter(({ type }) => type == 'transactions.news')).toHaveLength(1);
  });

  test('tells the engine nothing if the page keeps everything in memory', async () => {
    await started({ storage: 'memory' });
    word('wallet-modal:connections', null);
    word('wallet-modal:sent', '1');
    const types = FakeEngine.last.commands.map(({ type }) => type);
    expect(types).not.toContain('connections.follow');
    expect(types).not.toContain('transactions.news');
  });
});
