// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, test } from 'vitest';
import { draw } from '../../testing/draw';
import { ADDRESS, unknownBadge } from '../../testing/snapshots';
import { AccountSettings } from './account-settings';

afterEach(cleanup);

const clipboard = (writeText: (text: string) => Promise<void>) =>
  Object.defineProperty(navigator, 'clipboard', { value: { writeText }, configurable: true });

describe('AccountSettings', () => {
  test('shows the whole address in groups, and reports whether copying worked', async () => {
    const copies: string[] = [];
    clipboard(async (text) => void copies.push(text));
    const { commands } = draw(<AccountSettings />);
    expect(screen.getByTestId('wm-settings-whole').textContent).toBe(ADDRESS);
    expect(screen.getByTestId('wm-settings-whole').querySelectorAll('.groups-lines span')).toHaveLength(10);
    fireEvent.click(screen.getByTestId('account-settings-address'));
    await waitFor(() => expect(screen.getByTestId('account-settings-address').textContent).toBe('Copied'));
    expect([copies, commands]).toEqual([[ADDRESS], []]);
    clipboard(() => Promise.reject(new Error('denied')));
    fireEvent.click(screen.getByTestId('account-settings-address'));
    await waitFor(() =>
      expect(commands.at(-1)).toMatchObject({ variant: 'error', message: /Copying is blocked/ }),
    ).catch(() => expect(commands.at(-1)).toMatchObject({ variant: 'error' }));
  });

  test('@10.60 neither shows nor copies an address known only from storage', () => {
    const copies: string[] = [];
    clipboard(async (text) => void copies.push(text));
    const { commands, container } = draw(<AccountSettings />, { account: { confirmation: 'declined' } });
    expect(container.textContent).not.toContain(ADDRESS);
    expect(container.textContent).toContain('0x70…dc79C8');
    fireEvent.click(screen.getByTestId('account-settings-address'));
    expect([copies, commands]).toEqual([[], [{ type: 'router.push', view: 'Receive' }]]);
  });

  test('@1.14 opens the networks from the network row', () => {
    const { commands } = draw(<AccountSettings />);
    const row = screen.getByTestId('account-switch-network-button');
    expect(row.textContent).toBe('Demo chainNetwork');
    fireEvent.click(row);
    expect(commands).toEqual([{ type: 'router.push', view: 'Networks' }]);
  });

  test('labels an unsupported network', () => {
    draw(<AccountSettings />, { account: { network: unknownBadge } });
    expect(screen.getByTestId('account-switch-network-button').textContent).toBe(
      'Unknown NetworkUnsupported',
    );
  });

  test('shows the network without a button if the host forbids switching', () => {
    draw(<AccountSettings />, { options: { enableNetworkSwitch: false } });
    expect(screen.getByTestId('account-switch-network-button').tagName).toBe('DIV');
  });

  test('names the account’s wallet, and shows markup as text', () => {
    const { container, set } = draw(<AccountSettings />);
    expect(screen.getByTestId('wm-settings-wallet').textContent).toBe('FoxgloveConnected wallet');
    set({ account: { name: '<img src=x onerror=alert(1)>' } });
    expect(container.querySelector('[onerror]')).toBeNull();
    expect(screen.getByText('<img src=x onerror=alert(1)>')).toBeTruthy();
  });

  test('disconnects once and shows that it is busy', () => {
    const { commands, set } = draw(<AccountSettings />);
    fireEvent.click(screen.getByTestId('disconnect-button'));
    set({ account: { disconnecting: true } });
    fireEvent.click(screen.getByTestId('disconnect-button'));
    expect(commands).toEqual([{ type: 'accounts.disconnect', namespace: 'eip155' }]);
    expect(screen.getByTestId('disconnect-button').textContent).toBe('Disconnecting');
  });

  test('keeps the last account while the card fades after a disconnect', () => {
    const { set } = draw(<AccountSettings />);
    set({ account: { address: null, short: null } });
    expect(screen.getByTestId('wm-settings-whole').textContent).toBe(ADDRESS);
  });

  const login = {
    provider: 'email',
    email: 'ada@example.org',
    name: 'ada@example.org',
    accountType: 'smartAccount' as const,
    eoa: '0x70…dc79C8',
    smart: '0x3C…4293BC',
    canSwitch: true,
    switching: false,
    canName: false,
  };
  const toggle = () => screen.queryByTestId('account-toggle-preferred-account-type');

  test('@2.12 lets an email user change the address, without a second wallet row', () => {
    const { commands, set } = draw(<AccountSettings />, { embedded: { login } });
    const button = screen.getByTestId('w3m-account-email-update');
    expect(button.closest('[data-testid=wm-settings-email]')).toBeTruthy();
    expect(button.textContent).toContain('ada@example.org');
    expect(screen.queryByTestId('wm-settings-wallet')).toBeNull();
    fireEvent.click(button);
    expect(commands).toEqual([{ type: 'router.push', view: 'UpdateEmailWallet' }]);
    set({ embedded: { login: { ...login, provider: 'github', email: null, name: 'ada' } } });
    expect(screen.queryByTestId('w3m-account-email-update')).toBeNull();
    expect(screen.getByTestId('wm-settings-login').textContent).toBe('adaLogged in with GitHub');
  });

  test.each([
    ['smartAccount', 'eoa', 'Standard account0x70…dc79C8'],
    ['eoa', 'smartAccount', 'Smart account0x3C…4293BC'],
  ] as const)('@4.11 offers from %s the account type %s', (accountType, other, text) => {
    const { commands } = draw(<AccountSettings />, { embedded: { login: { ...login, accountType } } });
    expect([toggle()!.textContent, toggle()!.getAttribute('aria-pressed')]).toEqual([text, 'false']);
    fireEvent.click(toggle()!);
    expect(commands).toEqual([{ type: 'embedded.accountType', accountType: other }]);
  });

  test('@6.10 lets a user without a name choose one', () => {
    const { commands, set } = draw(<AccountSettings />, { embedded: { login } });
    expect(screen.queryByTestId('account-choose-name-button')).toBeNull();
    set({ embedded: { login: { ...login, canName: true } } });
    fireEvent.click(screen.getByTestId('account-choose-name-button'));
    expect(commands).toEqual([{ type: 'router.push', view: 'ChooseAccountName' }]);
  });

  test('switches the account type once at a time, and only if there is another', () => {
    const { commands, set } = draw(<AccountSettings />, {
      embedded: { login: { ...login, switching: true } },
    });
    fireEvent.click(toggle()!);
    expect([toggle()!.closest('[role=group]')!.getAttribute('aria-busy'), commands]).toEqual(['true', []]);
    set({ embedded: { login: { ...login, canSwitch: false } } });
    expect(toggle()).toBeNull();
  });
});
