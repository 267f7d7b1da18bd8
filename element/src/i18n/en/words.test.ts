// @vitest-environment node
// How the texts sound (docs/spec/views.md): short sentences a stranger would say, with contractions; nothing of our own machinery.

import { expect, test } from 'vitest';
import { first, frame, later, list } from './index';

/** Decided word by word (docs/spec/decisions.md). */
const exact = ['social.closed.text'];

const all: Record<string, string> = { ...first, ...list, ...frame, ...later };
const texts = Object.entries(all);

test('uses contractions as people speak', () => {
  const stiff =
    /\b(cannot|(could|did|do|does|is|are|has|have|was|will|would) not|(you|we|they) are|it is|we will)\b/i;
  expect(texts.filter(([key, text]) => !exact.includes(key) && stiff.test(text))).toEqual([]);
});

test('uses no internal terms', () => {
  const ours = /\b(relay|directory|engine|slice|session|pairing|namespace|RPC|Web3|dApp)\b/i;
  expect(texts.filter(([, text]) => ours.test(text))).toEqual([]);
});

test('keeps every sentence within 20 words', () => {
  const long = texts.filter(([, text]) => text.split(/[.?!:] /).some((part) => part.split(' ').length > 20));
  expect(long).toEqual([]);
});

test.each([
  ['connecting.confirm.text', 'Approve the connection in your wallet.'],
  ['pairing.failed.text', "Couldn't connect to {wallet}. You're not connected. Try again."],
  ['pairing.unreachable', "Can't reach the connection service"],
  ['pairing.unreachable.text', "We'll keep trying."],
  ['connecting.approved.text', 'Finishing up'],
  [
    'connect.empty.text',
    'This browser has no enabled wallet extension. Install or enable one, then check again.',
  ],
  ['download.none', 'No download link for {wallet}'],
  ['download.none.text', 'Check its official website.'],
  ['send.amount.insufficient', 'Not enough {symbol}'],
])('%s says "%s"', (key, text) => {
  expect(all[key]).toBe(text);
});

test('avoids words that no product of this field uses', () => {
  const banned =
    /\b(nobody|somebody|anybody|whoever|whatever|may|by itself|by themselves|of its own|ticks?|any more|in all|anew|in vain|at once|all the same|for ever|so much|so many|likewise|let go|take back|chains?|collectibles?|receivers?|visitors?|persons?)\b|\bthat there is\b/i;
  expect(texts.filter(([, text]) => banned.test(text))).toEqual([]);
});
