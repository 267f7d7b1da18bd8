// `wallet-modal/react` with the real handle: the component creates, keeps and removes the modal; StrictMode, a server, hydration. Without
// an engine; the tests set its slices.
import { act, cleanup, render, renderHook, screen } from '@testing-library/react';
import { StrictMode, useEffect, type ReactNode } from 'react';
import { renderToString } from 'react-dom/server';
import type { Options, PublicEvent, Slices, WalletModalHandle } from 'wallet-modal';
import { createWalletModal } from 'wallet-modal';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { page } from '../../element/src/page';
import { fillDom } from '../../element/src/testing/page';
import {
  useAccount,
  useBalance,
  useDisconnect,
  useNetwork,
  useProvider,
  useTheme,
  useWallet,
  useWalletEvents,
  useWalletInfo,
  useWalletModal,
  useWalletState,
  WalletModal,
} from '.';

const network = { id: 1337, name: 'Demo', nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 } };
const options: Options = { projectId: 'demo', networks: [network] };
const ADDRESS = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';

beforeEach(() => {
  fillDom();
  vi.useFakeTimers();
});
afterEach(() => {
  cleanup();
  vi.runAllTimers();
  page.handle = null;
  page.running = null;
  document.body.replaceChildren();
  vi.useRealTimers();
});

const inPage = () => document.querySelectorAll('wallet-modal').length;

/** Sets the engine's slices from now on. */
function engineSays(slices: Partial<Slices>): void {
  const handle = page.handle as unknown as WalletModalHandle;
  page.running = {
    snapshot: (slice: keyof Slices) => slices[slice],
    drawButton: () => false,
    destroy: () => {},
  } as never;
  const changed = Object.keys(slices);
  act(() => void handle.dispatchEvent(new CustomEvent('wallet-state', { detail: { changed } })));
}

const connected = (more: object = {}) =>
  ({
    list: [
      {
        namespace: 'eip155',
        address: ADDRESS,
        caipAddress: `eip155:1337:${ADDRESS}`,
        isConnected: true,
        status: 'connected',
        balance: '1.5',
        balanceSymbol: 'ETH',
        tokenBalance: [],
        connectedWalletInfo: { name: 'Test wallet' },
        ...more,
      },
    ],
  }) as never;

const at = (active: object) => ({ active, list: [active], supported: true }) as never;
const demo = { ...network, chainNamespace: 'eip155', caipNetworkId: 'eip155:1337' };

const within = ({ children }: { children: ReactNode }) => (
  <StrictMode>
    <WalletModal options={options}>{children}</WalletModal>
  </StrictMode>
);

describe('the component', () => {
  test('makes one modal in StrictMode, and removes it after the last unmount @10.30', () => {
    const warned = vi.spyOn(console, 'warn');
    const { unmount, rerender } = render(<p>there</p>, { wrapper: within });
    const handle = page.handle;
    expect(inPage()).toBe(1);
    act(() => vi.runAllTimers());
    expect(page.handle).toBe(handle);
    rerender(<p>again</p>);
    expect([page.handle === handle, inPage(), screen.getByText('again') != null]).toEqual([true, 1, true]);
    unmount();
    expect(page.handle).toBe(handle);
    vi.runAllTimers();
    expect([page.handle, inPage()]).toEqual([null, 0]);
    expect(warned).not.toHaveBeenCalled();
  });

  test('shares one modal between two components until both unmount', () => {
    const one = render(<WalletModal options={options} />);
    const two = render(<WalletModal options={{ ...options }} />);
    const handle = page.handle;
    one.unmount();
    vi.runAllTimers();
    expect([page.handle === handle, inPage()]).toEqual([true, 1]);
    two.unmount();
    vi.runAllTimers();
    expect(inPage()).toBe(0);
  });

  test('updates changed options only, and makes a new modal for another project', () => {
    const show = (more: Options) => (
      <WalletModal options={{ ...options, ...more, features: { email: false } }} />
    );
    const { rerender } = render(show({}));
    const handle = page.handle as unknown as WalletModalHandle;
    const update = vi.spyOn(handle, 'updateOptions');
    rerender(show({}));
    expect(update).not.toHaveBeenCalled();
    rerender(show({ themeMode: 'dark' }));
    expect(update.mock.calls).toEqual([[{ themeMode: 'dark' }]]);
    expect(handle.getOptions().themeMode).toBe('dark');
    rerender(show({ projectId: 'other' }));
    expect(page.handle).not.toBe(handle);
    expect([page.options.projectId, inPage()]).toEqual(['other', 1]);
  });

  test('uses the page’s own modal, and never destroys it', () => {
    const own = createWalletModal(options);
    const { result, unmount } = renderHook(() => useWalletModal(), {
      wrapper: ({ children }) => <WalletModal modal={own}>{children}</WalletModal>,
    });
    expect(result.current).toBe(own);
    unmount();
    vi.runAllTimers();
    expect(page.handle).toBe(own);
    own.destroy();
  });

  test('is found by effects of its children', () => {
    const handles: unknown[] = [];
    function Inside(): null {
      const { open } = useWallet();
      useEffect(() => {
        handles.push(page.handle, typeof open);
      }, [open]);
      return null;
    }
    render(
      <WalletModal options={options}>
        <Inside />
      </WalletModal>,
    );
    expect(handles).toEqual([page.handle, 'function']);
    expect(page.handle).not.toBeNull();
  });
});

describe('hooks', () => {
  test('follow account, network, state and theme, and keep objects until a change @10.30', () => {
    let renders = 0;
    const { result } = renderHook(
      () => {
        renders++;
        return {
          account: useAccount(),
          solana: useAccount('solana'),
          network: useNetwork(),
          balance: useBalance(),
          wallet: useWallet(),
          info: useWalletInfo(),
          state: useWalletState(),
          theme: useTheme(),
        };
      },
      { wrapper: within },
    );
    expect(result.current.wallet).toMatchObject({
      status: 'disconnected',
      initialized: true,
      chainId: null,
    });
    engineSays({
      accounts: connected(),
      networks: at(demo),
      state: { initialized: true } as never,
      theme: { themeMode: 'dark', themeVariables: {} },
    });
    const { account, solana, network, balance, wallet, info, state, theme } = result.current;
    expect(account).toMatchObject({ address: ADDRESS, status: 'connected' });
    expect(solana).toMatchObject({ namespace: 'solana', address: null });
    expect(network).toMatchObject({ network: demo, networks: [demo], supported: true });
    expect(balance).toEqual({ balance: '1.5', symbol: 'ETH', tokens: [] });
    expect(wallet).toMatchObject({ address: ADDRESS, isConnected: true, initialized: true, chainId: 1337 });
    expect([info?.name, state.initialized, theme.themeMode]).toEqual(['Test wallet', true, 'dark']);

    const before = renders;
    engineSays({
      accounts: connected(),
      networks: at(demo),
      state: { initialized: true } as never,
      theme: { themeMode: 'dark', themeVariables: {} },
    });
    expect(renders).toBe(before);
    expect(result.current.account).toBe(account);
    engineSays({
      accounts: connected({ balance: '2' }),
      networks: at(demo),
      state: { initialized: true } as never,
      theme: { themeMode: 'dark', themeVariables: {} },
    });
    expect(result.current.balance.balance).toBe('2');
  });

  test('return one provider, call the handle, and reject without a modal', async () => {
    const { result, unmount } = renderHook(
      () => ({
        provider: useProvider('eip155'),
        disconnect: useDisconnect(),
        theme: useTheme(),
        wallet: useWallet(),
      }),
      { wrapper: within },
    );
    const handle = page.handle as unknown as WalletModalHandle;
    expect(result.current.provider).toBe(handle.getProvider('eip155'));
    const disconnected = vi.spyOn(handle, 'disconnect').mockResolvedValue(undefined);
    const switched = vi.spyOn(handle, 'switchNetwork').mockResolvedValue(undefined);
    const opened = vi.spyOn(handle, 'open').mockResolvedValue(undefined);
    const themed = vi.spyOn(handle, 'setThemeMode').mockResolvedValue(undefined);
    const { disconnect, theme, wallet } = result.current;
    await disconnect('eip155');
    await wallet.switchNetwork(1338);
    await wallet.open({ view: 'Networks' });
    await theme.setThemeMode('dark');
    expect(disconnected).toHaveBeenCalledWith('eip155');
    expect(switched).toHaveBeenCalledWith(1338, { throwOnFailure: true });
    expect(opened).toHaveBeenCalledWith({ view: 'Networks' });
    expect(themed).toHaveBeenCalledWith('dark');
    unmount();
    vi.runAllTimers();
    await expect(wallet.open()).rejects.toThrow('No <WalletModal> is mounted');
  });

  test('call the last event listener until unmounted', () => {
    const events: string[] = [];
    const { rerender, unmount } = renderHook(
      ({ name }) => useWalletEvents((event: PublicEvent) => events.push(`${name} ${event.type}`)),
      { initialProps: { name: 'first' }, wrapper: within },
    );
    const handle = page.handle as unknown as WalletModalHandle;
    const say = () => handle.dispatchEvent(new CustomEvent('wallet-open', { detail: {} }));
    say();
    rerender({ name: 'second' });
    say();
    unmount();
    say();
    expect(events).toEqual(['first wallet-open', 'second wallet-open']);
  });
});

describe('on a server', () => {
  function Page() {
    const { status, address, initialized } = useWallet();
    const { networks } = useNetwork();
    return (
      <WalletModal options={options}>
        <wallet-button label="Connect" />
        <p>
          {[status, address ?? 'nobody', `${initialized}`, networks.length, useTheme().themeMode].join(' ')}
        </p>
      </WalletModal>
    );
  }

  test('renders disconnected, and hydrates without a mismatch @10.29', () => {
    const html = renderToString(<Page />);
    expect(html).toContain('disconnected nobody false 0 system');
    expect(page.handle).toBeNull();

    // An account is already connected in another tree, but the first frame still matches the server's.
    const early = render(<WalletModal options={options} />);
    engineSays({ accounts: connected(), networks: at(demo), state: { initialized: true } as never });
    const container = document.body.appendChild(document.createElement('div'));
    // eslint-disable-next-line no-restricted-properties -- what a server has sent
    container.innerHTML = html;
    const errors = vi.spyOn(console, 'error');
    const mismatches: unknown[] = [];
    const { unmount } = render(<Page />, {
      container,
      hydrate: true,
      onRecoverableError: (error) => mismatches.push(error),
    });
    expect([mismatches, errors.mock.calls]).toEqual([[], []]);
    expect(container.textContent).toContain(`connected ${ADDRESS} true 1`);
    unmount();
    early.unmount();
  });
});
