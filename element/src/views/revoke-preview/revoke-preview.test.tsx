// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { RevokePreview as Preview } from '../../contract';
import { draw } from '../../testing/draw';
import { approvalRow, OTHER, preview as sent, TOKEN } from '../../testing/snapshots';
import { RevokePreview } from './revoke-preview';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const preview: Preview = {
  approval: approvalRow('t1', { amount: '250' }),
  from: sent.from,
  fee: '0.000021 ETH',
  feePhase: 'ready',
  networkName: 'Harbor',
  networkIcon: null,
};
const status = () => screen.getByTestId('wm-revoke-status');

test('@10.37 shows current and new allowance, spender, token and cost', () => {
  draw(<RevokePreview />, { approvals: { phase: 'review', preview } });
  expect(screen.getByTestId('wm-revoke-amount').textContent).toBe('250 USDC');
  expect(screen.getByTestId('wm-revoke-then').textContent).toBe('Nothing');
  expect(screen.getByTestId('wm-revoke-spender').textContent).toBe(OTHER);
  expect(screen.getByTestId('wm-revoke-token').textContent).toBe(TOKEN);
  expect(screen.getByText('0.000021 ETH')).toBeTruthy();
});

test('revokes once, after the user had time to read', () => {
  const { commands, set } = draw(<RevokePreview />, { approvals: { phase: 'review', preview } });
  const confirm = () => screen.getByTestId('wm-revoke-confirm');
  act(() => void vi.advanceTimersByTime(1_000));
  fireEvent.click(confirm());
  set({ approvals: { phase: 'waiting' } });
  fireEvent.click(confirm());
  expect(commands.filter(({ type }) => type == 'approvals.confirm').length).toBeLessThanOrEqual(1);
  fireEvent.click(screen.getByTestId('wm-revoke-cancel'));
  expect(commands.at(-1)).toEqual({ type: 'approvals.cancel' });
  expect(status().textContent).toContain('an amount of zero');
});

test('shows the outcome', () => {
  const { set } = draw(<RevokePreview />, { approvals: { phase: 'unknown', preview } });
  expect(status().textContent).toContain("We don't know if it was revoked");
  set({ approvals: { phase: 'failed' } });
  expect(status().textContent).toContain('Not revoked');
  set({ approvals: { phase: 'confirming', hash: '0xab' } });
  expect(screen.queryByTestId('wm-revoke-confirm')).toBeNull();
  set({ approvals: { preview: null }, router: { done: true } });
  expect(status().textContent).toContain('Revoked');
});
