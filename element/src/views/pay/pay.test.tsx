// @vitest-environment jsdom
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { PaySlice } from '../../contract';
import { page } from '../../page';
import { draw } from '../../testing/draw';
import { OTHER, snapshots, TOKEN } from '../../testing/snapshots';
import { Pay } from './pay';

/** The entry captures `window.open` when it loads, so this runs before. */
const opened = vi.hoisted(() => {
  const open = vi.fn((..._: unknown[]): unknown => ({}));
  window.open = open as unknown as typeof window.open;
  return open;
});

afterEach(() => {
  cleanup();
  opened.mockClear();
});

const at = (pay: Partial<PaySlice> = {}) => draw(<Pay />, { pay });
const wallet = () => screen.getByTestId('wallet-payment-option');
const exchange = (id: string) => screen.getByTestId(`exchange-option-${id}`);
const failure = {
  name: 'WalletError' as const,
  code: 'X',
  message: 'words of others',
  title: null,
  details: null,
};

describe('Pay', () => {
  test('@2.25 shows amount, recipient, contract and network, and both ways to pay', () => {
    const { container, commands } = at();
    expect(container.querySelector('.preview-amount')!.textContent).toBe('25 USDC');
    expect(screen.getByTestId('wm-pay-to').textContent).toBe(OTHER);
    expect(screen.getByTestId('wm-pay-contract').textContent).toBe(TOKEN);
    expect(screen.getByTestId('wm-pay-site').textContent).toBe('Harbour Shop is requesting');
    expect(screen.getByTestId('wm-pay-worth').textContent).toBe('$25.00');
    expect(screen.getByTestId('wm-pay-contract').closest('details')!.open).toBe(false);
    expect(container.textContent).toContain('Harbor');
    expect(wallet().textContent).toContain('Pay with Foxglove');
    fireEvent.click(wallet());
    expect(commands).toEqual([{ type: 'pay.wallet' }]);
  });

  test('@2.25 opens no window for an exchange whose host isn’t known yet', () => {
    const { commands } = at();
    fireEvent.click(exchange('quayside'));
    expect(opened).not.toHaveBeenCalled();
    expect(page.popup).toBeUndefined();
    expect(commands).toEqual([{ type: 'pay.exchange', id: 'quayside' }]);
  });

  test('opens the wallet list without a wallet, and announces a network switch', () => {
    at({ wallet: null });
    expect(wallet().textContent).toContain('Connect one first');
    cleanup();
    at({ wallet: { ...snapshots().pay.wallet!, switches: true } });
    expect(wallet().textContent).toContain('Switches to Harbor first');
  });

  test('disables paying until the token is checked, and during the preview', () => {
    for (const more of [{ checked: 'loading' }, { phase: 'preparing' }] as Partial<PaySlice>[]) {
      const { commands } = at(more);
      for (const row of [wallet(), exchange('quayside')]) {
        expect(row.getAttribute('aria-disabled')).toBe('true');
        fireEvent.click(row);
      }
      expect(wallet().getAttribute('aria-busy')).toBe('true');
      expect(commands).toEqual([]);
      cleanup();
    }
    expect(opened).not.toHaveBeenCalled();
  });

  test('retries a failed network check and failed exchanges', () => {
    const unchecked = at({ checked: 'failed', error: failure, trouble: 'other' });
    fireEvent.click(screen.getByTestId('wm-pay-unchecked').querySelector('button')!);
    expect(unchecked.commands).toEqual([{ type: 'pay.reload' }]);
    cleanup();
    const { commands } = at({ exchangesPhase: 'failed', exchanges: [], exchangesError: failure });
    fireEvent.click(screen.getByTestId('wm-pay-retry'));
    expect(commands).toEqual([{ type: 'pay.reload' }]);
    expect(wallet().getAttribute('aria-disabled')).toBe('false');
  });

  test('shows a skeleton while loading, and says that no exchange was found', () => {
    at({ exchangesPhase: 'loading', exchanges: [] });
    expect(screen.getByTestId('wm-skeleton')).toBeTruthy();
    cleanup();
    at({ exchanges: [] });
    expect(screen.getByTestId('wm-pay-none').textContent).toBe('No exchange supports this payment.');
    expect(screen.queryByText('or')).toBeNull();
  });

  test('shows why a payment was refused, with Details and no way to pay', () => {
    at({ checked: 'failed', refused: true, error: failure, trouble: 'asset' });
    const error = screen.getByTestId('wm-pay-error');
    expect([error.getAttribute('role'), error.querySelector('strong')!.textContent]).toEqual([
      'alert',
      "This payment can't be made",
    ]);
    expect(error.querySelector('details')!.textContent).toContain('words of others');
    expect(screen.queryByTestId('wallet-payment-option')).toBeNull();
  });

  test('warns that an earlier payment might still go through', () => {
    at({ earlier: true });
    expect(screen.getByTestId('wm-pay-earlier').textContent).toMatch(/might still go through/);
  });
});
