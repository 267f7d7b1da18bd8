// @vitest-environment jsdom
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { Command, SendPhase, StepKind, SwapPreview as PreviewOf, SwapSlice } from '../../contract';
import { draw } from '../../testing/draw';
import { press } from '../../testing/press';
import { steps, swapBox, swapDetails, swapPreview, tokenDoubt } from '../../testing/snapshots';
import { SwapPreview } from './swap-preview';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const at = (phase: SendPhase, preview: Partial<PreviewOf> = {}, more: Partial<SwapSlice> = {}) =>
  draw(<SwapPreview />, {
    swap: { phase, preview: { ...swapPreview, ...preview }, details: swapDetails, ...more },
  });
const confirm = () => screen.getByTestId('swap-action-button');
const status = () => screen.getByTestId('wm-swap-status').textContent;
const buttons = () => [...document.querySelectorAll('.pair button')].map((button) => button.textContent);
const withoutLooks = (commands: Command[]) => commands.filter(({ type }) => type != 'swap.looked');
const step = (kind: StepKind) => screen.getByTestId(`wm-swap-step-${kind}`);
const after = (kinds: StepKind[], now: number) =>
  kinds.map((kind, i) => ({
    kind,
    status: i < now ? ('done' as const) : i == now ? ('now' as const) : ('todo' as const),
  }));

describe('SwapPreview', () => {
  test('@10.12 shows both if list and network differ about a token', () => {
    const tokenDoubts = [tokenDoubt, { ...tokenDoubt, listed: 'DAI', network: 'USDC' }];
    const { container } = at('review', { tokenDoubts, getsSymbol: 'units' }, { target: swapBox('DUSD') });
    // the amount is in units; the contract is still a token's
    expect(container.textContent).toContain('DUSD contract');
    const lines = screen.getByTestId('wm-swap-doubt').querySelectorAll('li');
    expect(
      [...lines].map(({ textContent }) => /List: (\w+).*Network: (\w+)/.exec(textContent)!.slice(1)),
    ).toEqual([
      ['USDC', 'DAI'],
      ['DAI', 'USDC'],
    ]);
    expect(lines[0]!.compareDocumentPosition(confirm())).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  });

  test('@2.20 @9.38 shows amount, minimum, costs, network and contract', () => {
    const { container } = at('review');
    expect(screen.getByTestId('wm-swap-gives').textContent).toBe('0.25 ETH');
    expect(screen.getByTestId('wm-swap-minimum').textContent).toBe('742.5297 DUSD');
    expect([...container.querySelectorAll('dt')].map(({ textContent }) => textContent)).toEqual([
      ...['You pay', 'You receive at least'],
      ...['Expected', 'Rate', 'Price impact', 'Slippage', 'Fee included', 'Network fee'],
      ...['From', 'DUSD contract', 'Network'],
      'Exchange contract',
    ]);
    expect(screen.getByTestId('wm-swap-expected').textContent).toBe('750.03 DUSD');
    expect(screen.getByTestId('wm-swap-router').textContent).toBe(swapPreview.router);
    for (const text of ['$750.00', '$742.52', '0.000042 ETH, $0.13', 'Demo chain'])
      expect(container.textContent).toContain(text);
  });

  test('shows the account, both token contracts and the network’s icon', () => {
    const token = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48';
    const { container } = at('review', { givesToken: token, getsToken: null, networkIcon: 'blob:n' });
    const from = screen.getByTestId('wm-swap-from');
    expect(from.textContent).toBe(swapPreview.from.short);
    fireEvent.click(from);
    expect(from.textContent).toBe(swapPreview.from.address);
    expect(screen.getByTestId('wm-swap-gives-contract').textContent).toBe(token);
    expect(screen.queryByTestId('wm-swap-gets-contract')).toBeNull();
    expect(container.querySelector('img[src="blob:n"]')).toBeTruthy();
  });

  test('loads a failed fee again, but not while the wallet is asked', () => {
    const { commands, set } = at('review', { fee: null, feePhase: 'failed' });
    fireEvent.click(screen.getByTestId('wm-swap-fee-retry'));
    expect(withoutLooks(commands)).toEqual([{ type: 'swap.fee' }]);
    set({ swap: { preview: { ...swapPreview, fee: null, feePhase: 'loading' } } });
    expect(screen.queryByTestId('wm-swap-fee-retry')).toBeNull();
    set({ swap: { phase: 'waiting', preview: { ...swapPreview, fee: null, feePhase: 'failed' } } });
    expect(screen.queryByTestId('wm-swap-fee-retry')).toBeNull();
  });

  test('lists no steps for one confirmation', () => {
    at('review');
    expect(screen.queryByTestId('wm-swap-step-swap')).toBeNull();
  });

  test('@5.22 lists confirmations in order with exact amounts, and explains a reset', () => {
    const { set } = at('review', { steps: steps('reset', 'approve', 'swap') });
    expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      ...['Reset approval', 'Approve exactly 0.25 ETH', 'Swap'],
    ]);
    expect(screen.getByText(/ETH doesn't allow a new approval/)).toBeTruthy();
    const statuses = () => (['approve', 'swap'] as const).map((kind) => step(kind).dataset.status);
    set({ swap: { preview: { ...swapPreview, steps: after(['approve', 'swap'], 1) } } });
    expect(screen.queryByText(/new approval/)).toBeNull();
    expect(statuses()).toEqual(['done', 'now']);
    expect(step('swap').getAttribute('aria-current')).toBe('step');
    expect(step('approve').querySelector('[role=img]')!.getAttribute('aria-label')).toBe('Done');
  });

  test('says for one combined confirmation that the wallet shows the fee', () => {
    at('review', { steps: steps('batch') });
    expect(step('batch').textContent).toBe('Approve and swap in one confirmation');
    expect(screen.queryByText(/Network fee/)).toBeNull();
  });

  test.each<[StepKind, string, RegExp, RegExp]>([
    ['reset', 'Reset', /remove the old approval first/, /removes the old approval/],
    ['approve', 'Approve', /approve exactly this amount/, /shows exactly this amount and nothing more/],
    ['swap', 'Swap', /confirm this swap/, /shows the same amounts/],
    ['batch', 'Confirm both', /confirm both together/, /the approval and the swap/],
  ])('names the button by its step: %s', (kind, label, calm, waiting) => {
    const { set } = at('review', { steps: steps(kind) });
    expect(buttons()).toEqual(['Cancel', label]);
    expect(status()).toMatch(calm);
    set({ swap: { phase: 'waiting' } });
    expect(status()).toMatch(/^Confirm in Foxglove/);
    expect(status()).toMatch(waiting);
    expect(confirm().getAttribute('aria-busy')).toBe('true');
  });

  test.each<[SendPhase, StepKind, RegExp, string[], Partial<SwapSlice>?]>([
    ['confirming', 'swap', /^Waiting for the networkSent/, ['Close']],
    ['confirming', 'approve', /^Waiting for the networkThe next step starts/, ['Close']],
    ['unknown', 'swap', /^Sent, not confirmed yet/, ['Close']],
    ['unknown', 'swap', /^No response from Foxglove.*before you swap again/, ['Close'], { hash: null }],
    ['differs', 'swap', /^Your wallet sent something else/, ['Close']],
    ['altered', 'swap', /^Your wallet signed something else/, ['Close']],
    ['unread', 'swap', /^We couldn't read what it did/, ['Close']],
    ['failed', 'swap', /^Not swapped/, ['Cancel', 'Try again']],
    ['failed', 'approve', /^Not approved/, ['Cancel', 'Try again']],
  ])('%s, %s: says where it stands and offers only what is possible', (phase, kind, text, offered, more) => {
    at(phase, { steps: steps(kind) }, { hash: '0xab', ...more });
    expect(status()).toMatch(text);
    expect(screen.getByTestId('wm-swap-status').dataset.phase).toBe(phase);
    expect(buttons()).toEqual(offered);
  });

  test('shows why it failed, and the raw error in Details', () => {
    const error = { name: 'WalletError', code: 3, message: 'raw', title: null, details: null } as const;
    at('failed', {}, { error, fault: { cause: 'reverted', reason: '<i>less</i>' } });
    expect(screen.getByTestId('wm-send-fault').textContent).toContain('“<i>less</i>”');
    expect(document.querySelector('details code')!.textContent).toBe('3 · raw');
  });

  test('ignores a scripted click, and confirms a user’s after half a second', () => {
    const { commands } = at('review');
    confirm().click();
    press(confirm(), { after: 100 });
    expect(status()).toContain('That was too fast');
    expect(withoutLooks(commands)).toEqual([]);
    press(confirm());
    expect(withoutLooks(commands)).toEqual([{ type: 'swap.confirm', step: 0, revision: 0 }]);
  });

  test('requires a tick for a large loss, again after each price', () => {
    const critical = { isCritical: true, isAccepted: false };
    const { commands, set } = at('review', critical, { details: { ...swapDetails, impact: '12.4%' } });
    const tick = () => screen.getByTestId('wm-swap-accept');
    expect([tick().getAttribute('role'), tick().getAttribute('aria-checked')]).toEqual(['checkbox', 'false']);
    expect(tick().textContent).toBe("I understand I'll receive 12.4% less than it's worth.");
    expect([confirm().textContent, confirm().getAttribute('aria-disabled')]).toEqual(['Swap anyway', 'true']);
    expect(status()).toMatch(/Select the checkbox/);
    press(confirm());
    tick().click();
    fireEvent.click(tick());
    expect(withoutLooks(commands)).toEqual([]);
    press(tick());
    set({ swap: { preview: { ...swapPreview, ...critical, isAccepted: true } } });
    expect(tick().getAttribute('aria-checked')).toBe('true');
    expect(confirm().getAttribute('aria-disabled')).toBe('false');
    press(confirm(), { after: 100 });
    press(confirm());
    press(tick());
    expect(withoutLooks(commands)).toEqual([
      { type: 'swap.accept', revision: 0, accepted: true },
      { type: 'swap.confirm', step: 0, revision: 0 },
      { type: 'swap.accept', revision: 0, accepted: false },
    ]);
    set({ swap: { preview: { ...swapPreview, isCritical: false } } });
    expect(screen.queryByTestId('wm-swap-accept')).toBeNull();
    expect(confirm().textContent).toBe('Swap');
  });

  test('says why a swap without a second price needs a tick', () => {
    for (const [doubt, words] of [
      ['no_price', "I checked what I'll receive. Its price is unknown."],
      ['one_price', "I checked what I'll receive. Only the swap service provides prices."],
    ] as const) {
      const { commands } = at('review', { isCritical: false, doubt, isAccepted: false });
      expect(screen.getByTestId('wm-swap-accept').textContent).toBe(words);
      expect([confirm().textContent, confirm().getAttribute('aria-disabled')]).toEqual(['Swap', 'true']);
      expect(status()).toMatch(/Compare both amounts/);
      press(screen.getByTestId('wm-swap-accept'));
      expect(withoutLooks(commands)).toEqual([{ type: 'swap.accept', revision: 0, accepted: true }]);
      cleanup();
    }
  });

  // The checkbox has a new text, so an earlier tick doesn't apply to it.
  test('resets the tick if only its reason changes', () => {
    let now = 0;
    vi.spyOn(performance, 'now').mockImplementation(() => now);
    const doubtful = (doubt: PreviewOf['doubt']) => ({ isCritical: false, doubt, isAccepted: false });
    const { commands, set } = at('review', doubtful('one_price'));
    const tick = () => screen.getByTestId('wm-swap-accept');
    now = 1000;
    set({ swap: { preview: { ...swapPreview, ...doubtful('no_price') } } });
    expect(tick().textContent).toBe("I checked what I'll receive. Its price is unknown.");
    press(tick(), { after: 100 });
    expect(status()).toContain('That was too fast');
    expect(withoutLooks(commands)).toEqual([]);
    now = 9000;
    press(tick());
    expect(withoutLooks(commands)).toEqual([{ type: 'swap.accept', revision: 0, accepted: true }]);
  });

  test('shows all digits in Details and on a click', () => {
    const { set, container } = at(
      'review',
      { getsWhole: '742.529712', expectedWhole: '750.030864 DUSD' },
      { details: { ...swapDetails, rateWhole: '1 ETH = 3,000.123456 DUSD' } },
    );
    const code = () => container.querySelector('details code');
    expect(code()!.textContent).toBe(
      'You receive at least: 742.529712 DUSD\nExpected: 750.030864 DUSD\nRate: 1 ETH = 3,000.123456 DUSD',
    );
    fireEvent.click(screen.getByTestId('wm-swap-minimum').querySelector('button')!);
    expect(screen.getByTestId('wm-swap-minimum').textContent).toContain('742.529712');
    set({
      swap: {
        preview: { ...swapPreview, getsWhole: null, expectedWhole: null },
        details: { ...swapDetails, rateWhole: null },
      },
    });
    expect(code()).toBeNull();
  });

  test('requires the tick for an approval of such a swap', () => {
    at('review', { isCritical: true, steps: steps('approve', 'swap') });
    expect([confirm().textContent, confirm().getAttribute('aria-disabled')]).toEqual(['Approve', 'true']);
  });

  test('colors a high slippage as a warning', () => {
    const { set } = at('review');
    const slippage = () => screen.getByTestId('wm-swap-slippage').querySelector('bdi')!;
    expect(slippage().className).toBe('');
    set({ swap: { details: { ...swapDetails, slippage: '4%', isSlippageHigh: true } } });
    expect([slippage().className, slippage().textContent]).toEqual(['warning', '4%']);
  });

  test('confirms nothing while the wallet is asked', () => {
    const { commands } = at('waiting');
    press(confirm(), { after: 9000 });
    expect(withoutLooks(commands)).toEqual([]);
  });

  test.each<[string, Partial<PreviewOf>]>([
    ['less is got than before', { revision: 1 }],
    ['another step comes', { steps: after(['approve', 'swap'], 1), step: 1 }],
  ])('the calm starts anew when %s', (_, change) => {
    let now = 0;
    vi.spyOn(performance, 'now').mockImplementation(() => now);
    const first = { ...swapPreview, steps: steps('approve', 'swap') };
    const { commands, set } = at('review', first);
    now = 9_000;
    set({ swap: { preview: { ...first, ...change } } });
    press(confirm(), { after: 480 });
    expect(withoutLooks(commands)).toEqual([]);
    press(confirm());
    const { step, revision } = { ...first, ...change };
    expect(withoutLooks(commands)).toEqual([{ type: 'swap.confirm', step, revision }]);
  });

  test('continues the half second if the price didn’t get worse', () => {
    let now = 0;
    vi.spyOn(performance, 'now').mockImplementation(() => now);
    const { commands, set } = at('review');
    now = 9_000;
    set({ swap: { preview: { ...swapPreview, gets: '743', expected: '751 DUSD' } } });
    press(confirm(), { after: 0 });
    expect(withoutLooks(commands)).toEqual([{ type: 'swap.confirm', step: 0, revision: 0 }]);
  });

  test('says that the price got worse while it was shown', () => {
    const { set } = at('review', { revision: 2 });
    const changed = () => screen.queryByTestId('wm-swap-changed');
    expect(changed()).toBeNull();
    set({ swap: { preview: { ...swapPreview, revision: 3 } } });
    expect(changed()!.textContent).toBe("The price changed. You'll receive less than before.");
    expect(changed()!.getAttribute('role')).toBe('alert');
    set({ swap: { phase: 'waiting' } });
    expect(changed()).toBeNull();
    // reviewed again
    set({ swap: { phase: 'review', preview: swapPreview } });
    expect(changed()).toBeNull();
    set({ swap: { preview: { ...swapPreview, revision: 1 } } });
    expect(changed()).not.toBeNull();
  });

  // R8
  test.each<SendPhase>(['review', 'failed'])('%s: warns that an earlier swap may be out', (phase) => {
    const { set } = at(phase, {}, { unanswered: '1.5 ETH' });
    expect(screen.getByTestId('wm-swap-earlier').textContent).toMatch(
      /1\.5 ETH might still go through: Foxglove/,
    );
    set({ swap: { unanswered: null } });
    expect(screen.queryByTestId('wm-swap-earlier')).toBeNull();
  });

  test('cancels with Cancel, and closes with Close once signed', () => {
    const { commands, set } = at('waiting');
    fireEvent.click(screen.getByTestId('wm-swap-cancel'));
    set({ swap: { phase: 'confirming' } });
    fireEvent.click(screen.getByTestId('wm-swap-cancel'));
    expect(withoutLooks(commands)).toEqual([
      { type: 'swap.cancel' },
      { type: 'router.close', reason: 'user' },
    ]);
  });

  test('labels a step’s fee, and shows none that couldn’t be read', () => {
    const { set } = at('review', { steps: steps('approve', 'swap') });
    expect(screen.getByText('Network fee for this step')).toBeTruthy();
    set({ swap: { preview: { ...swapPreview, fee: null, feePhase: 'failed' } } });
    expect(screen.getByText('Network fee').nextElementSibling!.textContent).toBe('UnknownTry again');
  });

  test('shows at the end both amounts and the transaction, and leaves with Done', () => {
    const { set, commands } = at('confirming');
    const ended = {
      gave: '2 ETH',
      got: '6,211.04 DUSD',
      atLeast: false,
      to: null,
      explorerUrl: 'https://x.test/1',
    };
    set({ swap: { preview: null, phase: 'editing', ended } });
    expect(status()).toBe('Swapped 2 ETH→6,211.04 DUSD');
    expect(screen.getByTestId('wm-swap-status').dataset.phase).toBe('sent');
    expect(screen.getByRole('link').getAttribute('href')).toBe('https://x.test/1');
    set({ swap: { ended: { ...ended, atLeast: true } } });
    expect(status()).toBe('Swapped 2 ETH→at least 6,211.04 DUSD');
    fireEvent.click(screen.getByTestId('wm-swap-done'));
    expect(commands.at(-1)).toEqual({ type: 'router.back' });
  });

  test('tells the engine when the page is hidden', () => {
    const { commands } = at('review');
    vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
    document.dispatchEvent(new Event('visibilitychange'));
    expect(commands.at(-1)).toEqual({ type: 'swap.looked', at: false });
  });
});
