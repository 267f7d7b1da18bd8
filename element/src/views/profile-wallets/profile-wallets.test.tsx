// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, test } from 'vitest';
import { draw } from '../../testing/draw';
import { ADDRESS, OTHER, profileRecent, profileWallet } from '../../testing/snapshots';
import { ProfileWallets } from './profile-wallets';

afterEach(cleanup);

const ids = (testId: string) => screen.queryAllByTestId(testId);

describe('ProfileWallets', () => {
  test('shows the connected wallet’s name, account and label, and its actions @2.11', () => {
    const { commands } = draw(<ProfileWallets />, {
      profileWallets: { active: profileWallet('Foxglove', { label: 'Savings', icon: 'blob:fox' }) },
    });
    const card = screen.getByTestId('wui-active-profile-wallet-item');
    expect(card.textContent).toBe('FoxgloveStandard accountActiveSavings0x70…dc79C8ExplorerDisconnect');
    expect(card.querySelector('img')!.getAttribute('src')).toBe('blob:fox');
    expect(screen.getByTestId('wm-profile-explorer').getAttribute('href')).toBe(
      'https://explorer.test/address',
    );
    fireEvent.click(screen.getByTestId('disconnect-button'));
    expect(commands).toEqual([{ type: 'accounts.disconnect', namespace: 'eip155' }]);
    expect(ids('wm-profile-switch')).toEqual([]);
  });

  test('copies the whole address, and reports whether it worked @2.11', async () => {
    const copies: string[] = [];
    const writeText = async (text: string) => void copies.push(text);
    Object.defineProperty(navigator, 'clipboard', { value: { writeText }, configurable: true });
    const { commands } = draw(<ProfileWallets />);
    fireEvent.click(screen.getByTestId('wm-profile-copy'));
    await waitFor(() => expect(screen.getByTestId('wm-profile-copy').textContent).toContain('Copied'));
    expect(commands).toEqual([]);
    expect(copies).toEqual([ADDRESS]);
  });

  test.each([
    ['of the page: Receive confirms it first', true, { type: 'router.push', view: 'Receive' }],
    [
      'of another network type: its wallet is asked',
      false,
      { type: 'accounts.confirm', namespace: 'eip155' },
    ],
  ])('doesn’t copy an address known only from storage, %s @10.60', (_, active, command) => {
    const copies: string[] = [];
    const writeText = async (text: string) => void copies.push(text);
    Object.defineProperty(navigator, 'clipboard', { value: { writeText }, configurable: true });
    const wallet = profileWallet('Foxglove', { active, confirmation: 'needed' });
    const { commands } = draw(<ProfileWallets />, { profileWallets: { active: wallet } });
    fireEvent.click(screen.getByTestId('wm-profile-copy'));
    expect([copies, commands]).toEqual([[], [command]]);
    expect(screen.getByTestId('wm-profile-copy').title).toBe('');
  });

  test('connects a recent wallet, or forgets it @2.11', () => {
    const recent = [
      profileRecent('Harbor', { connectorId: 'com.harbor', label: 'Old' }),
      profileRecent('Larch', { connectorId: 'com.larch', action: 'connect' }),
    ];
    const { commands } = draw(<ProfileWallets />, { profileWallets: { recent } });
    expect(screen.getByTestId('recently-connected-text').textContent).toBe('Recently connected');
    const rows = ids('recent-connection');
    expect(rows.map((row) => row.textContent)).toEqual([
      'HarborOld0x3C…4293BCSwitch',
      'Larch0x3C…4293BCConnect',
    ]);
    fireEvent.click(rows[1]!);
    fireEvent.click(screen.getByLabelText('Forget Harbor'));
    expect(commands).toEqual([
      { type: 'profileWallets.switch', namespace: 'eip155', connectorId: 'com.larch' },
      { type: 'profileWallets.remove', namespace: 'eip155', connectorId: 'com.harbor' },
    ]);
  });

  test('ignores clicks on a busy wallet, and marks one that isn’t available', () => {
    const recent = [profileRecent('Harbor', { busy: true }), profileRecent('Larch', { reachable: false })];
    const { commands } = draw(<ProfileWallets />, { profileWallets: { recent } });
    const [busy, away] = ids('recent-connection');
    expect(busy!.getAttribute('aria-busy')).toBe('true');
    expect(away!.textContent).toBe('LarchNot found in this browser');
    [busy, away, screen.getByLabelText('Forget Harbor')].forEach((one) => fireEvent.click(one!));
    expect(commands).toEqual([]);
    fireEvent.click(screen.getByLabelText('Forget Larch'));
    expect(commands).toHaveLength(1);
  });

  test('shows a tab per namespace, Switch on an inactive one, and Disconnect all @2.11', () => {
    const { commands, set } = draw(<ProfileWallets />, {
      profileWallets: { tabs: ['eip155', 'solana'], tab: 'eip155', disconnectsAll: true },
    });
    expect(screen.getByTestId('tab-eip155').getAttribute('aria-selected')).toBe('true');
    fireEvent.click(screen.getByTestId('tab-eip155'));
    fireEvent.click(screen.getByTestId('tab-solana'));
    fireEvent.click(screen.getByTestId('disconnect-all-button'));
    const active = profileWallet('Sun', { namespace: 'solana', active: false, action: 'switch' });
    set({ profileWallets: { tab: 'solana', active } });
    expect(screen.getByTestId('active-connection').textContent).toContain('Connected');
    fireEvent.click(screen.getByTestId('wm-profile-switch'));
    expect(commands).toEqual([
      { type: 'profileWallets.tab', namespace: 'solana' },
      { type: 'accounts.disconnect' },
      { type: 'profileWallets.switch', namespace: 'solana', connectorId: 'com.Sun' },
    ]);
  });

  test('shows an account of another kind below, without a way to switch', () => {
    const more = [{ address: OTHER, short: 'bc1p…x', kind: 'ordinal' } as const];
    draw(<ProfileWallets />, {
      profileWallets: { active: profileWallet('Sats', { kind: 'payment', more }) },
    });
    expect(screen.getByTestId('wm-profile-copy-more').textContent).toBe('Ordinalsbc1p…x');
    expect(ids('wm-profile-switch')).toEqual([]);
  });

  test('disconnects once, and shows a silent wallet as reconnecting', () => {
    const { commands, set } = draw(<ProfileWallets />, {
      profileWallets: { active: profileWallet('Foxglove', { disconnecting: true }) },
    });
    fireEvent.click(screen.getByTestId('disconnect-button'));
    expect(commands).toEqual([]);
    expect(screen.getByTestId('disconnect-button').textContent).toBe('Disconnecting');
    set({ profileWallets: { active: profileWallet('Foxglove', { waits: true }) } });
    expect(screen.getByTestId('wui-active-profile-wallet-item').textContent).toContain('Reconnecting');
  });

  test('opens the list with Add wallet, and from the empty state @2.11', () => {
    const { commands, set } = draw(<ProfileWallets />);
    fireEvent.click(screen.getByTestId('add-connection-button'));
    set({ profileWallets: { active: null, recent: [] } });
    expect(screen.getByTestId('empty-template').textContent).toContain('No wallet connected');
    expect(ids('add-connection-button')).toEqual([]);
    fireEvent.click(screen.getByTestId('wm-profile-connect'));
    expect(commands).toEqual([
      { type: 'router.push', view: 'Connect' },
      { type: 'router.push', view: 'Connect' },
    ]);
  });

  test('shows no empty state before the stored wallets are known', () => {
    draw(<ProfileWallets />, { profileWallets: { ready: false, active: null, recent: [] } });
    expect(ids('empty-template')).toEqual([]);
  });

  test('shows markup in a name or label as text', () => {
    const bad = '<img src=x onerror=alert(1)>';
    const { container } = draw(<ProfileWallets />, {
      profileWallets: {
        active: profileWallet(bad, { label: bad }),
        recent: [profileRecent(bad, { label: bad })],
      },
    });
    expect(container.querySelector('[onerror]')).toBeNull();
  });

  test('keeps the focus in the page when a focused row is forgotten', () => {
    const { set } = draw(<ProfileWallets />);
    act(() => screen.getByLabelText('Forget Harbor').focus());
    set({ profileWallets: { recent: [] } });
    expect(document.activeElement).not.toBe(document.body);
  });
});
