// @vitest-environment jsdom
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { draw } from '../../testing/draw';
import { ADDRESS, deed, OTHER, TOKEN } from '../../testing/snapshots';
import { ReviewRequest } from './review-request';

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const lines = () => screen.getAllByTestId('wm-review-line');
const title = (i = 0) => lines()[i]!.querySelector('strong')!.textContent;

describe('ReviewRequest', () => {
  test('@10.12 who asks, what would happen, to whom: whole addresses, the very request under Details', () => {
    draw(<ReviewRequest />);
    expect(document.querySelector('.review-who')!.textContent).toBe('localhost:3000 asks you to:');
    expect(title()).toBe('Allow spending any amount of USDC');
    expect(lines()[0]!.classList.contains('risky')).toBe(true);
    expect(screen.getByTestId('wm-review-party').textContent).toBe(OTHER);
    expect(document.body.textContent).toContain(TOKEN);
    expect(document.body.textContent).toContain(ADDRESS);
    expect(document.querySelector('code')!.textContent).toContain('0x095ea7b3');
  });

  test.each([
    [{ kind: 'send', amount: '0.5 ETH', symbol: 'ETH' }, 'Send 0.5 ETH'],
    [{ kind: 'send', amount: '12.5', token: TOKEN }, 'Send 12.5 tokens'],
    [{ kind: 'approve', amount: '250 USDC', symbol: 'USDC' }, 'Allow spending 250 USDC'],
    [{ kind: 'revoke', symbol: 'USDC', amount: '0 USDC' }, 'Take back the allowance for USDC'],
    [{ kind: 'approve_all' }, 'Allow taking every collectible of a collection'],
    [{ kind: 'revoke_all' }, 'Take back the allowance for a collection'],
    [{ kind: 'permit', amount: '7 units' }, 'Allow spending 7 units, by a signature'],
    [{ kind: 'permit_unlimited' }, 'Allow spending any amount of a token, by a signature'],
    [{ kind: 'move', symbol: 'HARB' }, 'Move HARB'],
    [{ kind: 'create', party: null }, 'Create a contract'],
    [{ kind: 'unknown', text: 'deadbeef' }, 'Call a contract: deadbeef'],
    [{ kind: 'unknown', text: null }, 'Call a contract'],
    [{ kind: 'typed', text: 'Mail' }, 'Sign data of Mail'],
    [{ kind: 'message', text: 'hi', party: null }, 'Sign a message'],
  ] as const)('@10.12 %o in words', (more, words) => {
    draw(<ReviewRequest />, { review: { lines: [deed(more)] } });
    expect(title()).toBe(words);
  });

  test("@10.12 what only the site says is said to be the site's: its words, whole addresses, what it leaves out", () => {
    const said = {
      intent: '<b>Stake</b>',
      facts: [
        { label: 'You stake', value: '2.5', address: TOKEN },
        { label: 'For', value: null, address: OTHER },
      ],
      leftOut: 2,
    };
    const line = deed({ kind: 'unknown', text: '9a408321', isRisky: true, said });
    const { set } = draw(<ReviewRequest />, { review: { lines: [line] } });
    expect(title()).toBe("In the site's words: <b>Stake</b>");
    const block = screen.getByTestId('wm-review-said');
    expect(block.querySelector('dl')!.textContent).toBe(`You stake2.5${TOKEN}For${OTHER}`);
    expect(block.textContent).toContain('leaves out: 2');
    expect(block.textContent).toContain("we can't check it");
    expect(lines()[0]!.textContent).toContain('Call a contract: 9a408321');
    expect(lines()[0]!.classList.contains('risky')).toBe(true);
    set({ review: { lines: [{ ...line, said: { ...said, leftOut: 0 } }] } });
    expect(screen.getByTestId('wm-review-said').textContent).not.toContain('leaves out');
    set({ review: { lines: [{ ...line, said: null }] } });
    expect(screen.queryByTestId('wm-review-said')).toBeNull();
    expect(lines()[0]!.textContent).toContain("We can't tell what this does");
  });

  test('an allowance by signature says how long; one without end says so', () => {
    const { set } = draw(<ReviewRequest />, {
      review: { lines: [deed({ kind: 'permit', amount: '7 units', until: '2026-12-24 18:00 UTC' })] },
    });
    expect(document.body.textContent).toContain('Until2026-12-24 18:00 UTC');
    set({ review: { lines: [deed({ kind: 'permit', amount: '7 units', until: '' })] } });
    expect(document.body.textContent).toContain('UntilNo end');
  });

  test('Cancel refuses; Continue at once, or by a script, is none', () => {
    const { commands } = draw(<ReviewRequest />);
    fireEvent.click(screen.getByTestId('wm-review-confirm'));
    expect(commands).toEqual([]);
    fireEvent.click(screen.getByTestId('wm-review-cancel'));
    expect(commands).toEqual([{ type: 'review.cancel' }]);
  });

  test('while the wallet is asked there is nothing to press; how many wait is said', () => {
    const { commands } = draw(<ReviewRequest />, { review: { phase: 'waiting', count: 3 } });
    expect(document.querySelector('.review-count')!.textContent).toBe('1 of 3 requests');
    expect(screen.getByTestId('wm-review-confirm').getAttribute('aria-busy')).toBe('true');
    fireEvent.click(screen.getByTestId('wm-review-cancel'));
    fireEvent.click(screen.getByTestId('wm-review-confirm'));
    expect(commands).toEqual([]);
  });

  test('@10.27 something else was sent: said loudly, with where to look', () => {
    const { commands } = draw(<ReviewRequest />, {
      review: { id: null, lines: [], phase: 'differs', link: 'https://explorer.test/tx' },
    });
    expect(screen.getByTestId('wm-review-status').textContent).toContain('Your wallet sent something else');
    expect(screen.getByRole('link').getAttribute('href')).toBe('https://explorer.test/tx');
    fireEvent.click(screen.getByTestId('wm-review-cancel'));
    expect(commands).toEqual([{ type: 'review.cancel' }]);
  });
});
