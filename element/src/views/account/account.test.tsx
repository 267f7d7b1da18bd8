// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { draw } from '../../testing/draw';
import { ADDRESS } from '../../testing/snapshots';
import { Account } from './account';

afterEach(cleanup);

const clipboard = (writeText: () => Promise<void>) =>
  Object.defineProperty(navigator, 'clipboard', { value: { writeText }, configurable: true });

describe('Account', () => {
  test('@2.5 shows address, balance, network and the rows of the engine in order', () => {
    draw(<Account />);
    expect(screen.getByTestId('wm-copy-address').textContent).toBe('0x70…dc79C8');
    expect(screen.getByTestId('balance-amount').textContent).toContain('1.234 ETH');
    expect(screen.getByText('Demo chain')).toBeTruthy();
    expect(screen.getAllByRole('listitem').map((item) => item.textContent)).toEqual(['Send', 'Disconnect']);
  });

  test('copying tells the truth: copied, or not allowed', async () => {
    const written: string[] = [];
    clipboard(async (...args: unknown[]) => void written.push(args[0] as string));
    const { commands } = draw(<Account />);
    fireEvent.click(screen.getByTestId('wm-copy-address'));
    await waitFor(() =>
      expect(commands).toEqual([{ type: 'toasts.show', message: 'Address copied', variant: 'success' }]),
    );
    expect(written).toEqual([ADDRESS]);
    clipboard(() => Promise.reject(new Error('denied')));
    fireEvent.click(screen.getByTestId('wm-copy-address'));
    await waitFor(() => expect(commands.at(-1)).toMatchObject({ variant: 'error' }));
  });

  test('a balance that could not be read says so and can be asked again', () => {
    const { commands } = draw(<Account />, {
      account: { balance: { phase: 'failed', amount: '0.00', symbol: 'ETH' } },
    });
    expect(screen.getByTestId('balance-amount').textContent).toContain('Balance not available');
    fireEvent.click(screen.getByText('Try again'));
    expect(commands).toEqual([{ type: 'balances.refresh' }]);
  });

  test('reconnecting: the last address stays, actions wait', () => {
    const { commands } = draw(<Account />, { account: { status: 'reconnecting' } });
    expect(screen.getByText('Reconnecting')).toBeTruthy();
    fireEvent.click(screen.getByTestId('w3m-account-default-send-button'));
    expect(commands).toEqual([]);
  });

  test('Send opens Send; Disconnect disconnects this family once', () => {
    const { commands, set } = draw(<Account />);
    fireEvent.click(screen.getByTestId('w3m-account-default-send-button'));
    fireEvent.click(screen.getByTestId('disconnect-button'));
    expect(commands).toEqual([{ type: 'send.open' }, { type: 'accounts.disconnect', namespace: 'eip155' }]);
    set({ account: { disconnecting: true } });
    fireEvent.click(screen.getByTestId('disconnect-button'));
    expect(commands).toHaveLength(2);
    expect(screen.getByTestId('disconnect-button').getAttribute('aria-busy')).toBe('true');
  });

  test('while the card fades after a disconnect the last account is still drawn', () => {
    const { set } = draw(<Account />);
    set({ account: { address: null, short: null, status: 'disconnected' } });
    expect(screen.getByTestId('wm-copy-address').textContent).toBe('0x70…dc79C8');
  });

  test('the explorer opens beside the page, without an opener', () => {
    draw(<Account />);
    const link = screen.getByTestId('wm-explorer');
    expect([link.getAttribute('target'), link.getAttribute('rel')]).toEqual([
      '_blank',
      'noopener noreferrer',
    ]);
    vi.restoreAllMocks();
  });
});
