// @vitest-environment jsdom
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { Command, OnrampCheck, OnrampSlice } from '../../contract';
import { draw } from '../../testing/draw';
import { onrampEstimate, onrampQuote, onrampToken } from '../../testing/snapshots';
import { OnRampFiatSelect, OnRampTokenSelect } from '../on-ramp-lists/on-ramp-lists';
import { OnRamp } from './on-ramp';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const at = (onramp: Partial<OnrampSlice> = {}) => draw(<OnRamp />, { onramp });
const choose = () => screen.getByTestId('wm-onramp-choose');
const amount = () => screen.getByTestId<HTMLInputElement>('wm-onramp-amount');
/** the commands, except those about the page's visibility */
const withoutLooks = (commands: Command[]) => commands.filter(({ type }) => type != 'buy.looked');
const priced: Partial<OnrampSlice> = { paymentAmount: '100', check: 'ready', quote: onrampQuote };
const failure = {
  name: 'WalletError',
  code: 400,
  message: 'HTTP',
  title: null,
  details: '<b>raw</b>',
} as const;

describe('OnRamp', () => {
  test.each<[OnrampCheck, string]>([
    ['loading', 'Choose provider'],
    ['unavailable', 'Not available here'],
    ['enter_amount', 'Enter an amount'],
    ['invalid_amount', 'Invalid amount'],
    ['below_limit', 'Enter more'],
    ['above_limit', 'Enter less'],
    ['no_quote', 'Getting a price'],
    ['ready', 'Choose provider'],
  ])(
    '@2.23 names the first failing check on the button: %s, "%s", and continues at a price only',
    (check, text) => {
      const { commands } = at({ check });
      expect([choose().textContent, choose().getAttribute('aria-disabled')]).toEqual([
        text,
        `${check != 'ready'}`,
      ]);
      fireEvent.click(choose());
      fireEvent.keyDown(amount(), { key: 'Enter' });
      const led = { type: 'buy.choose' };
      expect(withoutLooks(commands)).toEqual(check == 'ready' ? [led, led] : []);
      expect(document.getElementById('wm-onramp-explain')!.textContent == '').toBe(check == 'ready');
    },
  );

  test('sends typed and preset amounts to the engine', () => {
    const { commands, set } = at();
    fireEvent.change(amount(), { target: { value: '75' } });
    fireEvent.click(screen.getByTestId('wm-onramp-preset-250'));
    expect(amount().value).toBe('250');
    expect(withoutLooks(commands)).toEqual(['75', '250'].map((value) => ({ type: 'buy.amount', value })));
    expect(screen.getByTestId('wm-onramp-preset-250').getAttribute('aria-pressed')).toBe('true');
    set({ onramp: { paymentAmount: '250' } });
    const sums = screen.getByRole('group', { name: 'Suggested amounts' }).querySelectorAll('button');
    expect([...sums].map((sum) => sum.textContent)).toEqual(['$100', '$250', '$500', '$1,000']);
  });

  test('@3.16 shows for a price what is received, the total, and its fees', () => {
    at(priced);
    expect(screen.getByTestId<HTMLInputElement>('wm-onramp-got').value).toBe('98.15');
    const quote = screen.getByTestId('wm-onramp-quote');
    expect(quote.dataset.state).toBe('quoted');
    const facts = [...quote.querySelectorAll('.fact')].map((fact) => fact.textContent);
    expect(facts).toEqual(['Total$100', 'Provider fee$1.50', 'Network fee$0.35', 'NetworkDemo chain']);
  });

  test('shows the price’s lines while it loads', () => {
    const { set } = at({ paymentAmount: '100', check: 'no_quote' });
    const quote = () => screen.getByTestId('wm-onramp-quote');
    const labels = () => [...quote().querySelectorAll('dt')].map((label) => label.textContent);
    const before = labels();
    expect(quote().dataset.state).toBe('waits');
    set({ onramp: { ...priced } });
    expect([quote().dataset.state, labels()]).toEqual(['quoted', before]);
    set({ onramp: { paymentAmount: '', check: 'enter_amount', quote: null } });
    expect(screen.queryByTestId('wm-onramp-quote')).toBeNull();
  });

  test('@7.24 calls an estimate one, says why, and never shows it as the result', () => {
    const { commands } = at({ ...priced, check: 'no_quote', quote: onrampEstimate, error: failure });
    expect(screen.getByTestId('wm-onramp-quote').dataset.state).toBe('estimate');
    const panel = screen.getByTestId('wm-onramp-error');
    expect(panel.querySelector('strong')!.textContent).toBe('No price available');
    expect(panel.textContent).toContain('about $100 worth');
    expect(panel.querySelector('code')!.textContent).toBe('400 · <b>raw</b>');
    expect(screen.getByTestId<HTMLInputElement>('wm-onramp-got').value).toBe('');
    expect([choose().textContent, choose().getAttribute('aria-disabled')]).toEqual([
      'No price available',
      'true',
    ]);
    fireEvent.click(panel.querySelector('button')!);
    expect(withoutLooks(commands)).toEqual([{ type: 'buy.reload' }]);
  });

  test('shows each payment method’s limits, and which the amount breaks', () => {
    const methods = [
      { id: 'card', range: '$5 - $5,000', fits: false },
      { id: 'ach_bank_account', range: '$20 - $20,000', fits: true },
      { id: 'constructor', range: '$1 - $2', fits: true },
    ];
    const { set } = at({ methods });
    const limits = screen.getByTestId('wm-onramp-limits');
    expect([...limits.querySelectorAll('.fact')].map((fact) => fact.textContent)).toEqual([
      'Card$5 - $5,000',
      'Bank transfer (ACH)$20 - $20,000',
      'constructor$1 - $2',
    ]);
    expect(limits.querySelectorAll('.misses')).toHaveLength(1);
    set({ onramp: { check: 'below_limit', limit: '$5' } });
    expect(screen.getByRole('alert').textContent).toBe('Minimum $5');
    set({ onramp: { check: 'above_limit', limit: '$20,000' } });
    expect(screen.getByRole('alert').textContent).toBe('Maximum $20,000');
  });

  test('@7.23 marks the sample list, and reloads it', () => {
    const { commands } = at({ isSample: true });
    const note = screen.getByTestId('wm-onramp-sample');
    expect(note.textContent).toContain('These are examples');
    fireEvent.click(note.querySelector('button')!);
    expect(withoutLooks(commands)).toEqual([{ type: 'buy.reload' }]);
  });

  test('links to other networks if nothing is sold here and the host allows it', () => {
    const { commands, set } = at({ check: 'unavailable' });
    expect(screen.getByText("Buying isn't available on Demo chain")).toBeTruthy();
    fireEvent.click(screen.getByTestId('wm-onramp-network'));
    expect(withoutLooks(commands)).toEqual([{ type: 'buy.network' }]);
    set({ options: { enableNetworkSwitch: false } });
    expect(screen.queryByTestId('wm-onramp-network')).toBeNull();
  });

  test('opens lists for currency and asset, and explains buying', () => {
    const { commands } = at();
    expect(screen.getByTestId('wm-onramp-fiat').textContent).toBe('$USD');
    expect(screen.getByTestId('wm-onramp-fiat').getAttribute('aria-label')).toBe('USD. Choose currency');
    expect(screen.getByTestId('wm-onramp-help').textContent).toBe('How buying works');
    for (const id of ['wm-onramp-fiat', 'wm-onramp-token', 'wm-onramp-help'])
      fireEvent.click(screen.getByTestId(id));
    expect(withoutLooks(commands)).toEqual([
      { type: 'buy.fiats' },
      { type: 'buy.tokens' },
      { type: 'router.push', view: 'WhatIsABuy' },
    ]);
  });

  test('tells the engine when the page is hidden and visible', () => {
    const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
    const { commands } = at();
    hidden.mockReturnValue(false);
    document.dispatchEvent(new Event('visibilitychange'));
    expect(commands).toEqual([false, true].map((at) => ({ type: 'buy.looked', at })));
  });
});

describe('OnRampFiatSelect', () => {
  test('marks the current currency, and chooses another in one click', () => {
    const { commands } = draw(<OnRampFiatSelect />);
    expect(screen.getByTestId('wm-onramp-USD').getAttribute('aria-current')).toBe('true');
    fireEvent.click(screen.getByTestId('wm-onramp-EUR'));
    expect(commands).toEqual([{ type: 'buy.payment', id: 'EUR' }]);
  });

  test('lists currencies by sign, name and code, or by a letter without a sign', () => {
    const paymentCurrencies = ['USD', 'CAD', 'BRL', 'CHF', 'odd'];
    draw(<OnRampFiatSelect />, { onramp: { paymentCurrencies } });
    const rows = paymentCurrencies.map((id) => screen.getByTestId(`wm-onramp-${id}`).textContent);
    expect(rows).toEqual([
      '$US DollarUSD',
      '$Canadian DollarCAD',
      '$Brazilian RealBRL',
      'CSwiss FrancCHF',
      'ooddodd',
    ]);
  });

  test('shows a skeleton while loading', () => {
    draw(<OnRampFiatSelect />, { onramp: { paymentCurrencies: [], optionsPhase: 'loading' } });
    expect(screen.getByTestId('wm-skeleton')).toBeTruthy();
  });
});

describe('OnRampTokenSelect', () => {
  test('shows markup as text, marks a possible fake, and marks the sample', () => {
    const rows = [
      onrampToken('DUSD', { name: '<svg onload=a()>' }),
      onrampToken('DUSD', { id: 'id-2', unverified: true }),
    ];
    const { container, commands } = draw(<OnRampTokenSelect />, {
      onramp: { purchaseCurrencies: rows, isSample: true },
    });
    expect(container.querySelector('[onload]')).toBeNull();
    expect(screen.getAllByTestId('wm-token-unverified')).toHaveLength(1);
    expect(screen.getByTestId('wm-onramp-sample')).toBeTruthy();
    fireEvent.click(screen.getAllByTestId('wm-onramp-DUSD')[1]!);
    expect(commands).toEqual([{ type: 'buy.purchase', id: 'id-2' }]);
  });

  test('says that nothing is sold here, and links to other networks', () => {
    const { commands } = draw(<OnRampTokenSelect />, { onramp: { purchaseCurrencies: [] } });
    expect(screen.getByTestId('wm-onramp-none').textContent).toContain(
      "Buying isn't available on Demo chain",
    );
    fireEvent.click(screen.getByRole('button'));
    expect(commands).toEqual([{ type: 'buy.network' }]);
  });
});
