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
  test('the address stands there whole, in groups, and copying it tells the truth', async () => {
    const written: string[] = [];
    clipboard(async (text) => void written.push(text));
    const { commands } = draw(<AccountSettings />);
    expect(screen.getByTestId('wm-settings-whole').textContent).toBe(ADDRESS);
    expect(screen.getByTestId('wm-settings-whole').querySelectorAll('.groups-lines span')).toHaveLength(10);
    fireEvent.click(screen.getByTestId('account-settings-address'));
    await waitFor(() => expect(screen.getByTestId('account-settings-address').textContent).toBe('Copied'));
    expect([written, commands]).toEqual([[ADDRESS], []]);
    clipboard(() => Promise.reject(new Error('denied')));
    fireEvent.click(screen.getByTestId('account-settings-address'));
    await waitFor(() =>
      expect(commands.at(-1)).toMatchObject({ variant: 'error', message: /blocked copying/ }),
    ).catch(() => expect(commands.at(-1)).toMatchObject({ variant: 'error' }));
  });

  test('@1.14 the network leads to the others', () => {
    const { commands } = draw(<AccountSettings />);
    const row = screen.getByTestId('account-switch-network-button');
    expect(row.textContent).toBe('Demo chainNetwork');
    fireEvent.click(row);
    expect(commands).toEqual([{ type: 'router.push', view: 'Networks' }]);
  });

  test('an unsupported network is called so', () => {
    draw(<AccountSettings />, { account: { network: unknownBadge } });
    expect(screen.getByTestId('account-switch-network-button').textContent).toBe(
      'Unknown NetworkUnsupported',
    );
  });

  test('where the host does not let networks be switched, the row only tells', () => {
    draw(<AccountSettings />, { options: { enableNetworkSwitch: false } });
    expect(screen.getByTestId('account-switch-network-button').tagName).toBe('DIV');
  });

  test('the wallet behind the account is named; a hostile name is text', () => {
    const { container, set } = draw(<AccountSettings />);
    expect(screen.getByTestId('wm-settings-wallet').textContent).toBe('FoxgloveConnected wallet');
    set({ account: { name: '<img src=x onerror=alert(1)>' } });
    expect(container.querySelector('[onerror]')).toBeNull();
    expect(screen.getByText('<img src=x onerror=alert(1)>')).toBeTruthy();
  });

  test('Disconnect asks once and says that it is busy', () => {
    const { commands, set } = draw(<AccountSettings />);
    fireEvent.click(screen.getByTestId('disconnect-button'));
    set({ account: { disconnecting: true } });
    fireEvent.click(screen.getByTestId('disconnect-button'));
    expect(commands).toEqual([{ type: 'accounts.disconnect', namespace: 'eip155' }]);
    expect(screen.getByTestId('disconnect-button').textContent).toBe('Disconnecting');
  });

  test('while the card fades after a disconnect the last account is still drawn', () => {
    const { set } = draw(<AccountSettings />);
    set({ account: { address: null, short: null } });
    expect(screen.getByTestId('wm-settings-whole').textContent).toBe(ADDRESS);
  });
});
