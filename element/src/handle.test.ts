// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createWalletModal, type Options, type WalletModalHandle } from './index';
import { page, setOptions } from './page';
import { fillDom } from './testing/page';

// There is no engine here (vitest.config.ts): these tests cover what works without one.
const options = { projectId: 'p', networks: [{ id: 1337, name: 'Demo' }] };
let fetchMock: ReturnType<typeof vi.fn>;
let handle: WalletModalHandle | undefined;

const create = (more: Options = {}) => (handle = createWalletModal({ ...options, ...more }));

beforeEach(() => {
  fetchMock = vi.fn(() => Promise.reject(new Error('offline')));
  vi.stubGlobal('fetch', fetchMock);
  fillDom();
});
afterEach(() => {
  handle?.destroy();
  handle = undefined;
  document.body.replaceChildren();
});

describe('createWalletModal', () => {
  test('@2.1 puts exactly one element into the page, also when it is called again', () => {
    const handle = create();
    expect(create()).toBe(handle);
    expect(document.querySelectorAll('wallet-modal')).toHaveLength(1);
  });

  test('@2.3 adds nothing with enableEmbedded', () => {
    create({ enableEmbedded: true });
    expect(document.querySelector('wallet-modal')).toBeNull();
  });

  test.each(['disableAppend', 'enableEmbedded', 'wasmUrl'])('ignores %s on Object.prototype', (name) => {
    const all = Object.prototype as Record<string, unknown>;
    all[name] = true;
    try {
      create();
      expect(document.querySelector('wallet-modal')).toBeTruthy();
      expect((page.options as Record<string, unknown>)[name]).toBeUndefined();
      setOptions({ locale: 'en' });
      expect((page.options as Record<string, unknown>)[name]).toBeUndefined();
    } finally {
      delete all[name];
    }
  });

  test('takes the element already in the page, or appends to root if told', () => {
    const there = document.body.appendChild(document.createElement('wallet-modal'));
    create();
    expect([...document.querySelectorAll('wallet-modal')]).toEqual([there]);
    handle!.destroy();
    there.remove();
    const root = document.body.appendChild(document.createElement('main'));
    create({ root });
    expect(root.querySelector('wallet-modal')).toBeTruthy();
  });

  test('throws for another project, and merges a second call with a warning', async () => {
    const handle = create();
    expect(() => createWalletModal({ ...options, projectId: 'other' })).toThrow(
      'wallet-modal is already running',
    );
    const warned = vi.fn();
    document.querySelector('wallet-modal')!.addEventListener('wallet-alert', warned);
    createWalletModal({ projectId: 'p', locale: 'de' });
    await vi.waitFor(() => expect(warned).toHaveBeenCalled());
    expect(handle.getOptions()).toMatchObject({ locale: 'de', networks: options.networks });
  });

  test('@5.2 throws for early mistakes before anything is in the page', () => {
    expect(() => createWalletModal({ ...options, siwx: {}, siweConfig: {} as never })).toThrow(
      'Cannot set both `siweConfig` and `siwx` options',
    );
    expect(() => createWalletModal({ projectId: 'p' })).toThrow('networks must list at least one network');
    expect(document.querySelector('wallet-modal')).toBeNull();
  });
});

describe('before the engine', () => {
  test('gives the first card the host’s theme, and the last call wins', async () => {
    const handle = create({ themeMode: 'dark' });
    const { shadowRoot } = document.querySelector('wallet-modal')!;
    const theme = () =>
      shadowRoot!.querySelector('.card')!.closest<HTMLElement>('[data-theme]')!.dataset.theme;
    handle.open().catch(() => {});
    expect([shadowRoot!.querySelector('dialog')!.open, theme()]).toEqual([true, 'dark']);
    // The engine never finishes loading.
    handle.setThemeMode('light').catch(() => {});
    await vi.waitFor(() => expect(theme()).toBe('light'));
  });

  test('reports uninitialized while a stored connection waits', () => {
    localStorage['wallet-modal:connection_status'] = '{"v":1,"value":"connected"}';
    const { initialized } = create().getState();
    localStorage.clear();
    expect(initialized).toBe(false);
  });

  test('@3.35 waits for the engine if an earlier modal might have stored a connection', () => {
    expect(create({ migrateFrom: '@appkit/' }).getState().initialized).toBe(false);
  });

  test('returns empty state from getters without loading anything', () => {
    const handle = create();
    const states: boolean[] = [];
    const leave = handle.subscribeState(({ initialized }) => states.push(initialized));
    leave();
    expect([
      handle.getState().initialized,
      handle.getAccount().status,
      handle.getAddress(),
      handle.getNetworks(),
      handle.getConnectors(),
      handle.isOpen(),
      states,
    ]).toEqual([true, 'disconnected', null, [], [], false, [true]]);
  });

  test('@10.2 answers eth_accounts without loading, from one provider object', async () => {
    const handle = create();
    const provider = handle.getProvider('eip155')!;
    expect(provider).toBe(handle.getProvider('eip155'));
    expect(await provider.request({ method: 'eth_accounts' })).toEqual([]);
    expect(fetchMock).not.toHaveBeenCalled();
  });

  test('rejects what waited for an engine that can’t load, and retries on the next call', async () => {
    const handle = create();
    await expect(handle.ready()).rejects.toMatchObject({
      name: 'WalletError',
      code: -32603,
      message: "Couldn't load",
    });
    await expect(handle.disconnect()).rejects.toMatchObject({ name: 'WalletError' });
    expect(fetchMock).toHaveBeenCalledTimes(2);
  });
});

describe('the provider', () => {
  test('@10.38 emits connect, accountsChanged, chainChanged and disconnect', () => {
    const handle = create();
    const provider = handle.getProvider('eip155')!;
    const events: unknown[] = [];
    for (const name of ['connect', 'accountsChanged', 'chainChanged'] as const)
      provider.on(name, (value) => events.push([name, value]));
    provider.on('disconnect', (error) => events.push((error as { code: number }).code));
    const emit = (name: string, detail: object) => handle.dispatchEvent(new CustomEvent(name, { detail }));
    emit('wallet-connect', { namespace: 'eip155', address: '0xA', caipAddress: 'eip155:1337:0xA' });
    emit('wallet-account-change', { namespace: 'eip155', address: '0xA' });
    emit('wallet-network-change', { namespace: 'eip155', caipNetworkId: 'eip155:1338' });
    emit('wallet-network-change', { namespace: 'solana', caipNetworkId: 'solana:x' });
    emit('wallet-disconnect', { namespace: 'all' });
    expect(events).toEqual([
      ['connect', { chainId: '0x539' }],
      ['accountsChanged', ['0xa']],
      ['chainChanged', '0x53a'],
      ['accountsChanged', []],
      4900,
    ]);
  });
});
