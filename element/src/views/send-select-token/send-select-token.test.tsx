// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { draw } from '../../testing/draw';
import { token } from '../../testing/snapshots';
import { SendSelectToken } from './send-select-token';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const field = () => screen.getByTestId<HTMLInputElement>('swap-select-token-search-input');
const pass = (ms: number) => act(() => void vi.advanceTimersByTime(ms));

describe('SendSelectToken', () => {
  test('@2.21 shows tokens with amount and value, which are chosen by a click', () => {
    const { commands } = draw(<SendSelectToken />);
    const row = screen.getByTestId('wm-send-token-DEMO');
    expect(row.textContent).toBe('DDemo Dollar12.500 DEMO$12.50');
    fireEvent.click(row);
    expect(commands).toEqual([{ type: 'send.token', id: 'eip155:1337:DEMO' }]);
  });

  test('marks the current token, where Tab enters the list', () => {
    const tokens = ['ETH', 'DEMO'].map((symbol) => token(symbol, { testId: `wm-send-token-${symbol}` }));
    draw(<SendSelectToken />, {
      send: { tokens, token: { ...tokens[1]!, decimals: 18, balance: '12.5' } },
    });
    const rows = ['ETH', 'DEMO'].map((symbol) => screen.getByTestId(`wm-send-token-${symbol}`));
    expect(rows.map((row) => row.getAttribute('aria-current'))).toEqual([null, 'true']);
    expect(rows.map((row) => row.tabIndex)).toEqual([-1, 0]);
  });

  test('searches 100 ms after the last key', () => {
    const { commands } = draw(<SendSelectToken />);
    fireEvent.change(field(), { target: { value: 'de' } });
    pass(99);
    expect(commands).toEqual([]);
    pass(1);
    expect(commands).toEqual([{ type: 'send.search', text: 'de' }]);
  });

  test('counts tokens that aren’t shown', () => {
    draw(<SendSelectToken />, { send: { more: '54' } });
    expect(screen.getByTestId('wm-select-more').textContent).toBe('Plus 54 more. Search to find them.');
  });

  test('says that none were found, and clears the search', () => {
    const { commands } = draw(<SendSelectToken />, { send: { search: 'zzz', tokens: [] } });
    expect(screen.getByTestId('wm-select-none').textContent).toContain('“zzz”');
    fireEvent.click(screen.getByText('Clear search'));
    pass(100);
    expect(commands).toEqual([{ type: 'send.search', text: '' }]);
  });

  test('shows a skeleton while loading', () => {
    draw(<SendSelectToken />, { send: { tokens: [], tokensPhase: 'loading' } });
    expect(screen.getByTestId('wm-skeleton')).toBeTruthy();
  });

  test('@2.21 says how to get tokens, without a search field, if none can be sent', () => {
    const { commands } = draw(<SendSelectToken />, {
      send: { tokens: [] },
      account: { actions: ['onramp', 'receive', 'send'] },
    });
    fireEvent.click(screen.getByTestId('wm-select-receive'));
    fireEvent.click(screen.getByTestId('wm-select-buy'));
    expect(commands).toEqual([{ type: 'router.push', view: 'Receive' }, { type: 'buy.open' }]);
    expect(screen.getByTestId('wm-select-empty').textContent).toContain('Demo chain');
    expect(screen.queryByTestId('swap-select-token-search-input')).toBeNull();
  });

  test('@8.15 @8.16 says that loading failed, and tries again once allowed', () => {
    vi.setSystemTime(1_000_000);
    const { commands } = draw(<SendSelectToken />, {
      send: { tokens: [], tokensPhase: 'failed' },
      tokens: { retryAt: 1_002_000 },
    });
    expect(screen.getByRole('alert').textContent).toContain('Token Balance Unavailable');
    const retry = screen.getByRole('button');
    fireEvent.click(retry);
    expect(commands).toEqual([]);
    pass(2_000);
    fireEvent.click(retry);
    expect(commands).toEqual([{ type: 'balances.refresh' }]);
  });

  test('shows a token’s markup as text in its own direction', () => {
    const { container } = draw(<SendSelectToken />, {
      send: { tokens: [token('‮HTE', { name: '<svg onload=alert(1)>' })] },
    });
    expect(container.querySelector('[onload]')).toBeNull();
    expect(screen.getByText('<svg onload=alert(1)>').tagName).toBe('BDI');
    expect(screen.getByText('‮HTE').tagName).toBe('BDI');
  });
});
