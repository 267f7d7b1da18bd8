// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, test } from 'vitest';
import type { SendCheck } from '../../contract';
import { draw } from '../../testing/draw';
import { ADDRESS, OTHER, snapshots, tokenDoubt } from '../../testing/snapshots';
import { Send } from './send';

afterEach(cleanup);

const clipboard = (readText: () => Promise<string>) =>
  Object.defineProperty(navigator, 'clipboard', { value: { readText }, configurable: true });
const drawnToken = snapshots().send.token!;
const review = () => screen.getByTestId('wm-send-review');

describe('Send', () => {
  test('@10.12 says that list and network differ about the token', () => {
    draw(<Send />, { send: { doubt: { ...tokenDoubt, units: null } } });
    expect(screen.getByTestId('wm-send-doubt').textContent).toContain('Network: DAI, 18 decimals.');
  });

  test.each<[SendCheck, string]>([
    ['select_token', 'Choose a token'],
    ['token_refused', "Can't be sent"],
    ['enter_amount', 'Enter an amount'],
    ['invalid_amount', 'Invalid amount'],
    ['insufficient_funds', 'Insufficient funds'],
    ['enter_address', 'Enter an address'],
    ['looking_up', 'Looking up the name'],
    ['invalid_address', 'Invalid address'],
    ['ready', 'Review'],
  ])('@2.21 names the first failing check on the button: %s', (check, text) => {
    draw(<Send />, { send: { check } });
    expect(review().textContent).toBe(text);
    expect(review().getAttribute('aria-disabled')).toBe(`${check != 'ready'}`);
  });

  test('keeps the focus on a disabled button, which sends nothing and says why', () => {
    const { commands } = draw(<Send />, { send: { check: 'enter_address' } });
    review().focus();
    fireEvent.click(review());
    expect(document.activeElement).toBe(review());
    expect(commands).toEqual([]);
    expect(screen.getByText('Paste or type the address to send to.')).toBeTruthy();
  });

  test('shows typed text immediately, and ignores a late echo of the engine', () => {
    const { commands, set } = draw(<Send />);
    const input = screen.getByTestId<HTMLInputElement>('wm-send-amount');
    fireEvent.change(input, { target: { value: '1' } });
    fireEvent.change(input, { target: { value: '1.' } });
    fireEvent.change(input, { target: { value: '1.5' } });
    set({ send: { sendTokenAmount: '1.' } });
    expect(input.value).toBe('1.5');
    expect(commands.map((command) => 'value' in command && command.value)).toEqual(['1', '1.', '1.5']);
  });

  test("uses the engine's Max, and loads the fee if it isn't known", () => {
    const { commands, set } = draw(<Send />);
    fireEvent.click(screen.getByTestId('wm-send-max'));
    expect(commands).toEqual([{ type: 'send.max' }]);
    set({ send: { sendTokenAmount: '1.2' } });
    expect(screen.getByTestId<HTMLInputElement>('wm-send-amount').value).toBe('1.2');
    set({ send: { max: null, maxPhase: 'failed' } });
    fireEvent.click(screen.getByTestId('wm-send-max'));
    expect(commands.at(-1)).toEqual({ type: 'send.reload' });
    expect(screen.getByText(/don't know the network fee/)).toBeTruthy();
  });

  test.each([
    ['\n bob.eth \n', 'bob.eth'],
    ['👨‍👩‍👧.eth', '👨‍👩‍👧.eth'],
    ['alice\u200d.eth', 'alice\u200d.eth'],
    ['al ice.eth', 'al ice.eth'],
    [`\u2066${OTHER.slice(0, 9)} ${OTHER.slice(9)}\u2069`, OTHER],
  ])('@10.56 keeps a name’s hidden characters for the engine: %j', (typed, value) => {
    const { commands } = draw(<Send />);
    fireEvent.change(screen.getByTestId('wm-send-address'), { target: { value: typed } });
    expect(commands).toEqual([{ type: 'send.receiver', value }]);
  });

  test('pastes without spaces, and says that the clipboard was blocked', async () => {
    clipboard(async () => ` ${OTHER}\n`);
    const { commands } = draw(<Send />);
    fireEvent.click(screen.getByTestId('wm-send-paste'));
    await waitFor(() => expect(commands).toEqual([{ type: 'send.receiver', value: OTHER }]));
    expect(screen.getByTestId('wm-send-paste').textContent).toBe('Pasted');
    clipboard(() => Promise.reject(new Error('denied')));
    fireEvent.click(screen.getByTestId('wm-send-paste'));
    await waitFor(() => expect(screen.getByText(/blocked the clipboard/)).toBeTruthy());
  });

  test('has a memo field only if the host gave a memo', () => {
    const { commands, set } = draw(<Send />);
    expect(screen.queryByTestId('wm-send-memo')).toBeNull();
    set({ send: { memo: 'deposit 7' } });
    const field = screen.getByTestId<HTMLTextAreaElement>('wm-send-memo');
    expect(field.value).toBe('deposit 7');
    fireEvent.change(field, { target: { value: '' } });
    expect(commands).toEqual([{ type: 'send.memo', value: '' }]);
  });

  test('shows and announces errors below their field', () => {
    draw(<Send />, { send: { amountError: 'too_many_decimals', receiverError: 'checksum' } });
    expect(screen.getByText('Use at most 18 decimals for ETH')).toBeTruthy();
    expect(screen.getByTestId('wm-send-address').getAttribute('aria-invalid')).toBe('true');
    expect(screen.getAllByRole('alert')).toHaveLength(2);
  });

  test('@2.21 opens the list from the token, and asks for one if none is set', () => {
    const { commands, set } = draw(<Send />);
    const token = screen.getByTestId('wm-send-token');
    expect(token.querySelector('bdi')!.textContent).toBe('ETH');
    fireEvent.click(token);
    expect(commands).toEqual([{ type: 'router.push', view: 'SendSelectToken' }]);
    set({ send: { token: null } });
    expect(token.textContent).toBe('Choose token');
  });

  test('shows the amount’s worth while it is known', () => {
    const { set } = draw(<Send />, { send: { worth: '$12.50' } });
    expect(screen.getByTestId('wm-send-worth').textContent).toBe('$12.50');
    set({ send: { worth: null } });
    expect(screen.queryByTestId('wm-send-worth')).toBeNull();
  });

  test('shows the recipient’s name next to the whole address', () => {
    draw(<Send />, { send: { receiverAddress: OTHER, receiverProfileName: '<u>bob</u>' } });
    expect(screen.getByTestId('wm-send-profile').textContent).toBe('<u>bob</u>');
    expect(screen.getByTestId<HTMLTextAreaElement>('wm-send-address').value).toBe(OTHER);
  });

  test('shows no name for an invalid address', () => {
    draw(<Send />, {
      send: { receiverAddress: OTHER, receiverProfileName: 'bob', receiverError: 'checksum' },
    });
    expect(screen.queryByTestId('wm-send-profile')).toBeNull();
  });

  test('names the fee’s coin if the fee can’t be paid', () => {
    draw(<Send />, { send: { amountError: 'insufficient_fee', check: 'insufficient_funds' } });
    expect(screen.getByRole('alert').textContent).toBe('Not enough ETH for the network fee');
    fireEvent.click(review());
    expect(screen.getByText('You pay the network fee in ETH. Get some first.')).toBeTruthy();
  });

  test("warns of sending to a token's contract", () => {
    draw(<Send />, { send: { notice: 'token_contract' } });
    expect(screen.getByText(/usually lost/)).toBeTruthy();
  });

  test('shows why the preview failed, with Details', () => {
    const error = {
      name: 'WalletError',
      code: -32603,
      message: 'Failed to estimate gas',
      title: null,
      details: 'execution reverted (3)',
    } as const;
    const { set } = draw(<Send />, { send: { check: 'ready', error } });
    const panel = screen.getByRole('alert');
    expect(panel.querySelector('strong')!.textContent).toBe('Failed to estimate gas');
    expect(panel.querySelector('details code')!.textContent).toBe('-32603 · execution reverted (3)');
    set({ send: { phase: 'preparing' } });
    expect(screen.queryByRole('alert')).toBeNull();
  });

  test.each([
    ['decimals', /couldn't verify its amounts/],
    ['witness', /couldn't verify this token/],
  ] as const)('says why a token can’t be sent: %s', (tokenError, why) => {
    const { commands } = draw(<Send />, { send: { check: 'token_refused', tokenError } });
    expect(screen.getByRole('alert').textContent).toMatch(why);
    expect(screen.getByRole('alert').textContent).toMatch(/^ETH can't be sent/);
    fireEvent.click(review());
    expect(screen.getByText('Choose another token.')).toBeTruthy();
    expect(commands).toEqual([]);
  });

  test('shows no zero for an unknown balance', () => {
    const { set } = draw(<Send />);
    expect(screen.getByText('1.234 ETH available')).toBeTruthy();
    set({ send: { token: { ...drawnToken, balance: null } } });
    expect(screen.queryByText(/available/)).toBeNull();
    set({ send: { token: { ...drawnToken, balance: '0.000' } } });
    expect(screen.getByText('0.000 ETH available')).toBeTruthy();
  });

  test('shows the whole address that a name resolves to', () => {
    const { set } = draw(<Send />, {
      send: { receiverAddress: 'bob.eth', lookingUp: true, check: 'looking_up' },
    });
    expect(screen.getByTestId('wm-send-looking').closest('[role=status]')).toBeTruthy();
    expect(review().textContent).toBe('Looking up the name');
    set({ send: { lookingUp: false, resolved: OTHER, check: 'ready' } });
    expect(screen.queryByTestId('wm-send-looking')).toBeNull();
    expect(screen.getByTestId('wm-send-resolved').textContent).toBe(OTHER);
    expect(screen.getByTestId<HTMLTextAreaElement>('wm-send-address').value).toBe('bob.eth');
  });

  test.each([
    ['name', "This name can't be looked up"],
    ['name_alike', 'This name looks like one in another alphabet. It might be an imitation.'],
    ['name_character', "Names can't contain U+200D"],
    ['name_empty', 'A part of this name is empty'],
    ['name_hyphens', "A name can't have hyphens as its third and fourth characters"],
    ['name_long', 'This name is too long'],
    ['name_marks', "This name has marks that aren't allowed there"],
    ['name_mixed', 'This name mixes alphabets. It might be an imitation.'],
    ['name_place', 'This name has an apostrophe, hyphen or underscore in the wrong place'],
    ['name_not_found', "This name doesn't point to an address"],
    ['name_failed', 'Error resolving name'],
    ['name_outside', "This name can't be looked up here. Paste the address instead"],
    [
      'name_of_contract',
      "This name doesn't have an address here. On Ethereum it's a contract, which might not exist here.",
    ],
    ['name_without_node', "This site can't reach Ethereum to look up names. Paste the address"],
  ] as const)('says below the field and on the button why a name failed: %s', (receiverError, why) => {
    const { commands } = draw(<Send />, {
      send: {
        receiverAddress: 'bob.eth',
        receiverError,
        nameCharacter: 'U+200D',
        check: 'invalid_address',
      },
    });
    expect(screen.getByRole('alert').textContent).toBe(why);
    fireEvent.click(review());
    expect(screen.getAllByText(why)).toHaveLength(2);
    expect(commands).toEqual([]);
    const again = screen.queryByTestId('wm-send-lookup');
    expect(!!again).toBe(receiverError == 'name_failed');
    if (again) fireEvent.click(again);
    expect(commands).toEqual(again ? [{ type: 'send.lookup' }] : []);
  });

  test('@10.56 says that it shows a name’s Ethereum address', () => {
    const { set } = draw(<Send />, { send: { receiverAddress: 'bob.eth', resolved: OTHER } });
    expect(screen.queryByTestId('wm-send-of-ethereum')).toBeNull();
    set({ send: { ofEthereum: true } });
    const note = screen.getByTestId('wm-send-of-ethereum');
    expect(note.textContent).toMatch(
      /^This name doesn't have an address on .+\. This is its Ethereum address\.$/,
    );
    expect(note.closest('[role=status]'), 'read out with the address').toBeTruthy();
  });

  test('@10.13 marks the differences of a recipient that resembles another address', () => {
    const { set } = draw(<Send />, {
      send: { alike: { address: OTHER, known: ADDRESS, differs: [4, 5] }, firstTime: 'ever' },
    });
    expect(screen.getByTestId('wm-send-alike-receiver').textContent).toBe(OTHER);
    expect(screen.getByTestId('wm-send-alike-known').textContent).toBe(ADDRESS);
    for (const id of ['wm-send-alike-receiver', 'wm-send-alike-known'])
      expect(screen.getByTestId(id).querySelectorAll('mark')).toHaveLength(2);
    expect(screen.queryByTestId('wm-send-first')).toBeNull();
    set({ send: { alike: null } });
    expect(screen.queryByTestId('wm-send-alike')).toBeNull();
    expect(screen.getByTestId('wm-send-first').textContent).toBe('First time sending to this address');
  });

  test('@2.21 takes the amount in dollars, and always shows what will be sent', () => {
    const { commands, set } = draw(<Send />, { send: { sendTokenAmount: '0.25', worth: '$750.00' } });
    fireEvent.click(screen.getByTestId('wm-send-unit'));
    expect(commands).toEqual([{ type: 'send.unit' }]);
    set({
      send: { unit: 'dollars', typed: '750.00', nextUnit: 'token', sends: '0.25 ETH', worth: null },
    });
    const input = screen.getByTestId<HTMLInputElement>('wm-send-amount');
    expect(input.value).toBe('750.00');
    expect(screen.getByTestId('wm-send-sends').textContent).toBe('0.25 ETH');
    expect(screen.getByTestId('wm-send-unit').getAttribute('aria-label')).toBe('Enter the amount in ETH');
    set({ send: { amountError: 'too_many_decimals' } });
    expect(screen.getByText('Use at most 2 decimals')).toBeTruthy();
    set({ send: { unit: 'token', sends: null, amountError: null, nextUnit: null } });
    expect(screen.queryByTestId('wm-send-unit')).toBeNull();
  });

  test('@2.21 takes bitcoin in sats, and says which unit counts', () => {
    const token = { ...snapshots().send.token!, symbol: 'BTC' };
    const { set } = draw(<Send />, { send: { token, nextUnit: 'sats' } });
    const turn = () => screen.getByTestId('wm-send-unit').getAttribute('aria-label');
    expect(turn()).toBe('Enter the amount in sats');
    set({ send: { unit: 'sats', typed: '12345', nextUnit: 'token', sends: '0.00012345 BTC' } });
    expect(screen.getByTestId<HTMLInputElement>('wm-send-amount').value).toBe('12345');
    expect(screen.getByTestId('wm-send-token').textContent).toContain('sats');
    expect(screen.getByTestId('wm-send-sends').textContent).toBe('0.00012345 BTC');
    expect(turn()).toBe('Enter the amount in BTC');
    set({ send: { amountError: 'too_many_decimals' } });
    expect(screen.getByText('Enter a whole number of sats')).toBeTruthy();
  });

  test('drops invisible characters from a paste', () => {
    const { commands } = draw(<Send />);
    const field = screen.getByTestId('wm-send-address');
    for (const unseen of ['\u200b', '\ufeff', '\u00a0', '\u202e', '\u2060', '\u00ad', '\0'])
      fireEvent.change(field, { target: { value: `${unseen}${OTHER}${unseen} ` } });
    expect(new Set(commands.map((command) => 'value' in command && command.value))).toEqual(new Set([OTHER]));
  });

  test('reviews on Enter in a field', () => {
    const { commands } = draw(<Send />, { send: { check: 'ready' } });
    fireEvent.keyDown(screen.getByTestId('wm-send-address'), { key: 'Enter' });
    expect(commands).toEqual([{ type: 'send.review' }]);
  });
});
