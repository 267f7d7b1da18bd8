// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { SwapSlice } from '../../contract';
import { draw } from '../../testing/draw';
import { swapBox, swapToken } from '../../testing/snapshots';
import { SwapSelectToken } from './swap-select-token';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const eth = swapToken('ETH', { name: 'Ether', amount: '1.234', worth: '$3,702.00', isChosen: true });
const dusd = swapToken('DUSD', { name: 'Demo Dollar', amount: '3.000', worth: '$3.00', isChosen: true });
const at = (more: Partial<SwapSlice> = {}) =>
  draw(<SwapSelectToken />, {
    swap: {
      target: swapBox('DUSD'),
      suggested: [eth, swapToken('UNI')],
      held: [eth, dusd],
      others: [swapToken('UNI', { name: 'Uniswap' }), swapToken('HRBR')],
      ...more,
    },
  });
const row = (symbol: string) => screen.getByTestId(`swap-select-token-item-${symbol}`);
const field = () => screen.getByTestId<HTMLInputElement>('swap-select-token-search-input');
const nothing = { suggested: [], held: [], others: [] };

describe('SwapSelectToken', () => {
  test('@2.20 lists own tokens with balance, then others, which are chosen by a click', () => {
    const { commands } = at();
    const groups = screen.getAllByRole('heading').map(({ textContent }) => textContent);
    expect(groups).toEqual(['Your tokens', 'All tokens']);
    expect(row('ETH').textContent).toBe('EEther1.234 ETH$3,702.00');
    expect(row('UNI').textContent).toBe('UUniswapUNI');
    fireEvent.click(row('UNI'));
    expect(commands).toEqual([{ type: 'swap.token', id: 'eip155:1337:UNI' }]);
  });

  test('offers suggested tokens', () => {
    const { commands, set } = at();
    const chip = screen.getByTestId('wm-swap-suggested-UNI');
    expect(screen.getByTestId('wm-swap-suggested-ETH').getAttribute('aria-current')).toBe('true');
    expect(chip.getAttribute('aria-current')).toBeNull();
    fireEvent.click(chip);
    expect(commands).toEqual([{ type: 'swap.token', id: 'eip155:1337:UNI' }]);
    set({ swap: { suggested: [] } });
    expect(screen.queryByRole('list', { name: 'Suggested' })).toBeNull();
  });

  test('marks this side’s token, and labels the other side’s', () => {
    const { commands, set } = at();
    expect([row('ETH'), row('DUSD')].map((one) => one.getAttribute('aria-current'))).toEqual(['true', null]);
    expect(row('DUSD').textContent).toContain('You receive');
    expect(row('ETH').textContent).not.toContain('You pay');
    fireEvent.click(row('DUSD'));
    fireEvent.click(row('ETH'));
    expect(commands).toEqual([dusd, eth].map(({ id }) => ({ type: 'swap.token', id })));
    set({ swap: { side: 'toToken' } });
    expect(row('DUSD').getAttribute('aria-current')).toBe('true');
    expect(row('ETH').textContent).toContain('You pay');
  });

  test('is one list for the keyboard, entered at the current token', () => {
    at({ source: swapBox('UNI') });
    expect(['ETH', 'DUSD', 'UNI', 'HRBR'].map((symbol) => row(symbol).tabIndex)).toEqual([-1, -1, 0, -1]);
    row('DUSD').focus();
    fireEvent.keyDown(row('DUSD'), { key: 'ArrowDown' });
    expect(document.activeElement).toBe(row('UNI'));
  });

  test('marks a possible fake, and shows no value for it', () => {
    at({ others: [swapToken('USDC', { worth: '$9.00', unverified: true })] });
    expect(row('USDC').textContent).toContain('Possible fake');
    expect(row('USDC').textContent).not.toContain('$9.00');
  });

  test('searches 100 ms after the last key', () => {
    const { commands } = at();
    fireEvent.change(field(), { target: { value: 'un' } });
    act(() => void vi.advanceTimersByTime(99));
    expect(commands).toEqual([]);
    act(() => void vi.advanceTimersByTime(1));
    expect(commands).toEqual([{ type: 'swap.search', text: 'un' }]);
  });

  test('says that none were found, and clears the search', () => {
    const { commands } = at({ ...nothing, search: 'zzz' });
    expect(screen.getByTestId('wm-select-none').textContent).toContain('“zzz”');
    fireEvent.click(screen.getByText('Clear search'));
    act(() => void vi.advanceTimersByTime(100));
    expect(commands).toEqual([{ type: 'swap.search', text: '' }]);
  });

  test('says how to find more than it lists', () => {
    const { set } = at({ isCut: true });
    expect(screen.getByTestId('wm-select-cut').textContent).toBe('Search to find more.');
    set({ swap: { isCut: false } });
    expect(screen.queryByTestId('wm-select-cut')).toBeNull();
  });

  test('shows a skeleton while loading', () => {
    at({ ...nothing, tokensPhase: 'loading' });
    expect(screen.getByTestId('wm-skeleton')).toBeTruthy();
  });

  test('says that loading failed, and tries again', () => {
    const { commands } = at({ ...nothing, tokensPhase: 'failed' });
    expect(screen.getByRole('alert').textContent).toContain("Couldn't load tokens");
    fireEvent.click(screen.getByText('Try again'));
    expect(commands).toEqual([{ type: 'swap.reload' }]);
  });

  test('says that nothing is listed for the network', () => {
    at(nothing);
    expect(screen.getByTestId('wm-select-empty').textContent).toContain('Demo chain');
  });

  test('shows a token’s markup as text in its own direction', () => {
    const { container } = at({ ...nothing, others: [swapToken('‮HTE', { name: '<svg onload=alert(1)>' })] });
    expect(container.querySelector('[onload]')).toBeNull();
    expect(screen.getByText('<svg onload=alert(1)>').tagName).toBe('BDI');
    expect(screen.getByText('‮HTE').tagName).toBe('BDI');
  });
});
