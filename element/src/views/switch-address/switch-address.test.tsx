// @vitest-environment jsdom
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, describe, expect, test } from 'vitest';
import { draw } from '../../testing/draw';
import { ADDRESS, OTHER, profileWallet } from '../../testing/snapshots';
import { ProfileWallets } from '../profile-wallets/profile-wallets';
import { SwitchAddress } from './switch-address';

afterEach(cleanup);

const choice = [
  { address: ADDRESS, short: '0x70…dc79C8', label: null },
  { address: OTHER, short: '0x3C…4293BC', label: 'Savings' },
];
const several = { profileWallets: { active: profileWallet('Foxglove', { namespace: 'solana', choice }) } };

describe('SwitchAddress', () => {
  test('lists the wallet’s accounts, marks the current one, and chooses another', () => {
    const { commands } = draw(<SwitchAddress />, several);
    const items = screen.getAllByTestId('switch-address-item');
    expect(items.map((item) => item.textContent)).toEqual(['0x70…dc79C8Active', 'Savings0x3C…4293BC']);
    expect(screen.getByRole('list', { name: 'Foxglove accounts' })).toBeTruthy();
    expect(screen.getByTestId('w3m-switch-address-button-0').getAttribute('aria-current')).toBe('true');
    expect(screen.getByTestId('w3m-switch-address-button-1').getAttribute('aria-current')).toBeNull();
    fireEvent.click(screen.getByTestId('w3m-switch-address-button-1'));
    expect(commands).toEqual([{ type: 'profileWallets.choose', namespace: 'solana', address: OTHER }]);
  });

  test('offers no choice for one account', () => {
    draw(<SwitchAddress />);
    expect(screen.queryAllByTestId('switch-address-item')).toEqual([]);
    expect(screen.getByText('Only one account')).toBeTruthy();
    cleanup();
    draw(<ProfileWallets />);
    expect(screen.queryByTestId('wm-profile-address')).toBeNull();
  });

  test('is linked from the wallet list if the wallet has several accounts', () => {
    const { commands } = draw(<ProfileWallets />, several);
    fireEvent.click(screen.getByTestId('wm-profile-address'));
    expect(commands).toEqual([{ type: 'router.push', view: 'SwitchAddress' }]);
  });
});
