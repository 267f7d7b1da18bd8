// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { ActivitySlice } from '../../contract';
import { draw } from '../../testing/draw';
import { activityItem, month, snapshots, transaction } from '../../testing/snapshots';
import { Activity } from './activity';

/** the observers of the list's end, and what they saw */
let watchers: { seen(visible: boolean): void }[] = [];
beforeEach(() => {
  watchers = [];
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(tell: (entries: { isIntersecting: boolean }[]) => void) {
        watchers.push({ seen: (visible) => tell([{ isIntersecting: visible }]) });
      }
      observe() {}
      disconnect() {}
    },
  );
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const at = (activity: Partial<ActivitySlice> = {}, hidden = false) =>
  draw(<Activity account={{ ...snapshots().account, hidden }} />, { activity });
const textOf = (id: string) => screen.getByTestId(id).textContent;

describe('Activity', () => {
  test('groups rows by month as the engine does, newest first', () => {
    at();
    expect(screen.getAllByTestId('group-title').map((title) => title.textContent)).toEqual([
      'January',
      'December 2025',
    ]);
    expect(
      screen.getAllByTestId('month-indexes').map((month) => month.querySelectorAll('li').length),
    ).toEqual([2, 1]);
  });

  test('shows what, how much, with whom and when, and opens the transaction', () => {
    const { commands } = at();
    const row = screen.getByTestId('wm-tx-0xa1');
    expect(row.textContent).toBe('Sent0x3C…4293BC-0.500 ETH02 Jan, 14:05');
    fireEvent.click(row);
    expect(commands.at(-1)).toEqual({ type: 'transactions.open', id: '0xa1' });
    expect(row.querySelector('time')!.title).toBe('5 min');
  });

  test('shows two legs, out before in, each with its picture', () => {
    const legs = [
      { direction: 'out', text: '-1.000 ETH', image: 'blob:a', nft: false, unverified: false },
      { direction: 'in', text: '+2.000 DEMO', image: 'blob:b', nft: false, unverified: false },
    ] as const;
    at({
      groups: [month('May', [activityItem('s', { verb: 'swapped', pair: 'ETH → DEMO', legs: [...legs] })])],
    });
    expect(textOf('wm-tx-0xs')).toBe('SwappedETH → DEMO-1.000 ETH+2.000 DEMO02 Jan, 14:05');
    expect(screen.getByTestId('wm-tx-0xs').querySelectorAll('img')).toHaveLength(2);
  });

  test('@10.12 marks a contract that is named like the native coin', () => {
    const leg = { direction: 'in', text: '+1.000 ETH', image: null, nft: false } as const;
    at({
      groups: [
        month('May', [
          activityItem('u', { legs: [{ ...leg, unverified: true }] }),
          activityItem('c', { legs: [{ ...leg, unverified: false }] }),
        ]),
      ],
    });
    expect(screen.getAllByTestId('wm-token-unverified')).toHaveLength(1);
    expect(textOf('wm-tx-0xu')).toContain('Possible fake+1.000 ETH');
  });

  test('shows an unknown verb as it came, as text', () => {
    const items = [activityItem('x', { verb: '<i>rugged</i>', link: null, counterparty: null })];
    const { container } = at({ groups: [month('May', items)] });
    expect(textOf('wm-tx-0xx')).toContain('<i>rugged</i>');
    expect(container.querySelector('i')).toBeNull();
    expect(screen.queryByRole('link')).toBeNull();
  });

  test('marks a failed transaction', () => {
    const item = activityItem('f');
    const items = [{ ...item, metadata: { ...item.metadata, status: 'failed' as const } }];
    at({ groups: [month('May', items)] });
    expect(textOf('wm-tx-0xf')).toContain('Failed');
  });

  test('hides amounts, and keeps an NFT’s name', () => {
    const nft = {
      direction: 'in',
      text: '1 Cool Cat #3',
      image: null,
      nft: true,
      unverified: false,
    } as const;
    at({ groups: [month('May', [activityItem('a'), activityItem('n', { legs: [nft] })])] }, true);
    expect(textOf('wm-tx-0xa')).not.toContain('0.500');
    expect(textOf('wm-tx-0xn')).toContain('1 Cool Cat #3');
  });

  test('shows pending transactions on top, which open their status', () => {
    const pending = [
      transaction('p1'),
      transaction('p2', { status: 'unknown', kind: 'swap' }),
      transaction('p3', { status: 'unknown', kind: 'approve', hash: null }),
    ];
    const { commands } = at({ pending });
    const [first, second, third] = screen.getAllByRole('listitem');
    expect(first!.textContent).toBe('SendingWaiting for the network0.25 ETH');
    expect(first!.querySelector('.spinner')).toBeTruthy();
    expect(second!.textContent).toBe('SwappingNot confirmed yet0.25 ETH');
    expect(third!.textContent).toBe("ApprovingWe don't know if it was sent0.25 ETH");
    fireEvent.click(screen.getByTestId('wm-tx-0xp2'));
    expect(commands).toEqual([{ type: 'transactions.open', id: 'p2' }]);
  });

  test("@2.41 shows transactions that the service doesn't list yet, with the page's description", () => {
    const pending = [transaction('p', { kind: 'request', description: 'Mint Cat #3' })];
    const unlisted = (['confirmed', 'failed', 'replaced', 'differs', 'unread'] as const).map((status) =>
      transaction(status, { status, kind: 'request', amount: '' }),
    );
    const { set } = at({ pending, unlisted, groups: [] });
    expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'Mint Cat #3Waiting for the network0.25 ETH',
      'TransactionConfirmed',
      'TransactionFailed',
      'TransactionReplaced',
      'TransactionMismatch',
      'TransactionUnclear',
    ]);
    expect(document.querySelectorAll('.spinner')).toHaveLength(1);
    const item = activityItem('a');
    set({ activity: { pending: [], unlisted: [], groups: [month('May', [item])] } });
    expect(textOf('wm-tx-0xa')).not.toContain('Mint');
    set({ activity: { groups: [month('May', [{ ...item, description: 'Mint Cat #3' }])] } });
    expect(textOf('wm-tx-0xa')).toContain('Mint Cat #3');
  });

  test('@2.41 says that it lists only transactions sent from here, also before any', () => {
    const { set } = at({ own: true });
    expect(document.querySelector('.activity')!.textContent).toContain(
      'Only transactions sent from this site',
    );
    set({ activity: { groups: [] } });
    expect(textOf('empty-activity-state')).toContain('Transactions you send from this site');
    expect(document.querySelector('.activity')!.textContent).not.toContain('Only transactions');
  });

  test('@2.41 shows an own transaction’s outcome as a word, and no unknown amount', () => {
    const as = (id: string, status: 'replaced' | 'differs' | 'sent') => {
      const item = activityItem(id);
      return { ...item, metadata: { ...item.metadata, status } };
    };
    const items = [as('r', 'replaced'), as('d', 'differs'), as('s', 'sent')];
    at({
      groups: [month('May', items)],
      pending: [transaction('h', { kind: 'request', amount: '', symbol: 'BTC' })],
    });
    expect(textOf('wm-tx-0xr')).toContain('Replaced');
    expect(textOf('wm-tx-0xd')).toContain('Mismatch');
    expect(screen.getByTestId('wm-tx-0xs').querySelector('.tag, .spinner')).toBeNull();
    expect(textOf('wm-tx-0xh')).toBe('TransactionWaiting for the network');
  });

  test('shows seven skeletons on the first load', () => {
    at({ phase: 'loading', groups: [] });
    expect(document.querySelectorAll('.rows-to-come > [aria-hidden]')).toHaveLength(7);
  });

  test('shows the empty state without activity', () => {
    at({ groups: [] });
    expect(textOf('empty-activity-state')).toContain('No activity yet');
  });

  test('@8.17 says that loading failed, and tries again', () => {
    const { commands } = at({ phase: 'failed', groups: [] });
    expect(textOf('empty-activity-state')).toContain("Couldn't load");
    fireEvent.click(screen.getByTestId('wm-activity-retry'));
    expect(commands).toEqual([{ type: 'activity.retry' }]);
  });

  test('keeps loaded rows if a later page failed, and tries again', () => {
    const { commands } = at({ moreFailed: true, hasMore: true });
    expect(screen.getAllByTestId('month-indexes')).toHaveLength(2);
    expect(screen.queryByTestId('empty-activity-state')).toBeNull();
    expect(watchers).toHaveLength(0);
    fireEvent.click(screen.getByTestId('wm-activity-retry'));
    expect(commands).toEqual([{ type: 'activity.more' }]);
  });

  test('loads more when its end is visible, and never in a loop', () => {
    const { commands, set } = at({ hasMore: true });
    act(() => void watchers[0]!.seen(false));
    expect(commands).toEqual([]);
    act(() => void watchers[0]!.seen(true));
    expect(commands).toEqual([{ type: 'activity.more' }]);
    set({ activity: { loadingMore: true } });
    expect(screen.getByTestId('wm-skeleton')).toBeTruthy();
    set({ activity: { loadingMore: false } });
    expect(watchers).toHaveLength(1);
    set({ activity: { groups: [month('May', [activityItem('n')])] } });
    expect(watchers).toHaveLength(2);
    set({ activity: { hasMore: false } });
    expect(document.querySelector('.activity-end')).toBeNull();
  });

  test('counts rows hidden as spam, and shows them on request', () => {
    const { commands, set } = at({ spam: 3 });
    const button = screen.getByTestId('wm-activity-spam');
    expect(button.textContent).toBe('Show hidden (3)');
    fireEvent.click(button);
    set({ activity: { showSpam: true } });
    expect(button.getAttribute('aria-expanded')).toBe('true');
    fireEvent.click(button);
    expect(commands).toEqual([
      { type: 'activity.spam', shown: true },
      { type: 'activity.spam', shown: false },
    ]);
  });

  test('@10.8 is one tab stop, with arrows from row to row', () => {
    at({ pending: [transaction('p')] });
    const links = screen.getAllByTestId(/^wm-tx-/);
    expect(links.map((link) => link.tabIndex)).toEqual([0, -1, -1, -1]);
    act(() => links[1]!.focus());
    fireEvent.keyDown(links[1]!, { key: 'ArrowDown' });
    expect(document.activeElement).toBe(links[2]);
  });
});
