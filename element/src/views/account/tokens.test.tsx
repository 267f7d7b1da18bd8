// @vitest-environment jsdom
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, describe, expect, test } from 'vitest';
import type { AccountSlice, TokensSlice } from '../../contract';
import { draw } from '../../testing/draw';
import { snapshots, token } from '../../testing/snapshots';
import { Tokens } from './tokens';

afterEach(cleanup);

const at = (tokens: Partial<TokensSlice>, account: Partial<AccountSlice> = {}) =>
  draw(<Tokens account={{ ...snapshots().account, ...account }} />, { tokens });

describe('Tokens', () => {
  test('@1.15 each has name, amount, symbol and value, in the order of the engine; below the total', () => {
    at({});
    expect(screen.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
      'EEther1.234 ETH$3,702.00',
      'DDemo Dollar12.500 DEMO$12.50',
      'ONo price12.500 OLD',
    ]);
    expect(screen.getByTestId('wm-tokens-total').textContent).toBe('Total value$3,714.50');
  });

  test('a token that is not what it is called has a mark and no value', () => {
    at({ list: [token('ETH', { unverified: true, worth: '$9.00' }), token('USDC')] });
    const marks = screen.getAllByTestId('wm-token-unverified');
    expect(marks.map((mark) => mark.closest('li')!.textContent)).toEqual([
      'EETH12.500 ETHNot the known token',
    ]);
    expect(screen.getAllByRole('listitem')[1]!.textContent).toContain('$12.50');
  });

  test('without a total there is no line for it', () => {
    at({ total: null });
    expect(screen.queryByTestId('wm-tokens-total')).toBeNull();
  });

  test('a picture is shown when the engine has one, else the first letter, even of an emoji', () => {
    const { container } = at({ list: [token('A', { image: 'blob:a' }), token('🦊OX')] });
    expect(container.querySelector('img')!.getAttribute('src')).toBe('blob:a');
    expect(container.querySelector('.coin.plain')!.textContent).toBe('🦊');
  });

  test('a hostile name is text, a long one whole in the document', () => {
    const name = '<script>alert(1)</script>'.repeat(20);
    const { container } = at({ list: [token('X', { name, symbol: '‮LIVE' })] });
    expect(screen.getByText(name)).toBeTruthy();
    expect(container.querySelector('script')).toBeNull();
    // its direction stays inside of its own element
    expect(screen.getByText('‮LIVE').tagName).toBe('BDI');
  });

  test('on their way: a skeleton', () => {
    at({ phase: 'loading', list: [] });
    expect(screen.getByTestId('wm-skeleton')).toBeTruthy();
  });

  test('@8.15 could not be read: says so and can be asked again, once even when the balance failed too', () => {
    const { commands } = at({ phase: 'failed', list: [], total: null });
    expect(screen.getByRole('alert').textContent).toContain('Token Balance Unavailable');
    fireEvent.click(screen.getByText('Try again'));
    expect(commands).toEqual([{ type: 'balances.refresh' }]);
    cleanup();
    const balance = { phase: 'failed', amount: '0.00', symbol: 'ETH', retryAt: null } as const;
    at({ phase: 'failed', list: [], total: null }, { balance });
    expect(screen.queryByText('Try again')).toBeNull();
  });

  test('old ones are marked, and stay', () => {
    at({ phase: 'old' });
    expect(screen.getByText('Last known balance')).toBeTruthy();
    expect(screen.getByTestId('wm-token-DEMO')).toBeTruthy();
  });

  test.each([
    ['ready', 'No tokens yet'],
    ['testnet', 'Not read on test networks'],
    ['none', 'Nothing to show'],
  ] as const)('nothing there (%s): an honest text', (phase, text) => {
    at({ phase, list: [], total: null });
    expect(screen.getByTestId('empty-account-state').querySelector('h2')!.textContent).toBe(text);
  });
});
