// @vitest-environment jsdom
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, describe, expect, test } from 'vitest';
import type { SendCause, SendPhase } from '../../contract';
import { draw } from '../../testing/draw';
import { press } from '../../testing/press';
import { ADDRESS, OTHER, preview, row, tokenDoubt } from '../../testing/snapshots';
import { SendPreview } from './send-preview';

afterEach(cleanup);

const buttons = () => [...document.querySelectorAll('.pair button')].map((button) => button.textContent);
const at = (phase: SendPhase, more: object = {}) =>
  draw(<SendPreview />, {
    send: {
      phase,
      preview,
      ...more,
    },
  });

describe('SendPreview', () => {
  test('@2.21 shows amount, recipient, sender, network, fee and total with worth', () => {
    const { container } = at('review');
    expect([...container.querySelectorAll('dt')].map((label) => label.textContent)).toEqual([
      'To',
      'From',
      'Network',
      'Network fee',
      'Total',
    ]);
    expect(screen.getByTestId('wm-send-to').textContent).toBe(OTHER);
    for (const text of ['0.25', 'Demo chain', '0.000022 ETH, $0.07', '0.250022 ETH, $750.07'])
      expect(container.textContent).toContain(text);
  });

  test('waits for the owners of a Safe until the transaction is on chain', () => {
    const { set } = at('confirming', { hash: null });
    const says = () => screen.getByTestId('wm-send-status').textContent;
    expect(says()).toContain('Waiting for the network');
    set({ send: { proposed: true } });
    expect(says()).toContain("Waiting for the Safe's owners");
    set({ send: { hash: '0xab', proposed: false } });
    expect(says()).toContain('Waiting for the network');
    // the page's account is a Safe's, and another wallet has sent this
    set({ account: { proposes: true } });
    expect(says()).toContain('Waiting for the network');
  });

  test('@10.31 says how long it takes: a minute, or more where blocks are slow', () => {
    const { set } = at('confirming', { hash: '0xab' });
    const says = () => screen.getByTestId('wm-send-status').textContent;
    expect(says()).toContain('within a minute');
    set({ send: { preview: { ...preview, networkName: 'Bitcoin', rareBlocks: true } } });
    expect(says()).toContain('Bitcoin can take ten minutes or more');
    expect(says()).not.toContain('within a minute');
  });

  test('shows the sender short with its wallet, and whole on a tap', () => {
    const { set } = at('review');
    set({ account: { wallet: row('fox', 'Foxglove', { icon: 'blob:fox' }) } });
    const from = screen.getByTestId('wm-send-from');
    expect(from.textContent).toBe('0x70…dc79C8');
    expect(from.querySelector('img')!.getAttribute('src')).toBe('blob:fox');
    fireEvent.click(from);
    expect([from.textContent, from.getAttribute('aria-expanded')]).toEqual([ADDRESS, 'true']);
  });

  test('shows the recipient’s name above its address, and the network’s icon', () => {
    const { container, set } = at('review');
    expect(screen.queryByTestId('wm-send-to-name')).toBeNull();
    const to = { ...preview.to, name: '<b>bob</b>.test' };
    set({ send: { preview: { ...preview, to, networkIcon: 'blob:chain' } } });
    expect(screen.getByTestId('wm-send-to-name').textContent).toBe('<b>bob</b>.test');
    expect(screen.getByTestId('wm-send-to').textContent).toBe(OTHER);
    expect(container.querySelector('dd > img')!.getAttribute('src')).toBe('blob:chain');
  });

  test('says "Replaced", not unsent, if another took its place', () => {
    at('failed', { fault: { cause: 'replaced', reason: null } });
    expect(screen.getByTestId('wm-send-status').textContent).toMatch(/^Replaced/);
  });

  test.each<[SendCause, string | null, string]>([
    ['busy', null, 'Another request is open in your wallet. Finish it there, then try again.'],
    ['funds', null, 'Not enough ETH for the amount and the network fee.'],
    ['nonce', null, 'Another transaction from this account went through first. Try again.'],
    ['underpriced', null, 'The network fee was too low.'],
    ['reverted', '<i>Paused</i>', '“<i>Paused</i>”'],
    ['replaced', null, 'Check your wallet before you try again.'],
  ])('shows a known cause, %s, beside the buttons, not under Details', (cause, reason, text) => {
    const error = { name: 'WalletError', code: 3, message: 'raw', title: null, details: null } as const;
    const { set } = at('failed', { error, fault: { cause, reason } });
    const fault = screen.getByTestId('wm-send-fault');
    expect(fault.textContent).toContain(text);
    expect(fault.closest('details')).toBeNull();
    set({ send: { fault: null } });
    expect(screen.queryByTestId('wm-send-fault')).toBeNull();
    expect(screen.getByTestId('wm-send-status').textContent).toContain("It didn't go through");
  });

  test('@2.21 shows a token’s amount, worth and contract, without a mixed total', () => {
    const contract = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48';
    const { container } = at('review', {
      preview: {
        ...preview,
        amount: '12.5',
        symbol: 'DEMO',
        worth: '$12.50',
        total: null,
        image: 'blob:demo',
        token: contract,
      },
    });
    expect(container.querySelector('.preview-amount')!.textContent).toBe('12.5 DEMO');
    expect(screen.getByTestId('wm-send-worth').textContent).toBe('$12.50');
    expect(screen.getByTestId('wm-send-contract').textContent).toBe(contract);
    expect(container.querySelector('img')!.getAttribute('src')).toBe('blob:demo');
    expect(screen.queryByText('Total')).toBeNull();
  });

  test('shows no contract for the native coin', () => {
    at('review');
    expect(screen.queryByTestId('wm-send-contract')).toBeNull();
  });

  test('has Cancel and Send in this order', () => {
    at('review');
    expect(buttons()).toEqual(['Cancel', 'Send']);
  });

  test('never sends by a scripted click', () => {
    const { commands } = at('review');
    screen.getByTestId('wm-send-confirm').click();
    fireEvent.click(screen.getByTestId('wm-send-confirm'));
    expect(commands).toEqual([]);
  });

  test('sends by a user’s click half a second after the button came', () => {
    const { commands } = at('review');
    const confirm = screen.getByTestId('wm-send-confirm');
    const status = () => screen.getByTestId('wm-send-status').textContent;
    expect(status()).toContain('Your wallet will ask you');
    press(confirm, { after: 480 });
    expect(status()).toBe('That was too fast, so nothing happened. Review the details, then press again.');
    press(confirm, { over: null });
    expect(status()).toBe('Something is covering this button. Move it away, then press again.');
    expect(commands).toEqual([]);
    press(confirm);
    expect(status()).toContain('Your wallet will ask you');
    expect(commands).toEqual([{ type: 'send.confirm' }]);
  });

  test('restarts the half second in each state, and never confirms twice', () => {
    const { commands, set } = at('review');
    const confirm = () => screen.getByTestId('wm-send-confirm');
    set({ send: { phase: 'waiting' } });
    press(confirm(), { after: 9000 });
    expect(screen.queryByTestId('wm-confirm-refused')).toBeNull();
    set({ send: { phase: 'failed' } });
    press(confirm(), { after: 480 });
    expect(screen.getByTestId('wm-send-status').textContent).toContain('too fast');
    expect(commands).toEqual([]);
    press(confirm());
    expect(commands).toEqual([{ type: 'send.confirm' }]);
  });

  test.each<[SendPhase, string, string[], object?]>([
    ['waiting', 'Confirm in Foxglove', ['Cancel', 'Sending']],
    ['confirming', 'Waiting for the network', ['Close']],
    ['unknown', 'Sent, not confirmed yet', ['Close']],
    ['differs', 'Your wallet sent something else', ['Close']],
    ['altered', 'Your wallet signed something else', ['Close']],
    ['altered', 'Your wallet signed something else', ['Close'], { hash: null }],
    // @10.59: it may have done what was shown, so it isn't called failed and isn't offered again
    ['unread', "We couldn't read what it didThe transaction is on the network, but we", ['Close']],
    ['failed', 'Not sent', ['Cancel', 'Try again']],
    ['unknown', 'No response from Foxglove', ['Close'], { hash: null }],
  ])('%s: shows its status and only the possible actions', (phase, text, offered, more) => {
    at(phase, { hash: '0xab', ...more });
    expect(screen.getByTestId('wm-send-status').textContent).toContain(text);
    expect(buttons()).toEqual(offered);
  });

  // R8
  test.each<SendPhase>(['review', 'failed'])('%s: warns that an earlier send may be out', (phase) => {
    const { set } = at(phase, { unanswered: '1.5 ETH' });
    const earlier = screen.getByTestId('wm-send-earlier').textContent;
    expect(earlier).toContain('An earlier send of 1.5 ETH might still go through');
    expect(earlier).toContain('Foxglove');
    expect(screen.getByTestId('wm-send-confirm')).toBeTruthy();
    set({ send: { unanswered: null } });
    expect(screen.queryByTestId('wm-send-earlier')).toBeNull();
  });

  test('doesn’t call a send without an answer sent', () => {
    at('unknown', { hash: null });
    const status = screen.getByTestId('wm-send-status').textContent;
    expect(status).toContain('Check Foxglove before you send again');
    expect(status).not.toContain('Sent,');
  });

  test('cancels the request with Cancel, and closes with Close once signed', () => {
    const { commands, set } = at('waiting');
    fireEvent.click(screen.getByTestId('wm-send-cancel'));
    set({ send: { phase: 'confirming' } });
    fireEvent.click(screen.getByTestId('wm-send-cancel'));
    expect(commands).toEqual([{ type: 'send.cancel' }, { type: 'router.close', reason: 'user' }]);
  });

  test('links to the explorer once the transaction has a hash', () => {
    const { set } = at('waiting', { explorerUrl: 'https://explorer.test/tx' });
    expect(screen.queryByRole('link')).toBeNull();
    set({ send: { phase: 'confirming', hash: '0xab' } });
    expect(screen.getByRole('link').getAttribute('href')).toBe('https://explorer.test/tx');
  });

  test('shows at the end amount, recipient and transaction, and leaves with Done', () => {
    const { set, commands } = at('confirming');
    const to = { ...preview.to, name: 'ada.eth' };
    const ended = { gave: '0.25 ETH', got: null, atLeast: false, to, explorerUrl: 'https://x.test/1' };
    set({ send: { preview: null, phase: 'editing', ended } });
    expect(screen.getByTestId('wm-send-status').textContent).toBe(`Sent 0.25 ETHToada.eth${to.short}`);
    expect(document.activeElement, 'where the focus was there is nothing').toBe(
      screen.getByTestId('wm-send-done'),
    );
    expect(screen.getByRole('link').getAttribute('href')).toBe('https://x.test/1');
    expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Done']);
    fireEvent.click(screen.getByTestId('wm-send-done'));
    expect(commands).toEqual([{ type: 'router.back' }]);
  });

  test('@1.8 says Pay for a payment, and shows its reference keys whole', () => {
    at('review', { preview: { ...preview, isPayment: true, references: [ADDRESS, OTHER] } });
    const keys = screen.getAllByTestId('wm-send-reference').map(({ textContent }) => textContent);
    expect(keys).toEqual([ADDRESS, OTHER]);
    expect(screen.getByTestId('wm-send-confirm').textContent).toBe('Pay');
  });

  test('shows no fee that couldn’t be read, and tries again', () => {
    const { commands } = at('review', {
      preview: { ...preview, fee: null, feePhase: 'failed', total: null },
    });
    expect(screen.getByText('Unknown')).toBeTruthy();
    fireEvent.click(screen.getByText('Try again'));
    expect(commands).toEqual([{ type: 'send.fee' }]);
  });

  test('says that the wallet sets the fee, without a retry', () => {
    at('review', { preview: { ...preview, fee: null, feePhase: 'ready', total: null } });
    expect(screen.getByText('Set by your wallet')).toBeTruthy();
    expect(screen.queryByText('Try again')).toBeNull();
    expect(screen.queryByText('Total')).toBeNull();
  });

  test('@10.13 requires a tick for a recipient that resembles another address', async () => {
    const alike = { address: OTHER, known: ADDRESS, differs: [7] };
    const { commands, set } = at('review', { preview: { ...preview, alike, firstTime: 'ever' } });
    expect(screen.getByTestId('wm-send-alike-known').textContent).toBe(ADDRESS);
    expect(screen.queryByTestId('wm-send-first')).toBeNull();
    const send = screen.getByTestId('wm-send-confirm');
    expect(send.getAttribute('aria-disabled')).toBe('true');
    await press(send);
    expect(commands).toEqual([]);
    expect(screen.getByText('Compare the two addresses first.')).toBeTruthy();
    expect(document.activeElement).toBe(screen.getByTestId('wm-send-compared'));
    fireEvent.click(screen.getByTestId('wm-send-compared'));
    expect(commands).toEqual([{ type: 'send.compared', value: true }]);
    set({ send: { preview: { ...preview, alike, compared: true } } });
    expect(send.getAttribute('aria-disabled')).toBe('false');
    expect(screen.queryByText('Compare the two addresses first.')).toBeNull();
    await press(send);
    expect(commands.at(-1)).toEqual({ type: 'send.confirm' });
    set({ send: { phase: 'waiting' } });
    expect(screen.queryByTestId('wm-send-compared')).toBeNull();
  });

  test('@10.14 shows all changes, and disables Send if it can’t show all', async () => {
    const changes = [
      { text: '-0.25 ETH', token: null, incoming: false },
      { text: null, token: OTHER, incoming: true },
    ];
    const { commands, set } = at('review', { preview: { ...preview, changes } });
    expect(screen.getByTestId('wm-send-changes').textContent).toBe(
      `-0.25 ETHIncoming asset, contract${OTHER}`,
    );
    expect(screen.queryByTestId('wm-send-exceeded')).toBeNull();
    set({ send: { preview: { ...preview, changes, exceeded: true } } });
    expect(screen.getByTestId('wm-send-exceeded').textContent).toContain('This would move more than shown');
    await press(screen.getByTestId('wm-send-confirm'));
    expect(commands).toEqual([]);
    set({ send: { preview } });
    expect(screen.queryByTestId('wm-send-changes')).toBeNull();
  });

  test('shows account rent and withheld amounts next to the fee', () => {
    const { set } = at('review', {
      preview: { ...preview, opens: '0.00203928 SOL', withheld: '0.01 DEMO' },
    });
    expect(screen.getByTestId('wm-send-opens').textContent).toBe('0.00203928 SOL');
    expect(screen.getByTestId('wm-send-withheld').textContent).toBe('0.01 DEMO');
    set({ send: { preview } });
    expect(screen.queryByTestId('wm-send-opens')).toBeNull();
    expect(screen.queryByTestId('wm-send-withheld')).toBeNull();
  });

  test('@10.46 shows issuer powers, the other fee and the raw amount', () => {
    const { set } = at('review', {
      preview: {
        ...preview,
        rules: ['takes_back'],
        uncounted: '0.05 DEMO',
        withheld: '0.01 DEMO',
        withheldLater: '0.02 DEMO',
      },
    });
    const rules = screen.getByTestId('wm-send-rules');
    expect(rules.textContent).toBe('The issuer can take this token back.');
    const confirm = screen.getByTestId('wm-send-confirm');
    expect(rules.compareDocumentPosition(confirm)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    expect(screen.getByTestId('wm-send-withheld-later').textContent).toBe('0.02 DEMO');
    // expanded, among the facts
    expect(screen.getByTestId('wm-send-uncounted').textContent).toBe('0.05 DEMO');
    expect(document.querySelector('details')).toBeNull();
    set({ send: { preview } });
    expect(screen.queryByTestId('wm-send-rules')).toBeNull();
    expect(screen.queryByTestId('wm-send-uncounted')).toBeNull();
  });

  test('@10.12 shows both if list and network differ about the token', () => {
    const { set } = at('review', { preview: { ...preview, doubt: tokenDoubt } });
    const doubt = screen.getByTestId('wm-send-doubt');
    expect(doubt.textContent).toBe(
      'This token might not match the token list. List: USDC, 6 decimals. Network: DAI, 18 decimals. Amount: 2,500,000 base units.',
    );
    const confirm = screen.getByTestId('wm-send-confirm');
    expect(doubt.compareDocumentPosition(confirm)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    for (const [more, words] of [
      [{ network: null }, 'Network: no symbol, 18 decimals.'],
      [{ networkDecimals: null }, 'Network: DAI.'],
      [{ network: null, networkDecimals: null }, 'Network: no response.'],
    ] as const) {
      set({ send: { preview: { ...preview, doubt: { ...tokenDoubt, ...more } } } });
      expect(screen.getByTestId('wm-send-doubt').textContent).toContain(words);
    }
    set({ send: { preview } });
    expect(screen.queryByTestId('wm-send-doubt')).toBeNull();
  });

  test('shows what the wallet added', () => {
    const added = { fee: '0.0004 SOL, $0.06', guards: true };
    const { set } = at('confirming', { preview: { ...preview, added } });
    const said = () => screen.getByTestId('wm-send-added').textContent;
    expect(said()).toBe(
      '0.0004 SOL, $0.06 in extra network fees. Safety checks that can only stop the transaction.',
    );
    set({ send: { preview: { ...preview, added: { fee: null, guards: true } } } });
    expect(said()).toBe('Safety checks that can only stop the transaction.');
    const others = [
      { to: 'bc1qother', amount: '0.3 BTC, $9,000' },
      { to: null, amount: '0.001 BTC' },
    ];
    set({ send: { preview: { ...preview, added: { fee: null, guards: false, others } } } });
    expect(said()).toBe(
      "0.3 BTC, $9,000 went to bc1qother. It might be this wallet's change. 0.001 BTC went to other addresses.",
    );
    set({ send: { preview } });
    expect(screen.queryByTestId('wm-send-added')).toBeNull();
  });

  test('shows the whole memo below the recipient', () => {
    const { set } = at('review', { preview: { ...preview, memo: 'deposit 7' } });
    expect(screen.getByTestId('wm-send-memo').textContent).toBe('deposit 7');
    set({ send: { preview } });
    expect(screen.queryByTestId('wm-send-memo')).toBeNull();
  });

  test('@10.56 names a name’s gateways in Details, and marks an Ethereum address', () => {
    const { set } = at('review', {
      preview: { ...preview, ofEthereum: true, through: ['gateway.example', 'other.example'] },
    });
    expect(screen.getByTestId('wm-send-to-of-ethereum').textContent).toBe(
      "This name doesn't have an address on Demo chain. This is its Ethereum address.",
    );
    expect(document.querySelector('details')!.textContent).toBe(
      'DetailsLooked up through gateway.example, other.example',
    );
    set({ send: { preview } });
    expect(screen.queryByTestId('wm-send-to-of-ethereum')).toBeNull();
    expect(document.querySelector('details')).toBeNull();
  });

  test('marks a contract and a first-time recipient', () => {
    const { set } = at('review', { preview: { ...preview, place: 'contract', firstTime: 'ever' } });
    expect(screen.getByTestId('wm-send-to-contract').textContent).toBe('This is a contract');
    expect(screen.getByTestId('wm-send-first').textContent).toBe('First time sending to this address');
    set({ send: { preview: { ...preview, place: 'program' } } });
    expect(screen.getByTestId('wm-send-to-contract').textContent).toBe('This account belongs to a program');
    set({ send: { preview: { ...preview, place: 'holding' } } });
    expect(screen.getByTestId('wm-send-to-contract').textContent).toBe('This is a token account');
    set({ send: { preview } });
    expect(screen.queryByTestId('wm-send-to-contract')).toBeNull();
    expect(screen.queryByTestId('wm-send-first')).toBeNull();
  });
});
