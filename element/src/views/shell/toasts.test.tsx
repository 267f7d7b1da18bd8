// @vitest-environment jsdom
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, describe, expect, test } from 'vitest';
import type { Toast } from '../../contract';
import '../../i18n/later';
import { draw } from '../../testing/draw';
import { manualCopy } from '../use-copy';
import { Toasts } from './toasts';

afterEach(cleanup);

const sent: Toast = {
  id: 7,
  key: 'toast.send_sent',
  args: { amount: '0.25', symbol: 'ETH' },
  message: '',
  variant: 'loading',
  link: null,
  about: null,
};
const at = (toast: Partial<Toast>, more: Parameters<typeof draw>[1] = {}) =>
  draw(<Toasts />, { toast: { toast: { ...sent, ...toast } }, ...more });
const shown = () => screen.queryByTestId('wui-snackbar-message');

describe('Toasts', () => {
  test.each(['loading', 'success', 'error'] as const)('@2.42 carry message and variant: %s', (variant) => {
    const { commands } = at({ variant });
    const toast = shown()!;
    expect([toast.textContent, toast.dataset.variant, toast.getAttribute('role')]).toEqual([
      'Sending 0.25 ETH',
      variant,
      variant == 'error' ? 'alert' : 'status',
    ]);
    fireEvent.pointerEnter(toast);
    fireEvent.pointerLeave(toast);
    fireEvent.click(screen.getByLabelText('Dismiss'));
    expect(commands).toEqual([
      { type: 'toasts.hold', id: 7, held: true },
      { type: 'toasts.hold', id: 7, held: false },
      { type: 'toasts.dismiss', id: 7 },
    ]);
  });

  test('are released from the pointer when the card closes', () => {
    const { commands, unmount } = at({});
    fireEvent.pointerEnter(shown()!);
    unmount();
    expect(commands).toEqual([
      { type: 'toasts.hold', id: 7, held: true },
      { type: 'toasts.hold', id: 7, held: false },
    ]);
  });

  test('are dismissed with the card if they hold text to copy', () => {
    [manualCopy.text, manualCopy.message] = ['0x1', 'Copy it here:'];
    const { commands, unmount } = at({ key: null, message: 'Copy it here:', variant: 'error' });
    const field = screen.getByTestId<HTMLInputElement>('wm-copy-by-hand');
    expect([field.value, field.dir]).toEqual(['0x1', 'ltr']);
    unmount();
    expect(commands).toContainEqual({ type: 'toasts.dismiss', id: 7 });
  });

  test('keep the room made for one while the view stays', () => {
    document.body.className = 'card';
    const { set, unmount } = at({});
    const has = () => document.body.classList.contains('roomy');
    expect(has()).toBe(true);
    set({ toast: { toast: null } });
    expect([shown(), has()]).toEqual([null, true]);
    set({ router: { view: 'Networks' } });
    expect(has()).toBe(false);
    // an open toast stays in the next view
    set({ toast: { toast: sent } });
    set({ router: { view: 'Account' } });
    expect(has()).toBe(true);
    unmount();
    expect(has()).toBe(false);
  });

  test.each(['loading', 'success'] as const)('have a View link if %s with a link', (variant) => {
    at({ key: 'toast.send_lost', variant, link: 'https://explorer.test/tx/0xab' });
    expect(screen.getByText('View').getAttribute('href')).toBe('https://explorer.test/tx/0xab');
    expect(shown()!.textContent).toMatch(/0\.25 ETH.* View$/);
  });

  test('open their transaction, and disappear', () => {
    const { commands, set } = at({ about: 't7' });
    const details = screen.getByRole('button', { name: 'Details' });
    details.focus();
    expect(commands).toEqual([{ type: 'toasts.hold', id: 7, held: true }]);
    fireEvent.click(details);
    expect(commands.slice(1)).toEqual([
      { type: 'transactions.open', id: 't7' },
      { type: 'toasts.dismiss', id: 7 },
    ]);
    for (const view of ['Transaction', 'ApproveTransaction', 'ReviewRequest'] as const) {
      set({ router: { view } });
      expect(screen.queryByText('Details'), view).toBeNull();
    }
    set({ router: { view: 'Account' }, toast: { toast: { ...sent, about: null } } });
    expect(screen.queryByText('Details')).toBeNull();
  });

  test.each(['waiting', 'confirming', 'unknown', 'failed'] as const)(
    'aren’t shown in a send preview that is %s',
    (phase) => {
      const { set } = at({}, { router: { view: 'SendPreview' }, send: { phase } });
      expect(shown()).toBeNull();
      set({ router: { view: 'Account' } });
      expect(shown()).toBeTruthy();
    },
  );

  test.each([
    ['SwapPreview', 'toast.swap_sent'],
    ['SwapPreview', 'toast.approve_sent'],
    ['RevokePreview', 'toast.revoke_sent'],
    ['PayLoading', 'toast.pay_done'],
    ['BuyInProgress', 'toast.buy_confirmed'],
  ] as const)('aren’t shown in %s: %s', (view, key) => {
    at({ key }, { router: { view } });
    expect(shown()).toBeNull();
  });

  test('are shown in another flow, and not after a view showed the outcome', () => {
    const { set } = at(
      { key: 'toast.send_confirmed', variant: 'success' },
      { router: { view: 'BuyInProgress' } },
    );
    expect(shown()).toBeTruthy();
    set({ router: { view: 'SendPreview' } });
    expect(shown()).toBeNull();
    set({ router: { view: 'Account' } });
    expect(shown()).toBeNull();
  });

  test('are shown in a preview that still waits for the user', () => {
    at({}, { router: { view: 'SendPreview' }, send: { phase: 'review' } });
    expect(shown()).toBeTruthy();
  });

  test('always say that the wallet sent something else', () => {
    const message = 'Your wallet sent something else';
    at({ key: null, message }, { router: { view: 'SendPreview' }, send: { phase: 'differs' } });
    expect(shown()!.textContent).toBe(message);
  });

  test('show their message if their key is unknown', () => {
    at({ key: null, message: 'Unknown error' });
    expect(shown()!.textContent).toBe('Unknown error');
  });
});
