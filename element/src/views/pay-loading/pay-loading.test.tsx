// @vitest-environment jsdom
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { PayPhase, PaySlice } from '../../contract';
import { openShopAt } from '../../engine/popup';
import { draw } from '../../testing/draw';
import { PayLoading } from './pay-loading';

vi.mock('../../engine/popup', () => ({ openShopAt: vi.fn() }));
afterEach(() => {
  cleanup();
  vi.mocked(openShopAt).mockReset();
});

const exchange = { id: 'quayside', name: 'Quayside', image: null };
const url = 'https://quayside.test/pay';
const host = 'quayside.test';
const at = (phase: PayPhase, pay: Partial<PaySlice> = {}) => draw(<PayLoading />, { pay: { phase, ...pay } });
const status = () => screen.getByTestId('wm-pay-status');
const controls = () => [...document.querySelectorAll('a, button')].map(({ textContent }) => textContent);

describe('PayLoading', () => {
  test.each<[PayPhase, Partial<PaySlice>, RegExp, string[]]>([
    ['opening', { exchange }, /^Opening Quayside/, []],
    [
      'exchange',
      { exchange, url, host },
      /^Finish on Quayside/,
      ['Open quayside.test again', 'Pay another way'],
    ],
    [
      'ready',
      { exchange, url, host },
      /^Pay on QuaysideYou'll pay 25 USDC on quayside\.test/,
      ['Continue on quayside.test', 'Pay another way'],
    ],
    ['wallet', {}, /^Confirm in Foxglove/, []],
    ['confirming', { explorerUrl: 'https://x.test/tx/1' }, /^Waiting for the network/, ['View on explorer']],
    ['done', { exchange }, /^Paid 25 USDCTo0x3C…93BCWith Quayside$/, ['Done']],
    ['said', { exchange }, /^Reported as paid 25 USDCTo0x3C…93BCQuayside says so/, ['Done']],
    ['done', { explorerUrl: 'https://x.test/tx/1' }, /^Paid/, ['View transaction', 'Done']],
    ['failed', { exchange, trouble: 'exchange' }, /The exchange didn't pay/, ['Try again']],
    ['failed', { trouble: 'reverted' }, /The network rejected it/, ['Try again']],
    ['unknown', { exchange }, /Quayside hasn't confirmed 25 USDC/, ['Close']],
    ['unknown', {}, /Before you pay again, check Foxglove/, ['Close']],
    ['unknown', { trouble: 'replaced' }, /Another transaction replaced it/, ['Close']],
    // @10.59
    ['unknown', { trouble: 'differs' }, /Your wallet sent something else/, ['Close']],
    ['unknown', { trouble: 'altered' }, /Your wallet signed something else/, ['Close']],
    ['unknown', { trouble: 'unread' }, /on the network, but we couldn't read its effect/, ['Close']],
  ])('@2.25 %s says what happens and what can be done', (phase, more, words, ways) => {
    at(phase, more);
    expect(status().dataset.phase).toBe(phase);
    expect(status().textContent).toMatch(words);
    expect(controls()).toEqual(ways);
  });

  test("@2.25 opens the exchange's page again without an opener", () => {
    at('exchange', { exchange, url });
    const link = screen.getByTestId<HTMLAnchorElement>('wm-pay-open');
    expect([link.href, link.target, link.rel]).toEqual([url, '_blank', 'noopener noreferrer']);
  });

  test('@2.25 shows the host, and opens exactly that page in the click', () => {
    const { commands } = at('ready', { exchange, url, host });
    fireEvent.click(screen.getByTestId('wm-pay-open'));
    expect(commands).toEqual([{ type: 'pay.opened' }]);
    expect(vi.mocked(openShopAt).mock.calls).toEqual([[url]]);
    cleanup();
    // in a tab, the browser follows the link itself
    const tab = at('ready', { exchange, url, host, inTab: true });
    const isFollowed = fireEvent.click(screen.getByTestId('wm-pay-open'));
    expect([isFollowed, tab.commands]).toEqual([true, [{ type: 'pay.opened' }]]);
    expect(openShopAt).toHaveBeenCalledTimes(1);
  });

  test('offers another way, another try, and closing', () => {
    for (const [phase, id, command] of [
      ['exchange', 'wm-pay-other', { type: 'pay.again' }],
      ['failed', 'wm-pay-again', { type: 'pay.again' }],
      ['done', 'wm-pay-close', { type: 'router.close', reason: 'user' }],
    ] as const) {
      const { commands } = at(phase, { exchange, url, trouble: 'exchange' });
      fireEvent.click(screen.getByTestId(id));
      expect(commands).toEqual([command]);
      cleanup();
    }
  });
});
