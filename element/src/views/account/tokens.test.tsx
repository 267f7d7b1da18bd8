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
  test('@1.15 each has name, amount, symbol and value, in the order of the engine', () => {
    at({});
    expect(screen.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
      'EEther1.234 ETH$3,702.00',
      'DDemo Dollar12.500 DEMO$12.50',
      'ONo price12.500 OLD',
    ]);
  });

  test('a token that is not what it is called has a mark and no value', () => {
    at({ list: [token('ETH', { unverified: true, worth: '$9.00' }), token('USDC')] });
    const marks = screen.getAllByTestId('wm-token-unverified');
    expect(marks.map((mark) => mark.closest('li')!.textContent)).toEqual(['EETH12.500 ETHPossible fake']);
    expect(screen.getAllByRole('listitem')[1]!.textContent).toContain('$12.50');
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

  test('what is not drawn is counted in words', () => {
    at({ more: '1,234' });
    expect(screen.getByTestId('wm-tokens-more').textContent).toBe(
      'Plus 1,234 more. The total includes them all.',
    );
    cleanup();
    at({});
    expect(screen.queryByTestId('wm-tokens-more')).toBeNull();
  });

  test('@8.15 an answer that was too long is not said to be none', () => {
    at({ phase: 'failed', list: [], total: null, tooLong: true });
    expect(screen.getByTestId('wm-tokens-failed').textContent).toContain('more than we can show');
  });

  test('on their way: one row in the shape of rows, as the coin that always comes', () => {
    const { container } = at({ phase: 'loading', list: [] });
    expect(screen.getByTestId('wm-skeleton')).toBeTruthy();
    expect(container.querySelectorAll('.rows-to-come > [aria-hidden]')).toHaveLength(1);
  });

  test('while the wallet is asked one row is on its way, and nothing is said of the network', () => {
    const { container } = at({ phase: 'none', list: [] }, { status: 'reconnecting' });
    expect(container.querySelectorAll('.rows-to-come > [aria-hidden]')).toHaveLength(1);
    expect(screen.queryByTestId('empty-account-state')).toBeNull();
  });

  test('could not be read: a quiet panel says what that means; what happened and the way to ask again stand above', () => {
    at({ phase: 'failed', list: [], total: null });
    expect(screen.getByTestId('wm-tokens-failed').textContent).toContain('Your tokens are safe');
    expect([screen.queryByRole('alert'), screen.queryByRole('button')]).toEqual([null, null]);
  });

  test('old ones stay', () => {
    at({ phase: 'old' });
    expect(screen.getByTestId('wm-token-DEMO')).toBeTruthy();
  });

  test.each([
    ['ready', 'No tokens yet'],
    ['testnet', 'Not shown on test networks'],
    ['none', 'Nothing to show'],
  ] as const)('nothing there (%s): an honest text', (phase, text) => {
    at({ phase, list: [], total: null });
    expect(screen.getByTestId('empty-account-state').querySelector('h2')!.textContent).toBe(text);
  });

  test('a new account: one card with both ways to fill it', () => {
    const { commands } = at({ phase: 'ready', list: [], total: null }, { actions: ['onramp', 'receive'] });
    expect(screen.getByTestId('empty-account-state').querySelector('h2')!.textContent).toBe('Add funds');
    fireEvent.click(screen.getByTestId('buy-crypto'));
    fireEvent.click(screen.getByTestId('receive-funds'));
    expect(commands).toEqual([{ type: 'buy.open' }, { type: 'router.push', view: 'Receive' }]);
  });
});
