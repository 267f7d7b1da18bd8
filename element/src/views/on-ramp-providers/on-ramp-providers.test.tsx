// @vitest-environment jsdom
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { BuyPhase, OnrampSlice } from '../../contract';
import { openShop } from '../../engine/popup';
import { draw } from '../../testing/draw';
import { onrampEstimate, onrampProviders, onrampQuote } from '../../testing/snapshots';
import { BuyInProgress } from '../buy-in-progress/buy-in-progress';
import { WhatIsABuy } from '../what-is-a-buy/what-is-a-buy';
import { OnRampProviders } from './on-ramp-providers';

vi.mock('../../engine/popup', () => ({ openShop: vi.fn() }));
beforeEach(() => void vi.mocked(openShop).mockReset());
afterEach(cleanup);

const row = (provider: string) => screen.getByTestId(`onramp-provider-${provider}`);

describe('OnRampProviders', () => {
  const at = (onramp: Partial<OnrampSlice> = {}) =>
    draw(<OnRampProviders />, { onramp: { check: 'ready', quote: onrampQuote, ...onramp } });

  test('@9.33 shows each fee, result or assets, and the ways to pay', () => {
    at();
    expect(row('coinbase').textContent).toBe('Coinbase98.15 DUSD on Demo chainFee 1-2%');
    expect(row('meld').textContent).toBe('Meld.ioUSDCFee 1-2%');
    expect(screen.getAllByRole('img', { name: 'By card or bank transfer' })).toHaveLength(2);
  });

  test('@10.60 offers no provider for an address known only from storage', () => {
    const { commands, set } = draw(<OnRampProviders />, {
      account: { confirmation: 'needed' },
      onramp: { check: 'ready', quote: onrampQuote },
    });
    expect(screen.queryByTestId('onramp-provider-coinbase')).toBeNull();
    fireEvent.click(screen.getByTestId('wm-onramp-confirm'));
    expect(commands.at(-1)).toEqual({ type: 'router.push', view: 'Receive' });
    set({ account: { confirmation: 'confirmed' } });
    expect(row('coinbase')).toBeTruthy();
    expect(openShop).not.toHaveBeenCalled();
  });

  test('requests the payment page without opening a window', () => {
    const { commands } = at();
    fireEvent.click(row('coinbase'));
    expect(openShop).not.toHaveBeenCalled();
    expect(commands.at(-1)).toEqual({ type: 'buy.provider', provider: 'coinbase' });
  });

  test('@7.24 opens no window without a price, and says so', () => {
    const { commands } = at({
      check: 'no_quote',
      quote: onrampEstimate,
      providers: onrampProviders.map((provider) => ({ ...provider, isQuoted: false, isOff: true })),
    });
    fireEvent.click(row('coinbase'));
    fireEvent.click(row('meld'));
    expect(openShop).not.toHaveBeenCalled();
    expect(commands.filter(({ type }) => type == 'buy.provider')).toEqual([]);
    expect(row('coinbase').textContent).toBe('CoinbaseDUSDFee 1-2%');
    expect(screen.getByTestId('wm-onramp-word').textContent).toContain('is no longer available');
  });

  test('says that a provider doesn’t sell here, or that it asks for the amount', () => {
    at({
      check: 'enter_amount',
      quote: null,
      providers: [{ ...onrampProviders[1]!, isQuoted: false, isOff: true }],
    });
    expect(row('coinbase').textContent).toContain('Not available on Demo chain');
    expect(screen.getByTestId('wm-onramp-word').textContent).toContain("You'll choose the amount there");
  });

  test('passes on the typed amount, and says who doesn’t take it', () => {
    const { set } = at();
    const word = () => screen.getByTestId('wm-onramp-word').textContent;
    expect(word()).toContain('With Meld.io, you choose the amount there');
    set({ onramp: { check: 'ready', quote: onrampQuote, providers: [onrampProviders[1]!] } });
    expect(word()).not.toContain('choose the amount');
  });

  test('says that buying isn’t available here', () => {
    at({ providers: [] });
    expect(screen.getByTestId('wm-onramp-none').textContent).toContain(
      "Buying isn't available on Demo chain",
    );
  });
});

describe('BuyInProgress', () => {
  const at = (phase: BuyPhase, more: Partial<OnrampSlice> = {}) =>
    draw(<BuyInProgress />, {
      router: { view: 'BuyInProgress' },
      onramp: { phase, selectedProvider: 'coinbase', url: 'https://pay.test/x', host: 'pay.test', ...more },
    });
  const status = () => screen.getByTestId('wm-buy-status');
  const title = () => status().querySelector('h2')!.textContent;
  const buttons = () => screen.queryAllByRole('button').map((button) => button.textContent);

  test.each<[BuyPhase, string, boolean, string[]]>([
    ['preparing', 'Opening Coinbase', true, ['Copy link']],
    ['ready', 'Buy with Coinbase', false, ['Continue on pay.test', 'Copy link']],
    ['waiting', 'Continue in the Coinbase window', true, ['Show window', 'Copy link']],
    ['pending', 'Purchase in progress', true, ['Copy link']],
    ['closed', 'Window closed', false, ['Try again']],
    ['failed', 'Nothing was bought', false, ['Try again']],
  ])('%s: shows what happens, where, and the next steps', (phase, text, turning, ways) => {
    const { container } = at(phase);
    expect([title(), status().dataset.phase, buttons()]).toEqual([text, phase, ways]);
    expect(!!container.querySelector('.turning')).toBe(turning);
    // if there is an open window
    const isOpen = !['closed', 'failed', 'ready'].includes(phase);
    expect(status().textContent!.includes('Payment page: pay.test')).toBe(isOpen);
  });

  test('opens the payment page in the click of the button that names its host', () => {
    const { commands, set } = at('ready');
    expect(status().textContent).toContain("You'll pay on pay.test");
    const commandsSent = () => commands.filter(({ type }) => type != 'buy.looked');
    vi.mocked(openShop).mockImplementationOnce(() => expect(commandsSent()).toEqual([]));
    fireEvent.click(screen.getByTestId('wm-buy-open'));
    expect(vi.mocked(openShop).mock.calls).toEqual([['https://pay.test/x', false]]);
    expect(commandsSent()).toEqual([{ type: 'buy.window' }]);
    set({ onramp: { phase: 'closed' } });
    fireEvent.click(screen.getByTestId('w3m-connecting-widget-secondary-button'));
    expect(commandsSent().at(-1)).toEqual({ type: 'buy.provider', provider: 'coinbase' });
    set({ onramp: { phase: 'waiting' } });
    fireEvent.click(screen.getByTestId('wm-buy-show'));
    expect(openShop).toHaveBeenCalledTimes(1);
    expect(commandsSent().at(-1)).toEqual({ type: 'buy.window' });
  });

  test('shows no error for a closed window, and Details for a failure', () => {
    const fault = { name: 'WalletError', code: 500, message: 'HTTP', title: null, details: 'raw' } as const;
    const { set } = at('closed', { fault });
    expect(status().textContent).toContain("We haven't seen a purchase");
    expect(screen.queryByText('Details')).toBeNull();
    set({ onramp: { phase: 'failed' } });
    expect(screen.getByText('500 · raw')).toBeTruthy();
  });

  test('reports whether copying the link worked', async () => {
    const writeText = vi.fn(async () => {});
    Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { writeText } });
    at('waiting');
    fireEvent.click(screen.getByTestId('wui-link-copy'));
    expect(await screen.findByText('Copied')).toBeTruthy();
    expect(writeText).toHaveBeenCalledWith('https://pay.test/x');
  });

  test('shows what arrived until it is left', () => {
    const ended = { gave: null, got: '98.15 DUSD', atLeast: false, to: null, explorerUrl: null };
    const { commands } = at('idle', { ended });
    expect([status().textContent, buttons()]).toEqual([
      'Bought 98.15 DUSDYour purchase from Coinbase is in your account.',
      ['Done'],
    ]);
    fireEvent.click(screen.getByTestId('wm-buy-done'));
    expect(commands.at(-1)).toEqual({ type: 'router.back' });
  });
});

test('shows two cards and opens the form in WhatIsABuy', () => {
  const { commands } = draw(<WhatIsABuy />);
  expect(screen.getByTestId('wm-help').querySelectorAll('li')).toHaveLength(2);
  fireEvent.click(screen.getByText('Buy'));
  expect(commands).toEqual([{ type: 'buy.open' }]);
});
