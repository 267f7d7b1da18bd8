// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { BalanceText } from '../../contract';
import { draw } from '../../testing/draw';
import { ADDRESS, unknownBadge } from '../../testing/snapshots';
import { viewNow } from '..';
import { Account } from './account';

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const clipboard = (writeText: () => Promise<void>) =>
  Object.defineProperty(navigator, 'clipboard', { value: { writeText }, configurable: true });
const balance = (more: Partial<BalanceText>): BalanceText => ({
  phase: 'ready',
  amount: '1.234',
  symbol: 'ETH',
  arriving: null,
  retryAt: null,
  ...more,
});
const amount = () => screen.getByTestId('balance-amount');
const tiles = () => [...document.querySelectorAll('.account-tile')];

describe('Account', () => {
  // runs first, because a loaded chunk stays loaded
  test('prefetches the swap views only if swaps are offered', async () => {
    const { set } = draw(<Account />);
    await new Promise((settle) => setTimeout(settle, 400));
    expect(viewNow('Swap')).toBeUndefined();
    set({ account: { actions: ['receive', 'send', 'swaps'] } });
    await vi.waitFor(() => expect(viewNow('Swap')).toBeDefined(), 5000);
  });

  // T16
  test('says that a remote wallet didn’t respond, above the unchanged view', () => {
    const { set } = draw(<Account />, { account: { walletOffline: true } });
    expect(screen.getByTestId('wm-wallet-offline').textContent).toBe('Wallet offline');
    expect(screen.getByTestId('wm-wallet-offline').getAttribute('role')).toBe('status');
    set({ account: { walletOffline: false } });
    expect(screen.queryByTestId('wm-wallet-offline')).toBeNull();
  });

  test('@2.5 shows address, wallet, worth, balance and network, then the actions', () => {
    const { container } = draw(<Account />);
    expect(screen.getByTestId('wm-copy-address').textContent).toBe('0x70…dc79C8');
    expect(screen.getByTestId('wm-total').textContent).toBe('Total value $3,714.50');
    expect(amount().textContent).toBe('Balance 1.234 ETH');
    expect(screen.getByText('Demo chain')).toBeTruthy();
    expect(tiles().map((tile) => tile.textContent)).toEqual(['Receive', 'Send', 'Copy']);
    expect(tiles()[1]).toBe(screen.getByTestId('w3m-account-default-send-button'));
    const parts = [
      screen.getByTestId('wm-total'),
      amount(),
      ...tiles(),
      container.querySelector('[role=tablist]')!,
    ];
    for (const [i, part] of parts.slice(1).entries())
      expect(parts[i]!.compareDocumentPosition(part) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
  });

  test('shows the total worth large, and the native balance small below it', () => {
    draw(<Account />);
    expect(screen.getByTestId('wm-total').className).toBe('hero');
    expect([amount().className, amount().parentElement!.className]).toEqual(['', 'small']);
  });

  test.each([
    ['no prices', { total: null }],
    ['tokens that could not be read', { phase: 'failed', list: [], total: null }],
    ['tokens on their way', { phase: 'loading', list: [], total: null }],
  ] as const)('%s: shows the native balance large', (_, tokens) => {
    draw(<Account />, { tokens: { ...tokens, list: [] } });
    expect(screen.queryByTestId('wm-total')).toBeNull();
    expect(amount().className).toBe('hero');
  });

  test.each([
    ['onramp', 'Buy', { type: 'buy.open' }],
    ['swaps', 'Swap', { type: 'swap.open' }],
    ['send', 'Send', { type: 'send.open' }],
    ['receive', 'Receive', { type: 'router.push', view: 'Receive' }],
  ] as const)('shows the tile of %s as "%s", which opens its view', (action, words, command) => {
    const { commands } = draw(<Account />, { account: { actions: [action] } });
    const tile = screen.getByTestId(`w3m-account-default-${action}-button`);
    expect(tile.textContent).toBe(words);
    fireEvent.click(tile);
    expect(commands).toEqual([command]);
  });

  test('gives the tiles of an embedded wallet their own test IDs', () => {
    const login = { provider: 'email', email: 'ada@example.org', name: 'ada@example.org' };
    const rest = {
      accountType: 'eoa' as const,
      eoa: null,
      smart: null,
      canSwitch: false,
      switching: false,
      canName: false,
    };
    const actions = ['onramp', 'swaps', 'receive', 'send'] as const;
    const { set } = draw(<Account />, { account: { actions: [...actions] } });
    expect(screen.queryByTestId('w3m-account-wallet-features-widget')).toBeNull();
    set({ embedded: { login: { ...login, ...rest } } });
    const widget = screen.getByTestId('w3m-account-wallet-features-widget');
    for (const action of actions)
      expect(widget.contains(screen.getByTestId(`wallet-features-${action}-button`))).toBe(true);
    expect(screen.queryByTestId('w3m-account-default-send-button')).toBeNull();
  });

  test('shows only the engine’s actions, without Disconnect and Settings', () => {
    draw(<Account />, { account: { actions: [] } });
    expect(tiles().map((tile) => tile.textContent)).toEqual(['Copy']);
    for (const id of ['disconnect-button', 'account-settings-button'])
      expect(screen.queryByTestId(id)).toBeNull();
  });

  test('doesn’t repeat the network if the header has a picker', () => {
    draw(<Account />, { router: { left: 'network' } });
    expect(screen.queryByText('Demo chain')).toBeNull();
  });

  test('shows the name in place of the address, and its picture', () => {
    draw(<Account />, { account: { name: 'alice.test', image: 'blob:a', label: 'Savings' } });
    expect(screen.getByTestId('wm-copy-address').textContent).toBe('alice.test');
    expect(screen.getByTestId('single-account-avatar').getAttribute('src')).toBe('blob:a');
  });

  test("shows the host's label if no name is known", () => {
    draw(<Account />, { account: { label: 'Savings' } });
    expect(screen.getByTestId('wm-copy-address').textContent).toBe('Savings');
  });

  test('shows markup in a name as text', () => {
    const name = '<img src=x onerror=alert(1)>';
    const { container } = draw(<Account />, { account: { name } });
    expect(screen.getByTestId('wm-copy-address').textContent).toBe(name);
    expect(container.querySelector('[onerror]')).toBeNull();
  });

  test.each(['wm-copy-address', 'wm-account-copy'])(
    '@10.60 doesn’t copy an address known only from storage, by %s',
    async (id) => {
      const copies: unknown[] = [];
      clipboard(async (...args: unknown[]) => void copies.push(args[0]));
      const { commands, container } = draw(<Account />, { account: { confirmation: 'needed' } });
      await act(async () => void fireEvent.click(screen.getByTestId(id)));
      expect([copies, commands]).toEqual([[], [{ type: 'router.push', view: 'Receive' }]]);
      expect(container.querySelector(`[title="${ADDRESS}"]`)).toBeNull();
    },
  );

  test.each(['wm-copy-address', 'wm-account-copy'])(
    'reports by %s whether copying worked, for 2 s',
    async (id) => {
      const copies: string[] = [];
      clipboard(async (...args: unknown[]) => void copies.push(args[0] as string));
      const { commands } = draw(<Account />);
      vi.useFakeTimers();
      await act(async () => void fireEvent.click(screen.getByTestId(id)));
      const tile = screen.getByTestId('wm-account-copy');
      expect([copies, commands, tile.textContent]).toEqual([[ADDRESS], [], 'Copied']);
      expect(tile.querySelector('[aria-live=polite]')!.textContent).toBe('Copied');
      act(() => void vi.advanceTimersByTime(1_999));
      expect(tile.textContent).toBe('Copied');
      act(() => void vi.advanceTimersByTime(1));
      expect(tile.textContent).toBe('Copy');
      clipboard(() => Promise.reject(new Error('denied')));
      await act(async () => void fireEvent.click(screen.getByTestId(id)));
      expect([commands.at(-1), tile.textContent]).toEqual([
        {
          type: 'toasts.show',
          message: 'Copying is blocked. Copy it here:',
          variant: 'error',
        },
        'Copy',
      ]);
    },
  );

  test('shows no amount of a loading balance, also not to a screen reader', () => {
    draw(<Account />, { account: { balance: balance({ phase: 'loading', amount: '0.00' }) } });
    expect([amount().textContent, amount().getAttribute('aria-busy')]).toEqual(['Balance: Loading', 'true']);
  });

  test('@8.15 says that a balance couldn’t be read, and offers to try again', () => {
    const { commands } = draw(<Account />, { account: { balance: balance({ phase: 'failed' }) } });
    expect(amount().querySelector('[role=status]')!.textContent).toBe('Token Balance Unavailable');
    fireEvent.click(screen.getByText('Try again'));
    expect(commands).toEqual([{ type: 'balances.refresh' }]);
  });

  test('@8.16 counts down until the engine allows another try', () => {
    vi.useFakeTimers({ now: 1_000_000 });
    const { commands } = draw(<Account />, {
      account: { balance: balance({ phase: 'failed', retryAt: 1_030_000 }) },
    });
    const button = () => amount().querySelector('button')!;
    expect([button().textContent, button().getAttribute('aria-disabled')]).toEqual([
      'Try again in 30 s',
      'true',
    ]);
    act(() => void vi.advanceTimersByTime(29_750));
    expect(button().textContent).toBe('Try again in 1 s');
    fireEvent.click(button());
    expect(commands).toEqual([]);
    act(() => void vi.advanceTimersByTime(250));
    expect([button().textContent, button().getAttribute('aria-disabled')]).toEqual(['Try again', 'false']);
    fireEvent.click(button());
    expect(commands).toEqual([{ type: 'balances.refresh' }]);
  });

  test('@8.15 says once that tokens couldn’t be read, with one way to retry', () => {
    const { commands } = draw(<Account />, { tokens: { phase: 'failed', list: [], total: null } });
    expect(screen.getAllByText('Token Balance Unavailable')).toHaveLength(1);
    expect(amount().textContent).toBe('Balance 1.234 ETH');
    expect(screen.getByTestId('wm-tokens-failed').closest('[role=tabpanel]')).toBeTruthy();
    fireEvent.click(screen.getByText('Try again'));
    expect(commands).toEqual([{ type: 'balances.refresh' }]);
  });

  test('marks the last known balance as such', () => {
    draw(<Account />, { account: { balance: balance({ phase: 'old' }) } });
    expect(amount().textContent).toBe('Last known balance 1.234 ETH');
    expect(screen.getByRole('status').textContent).toBe('Out of date');
    expect(screen.getByText('Try again')).toBeTruthy();
  });

  test("@9.24 shows the default balance on a test network, and says that it isn't read", () => {
    draw(<Account />, { account: { balance: balance({ phase: 'testnet', amount: '0.00' }) } });
    expect(amount().textContent).toContain('0.00 ETH');
    expect(screen.getByText("We don't load balances on test networks")).toBeTruthy();
  });

  test('hides all amounts without leaving a digit', () => {
    const { commands, set } = draw(<Account />);
    const eye = screen.getByTestId('wm-hide-amounts');
    fireEvent.click(eye);
    expect(commands).toEqual([{ type: 'accounts.hide', hidden: true }]);
    set({ account: { hidden: true }, tokens: { hidden: true } });
    expect(eye.getAttribute('aria-pressed')).toBe('true');
    expect(amount().textContent).not.toMatch(/\d/);
    expect(screen.getByTestId('wm-token-DEMO').textContent).not.toMatch(/\d/);
    expect(screen.getByTestId('wm-total').textContent).not.toMatch(/\d/);
    fireEvent.click(eye);
    expect(commands.at(-1)).toEqual({ type: 'accounts.hide', hidden: false });
  });

  test('shows an arriving amount next to the balance, and hides it too', () => {
    const { set } = draw(<Account />, { account: { balance: balance({ arriving: '0.05 BTC' }) } });
    expect(screen.getByTestId('wm-balance-arriving').textContent).toBe('0.05 BTC arriving');
    expect(amount().textContent).not.toContain('0.05');
    set({ account: { hidden: true } });
    expect(screen.queryByTestId('wm-balance-arriving')).toBeNull();
  });

  test('names an unsupported network without balance or tokens', () => {
    draw(<Account />, { account: { network: unknownBadge, balance: balance({ phase: 'none' }) } });
    expect(screen.getByText("Unknown Network isn't supported here")).toBeTruthy();
    expect(screen.queryByTestId('balance-amount')).toBeNull();
    expect(screen.queryByTestId('wm-token-ETH')).toBeNull();
    expect(screen.getByTestId('wm-belongings-none')).toBeTruthy();
  });

  test('keeps the last address while reconnecting, and disables actions', () => {
    const { commands } = draw(<Account />, { account: { status: 'reconnecting' } });
    expect(screen.getByText('Reconnecting')).toBeTruthy();
    fireEvent.click(screen.getByTestId('w3m-account-default-send-button'));
    expect(commands).toEqual([]);
  });

  test('opens Send, and the wallet list from the wallet', () => {
    const { commands } = draw(<Account />);
    fireEvent.click(screen.getByTestId('w3m-account-default-send-button'));
    fireEvent.click(screen.getByTestId('wui-wallet-switch'));
    expect(commands).toEqual([{ type: 'send.open' }, { type: 'router.push', view: 'ProfileWallets' }]);
  });

  test('keeps the last account while the card fades after a disconnect', () => {
    const { set } = draw(<Account />);
    set({ account: { address: null, short: null, status: 'disconnected' } });
    expect(screen.getByTestId('wm-copy-address').textContent).toBe('0x70…dc79C8');
  });

  test('opens the explorer without an opener, and shows no link without a URL', () => {
    const { set } = draw(<Account />);
    const link = screen.getByTestId('wm-explorer');
    expect([link.getAttribute('target'), link.getAttribute('rel')]).toEqual([
      '_blank',
      'noopener noreferrer',
    ]);
    set({ account: { explorerUrl: null } });
    expect(screen.queryByTestId('wm-explorer')).toBeNull();
  });
});

describe('Tokens, NFTs, Activity', () => {
  const tabs = () => screen.getAllByRole('tab');
  const press = (key: string) => fireEvent.keyDown(document.activeElement!, { key });

  test('@2.32 have tabs in the order Tokens, NFTs, Activity', () => {
    draw(<Account />);
    expect(tabs().map((tab) => tab.textContent)).toEqual(['Tokens', 'NFTs', 'Activity']);
    expect(tabs().map((tab) => tab.dataset.testid)).toEqual(['tab-tokens', 'tab-nfts', 'tab-activity']);
  });

  test('have no Activity tab in a namespace without activity', () => {
    draw(<Account />, { account: { tabs: ['tokens', 'nfts'] } });
    expect(screen.queryByTestId('tab-activity')).toBeNull();
  });

  test('show a single panel without tabs', () => {
    draw(<Account />, { account: { tabs: ['tokens'] } });
    expect(screen.queryByRole('tablist')).toBeNull();
    expect(screen.getByTestId('wm-token-ETH')).toBeTruthy();
  });

  test('@10.8 follow the ARIA tab pattern with arrows, Home and End', () => {
    const { commands, set } = draw(<Account />);
    expect(tabs().map((tab) => tab.tabIndex)).toEqual([0, -1, -1]);
    const panel = screen.getByRole('tabpanel');
    expect(panel.getAttribute('aria-labelledby')).toBe(tabs()[0]!.id);
    expect(tabs()[0]!.getAttribute('aria-controls')).toBe(panel.id);
    act(() => tabs()[0]!.focus());
    press('ArrowLeft');
    expect(document.activeElement).toBe(tabs()[2]);
    set({ account: { tab: 'activity' } });
    press('ArrowRight');
    set({ account: { tab: 'tokens' } });
    press('ArrowRight');
    set({ account: { tab: 'nfts' } });
    press('End');
    set({ account: { tab: 'activity' } });
    press('Home');
    expect(commands.map((command) => 'tab' in command && command.tab)).toEqual([
      'activity',
      'tokens',
      'nfts',
      'activity',
      'tokens',
    ]);
  });

  test('lead from Activity to its own view if it has rows', () => {
    const { commands, set } = draw(<Account />, { account: { tab: 'activity' } });
    fireEvent.click(screen.getByTestId('w3m-account-default-activity-button'));
    expect(screen.getByText('View all')).toBeTruthy();
    expect(commands).toEqual([{ type: 'router.push', view: 'Activity' }]);
    set({ activity: { groups: [] } });
    expect(screen.queryByTestId('w3m-account-default-activity-button')).toBeNull();
  });

  test('send a command for another tab, and none for the current one', () => {
    const { commands, set } = draw(<Account />);
    fireEvent.click(screen.getByTestId('tab-tokens'));
    fireEvent.click(screen.getByTestId('tab-nfts'));
    expect(commands).toEqual([{ type: 'accounts.tab', tab: 'nfts' }]);
    set({ account: { tab: 'nfts' } });
    expect(screen.getByTestId('tab-nfts').getAttribute('aria-selected')).toBe('true');
    expect(screen.getByRole('tabpanel').getAttribute('aria-labelledby')).toBe('wm-tab-nfts');
  });
});
