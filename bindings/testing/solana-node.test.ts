// The kit's Solana node, called as a page and its libraries do, without a browser.
// @vitest-environment node
import { base58 } from '@scure/base';
import nacl from 'tweetnacl';
import { afterEach, expect, test } from 'vitest';
import { signedBySolana, solanaKey } from './keys/solana.mjs';
import { holdingAddress } from './solana-bytes';
import { startSolanaNode, type SolanaNodeData, type TestSolanaNode } from './solana-node';

const USDC = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v';
const OTHER = '8qQk9YX4uteHBgvNuESDgkKMopKDupQTi1kgNrehUrLg';
const TOKEN = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA';
const TOKEN_2022 = 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb';
const owner = solanaKey('account 1').address;
const friend = solanaKey('account 2').address;

let node: TestSolanaNode;
const start = async (data: SolanaNodeData = {}) => (node = await startSolanaNode(data));
afterEach(() => node.close());

async function callNode(method: string, ...params: unknown[]) {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
  return (await (await fetch(node.url, { method: 'POST', body })).json()) as {
    result?: { value?: unknown } | string | number;
    error?: { code: number; message: string };
  };
}
const ask = async (method: string, ...params: unknown[]) => (await callNode(method, ...params)).result;
const value = async (method: string, ...params: unknown[]) =>
  ((await ask(method, ...params)) as { value: unknown }).value as never;

test('derives token accounts as @solana-program/token 0.16.1 @10.21', async () => {
  await start();
  expect(holdingAddress(USDC, owner, 'spl-token')).toBe('JBHJB8xXuYF4PqP7vCtr6HxCbiSdrpRLwyXka8sypkW8');
  expect(holdingAddress(USDC, owner, 'spl-token-2022')).toBe('8qEJGDJ8EHTibGy2n84yrXVUVb2PUmt4EzXKzqibHtUk');
  expect(holdingAddress(OTHER, friend, 'spl-token')).toBe('ETD49sryavMfJH6rZQXxRUBcTF4i3JRW71i7trrhRpy1');
  expect(holdingAddress(OTHER, friend, 'spl-token-2022')).toBe(
    '278Lma2sihGrgjFoskmXhZ4zBLML1BBqLPuoQRd4JNp4',
  );
});

test('returns coins and tokens as set at the start and later @10.21', async () => {
  const usdc = { mint: USDC, amount: 1_500_000n, decimals: 6 };
  const other = { mint: OTHER, amount: 7n, decimals: 0, program: 'spl-token-2022' as const };
  await start({ accounts: { [owner]: { lamports: 2_000_000_000n, tokens: [usdc, other] } } });
  expect(await value('getBalance', owner)).toBe(2_000_000_000);
  expect(await value('getBalance', friend)).toBe(0);
  const parsed = { encoding: 'jsonParsed' };
  const place = 'JBHJB8xXuYF4PqP7vCtr6HxCbiSdrpRLwyXka8sypkW8';
  const accounts = await value('getTokenAccountsByOwner', owner, { programId: TOKEN }, parsed);
  expect(accounts).toMatchObject([
    {
      pubkey: place,
      account: {
        owner: TOKEN,
        lamports: 2_039_280,
        data: {
          program: 'spl-token',
          parsed: {
            type: 'account',
            info: { mint: USDC, owner, tokenAmount: { amount: '1500000', uiAmountString: '1.5' } },
          },
        },
      },
    },
  ]);
  expect(await value('getTokenAccountsByOwner', owner, { mint: OTHER }, parsed)).toMatchObject([
    { account: { owner: TOKEN_2022, data: { parsed: { info: { tokenAmount: { uiAmountString: '7' } } } } } },
  ]);
  expect(await value('getTokenAccountsByOwner', friend, { programId: TOKEN })).toEqual([]);

  node.set(owner, { tokens: [] });
  expect(await value('getTokenAccountsByOwner', owner, { programId: TOKEN })).toEqual([]);
  expect(await value('getAccountInfo', place)).toBeNull();
  expect(await value('getBalance', owner)).toBe(2_000_000_000);
  node.set(owner, { lamports: 5n });
  expect(await value('getBalance', owner)).toBe(5);
  expect(() => node.set(owner, { lamports: 1n << 60n })).toThrow(RangeError);
  expect(() => node.set('nobody', { lamports: 1n })).toThrow();
  expect(() => node.set(owner, { tokens: [{ ...usdc, amount: 1n << 64n }] })).toThrow(RangeError);
});

test('returns account bytes as @solana-program/token 0.16.1, also in slices @10.21', async () => {
  await start({ accounts: { [owner]: { tokens: [{ mint: USDC, amount: 1_500_000n, decimals: 6 }] } } });
  const place = 'JBHJB8xXuYF4PqP7vCtr6HxCbiSdrpRLwyXka8sypkW8';
  // mint, owner and amount; then no delegate and no close authority, initialized
  const begin =
    'xvp6877brTo9ZfNqq8l0MbG75MLS9uDkfKYCA0UvXWEy9tYWYv8z2Io0dl0rSYN1XwC0S3wUxicmJElfoyPvdGDjFgAAAAAA';
  const rest = [Buffer.alloc(36), Buffer.from([1]), Buffer.alloc(56)];
  const holding = Buffer.concat([Buffer.from(begin, 'base64'), ...rest]).toString('base64');
  const mint =
    'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA//////////8GAQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA==';
  const all = await value('getMultipleAccounts', [place, USDC, friend], { encoding: 'base64' });
  expect(all).toMatchObject([{ data: [holding, 'base64'] }, { data: [mint, 'base64'] }, null]);
  const dataSlice = { offset: 64, length: 8 };
  expect(await value('getAccountInfo', place, { encoding: 'base64', dataSlice })).toMatchObject({
    space: 165,
    data: ['YOMWAAAAAAA=', 'base64'],
  });
});

test('keeps, confirms and finalizes signed transactions, and refuses others @10.21', async () => {
  await start();
  // signed with @solana/kit 8.4.0: 5 lamports, versioned
  const transaction =
    'AWrGcW3iU1zGrTYpaAOLCegWvHHc+YETXNjKOjNh+TdpnJR4xHjdDwRTtzl9J1LTdF6UT2G/0BO/y/e3WdN+/gyAAQABA3OV4kdLa25+JmOfTYLHG9RcxK3wiMBs4flTgoBPJC9YMvbWFmL/M9iKNHZdK0mDdV8AtEt8FMYnJiRJX6Mj73QAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA7+Azm4y4oyoAabMBgMxWE8iRvFwnfOdFRjf0Jm4HDmAQICAAEMAgAAAAUAAAAAAAAAAA==';
  const signature =
    '38pPjHp4eABecuYyhvs1WuXt6mF4bwtKgTFe8caF6AXLYTFahi4x1eMnMqk1SmthhHToBMvre3BXYjzVPvAVPVTh';
  const before = await value('getLatestBlockhash');
  expect(await value('getSignatureStatuses', [signature])).toEqual([null]);
  expect(await ask('sendTransaction', transaction, { encoding: 'base64' })).toBe(signature);
  expect(node.sent).toEqual([
    { signature, from: '8nCSiLoZV35uacbWPfwQaSLW46kmt4tThn6UfA7B7VSo', transaction: transaction },
  ]);
  expect(await value('getSignatureStatuses', [signature, 'x'])).toMatchObject([
    { err: null, confirmationStatus: 'finalized' },
    null,
  ]);
  expect(await value('getLatestBlockhash')).not.toEqual(before);
  // again in base58, the default encoding
  expect(await ask('sendTransaction', base58.encode(Buffer.from(transaction, 'base64')))).toBe(signature);
  expect(node.sent).toHaveLength(1);

  const wrong = Buffer.from(transaction, 'base64');
  wrong[1]! ^= 1;
  const refused = async (bytes: Uint8Array) =>
    (await callNode('sendTransaction', Buffer.from(bytes).toString('base64'), { encoding: 'base64' })).error;
  expect(await refused(wrong)).toMatchObject({ code: -32003 });
  for (const bytes of [
    new Uint8Array(),
    Uint8Array.of(1),
    wrong.subarray(0, 80),
    new Uint8Array(1300).fill(1),
  ])
    expect(await refused(bytes)).toMatchObject({ code: -32602 });
  expect(node.sent).toHaveLength(1);
});

test('accepts a signature of the testing key @10.21', async () => {
  await start();
  const { publicKey } = solanaKey('account 1');
  const { blockhash } = (await value('getLatestBlockhash')) as { blockhash: string };
  const message = Uint8Array.of(1, 0, 0, 1, ...publicKey, ...base58.decode(blockhash), 0);
  const bytes = signedBySolana(Uint8Array.of(1, ...new Uint8Array(64), ...message), 'account 1');
  expect(nacl.sign.detached.verify(message, bytes.subarray(1, 65), publicKey)).toBe(true);
  const text = Buffer.from(bytes).toString('base64');
  expect(await ask('sendTransaction', text, { encoding: 'base64' })).toBe(
    base58.encode(bytes.subarray(1, 65)),
  );
  expect(node.sent).toMatchObject([{ from: owner }]);
});

test('says how to add a missing answer, keeps calls, and answers batches @10.21', async () => {
  await start({ rpc: { getVersion: { 'solana-core': '9' } } });
  expect((await callNode('simulateTransaction', 'x')).error).toEqual({
    code: -32601,
    message:
      'simulateTransaction has no answer: startSolanaNode({ rpc: { simulateTransaction: ... } }) gives it one',
  });
  node.rpc('simulateTransaction', ([text]: [string]) => ({ value: { err: null, logs: [text] } }));
  expect(await value('simulateTransaction', 'x')).toEqual({ err: null, logs: ['x'] });
  expect(await ask('getVersion')).toEqual({ 'solana-core': '9' });
  expect(node.requests.map(({ method }) => method)).toEqual([
    'simulateTransaction',
    'simulateTransaction',
    'getVersion',
  ]);
  expect((await callNode('getBalance', 'nobody')).error).toMatchObject({ code: -32602 });
  expect((await callNode('getTokenAccountsByOwner', owner, {})).error).toMatchObject({ code: -32602 });
  const body = JSON.stringify(
    ['getSlot', 'getBlockHeight'].map((method, id) => ({ jsonrpc: '2.0', id, method })),
  );
  const both = (await (await fetch(node.url, { method: 'POST', body })).json()) as { id: number }[];
  expect(both).toMatchObject([
    { id: 0, result: 1_000 },
    { id: 1, result: 1_000 },
  ]);
});
