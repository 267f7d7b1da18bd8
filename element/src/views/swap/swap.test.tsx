// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { Command, SwapCheck, SwapSlice } from '../../contract';
import { draw } from '../../testing/draw';
import { swapBox, swapDetails, tokenDoubt } from '../../testing/snapshots';
import { Swap } from './swap';

afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const quoted: Partial<SwapSlice> = {
  target: swapBox('DUSD', { decimals: 6, balance: '3.000' }),
  amount: '0.25',
  targetAmount: '750.03',
  details: swapDetails,
  check: 'ready',
};
const at = (swap: Partial<SwapSlice> = {}) => draw(<Swap />, { swap });
const review = () => screen.getByTestId('swap-action-button');
const input = (side: string) => screen.getByTestId<HTMLInputElement>(`swap-input-token-${side}`);
const error = () => new RegExp(screen.getByTestId('wm-swap-error').dataset.cause!);
/** the commands, except those about the page's visibility */
const withoutLooks = (commands: Command[]) => commands.filter(({ type }) => type != 'swap.looked');
const failure = {
  name: 'WalletError',
  code: 502,
  message: 'HTTP',
  title: null,
  details: '<b>raw</b>',
} as const;

describe('Swap', () => {
  test('@10.12 says that list and network differ about a token', () => {
    at({ ...quoted, tokenDoubts: [{ ...tokenDoubt, units: null }] });
    const doubt = screen.getByTestId('wm-swap-doubt').textContent;
    expect(doubt).toContain('List: USDC, 6 decimals. Network: DAI, 18 decimals.');
    expect(doubt).not.toContain('base units');
    cleanup();
    at(quoted);
    expect(screen.queryByTestId('wm-swap-doubt')).toBeNull();
  });

  test.each<[SwapCheck, string, Partial<SwapSlice>?]>([
    ['unsupported', 'Network not supported for Swaps'],
    ['select_token', 'Choose a token'],
    ['token_refused', "Can't be swapped"],
    ['enter_amount', 'Enter an amount'],
    ['invalid_amount', 'Invalid amount'],
    ['insufficient_balance', 'Insufficient balance'],
    ['slippage', 'Invalid slippage'],
    ['no_route', 'No route'],
    ['no_quote', 'Getting a quote', { quotePhase: 'loading' }],
    ['no_quote', 'No quote', { quotePhase: 'failed' }],
    ['ready', 'Review'],
  ])('@2.20 @8.26 the button names the first failing check: %s, "%s"', (check, text, more) => {
    at({ check, ...more });
    expect(review().textContent).toBe(text);
    expect(review().getAttribute('aria-disabled')).toBe(`${check != 'ready'}`);
    expect(review()).not.toHaveProperty('disabled', true);
  });

  test('links to other networks without swaps if the host allows it', () => {
    const { commands, set } = at({ check: 'unsupported' });
    fireEvent.click(screen.getByTestId('wm-swap-network'));
    expect(withoutLooks(commands)).toEqual([{ type: 'swap.network' }]);
    set({ options: { enableNetworkSwitch: false } });
    expect(screen.queryByTestId('wm-swap-network')).toBeNull();
    set({ options: { enableNetworkSwitch: true }, swap: { check: 'ready' } });
    expect(screen.queryByTestId('wm-swap-network')).toBeNull();
  });

  test.each<[SwapCheck, RegExp, Partial<SwapSlice>?]>([
    ['unsupported', /another network/],
    ['select_token', /a token to swap from/],
    ['token_refused', /another token/],
    ['enter_amount', /how much/],
    ['invalid_amount', /above zero/],
    ['insufficient_balance', /don't have that much/],
    ['insufficient_balance', /pay the network fee in ETH/, { amountError: 'insufficient_fee' }],
    ['slippage', /between 0.1% and 5%/],
    ['no_route', /No one is trading this pair/],
    ['no_quote', /This takes a moment/, { quotePhase: 'loading' }],
    ['no_quote', /couldn't get a quote/, { quotePhase: 'failed' }],
  ])('pressed while something is missing it says what, and asks nothing: %s, %s', (check, why, more) => {
    const { commands, set } = at({ check, ...more });
    expect(screen.queryByText(why)).toBeNull();
    fireEvent.click(review());
    expect(screen.getByText(why)).toBeTruthy();
    expect(withoutLooks(commands)).toEqual([]);
    set({ swap: { check: 'ready' } });
    expect(screen.queryByText(why)).toBeNull();
  });

  test('reviews once by button and Enter', () => {
    const { commands, set } = at(quoted);
    fireEvent.click(review());
    fireEvent.keyDown(input('sourceToken'), { key: 'Enter' });
    set({ swap: { phase: 'preparing' } });
    fireEvent.click(review());
    expect(withoutLooks(commands)).toEqual([{ type: 'swap.review' }, { type: 'swap.review' }]);
    expect(review().getAttribute('aria-busy')).toBe('true');
    expect(review().textContent).toBe('Preparing');
  });

  test('shows typed text immediately, and replaces it when the sides switch', () => {
    const { commands, set } = at(quoted);
    fireEvent.change(input('sourceToken'), { target: { value: '0.5' } });
    expect(input('sourceToken').value).toBe('0.5');
    fireEvent.click(screen.getByTestId('wm-swap-turn'));
    expect(withoutLooks(commands)).toEqual([{ type: 'swap.amount', value: '0.5' }, { type: 'swap.turn' }]);
    set({ swap: { amount: '750.03' } });
    expect(input('sourceToken').value).toBe('750.03');
  });

  test('shows the result read-only, and a skeleton while it loads', () => {
    const { set } = at(quoted);
    expect([input('toToken').value, input('toToken').readOnly]).toEqual(['750.03', true]);
    expect(input('sourceToken').readOnly).toBe(false);
    set({ swap: { targetAmount: null, quotePhase: 'loading' } });
    expect([input('toToken').value, input('toToken').getAttribute('aria-busy')]).toEqual(['', 'true']);
    set({ swap: { quotePhase: 'failed' } });
    expect(input('toToken').getAttribute('aria-busy')).toBeNull();
    expect(input('toToken').placeholder).toBe('0');
  });

  test.each(['sourceToken', 'toToken'] as const)('%s: opens that side’s list from its token', (side) => {
    const { commands } = at({ target: null });
    expect(screen.getByTestId(`swap-input-${side}`).contains(input(side))).toBe(true);
    fireEvent.click(screen.getByTestId(`swap-select-token-button-${side}`));
    expect(withoutLooks(commands)).toEqual([{ type: 'swap.select', side }]);
  });

  test('shows worth and balance of both sides', () => {
    const { set } = at({ ...quoted, sourceWorth: '$750.00', targetWorth: '$749.00' });
    expect(screen.getByTestId('swap-input-sourceToken').textContent).toContain('$750.001.234 ETH available');
    expect(screen.getByTestId('swap-input-toToken').textContent).toContain('$749.00Balance: 3.000 DUSD');
    set({ swap: { source: swapBox('ETH', { balance: null }), sourceWorth: null } });
    expect(screen.getByTestId('swap-input-sourceToken').textContent).not.toMatch(/available|\$/);
  });

  test("uses the engine's Max, and loads an unknown balance again", () => {
    const { commands, set } = at(quoted);
    fireEvent.click(screen.getByTestId('wm-swap-max'));
    expect(withoutLooks(commands)).toEqual([{ type: 'swap.max' }]);
    set({ swap: { max: null, loadPhase: 'failed' } });
    fireEvent.click(screen.getByTestId('wm-swap-max'));
    expect(withoutLooks(commands).at(-1)).toEqual({ type: 'swap.reload' });
    expect(screen.getByText(/Max isn't available/)).toBeTruthy();
  });

  test.each<[Partial<SwapSlice>, string]>([
    [{ amountError: 'insufficient' }, 'Not enough ETH'],
    [{ amountError: 'insufficient_fee' }, 'Not enough ETH for the network fee'],
    [{ amountError: 'too_many_decimals' }, 'Use at most 18 decimals for ETH'],
    [
      { tokenError: 'decimals', refusedTokens: ['DUSD'] },
      "DUSD can't be swapped: we couldn't verify its amounts",
    ],
    [
      { tokenError: 'witness', refusedTokens: ['DUSD', 'QGLD'] },
      "DUSD, QGLD can't be swapped: we couldn't verify this token",
    ],
  ])('a mistake stands below the amount and is read out: %o', (more, text) => {
    at({ ...quoted, ...more });
    expect(screen.getByRole('alert').textContent).toBe(text);
    expect(input('sourceToken').getAttribute('aria-invalid')).toBe('true');
  });

  test('@9.38 shows rate, impact, slippage, fee and minimum', () => {
    const { container, set } = at(quoted);
    const facts = [...container.querySelectorAll('.fact')].map((fact) => fact.textContent);
    expect(facts[0]).toMatch(/^Rate\d+ s ago1 ETH = 3,000\.12 DUSD$/);
    expect(facts.slice(1)).toEqual([
      'Price impact0.31%',
      'SlippageAuto, 1%',
      'Fee included0.002125 ETH',
      'Network feeabout 0.00015 ETH, $0.45',
      'You receive at least742.5297 DUSD',
    ]);
    expect(screen.getByTestId('wm-swap-impact').textContent).toBe('0.31%');
    set({ swap: { details: { ...swapDetails, impact: '12.4%', isImpactHigh: true } } });
    expect(screen.getByTestId('wm-swap-impact').textContent).toBe('High12.4%');
    set({ swap: { details: { ...swapDetails, impact: null } } });
    expect(screen.queryByTestId('wm-swap-impact')).toBeNull();
    set({ swap: { details: null } });
    expect(screen.queryByTestId('wm-swap-details')).toBeNull();
  });

  test('counts the quote’s age, from zero for each quote', () => {
    vi.useFakeTimers({ now: 100_000 });
    const { set } = at({ ...quoted, details: { ...swapDetails, quotedAt: 98_000 } });
    const age = () => screen.getByTestId('wm-swap-age').textContent;
    expect(age()).toBe('2 s ago');
    act(() => void vi.advanceTimersByTime(3_000));
    expect(age()).toBe('5 s ago');
    set({ swap: { details: { ...swapDetails, quotedAt: 103_000 } } });
    expect(age()).toBe('0 s ago');
  });

  test.each<[string, Partial<SwapSlice>, string]>([
    ['tokens', { tokensPhase: 'failed' }, "Couldn't load tokens"],
    ['quote', { quotePhase: 'failed', quoteError: failure }, "Couldn't get a quote"],
    ['balances', { loadPhase: 'failed' }, "Couldn't load your balances"],
    ['prices', { isPriceMissing: true }, "Couldn't load prices"],
  ])('what could not be had is said where one is, and can be asked again: %s', (cause, more, title) => {
    const { commands } = at({ ...quoted, ...more });
    const panel = screen.getByTestId('wm-swap-error');
    expect('' + error()).toBe(`/${cause}/`);
    expect(panel.querySelector('strong')!.textContent).toBe(title);
    expect(panel.querySelector('code')?.textContent).toBe(cause == 'quote' ? '502 · <b>raw</b>' : undefined);
    fireEvent.click(panel.querySelector('button')!);
    expect(withoutLooks(commands)).toEqual([{ type: 'swap.reload' }]);
  });

  test('shows no error for a missing price without a quote', () => {
    const { set } = at({ isPriceMissing: true });
    expect(screen.queryByTestId('wm-swap-error')).toBeNull();
    set({ swap: { ...quoted, isPriceMissing: false } });
    expect(screen.queryByTestId('wm-swap-error')).toBeNull();
  });

  test('shows why the preview failed, with Details', () => {
    const failed = { ...failure, message: 'Failed to estimate gas' };
    const { set } = at({ ...quoted, error: failed, fault: { cause: 'funds', reason: null } });
    const panel = screen.getByTestId('wm-swap-error');
    expect(panel.querySelector('strong')!.textContent).toBe('Failed to estimate gas');
    expect(panel.textContent).toContain('Not enough ETH for the amount and the network fee.');
    expect(panel.querySelector('details code')!.textContent).toBe('502 · <b>raw</b>');
    set({ swap: { phase: 'preparing' } });
    expect(screen.queryByTestId('wm-swap-error')).toBeNull();
  });

  test('shows all digits of a shortened figure on a click', () => {
    const details = {
      ...swapDetails,
      rateWhole: '1 ETH = 3,000.123456 DUSD',
      minimumWhole: '742.529712 DUSD',
    };
    const { set } = at({ ...quoted, details: details, targetWhole: '750.030864' });
    const least = screen.getByTestId('wm-swap-minimum').querySelector('button')!;
    expect(least.querySelector('bdi')!.textContent).toBe('742.5297 DUSD');
    expect([least.getAttribute('aria-expanded'), least.title]).toEqual(['false', 'Show all digits']);
    fireEvent.click(least);
    expect(least.querySelector('bdi')!.textContent).toBe('742.529712 DUSD');
    expect(least.getAttribute('aria-expanded')).toBe('true');
    fireEvent.click(least);
    expect(least.querySelector('bdi')!.textContent).toBe('742.5297 DUSD');
    fireEvent.focus(input('toToken'));
    expect(input('toToken').value).toBe('750.030864');
    fireEvent.blur(input('toToken'));
    expect(input('toToken').value).toBe('750.03');
    set({ swap: { details: { ...details, minimumWhole: null } } });
    expect(screen.getByTestId('wm-swap-minimum').querySelector('button')).toBeNull();
  });

  test('shows the estimated network fee before the review', () => {
    const { set } = at(quoted);
    const fee = () => screen.getByTestId('wm-swap-network-fee');
    expect(fee().textContent).toBe('about 0.00015 ETH, $0.45');
    set({ swap: { details: { ...swapDetails, networkFee: null }, loadPhase: 'loading' } });
    expect(fee().querySelector('[role=img]')!.getAttribute('aria-label')).toBe('Loading');
    set({ swap: { loadPhase: 'failed' } });
    expect(fee().textContent).not.toContain('ETH');
    set({ swap: { details: null } });
    expect(screen.queryByTestId('wm-swap-network-fee')).toBeNull();
  });

  describe('slippage', () => {
    const of = (more: Partial<SwapSlice['slippage']> = {}) => ({
      choice: 'auto' as const,
      own: '',
      isWrong: false,
      isHigh: false,
      text: '1%',
      ...more,
    });
    const toggle = () => screen.getByTestId('wm-swap-slippage-open');
    const choice = (name: string) => screen.getByTestId<HTMLInputElement>(`wm-swap-slippage-${name}`);
    const slippage = () => screen.getByTestId('wm-swap-slippage-said');

    test('@9.38 shows its value, and opens its choices', () => {
      const { commands, set } = at(quoted);
      expect(screen.getByTestId('wm-swap-slippage').textContent).toBe('Auto, 1%');
      expect(screen.queryByTestId('wm-swap-slippage-half')).toBeNull();
      fireEvent.click(toggle());
      expect(toggle().getAttribute('aria-expanded')).toBe('true');
      expect(document.getElementById(toggle().getAttribute('aria-controls')!)).toBeTruthy();
      const pressed = () =>
        ['auto', 'half', 'one'].filter((name) => choice(name).getAttribute('aria-pressed') == 'true');
      expect(pressed()).toEqual(['auto']);
      fireEvent.click(choice('half'));
      set({ swap: { slippage: of({ choice: 'half', text: '0.5%' }) } });
      expect(pressed()).toEqual(['half']);
      expect(screen.getByTestId('wm-swap-slippage').textContent).toBe('0.5%');
      fireEvent.click(choice('auto'));
      expect(withoutLooks(commands)).toEqual([
        { type: 'swap.slippage', value: '0.5', own: false },
        { type: 'swap.slippage', value: 'auto', own: false },
      ]);
      fireEvent.click(toggle());
      expect(screen.queryByTestId('wm-swap-slippage-half')).toBeNull();
    });

    test('is typed with point or comma, and Auto again if empty', () => {
      const { commands, set } = at(quoted);
      fireEvent.click(toggle());
      fireEvent.change(choice('own'), { target: { value: '2,5' } });
      expect(choice('own').value).toBe('2.5');
      set({ swap: { slippage: of({ choice: 'own', own: '2.5', text: '2.5%' }) } });
      fireEvent.change(choice('own'), { target: { value: '' } });
      expect(withoutLooks(commands)).toEqual([
        { type: 'swap.slippage', value: '2.5', own: true },
        { type: 'swap.slippage', value: 'auto', own: false },
      ]);
    });

    test('is colored as a warning if high, and as an error if invalid', () => {
      const { set } = at(quoted);
      fireEvent.click(toggle());
      expect(slippage().className).toBe('small');
      set({ swap: { slippage: of({ choice: 'own', own: '4', isHigh: true, text: '4%' }) } });
      expect([slippage().className, slippage().getAttribute('role')]).toEqual(['small warning', 'status']);
      expect(screen.getByTestId('wm-swap-slippage').querySelector('.warning')!.textContent).toBe('4%');
      set({ swap: { slippage: of({ choice: 'own', own: '7', isWrong: true }) } });
      expect([slippage().className, slippage().getAttribute('role')]).toEqual(['small error', 'alert']);
      expect(choice('own').getAttribute('aria-invalid')).toBe('true');
      expect(slippage().textContent).toBe('Enter 0.1 to 5%, with up to two decimals.');
    });
  });

  test('shows markup in a symbol as text in its own direction', () => {
    const { container } = at({ source: swapBox('‮<svg onload=a()>'), target: null });
    expect(container.querySelector('[onload]')).toBeNull();
    const token = screen.getByTestId('swap-select-token-button-sourceToken');
    expect(token.querySelector('bdi')!.textContent).toBe('‮<svg onload=a()>');
  });

  test('tells the engine whether the page is visible while it is shown', () => {
    const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(false);
    const { commands, unmount } = at(quoted);
    const turn = (to: boolean) => {
      hidden.mockReturnValue(to);
      document.dispatchEvent(new Event('visibilitychange'));
    };
    turn(true);
    turn(false);
    unmount();
    turn(true);
    expect(commands).toEqual([true, false, true].map((at) => ({ type: 'swap.looked', at })));
  });
});
