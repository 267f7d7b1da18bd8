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
  test('@1.15 shows name, amount, symbol and value in the engine’s order', () => {
    at({});
    expect(screen.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
      'EEther1.234 ETH$3,702.00',
      'DDemo Dollar12.500 DEMO$12.50',
      'ONo price12.500 OLD',
    ]);
  });

  test('marks a possible fake token, and shows no value for it', () => {
    at({ list: [token('ETH', { unverified: true, worth: '$9.00' }), token('USDC')] });
    const marks = screen.getAllByTestId('wm-token-unverified');
    expect(marks.map((mark) => mark.closest('li')!.textContent)).toEqual(['EETH12.500 ETHPossible fake']);
    expect(screen.getAllByRole('listitem')[1]!.textContent).toContain('$12.50');
  });

  test('shows the engine’s picture, or the name’s first letter or emoji', () => {
    const { container } = at({ list: [token('A', { image: 'blob:a' }), token('🦊OX')] });
    expect(container.querySelector('img')!.getAttribute('src')).toBe('blob:a');
    expect(container.querySelector('.coin.plain')!.textContent).toBe('🦊');
  });

  test('shows markup as text, and long names whole', () => {
    const name = '<script>alert(1)</script>'.repeat(20);
    const { container } = at({ list: [token('X', { name, symbol: '‮LIVE' })] });
    expect(screen.getByText(name)).toBeTruthy();
    expect(container.querySelector('script')).toBeNull();
    // its direction stays inside its own element
    expect(screen.getByText('‮LIVE').tagName).toBe('BDI');
  });

  test('counts in words what isn’t drawn', () => {
    at({ more: '1,234' });
    expect(screen.getByTestId('wm-tokens-more').textContent).toBe(
      'Plus 1,234 more. The total includes them all.',
    );
    cleanup();
    at({});
    expect(screen.queryByTestId('wm-tokens-more')).toBeNull();
  });

  test('@8.15 says that there are too many tokens to show', () => {
    at({ phase: 'failed', list: [], total: null, tooLong: true });
    expect(screen.getByTestId('wm-tokens-failed').textContent).toContain('more than we can show');
  });

  test('shows one skeleton row while loading', () => {
    const { container } = at({ phase: 'loading', list: [] });
    expect(screen.getByTestId('wm-skeleton')).toBeTruthy();
    expect(container.querySelectorAll('.rows-to-come > [aria-hidden]')).toHaveLength(1);
  });

  test('shows one skeleton row while reconnecting, and nothing about the network', () => {
    const { container } = at({ phase: 'none', list: [] }, { status: 'reconnecting' });
    expect(container.querySelectorAll('.rows-to-come > [aria-hidden]')).toHaveLength(1);
    expect(screen.queryByTestId('empty-account-state')).toBeNull();
  });

  test('explains below that tokens couldn’t be read, without a second alert', () => {
    at({ phase: 'failed', list: [], total: null });
    expect(screen.getByTestId('wm-tokens-failed').textContent).toContain('Your tokens are safe');
    expect([screen.queryByRole('alert'), screen.queryByRole('button')]).toEqual([null, null]);
  });

  test('keeps old tokens', () => {
    at({ phase: 'old' });
    expect(screen.getByTestId('wm-token-DEMO')).toBeTruthy();
  });

  test.each([
    ['ready', 'No tokens yet'],
    ['testnet', 'Not shown on test networks'],
    ['none', 'Nothing to show'],
  ] as const)('says so if there are none (%s)', (phase, text) => {
    at({ phase, list: [], total: null });
    expect(screen.getByTestId('empty-account-state').querySelector('h2')!.textContent).toBe(text);
  });

  test('offers both ways to fill a new account in one card', () => {
    const { commands } = at({ phase: 'ready', list: [], total: null }, { actions: ['onramp', 'receive'] });
    expect(screen.getByTestId('empty-account-state').querySelector('h2')!.textContent).toBe('Add funds');
    fireEvent.click(screen.getByTestId('buy-crypto'));
    fireEvent.click(screen.getByTestId('receive-funds'));
    expect(commands).toEqual([{ type: 'buy.open' }, { type: 'router.push', view: 'Receive' }]);
  });
});
