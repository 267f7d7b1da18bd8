// @vitest-environment jsdom
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { EffectKind, EffectLine, EffectLabel, Power } from '../../contract';
import { draw } from '../../testing/draw';
import { ADDRESS, effect, OTHER, row, TOKEN, tokenDoubt } from '../../testing/snapshots';
import { ReviewRequest } from './review-request';

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

/** each sentence, with a kind that has it */
const WORDS: Record<EffectLabel, EffectKind> = {
  send: 'send',
  offer: 'send',
  receive: 'receive',
  receive_nothing: 'receive',
  move: 'move',
  approve: 'allow',
  approve_unlimited: 'allow',
  approve_piece: 'allow',
  approve_number: 'allow',
  raise: 'allow',
  revoke: 'allow',
  approve_all: 'allow_all',
  revoke_all: 'allow_all',
  permit: 'allow',
  permit_unlimited: 'allow',
  permit_piece: 'allow',
  control: 'control',
  grant: 'control',
  grant_up_to: 'control',
  burn: 'burn',
  close: 'close',
  timeless: 'open_ended',
  create: 'create',
  create_with: 'create',
  stake: 'stake',
  unstake: 'stake',
  restake: 'stake',
  claim: 'receive',
  vote: 'call',
  deposit: 'send',
  payee: 'control',
  end_grant: 'control',
  period: 'allow',
  script: 'sign',
  unknown: 'call',
  carries: 'call',
  carries_unread: 'call',
  carries_part: 'call',
  behind: 'unread',
  typed: 'sign',
  typed_moves: 'sign',
  message: 'sign',
  sign_in: 'sign_in',
  sign_in_elsewhere: 'sign_in',
  fee: 'fee',
  fee_unknown: 'fee',
  sponsored: 'fee',
  unread: 'unread',
  open: 'create',
  fund: 'create',
  mint: 'create',
  freeze: 'control',
  thaw: 'control',
  note: 'sign',
  data: 'sign',
  durable: 'open_ended',
  lookup: 'unread',
  change: 'call',
  checked: 'call',
  proven: 'call',
  differs: 'unread',
  invoke: 'call',
  total: 'send',
  at_most: 'send',
  unproven: 'unread',
  collectible: 'send',
  joint: 'sign',
  joint_unproven: 'unread',
  joinable: 'open_ended',
  listing: 'open_ended',
  partial: 'open_ended',
  blank: 'open_ended',
  at_once: 'sign',
  elsewhere: 'sign',
};
/** what control can be about */
const POWERS: Record<Power, true> = {
  owner: true,
  admin: true,
  program: true,
  guard: true,
  module: true,
  signer: true,
  delegate: true,
  account: true,
  holding: true,
  closing: true,
  issuer: true,
  nonce: true,
  staker: true,
  upgrade: true,
  message: true,
  keys: true,
};

const lines = () => screen.getAllByTestId('wm-review-line');
const title = (i = 0) => lines()[i]!.querySelector('strong')!.textContent;

describe('ReviewRequest', () => {
  test('@10.12 names the wallet that gets the request, not the page’s account’s', () => {
    draw(<ReviewRequest />, { account: { wallet: row('safe', 'Safe') }, review: { wallet: 'Sun Wallet' } });
    expect(document.body.textContent).toContain('Sun Wallet will ask you to confirm exactly this.');
    expect(document.body.textContent).not.toContain('Safe');
  });

  test('@10.12 shows site, effect and whole addresses, and the raw request in Details', () => {
    draw(<ReviewRequest />);
    expect(document.querySelector('.review-who')!.textContent).toBe('localhost:3000 is asking you to:');
    expect(title()).toBe('Allow spending any amount of USDC');
    expect(lines()[0]!.classList.contains('warning')).toBe(true);
    expect(screen.getByTestId('wm-review-party').textContent).toBe(OTHER);
    expect(document.body.textContent).toContain(TOKEN);
    expect(document.body.textContent).toContain(ADDRESS);
    expect(document.querySelector('code')!.textContent).toContain('0x095ea7b3');
  });

  test.each([
    [{ effect: 'send', words: 'send', amount: '0.5 ETH', symbol: 'ETH' }, 'Send 0.5 ETH'],
    [{ effect: 'send', words: 'send', amount: '12.5', token: TOKEN }, 'Send 12.5 tokens'],
    [{ effect: 'allow', words: 'approve', amount: '250 USDC', symbol: 'USDC' }, 'Allow spending 250 USDC'],
    [{ effect: 'allow', words: 'revoke', symbol: 'USDC', amount: '0 USDC' }, 'Revoke the approval for USDC'],
    [{ effect: 'allow_all', words: 'approve_all' }, 'Allow taking every NFT in a collection'],
    [{ effect: 'allow_all', words: 'revoke_all' }, 'Revoke the approval for a collection'],
    [{ effect: 'allow', words: 'permit', amount: '7 units' }, 'Allow spending 7 units with a signature'],
    [{ effect: 'allow', words: 'permit_unlimited' }, 'Allow spending any amount of a token with a signature'],
    [{ effect: 'move', words: 'move', symbol: 'HARB', amount: '7 HARB' }, 'Move 7 HARB'],
    [{ effect: 'move', words: 'move', token: TOKEN, amount: 'NFT #7' }, 'Move NFT #7'],
    [{ effect: 'move', words: 'move', symbol: 'HARB' }, 'Move an unknown amount of HARB'],
    [{ effect: 'send', words: 'send', symbol: 'DOT', all: true }, 'Send all DOT'],
    [{ effect: 'send', words: 'send', token: TOKEN, all: true }, 'Send all of a token'],
    [{ effect: 'allow', words: 'approve_piece', amount: 'NFT #77' }, 'Allow taking NFT #77'],
    [
      { effect: 'create', words: 'create_with', amount: '1 ETH', symbol: 'ETH' },
      'Create a contract and send it 1 ETH',
    ],
    [{ effect: 'create', words: 'create', text: 'vault · code 6' }, 'Create a contract: vault · code 6'],
    [{ effect: 'stake', words: 'unstake', amount: '7 DOT', symbol: 'DOT' }, 'Unstake 7 DOT'],
    [
      { effect: 'stake', words: 'restake', amount: '7 ATOM', symbol: 'ATOM' },
      'Move a stake of 7 ATOM to another validator',
    ],
    [{ effect: 'receive', words: 'claim' }, 'Claim rewards'],
    [{ effect: 'call', words: 'vote', text: '42: No' }, 'Vote on proposal 42: No'],
    [
      { effect: 'call', words: 'vote', text: '5: Aye, 1x', amount: '1 DOT', symbol: 'DOT' },
      'Vote on proposal 5: Aye, 1x, with 1 DOT',
    ],
    [
      { effect: 'send', words: 'deposit', amount: '1 ATOM', symbol: 'ATOM', text: '42' },
      'Deposit 1 ATOM on proposal 42',
    ],
    [
      { effect: 'send', words: 'deposit', amount: '1 ATOM', symbol: 'ATOM' },
      'Deposit 1 ATOM on a new proposal',
    ],
    [
      { effect: 'control', words: 'grant', power: 'message', text: '/cosmos.gov.v1.MsgVote' },
      'Let another account sign this for you: /cosmos.gov.v1.MsgVote',
    ],
    [
      {
        effect: 'control',
        words: 'grant_up_to',
        power: 'message',
        text: 'MsgDelegate',
        amount: '5 ATOM',
        symbol: 'ATOM',
      },
      'Let another account sign this for you, up to 5 ATOM: MsgDelegate',
    ],
    [{ effect: 'control', words: 'end_grant', text: 'MsgVote' }, 'End a permission: MsgVote'],
    [
      { effect: 'allow', words: 'period', amount: '1 ATOM', symbol: 'ATOM', text: '7 d' },
      'Up to 1 ATOM in each period of 7 d',
    ],
    [{ effect: 'unread', words: 'behind', text: '32' }, 'Pass on 32 extra bytes'],
    [{ effect: 'sign', words: 'typed_moves', text: 'N · Move' }, 'Sign data that might move money: N · Move'],
    [{ effect: 'sign', words: 'typed', text: '' }, 'Sign data'],
    [{ effect: 'call', words: 'change', text: 'Lockup' }, 'Change Lockup'],
    [
      { effect: 'call', words: 'change', text: 'Redeem', amount: '1 ATOM', symbol: 'ATOM' },
      'Change Redeem: 1 ATOM',
    ],
    [
      { effect: 'control', words: 'control', power: 'keys' },
      'Create the keys of an account at another service',
    ],
    [{ effect: 'create', words: 'create', party: null }, 'Create a contract'],
    [{ effect: 'call', words: 'unknown', text: 'deadbeef' }, 'Call a contract: deadbeef'],
    [{ effect: 'call', words: 'unknown', text: null }, 'Call a contract'],
    [{ effect: 'sign', words: 'typed', text: 'Mail' }, 'Sign data for Mail'],
    [{ effect: 'sign', words: 'message', text: 'hi', party: null }, 'Sign a message'],
    [{ effect: 'receive', words: 'receive', amount: '7 USDC', symbol: 'USDC' }, 'Receive 7 USDC'],
    [{ effect: 'burn', words: 'burn', amount: '7 USDC', symbol: 'USDC' }, 'Destroy 7 USDC'],
    [{ effect: 'close', words: 'close' }, 'Close an account'],
    [{ effect: 'control', words: 'control' }, 'Hand over control'],
    [{ effect: 'open_ended', words: 'timeless' }, 'Sign something that stays valid'],
    [{ effect: 'stake', words: 'stake', amount: '7 ATOM', symbol: 'ATOM' }, 'Stake 7 ATOM'],
    [{ effect: 'sign_in', words: 'sign_in', text: 'hi' }, 'Sign in'],
    [{ effect: 'sign_in', words: 'sign_in_elsewhere', text: 'hi' }, 'Sign in on another site'],
    [{ effect: 'fee', words: 'fee', amount: '0.1 ETH', symbol: 'ETH' }, 'Pay a fee of 0.1 ETH'],
    [{ effect: 'call', words: 'invoke', text: 'Society.bid\nvalue: 1' }, 'Call a network function'],
    [{ effect: 'call', words: 'checked', text: '0x5c' }, 'Let your wallet verify what it shows'],
    [{ effect: 'call', words: 'proven', text: '0x5c' }, 'Checked against the metadata you sign'],
    [{ effect: 'unread', words: 'differs', text: '0x5c' }, "This node's metadata isn't what you sign"],
    [{ effect: 'unread', words: 'unread', party: null }, "Sign something we can't read"],
    [{ effect: 'unread', words: 'unread', text: 'SafeMessage' }, "Something we can't read: SafeMessage"],
    [{ effect: 'unread', words: 'unread', text: 'preCalls' }, "Something we can't read: preCalls"],
    [{ effect: 'sign', words: 'elsewhere', party: null }, "For a different network than your wallet's"],
    [{ effect: 'allow', words: 'raise', amount: '7 USDC', symbol: 'USDC' }, 'Increase an approval by 7 USDC'],
    [{ effect: 'control', words: 'control', power: 'signer' }, "Change an account's signers"],
    [{ effect: 'control', words: 'control', power: 'delegate' }, 'Let a program act as your account'],
    [{ effect: 'send', words: 'total', amount: '0.3 BTC', symbol: 'BTC' }, 'Spend 0.3 BTC in total'],
    [
      { effect: 'send', words: 'at_most', amount: '0.3 BTC', symbol: 'BTC' },
      'Spend up to 0.3 BTC (exact amount unknown)',
    ],
    [{ effect: 'fee', words: 'fee_unknown', amount: null, party: null }, 'Pay a fee of an unknown amount'],
    [
      { effect: 'open_ended', words: 'listing', amount: '0.05 BTC', symbol: 'BTC', text: '1' },
      'Sell input 1 for at least 0.05 BTC',
    ],
    [
      { effect: 'open_ended', words: 'partial', amount: '0.05 BTC', symbol: 'BTC', text: '1' },
      'Sign input 1 for at least 0.05 BTC',
    ],
    [{ effect: 'open_ended', words: 'blank', amount: '1 BTC', symbol: 'BTC' }, 'Sign away 1 BTC'],
  ] as const)('@10.12 describes %o', (more, words) => {
    draw(<ReviewRequest />, { review: { lines: [effect(more)] } });
    expect(title()).toBe(words);
  });

  test('marks a clause with its common kind and its label', () => {
    draw(<ReviewRequest />, { review: { lines: [effect({ effect: 'control', words: 'freeze' })] } });
    const { effect: kind, label } = lines()[0]!.dataset;
    expect([kind, label]).toEqual(['control', 'freeze']);
  });

  test.each([
    ['normal', false],
    ['review', false],
    ['warning', true],
    ['critical', true],
  ] as const)('warns for risk %s: %s', (risk, warns) => {
    draw(<ReviewRequest />, { review: { lines: [effect({ effect: 'control', words: 'control', risk })] } });
    const line = lines()[0]!;
    expect([line.dataset.effect, line.dataset.label, line.dataset.risk]).toEqual([
      'control',
      'control',
      risk,
    ]);
    expect(line.classList.contains(risk)).toBe(warns);
    expect(line.querySelector('.review-title svg') != null).toBe(warns);
  });

  describe('@10.12 each sentence refers only to parts that its line has', () => {
    const amounts: Partial<EffectLine>[] = [
      {},
      { amount: '7' },
      { amount: '7 USDC', symbol: 'USDC' },
      { all: true },
      { symbol: 'USDC' },
    ];
    const parts: Partial<EffectLine>[] = [
      { token: TOKEN },
      { party: OTHER, owner: ADDRESS, on: TOKEN },
      { text: 'name' },
      { fields: 'to: 0x1' },
    ];
    const sets = amounts.flatMap((amount) =>
      Array.from({ length: 2 ** parts.length }, (_, set): Partial<EffectLine> =>
        Object.assign({}, amount, ...parts.filter((_, at) => set & (1 << at))),
      ),
    );
    const powers = Object.keys(POWERS) as Power[];
    test.each(Object.entries(WORDS) as [EffectLabel, EffectKind][])('%s', (words, kind) => {
      const all = sets.map((set, at) =>
        effect({
          words,
          effect: kind,
          party: null,
          power: kind == 'control' ? powers[at % powers.length]! : null,
          risk: (['normal', 'review', 'warning', 'critical'] as const)[(at + (at >> 2)) % 4]!,
          ...set,
        }),
      );
      draw(<ReviewRequest />, { review: { lines: all, critical: true } });
      const accepts = screen.getByTestId('wm-review-accept').textContent!;
      expect(accepts, words).not.toMatch(/[{}]|undefined|null/);
      lines().forEach((line, at) => {
        const { party, fields, text, amount } = all[at]!;
        const said = line.textContent!;
        const heading = line.querySelector('strong')!.textContent!;
        const where = `${words} ${JSON.stringify(all[at])}: ${said}`;
        expect(heading, where).toMatch(/^\S(.*\S)?$/);
        expect(heading, where).not.toMatch(/[:,(]$| {2}|: ,|[{}]|undefined|null/);
        if (!party) expect(said, where).not.toMatch(/\bbelow\b/);
        if (!fields) expect(said, where).not.toContain('Read each field');
        if (!text) expect(heading, where).not.toMatch(/proposal $|input $|: $/);
        if (/all you have/.test(said)) expect(words, where).toMatch(/_unlimited$/);
        if (/every NFT|all of them/.test(said)) expect(words, where).toBe('approve_all');
        if (/ by a signature/.test(heading)) expect(words, where).toMatch(/^(permit|offer)/);
        if (/Who gets access/.test(said)) expect(words, where).toMatch(/^(approve|permit|raise)/);
        if (/holds a deposit/.test(said)) expect([words, amount], where).toEqual(['open', amount]);
      });
    });
  });

  test('@10.12 doesn’t add "up to this amount" to an allowance that shows its amount', () => {
    const line = effect({
      effect: 'allow',
      words: 'approve',
      amount: '7 USDC',
      symbol: 'USDC',
      risk: 'critical',
    });
    const { set } = draw(<ReviewRequest />, { review: { lines: [line], critical: true } });
    expect(lines()[0]!.textContent).toContain('up to this amount');
    expect(screen.getByTestId('wm-review-accept').textContent).toBe(
      "I'm letting someone take 7 USDC, now or later.",
    );
    set({ review: { lines: [{ ...line, risk: 'normal' }], critical: false } });
    expect(lines()[0]!.textContent).not.toContain('up to this amount');
  });

  test('@10.12 shows unknown typed data’s fields, and whose account receives', () => {
    const fields = 'to: 0x1\namount: 7';
    const { set } = draw(<ReviewRequest />, {
      review: { lines: [effect({ effect: 'sign', words: 'typed', text: 'Mail', party: null, fields })] },
    });
    expect(lines()[0]!.querySelector('pre')!.textContent).toBe(fields);
    expect(lines()[0]!.textContent).toContain('Read each field');
    set({
      review: {
        lines: [effect({ effect: 'create', words: 'fund', amount: '50 SOL', symbol: 'SOL', on: 'Prog111' })],
      },
    });
    expect(lines()[0]!.textContent).toContain('Anyone who controls that account can use it');
    expect(lines()[0]!.textContent).toContain('ProgramProg111');
    expect(lines()[0]!.textContent).not.toContain('deposit');
  });

  test('@10.12 attributes to the site what only the site says', () => {
    const said = {
      intent: '<b>Stake</b>',
      facts: [
        { label: 'You stake', value: '2.5', address: TOKEN },
        { label: 'For', value: null, address: OTHER },
      ],
      leftOut: 2,
    };
    const line = effect({ effect: 'call', words: 'unknown', text: '9a408321', risk: 'warning', said });
    const { set } = draw(<ReviewRequest />, { review: { lines: [line] } });
    expect(title()).toBe("In the site's words: <b>Stake</b>");
    const block = screen.getByTestId('wm-review-said');
    expect(block.querySelector('dl')!.textContent).toBe(`You stake2.5${TOKEN}For${OTHER}`);
    expect(block.textContent).toContain('left out: 2');
    expect(block.textContent).toContain("we can't check it");
    expect(lines()[0]!.textContent).toContain('Call a contract: 9a408321');
    expect(lines()[0]!.classList.contains('warning')).toBe(true);
    set({ review: { lines: [{ ...line, said: { ...said, leftOut: 0 } }] } });
    expect(screen.getByTestId('wm-review-said').textContent).not.toContain('leaves out');
    set({ review: { lines: [{ ...line, said: null }] } });
    expect(screen.queryByTestId('wm-review-said')).toBeNull();
    expect(lines()[0]!.textContent).toContain("We can't tell what this does");
  });

  test('@10.44 shows a runtime call with its arguments, and says if it’s unknown', () => {
    const line = effect({ effect: 'call', words: 'invoke', text: 'Staking.chill' });
    const { set } = draw(<ReviewRequest />, { review: { lines: [line] } });
    expect(lines()[0]!.querySelector('pre')!.textContent).toBe('Staking.chill');
    expect(lines()[0]!.textContent).not.toContain("We can't tell");
    set({ review: { lines: [{ ...line, risk: 'warning' }] } });
    expect(lines()[0]!.textContent).toContain("We can't tell what this does");
  });

  test('@10.44 shows data, scripts without an address and fee rates as they are', () => {
    const { set } = draw(<ReviewRequest />, {
      review: { lines: [effect({ effect: 'sign', words: 'data', text: 'fffe', party: null })] },
    });
    const text = () => lines()[0]!.querySelector('pre')?.textContent;
    expect([title(), text()]).toEqual(['Publish data anyone can read', 'fffe']);
    set({ review: { lines: [effect({ party: null, text: '51', amount: '1 BTC', symbol: 'BTC' })] } });
    expect([title(), text()]).toEqual(['Send 1 BTC', '51']);
    const fee = effect({
      effect: 'fee',
      words: 'fee',
      amount: '1 BTC',
      symbol: 'BTC',
      text: '≈ 9.1 sat/vB',
      party: null,
    });
    set({ review: { lines: [fee] } });
    expect([text(), lines()[0]!.querySelector('.small')!.textContent]).toEqual([undefined, '≈ 9.1 sat/vB']);
  });

  test('@10.44 names in the checkbox what a blank signature allows', () => {
    const line = effect({
      effect: 'open_ended',
      words: 'blank',
      risk: 'critical',
      amount: '1 BTC',
      symbol: 'BTC',
    });
    draw(<ReviewRequest />, { review: { lines: [line], critical: true } });
    expect(lines()[0]!.textContent).toContain(
      'Anyone with this signature can decide where your bitcoin goes.',
    );
    expect(screen.getByTestId('wm-review-accept').textContent).toContain(
      'I understand that anyone with my signature can decide where my bitcoin goes.',
    );
  });

  test('@10.44 shows the kind of control that is given, and a whole hash', () => {
    const text = 'Proxy.add_proxy\nproxy_type: Any\ndelay: 0';
    const line = effect({ effect: 'control', words: 'control', power: 'module', risk: 'critical', text });
    const { set } = draw(<ReviewRequest />, { review: { lines: [line] } });
    expect(lines()[0]!.querySelector('pre')!.textContent).toBe(text);
    set({ review: { lines: [{ ...line, text: 'Delegate' }] } });
    expect(lines()[0]!.querySelector('pre')).toBeNull();
    set({ review: { lines: [effect({ effect: 'call', words: 'checked', text: '0x5c' })] } });
    expect(lines()[0]!.querySelector('pre')!.textContent).toBe('0x5c');
  });

  test('shows how long a signed allowance lasts, or that it has no end', () => {
    const { set } = draw(<ReviewRequest />, {
      review: {
        lines: [
          effect({ effect: 'allow', words: 'permit', amount: '7 units', until: '2026-12-24 18:00 UTC' }),
        ],
      },
    });
    expect(document.body.textContent).toContain('Until2026-12-24 18:00 UTC');
    set({ review: { lines: [effect({ effect: 'allow', words: 'permit', amount: '7 units', until: '' })] } });
    expect(document.body.textContent).toContain('UntilNo end');
  });

  test('@10.12 counts folded lines, and opens them on request', () => {
    const line = effect({ amount: '1 ETH', symbol: 'ETH' });
    const { set } = draw(<ReviewRequest />, { review: { lines: Array(56).fill(line), folded: 36 } });
    expect(lines()).toHaveLength(20);
    expect(screen.getByTestId('wm-review-more').textContent).toBe('Show 36 more');
    fireEvent.click(screen.getByTestId('wm-review-more'));
    expect(lines()).toHaveLength(56);
    expect(screen.queryByTestId('wm-review-more')).toBeNull();
    // the next request is folded again
    set({ review: { id: 2, lines: Array(56).fill(line), folded: 36 } });
    expect(lines()).toHaveLength(20);
  });

  test('@10.12 counts what is left out of a too large request, without Continue', () => {
    draw(<ReviewRequest />, { review: { tooLarge: true, leftOut: 46, rawLeftOut: 1234 } });
    expect(document.body.textContent).toContain("Plus 46 more that don't fit here");
    expect(document.body.textContent).toContain('Plus 1234 more bytes');
    expect(document.body.textContent).toContain("didn't send it");
    expect(screen.queryByTestId('wm-review-confirm')).toBeNull();
    expect(screen.getByTestId('wm-review-cancel')).toBeTruthy();
  });

  test('@10.12 requires a tick by the user for a critical request', () => {
    const line = (more: Parameters<typeof effect>[0]) => effect({ risk: 'critical', token: TOKEN, ...more });
    const critical = [
      line({ effect: 'allow_all', words: 'approve_all' }),
      line({ effect: 'allow_all', words: 'approve_all' }),
      line({ effect: 'allow', words: 'permit_unlimited', symbol: 'USDC' }),
    ];
    const { commands, set } = draw(<ReviewRequest />, { review: { lines: critical, critical: true } });
    const tick = screen.getByTestId('wm-review-accept');
    expect([tick.getAttribute('role'), tick.getAttribute('aria-checked')]).toEqual(['checkbox', 'false']);
    expect([...tick.querySelectorAll('span > span')].map((of) => of.textContent)).toEqual([
      "I'm letting someone take every NFT in a collection, now or later.",
      "I'm letting someone take any amount of USDC I have, now or later.",
    ]);
    const confirm = () => screen.getByTestId('wm-review-confirm');
    expect(confirm().getAttribute('aria-disabled')).toBe('true');
    fireEvent.click(tick);
    fireEvent.click(confirm());
    expect(commands).toEqual([]);
    set({ review: { accepted: true } });
    expect(screen.getByTestId('wm-review-accept').getAttribute('aria-checked')).toBe('true');
    expect(confirm().getAttribute('aria-disabled')).toBe('false');
    set({ review: { critical: false } });
    expect(screen.queryByTestId('wm-review-accept')).toBeNull();
  });

  test('rejects with Cancel, and ignores an early or scripted Continue', () => {
    const { commands } = draw(<ReviewRequest />);
    fireEvent.click(screen.getByTestId('wm-review-confirm'));
    expect(commands).toEqual([]);
    fireEvent.click(screen.getByTestId('wm-review-cancel'));
    expect(commands).toEqual([{ type: 'review.cancel' }]);
  });

  test('disables both buttons while the wallet is asked, and counts waiting requests', () => {
    const { commands } = draw(<ReviewRequest />, { review: { phase: 'waiting', count: 3 } });
    expect(document.querySelector('.review-count')!.textContent).toBe('Request 1 of 3');
    expect(screen.getByTestId('wm-review-confirm').getAttribute('aria-busy')).toBe('true');
    fireEvent.click(screen.getByTestId('wm-review-cancel'));
    fireEvent.click(screen.getByTestId('wm-review-confirm'));
    expect(commands).toEqual([]);
  });

  test('@10.46 shows withheld fees, raw amounts and issuer powers above the buttons', () => {
    const line = effect({ amount: '12.5 TOLL', symbol: 'TOLL', withheld: '0.125 TOLL', uncounted: '5 TOLL' });
    const tokens = [
      { symbol: 'TOLL', token: TOKEN, rules: ['takes_back' as const], doubt: null },
      { symbol: null, token: OTHER, rules: ['memo_wanted' as const, 'hooked' as const], doubt: null },
    ];
    const { set } = draw(<ReviewRequest />, { review: { lines: [line], tokens } });
    expect(screen.getByTestId('wm-review-withheld').textContent).toBe('0.125 TOLL');
    expect(screen.getByTestId('wm-review-uncounted').textContent).toContain('5 TOLL on the network');
    const [own, other] = screen.getAllByTestId('wm-review-token');
    expect(own!.textContent).toBe('TOLLThe issuer can take this token back.');
    expect(other!.textContent).toContain(OTHER);
    expect(other!.querySelectorAll('li')).toHaveLength(2);
    const confirm = screen.getByTestId('wm-review-confirm');
    expect(other!.compareDocumentPosition(confirm)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    set({ review: { lines: [effect()], tokens: [] } });
    expect(screen.queryByTestId('wm-review-token')).toBeNull();
    expect(screen.queryByTestId('wm-review-withheld')).toBeNull();
  });

  test('@10.12 shows both if list and network differ about a token', () => {
    const tokens = [{ symbol: null, token: TOKEN, rules: [], doubt: { ...tokenDoubt, units: null } }];
    draw(<ReviewRequest />, {
      review: { lines: [effect({ amount: '100,000 units', symbol: null })], tokens },
    });
    const note = screen.getByTestId('wm-review-token');
    expect(note.textContent).toContain(TOKEN);
    expect(screen.getByTestId('wm-review-doubt').textContent).toContain('List: USDC, 6 decimals.');
    const confirm = screen.getByTestId('wm-review-confirm');
    expect(note.compareDocumentPosition(confirm)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  });

  test('@10.45 says that a simulation may differ, and why one would fail', () => {
    const { set } = draw(<ReviewRequest />, { review: { tried: true } });
    expect(screen.getByTestId('wm-review-tried').textContent).toContain('might differ');
    expect(screen.queryByTestId('wm-review-fails')).toBeNull();
    set({ review: { tried: false, fails: 'rent' } });
    expect(screen.getByTestId('wm-review-fails').textContent).toBe(
      'An account would drop below its minimum balance.',
    );
    expect(screen.queryByTestId('wm-review-tried')).toBeNull();
  });

  test('@10.27 says loudly that something else was sent, and where to look', () => {
    const { commands } = draw(<ReviewRequest />, {
      review: { id: null, lines: [], phase: 'differs', link: 'https://explorer.test/tx' },
    });
    expect(screen.getByTestId('wm-review-status').textContent).toContain('Your wallet sent something else');
    expect(screen.getByRole('link').getAttribute('href')).toBe('https://explorer.test/tx');
    fireEvent.click(screen.getByTestId('wm-review-cancel'));
    expect(commands).toEqual([{ type: 'review.cancel' }]);
  });
});
