// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { ActivitySlice } from '../../contract';
import { draw } from '../../testing/draw';
import { activityItem, month, snapshots, transaction } from '../../testing/snapshots';
import { Activity } from './activity';

/** what watches the end of the list, and what it saw */
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
  test('months as the engine groups and names them, newest first', () => {
    at();
    expect(screen.getAllByTestId('group-title').map((title) => title.textContent)).toEqual([
      'January',
      'December 2025',
    ]);
    expect(
      screen.getAllByTestId('month-indexes').map((month) => month.querySelectorAll('li').length),
    ).toEqual([2, 1]);
  });

  test('a row says what, how much, with whom and when, and leads to its own view', () => {
    const { commands } = at();
    const row = screen.getByTestId('wm-tx-0xa1');
    expect(row.textContent).toBe('Sent0x3C…4293BC-0.500 ETH02 Jan, 14:05');
    fireEvent.click(row);
    expect(commands.at(-1)).toEqual({ type: 'transactions.open', id: '0xa1' });
    expect(row.querySelector('time')!.title).toBe('5 min');
  });

  test('two legs, out before in, as the engine gives them; a picture for each', () => {
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

  test('@10.12 a contract that is called like the coin is marked', () => {
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

  test('a verb nobody knows is shown as it came, and as text', () => {
    const items = [activityItem('x', { verb: '<i>rugged</i>', link: null, counterparty: null })];
    const { container } = at({ groups: [month('May', items)] });
    expect(textOf('wm-tx-0xx')).toContain('<i>rugged</i>');
    expect(container.querySelector('i')).toBeNull();
    expect(screen.queryByRole('link')).toBeNull();
  });

  test('a failed one is marked', () => {
    const item = activityItem('f');
    const items = [{ ...item, metadata: { ...item.metadata, status: 'failed' as const } }];
    at({ groups: [month('May', items)] });
    expect(textOf('wm-tx-0xf')).toContain('Failed');
  });

  test('hidden amounts: the amounts go, what an NFT is called stays', () => {
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

  test('what is still on its way stands on top, and leads to how far it is', () => {
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

  test('@2.41 of what was sent from here alone it says so, also before there is any', () => {
    const { set } = at({ own: true });
    expect(document.querySelector('.activity')!.textContent).toContain(
      'Only transactions sent from this site',
    );
    set({ activity: { groups: [] } });
    expect(textOf('empty-activity-state')).toContain('Transactions you send from this site');
    expect(document.querySelector('.activity')!.textContent).not.toContain('Only transactions');
  });

  test('@2.41 what became of something that was sent from here is a word, an amount that nobody knows is none', () => {
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

  test('the first load shows seven skeletons', () => {
    at({ phase: 'loading', groups: [] });
    expect(document.querySelectorAll('.rows-to-come > [aria-hidden]')).toHaveLength(7);
  });

  test('nothing has happened yet: says so', () => {
    at({ groups: [] });
    expect(textOf('empty-activity-state')).toContain('No activity yet');
  });

  test('@8.17 failed: the empty state says so and asks again', () => {
    const { commands } = at({ phase: 'failed', groups: [] });
    expect(textOf('empty-activity-state')).toContain("Couldn't load");
    fireEvent.click(screen.getByTestId('wm-activity-retry'));
    expect(commands).toEqual([{ type: 'activity.retry' }]);
  });

  test('a later page failed: what is there stays, and can be asked on', () => {
    const { commands } = at({ moreFailed: true, hasMore: true });
    expect(screen.getAllByTestId('month-indexes')).toHaveLength(2);
    expect(screen.queryByTestId('empty-activity-state')).toBeNull();
    expect(watchers).toHaveLength(0);
    fireEvent.click(screen.getByTestId('wm-activity-retry'));
    expect(commands).toEqual([{ type: 'activity.more' }]);
  });

  test('the end of the list asks for more when it is seen; a page that brought nothing is not asked in a loop', () => {
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

  test('what is hidden as spam is counted, and shown on request', () => {
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

  test('@10.8 all rows are one tab stop; the arrows go from one to the next', () => {
    at({ pending: [transaction('p')] });
    const links = screen.getAllByTestId(/^wm-tx-/);
    expect(links.map((link) => link.tabIndex)).toEqual([0, -1, -1, -1]);
    act(() => links[1]!.focus());
    fireEvent.keyDown(links[1]!, { key: 'ArrowDown' });
    expect(document.activeElement).toBe(links[2]);
  });
});
