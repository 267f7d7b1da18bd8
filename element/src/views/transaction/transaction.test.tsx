// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react';
import { afterEach, describe, expect, test } from 'vitest';
import type { TransactionPhase, TransactionView } from '../../contract';
import { draw } from '../../testing/draw';
import { OTHER, shownTransaction, timeline, TOKEN } from '../../testing/snapshots';
import { Transaction } from './transaction';

afterEach(cleanup);

const at = (more: Partial<TransactionView> = {}, hidden = false) =>
  draw(<Transaction />, { transactions: { shown: shownTransaction(more) }, account: { hidden } });
const textOf = (id: string) => screen.getByTestId(id).textContent;
const status = () => screen.getByTestId('wm-tx-status');

describe('Transaction', () => {
  test('@10.31 says which steps are done and which are pending', () => {
    const { set } = at();
    expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      ...['Signed. Done', 'Sent. Done', 'Waiting for the network'],
    ]);
    expect(screen.getByTestId('wm-tx-step-confirmed').getAttribute('aria-current')).toBe('step');
    expect([status().dataset.status, status().getAttribute('role')]).toEqual(['sent', 'status']);
    const allDone = timeline('signed done', 'sent done', 'confirmed done');
    set({ transactions: { shown: shownTransaction({ phase: 'confirmed', timeline: allDone }) } });
    expect(textOf('wm-tx-step-confirmed')).toBe('Confirmed. Done');
    expect([status().dataset.status, status().textContent]).toEqual(['confirmed', 'It went through.']);
  });

  test('shows amount, whole recipient, time and explorer link', () => {
    const { container } = at();
    expect(textOf('wm-tx-amount')).toBe('0.25 ETH');
    expect(textOf('wm-tx-to')).toBe(OTHER);
    expect(container.querySelector('time')!.dateTime).toBe('2026-01-02T13:05:00.000Z');
    expect(container.querySelector('time')!.textContent).toBe('02 Jan 2026, 14:05');
    const link = screen.getByTestId('wm-tx-explorer');
    expect(['href', 'target', 'rel'].map((name) => link.getAttribute(name))).toEqual([
      ...['https://explorer.test/tx/0xa', '_blank', 'noopener noreferrer'],
    ]);
  });

  test("keeps the page's description in its own direction", () => {
    at({ description: 'شراء 3 تذاكر (#4).' });
    expect(screen.getByTestId('wm-tx-kind').querySelector('bdi')!.textContent).toBe('شراء 3 تذاكر (#4).');
  });

  test.each([
    ['send', 'Send', 'To'],
    ['swap', 'Swap', 'Exchange contract'],
    ['approve', 'Approval', 'Who gets access'],
  ] as const)('%s: labels the address by its role', (kind, title, party) => {
    const { container } = at({ kind });
    expect(textOf('wm-tx-kind')).toBe(title);
    expect(container.querySelector('dt')!.textContent).toBe(party);
  });

  test.each<[TransactionPhase, RegExp]>([
    ['waiting', /^Foxglove hasn't responded yet/],
    ['unanswered', /^We don't know if it was sent.*in Foxglove/],
    ['signed', /hasn't reached the network yet/],
    ['unknown', /keep checking/],
    ['failed', /^It didn't go through/],
    ['replaced', /^Another transaction replaced it.*in Foxglove/],
    ['differs', /^Your wallet sent something else/],
    ['altered', /^Your wallet signed something else/],
    ['unread', /^The transaction is on the network, but we couldn't read its effect/],
  ])('shows phase %s', (phase, text) => {
    at({ phase });
    expect(status().textContent).toMatch(text);
  });

  test('says that a slow step hasn’t happened yet', () => {
    const { set } = at({ timeline: timeline('signed slow', 'sent todo', 'confirmed todo') });
    expect(textOf('wm-tx-step-signed')).toBe('No response from Foxglove');
    const slow = timeline('signed done', 'sent done', 'confirmed slow');
    set({ transactions: { shown: shownTransaction({ timeline: slow }) } });
    expect(textOf('wm-tx-step-confirmed')).toBe('Not confirmed yet');
  });

  test('@10.31 shows that the network removed the transaction while it waits for another block', () => {
    const { set } = at({ dropped: true, phase: 'unknown' });
    expect(status().textContent).toMatch(/removed this transaction/);
    set({ transactions: { shown: shownTransaction({ dropped: true, phase: 'sent' }) } });
    expect(status().textContent).toMatch(/removed this transaction/);
    set({ transactions: { shown: shownTransaction({ dropped: true, phase: 'confirmed' }) } });
    expect(status().textContent).toBe('It went through.');
  });

  test("@2.41 shows the page's description", () => {
    at({ kind: 'request', description: 'Mint Cat #3' });
    expect(textOf('wm-tx-kind')).toBe('Mint Cat #3');
  });

  test('shows no link without a hash', () => {
    at({ explorerUrl: null });
    expect(screen.queryByTestId('wm-tx-explorer')).toBeNull();
  });

  test('@10.15 lists a batch’s calls with whole addresses and values', () => {
    at({
      calls: [
        { to: TOKEN, value: null },
        { to: OTHER, value: '0.5 ETH' },
      ],
    });
    expect(screen.getByRole('heading').textContent).toBe('2 calls in one transaction');
    expect(screen.getAllByTestId('wm-tx-call').map(({ textContent }) => textContent)).toEqual([
      TOKEN,
      `${OTHER}0.5 ETH`,
    ]);
  });

  test('keeps hidden amounts hidden', () => {
    const { container } = at({ calls: [{ to: OTHER, value: '0.5 ETH' }] }, true);
    expect(container.textContent).not.toMatch(/0\.25|0\.5/);
  });

  test('says that the transaction isn’t listed anymore', () => {
    const { set } = at();
    set({ transactions: { shown: null } });
    expect(textOf('wm-tx-gone')).toContain('No longer listed');
  });
});
