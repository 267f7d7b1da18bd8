// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { draw } from '../../testing/draw';
import { row } from '../../testing/snapshots';
import { Connect, ConnectWallets } from './connect';

afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const rows = () => [...screen.getByTestId('w3m-connect-scroll-view').querySelectorAll('button')];

/** The empty state loads in its own chunk. */
async function emptyIsThere() {
  draw(<Connect />, { connect: { rows: [] } });
  await screen.findByText('No wallets found', undefined, { timeout: 3000 });
  cleanup();
}

describe('Connect', () => {
  test('@2.4 shows a row with tag for each wallet in the engine’s order', () => {
    draw(<Connect />);
    expect(rows().map((button) => button.textContent)).toEqual(['FoxgloveRecent', 'HarborInstalled']);
    expect(screen.getByTestId('wallet-selector-com.fox')).toBeTruthy();
  });

  test('@2.29 selects a wallet in the click’s tick', () => {
    const { commands } = draw(<Connect />);
    fireEvent.click(screen.getByTestId('wallet-selector-com.harbor'));
    expect(commands).toEqual([{ type: 'connect.select', id: 'harbor' }]);
  });

  test('@10.33 marks two wallets of one name, and keeps both rows', () => {
    draw(<Connect />, {
      connect: { rows: [row('a', 'Twin', { conflict: true }), row('b', 'Twin', { conflict: true })] },
    });
    expect(screen.getAllByText('Two wallets use this name')).toHaveLength(2);
  });

  test('is one tab stop, with arrows, Home, End and typed letters', () => {
    draw(<Connect />, { connect: { rows: [row('a', 'Alpha'), row('b', 'Beta'), row('c', 'Bravo')] } });
    const buttons = rows();
    expect(buttons.map((button) => button.tabIndex)).toEqual([0, -1, -1]);
    const press = (key: string) => fireEvent.keyDown(document.activeElement!, { key });
    act(() => buttons[0]!.focus());
    press('ArrowUp');
    expect(document.activeElement).toBe(buttons[2]);
    press('Home');
    expect(document.activeElement).toBe(buttons[0]);
    press('End');
    expect(buttons.map((button) => button.tabIndex)).toEqual([-1, -1, 0]);
    press('a');
    expect(document.activeElement).toBe(buttons[0]);
    press('b');
    expect(document.activeElement).toBe(buttons[0]); // "ab" matches nothing
  });

  test('waits a moment without a wallet, then says so and offers to look again', async () => {
    await emptyIsThere();
    vi.useFakeTimers();
    draw(<Connect />, { connect: { rows: [] } });
    expect(screen.getByTestId('wm-skeleton')).toBeTruthy();
    act(() => void vi.advanceTimersByTime(500));
    expect(screen.getByText('No wallets found')).toBeTruthy();
    const listener = vi.fn();
    addEventListener('eip6963:requestProvider', listener);
    fireEvent.click(screen.getByTestId('wm-connect-again'));
    expect(listener).toHaveBeenCalledTimes(1);
    expect(screen.getByTestId('wm-connect-again').getAttribute('aria-busy')).toBe('true');
    act(() => void vi.advanceTimersByTime(500));
    expect(screen.getByRole('status').textContent).toContain('Still no wallet');
    removeEventListener('eip6963:requestProvider', listener);
  });

  test('@2.35 shows the directory’s rows in its order once loaded', () => {
    const { set } = draw(<Connect />, { connect: { directory: true } });
    expect(rows().map((button) => button.textContent)).toEqual([
      'FoxgloveRecent',
      'HarborInstalled',
      'All wallets',
    ]);
    set({
      directory: {
        rows: [
          row('walletConnect', 'WalletConnect', { tag: 'qrcode' }),
          row('larch', 'Larch', { tag: null }),
        ],
        rowsPhase: 'ready',
        allWallets: '600+',
      },
    });
    expect(rows().map((button) => button.textContent)).toEqual([
      'WalletConnectQR code',
      'Larch',
      'All wallets600+',
    ]);
  });

  test('@9.16 keeps the last row’s click area for a moment if the list got shorter', () => {
    vi.useFakeTimers();
    const directory = { rows: [row('larch', 'Larch', { tag: null })], allWallets: '600+' };
    const last = () => screen.getByTestId('all-wallets').closest('li')!;
    const { set } = draw(<Connect />, {
      connect: { rows: [], directory: true },
      directory: { ...directory, rowsPhase: 'loading' },
    });
    expect(last().className).toBe('');
    set({ directory: { ...directory, rowsPhase: 'ready' } });
    expect([last().classList.value, last().style.getPropertyValue('--missing')]).toEqual([
      'short moves',
      '3',
    ]);
    act(() => void vi.advanceTimersByTime(350));
    expect(last().className.trim()).toBe('short');
  });

  test('@2.35 highlights one wallet, and puts a heading above the others', () => {
    const at_hand = [
      row('fox', 'Foxglove', { tag: 'recent' }),
      row('harbor', 'Harbor', { tag: 'connected' }),
    ];
    const others = [
      row('walletConnect', 'WalletConnect', { tag: 'qrcode' }),
      row('larch', 'Larch', { tag: null }),
    ];
    const { set } = draw(<Connect />, {
      directory: { allWallets: '600+', rowsPhase: 'ready', rows: [...at_hand, ...others] },
    });
    const list = () =>
      [...screen.getByTestId('w3m-connect-scroll-view').children].map((item) =>
        [...item.children].map((child) => child.querySelector('bdi')?.textContent ?? child.textContent),
      );
    const leading = () =>
      [...document.querySelectorAll('.leads')].map((item) => item.querySelector('bdi')!.textContent);
    expect(list()).toEqual([
      ['Foxglove'],
      ['Harbor'],
      ['Other wallets', 'WalletConnect'],
      ['Larch'],
      ['All wallets'],
    ]);
    expect(leading()).toEqual(['Foxglove']);
    // the page's order
    set({ directory: { rows: [...others, ...at_hand] } });
    expect([screen.queryByRole('heading'), leading()]).toEqual([null, []]);
    // only the page's own wallets
    set({ directory: { rows: [row('harbor', 'Harbor')], allWallets: null } });
    expect([screen.queryByRole('heading'), leading()]).toEqual([null, ['Harbor']]);
  });

  test('@2.33 orders wallets at hand, logins and others, or as the host says', () => {
    const rows = [
      row('fox', 'Foxglove', { tag: 'recent' }),
      row('walletConnect', 'WalletConnect', { tag: 'qrcode' }),
    ];
    const { set, container } = draw(<Connect />, {
      connect: {
        rows,
        directory: true,
        logins: { email: true, socials: ['google'], refused: false, window: null },
      },
      directory: { rows, rowsPhase: 'ready', allWallets: '600+' },
    });
    const order = () =>
      [...container.querySelectorAll('[data-testid=wm-logins], .row bdi')].map((of) =>
        of.matches('bdi') ? of.textContent : 'logins',
      );
    expect(order()).toEqual(['Foxglove', 'logins', 'WalletConnect', 'All wallets']);
    expect(screen.getByTestId('wm-connect-near').getAttribute('aria-label')).toBe('Your wallets');
    set({ state: { features: { connectMethodsOrder: ['wallet', 'email', 'social'] } } });
    expect(order()).toEqual(['Foxglove', 'WalletConnect', 'All wallets', 'logins']);
    set({ state: { features: { connectMethodsOrder: ['social', 'email', 'wallet'] } } });
    expect(order()).toEqual(['logins', 'Foxglove', 'WalletConnect', 'All wallets']);
  });

  test('shows a later section’s heading from the start', () => {
    draw(<Connect />, { connect: { directory: true }, directory: { rowsPhase: 'loading' } });
    expect(screen.getAllByRole('heading').map((title) => title.textContent)).toEqual(['Other wallets']);
  });

  test.each([
    [true, 'Link or QR'],
    [false, 'QR code'],
  ])('@10.16 on a phone (%s) tags WalletConnect "%s"', (phone, tag) => {
    vi.stubGlobal('matchMedia', () => ({ matches: phone }));
    draw(<Connect />, {
      directory: { rows: [row('walletConnect', 'WalletConnect', { tag: 'qrcode' })] },
    });
    expect(rows()[0]!.textContent).toBe(`WalletConnect${tag}`);
  });

  test('@2.4 ends with a row for all wallets if they are offered', () => {
    const { commands, set } = draw(<Connect />, { directory: { allWallets: '' } });
    const all = screen.getByTestId('all-wallets');
    expect([all.textContent, rows().at(-1)]).toEqual(['All wallets', all]);
    fireEvent.click(all);
    expect(commands).toEqual([{ type: 'router.push', view: 'AllWallets' }]);
    set({ directory: { allWallets: null } });
    expect(screen.queryByTestId('all-wallets')).toBeNull();
  });

  test('@10.18 shows a wallet of several namespaces in one row that names them', () => {
    draw(<Connect />, { connect: { rows: [row('a', 'Both', { namespaces: ['eip155', 'solana'] })] } });
    expect(rows()).toHaveLength(1);
    expect(rows()[0]!.textContent).toBe('BothEthereum · SolanaInstalled');
  });

  test('reserves room for loading rows, and counts no skeleton as a row', () => {
    const { set } = draw(<Connect />, { directory: { rowsPhase: 'loading' } });
    expect(screen.getByTestId('wm-skeleton').querySelectorAll('div')).toHaveLength(2);
    expect(rows()).toHaveLength(2);
    set({ directory: { rowsPhase: 'ready' } });
    expect(screen.queryByTestId('wm-skeleton')).toBeNull();
  });

  test('explains in a foreign frame why no wallet was found, and links out', async () => {
    await emptyIsThere();
    vi.useFakeTimers();
    const empty = () => {
      cleanup();
      draw(<Connect />, { connect: { rows: [] } });
      act(() => void vi.advanceTimersByTime(500));
      return screen.queryByTestId('wm-connect-framed');
    };
    expect(empty(), 'a page by itself').toBeNull();
    vi.stubGlobal('top', { origin: 'https://portal.example' });
    vi.stubGlobal('parent', window.top);
    const notice = empty()!;
    expect(notice.textContent).toMatch(/^This page is embedded in another site\./);
    const link = notice.querySelector('a')!;
    expect([link.href, link.target, link.rel]).toEqual([location.href, '_blank', 'noopener']);
  });

  test('@10.32 suggests an app, not an extension, on a phone without a wallet', async () => {
    await emptyIsThere();
    vi.useFakeTimers();
    const text = () => {
      cleanup();
      draw(<Connect />, { connect: { rows: [] } });
      act(() => void vi.advanceTimersByTime(500));
      return screen.getByTestId('wm-connect-empty').textContent;
    };
    expect(text()).toContain('no enabled wallet extension');
    vi.stubGlobal('matchMedia', () => ({ matches: true }));
    expect(text()).toContain('Get a wallet app');
    expect(text()).not.toContain('enabled wallet extension');
  });

  test('waits for the directory however long if the page has no wallet', async () => {
    await emptyIsThere();
    vi.useFakeTimers();
    const { set } = draw(<Connect />, { connect: { rows: [] }, directory: { rowsPhase: 'loading' } });
    act(() => void vi.advanceTimersByTime(5000));
    expect(screen.getByTestId('wm-skeleton')).toBeTruthy();
    set({ directory: { rowsPhase: 'failed' } });
    expect(screen.getByTestId('wm-connect-empty')).toBeTruthy();
  });

  test('keeps the page’s wallets if the directory failed, with a retry in its room', () => {
    const { commands, set } = draw(<Connect />, { directory: { rowsPhase: 'loading', allWallets: '' } });
    const room = () =>
      screen.getByTestId('w3m-connect-scroll-view').querySelectorAll('.skeleton > div').length;
    expect(room()).toBe(2);
    set({ directory: { rowsPhase: 'failed' } });
    expect(room()).toBe(2);
    const again = screen.getByTestId('wm-connect-retry');
    expect(rows().map((button) => button.dataset.testid)).toEqual([
      'wallet-selector-com.fox',
      'wallet-selector-com.harbor',
      'wm-connect-retry',
      'all-wallets',
    ]);
    expect(rows().map((button) => button.tabIndex)).toEqual([0, -1, -1, -1]);
    fireEvent.click(again);
    expect(commands).toEqual([{ type: 'directory.retry' }]);
  });

  test('puts the retry below the wallets if nothing was missing', () => {
    const many = ['a', 'b', 'c', 'd'].map((id) => row(id, id));
    draw(<Connect />, { connect: { rows: many }, directory: { rowsPhase: 'failed' } });
    expect(rows()).toHaveLength(4);
    const line = screen.getByTestId('wm-connect-retry').closest('p')!;
    expect(line.previousElementSibling).toBe(screen.getByTestId('w3m-connect-scroll-view'));
  });

  test('shows one row that opens the list with collapseWallets', () => {
    const { commands, set } = draw(<Connect />, { state: { features: { collapseWallets: true } } });
    expect(screen.queryByTestId('w3m-connect-scroll-view')).toBeNull();
    fireEvent.click(screen.getByTestId('w3m-collapse-wallets-button'));
    expect(commands).toEqual([{ type: 'router.push', view: 'ConnectWallets' }]);
    set({ state: { features: { collapseWallets: false } } });
    expect(rows()).toHaveLength(2);
  });

  test('always shows the list in ConnectWallets', () => {
    const { commands } = draw(<ConnectWallets />, { state: { features: { collapseWallets: true } } });
    fireEvent.click(screen.getByTestId('wallet-selector-com.harbor'));
    expect(commands).toEqual([{ type: 'connect.select', id: 'harbor' }]);
  });

  test('shows the legal links, which open a new tab without an opener', () => {
    draw(<Connect />, { options: { termsConditionsUrl: 'https://host.test/terms', privacyPolicyUrl: null } });
    const link = screen.getByTestId('wm-footer').querySelector('a')!;
    expect([link.textContent, link.getAttribute('href'), link.getAttribute('rel')]).toEqual([
      'terms of service',
      'https://host.test/terms',
      'noopener noreferrer',
    ]);
  });

  test('links newcomers to a first wallet, unless the host turned the guide off', () => {
    const { commands, set } = draw(<Connect />);
    fireEvent.click(screen.getByTestId('w3m-wallet-guide-get-started'));
    expect(commands).toEqual([{ type: 'router.push', view: 'GetWallet' }]);
    set({ options: { enableWalletGuide: false } });
    expect(screen.queryByTestId('w3m-wallet-guide-get-started')).toBeNull();
  });

  test('@3.22 shows the branding line only if its feature is on', () => {
    const { set } = draw(<Connect />);
    expect(screen.queryByTestId('ux-branding-reown')).toBeNull();
    set({ state: { features: { reownBranding: true } } });
    expect(screen.getByTestId('ux-branding-reown')).toBeTruthy();
    set({ state: { features: { reownBranding: false } } });
    expect(screen.queryByTestId('ux-branding-reown')).toBeNull();
  });
});
