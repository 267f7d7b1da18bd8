// What a host has of solana by getProvider('solana') (docs/spec/public-api.md section 5): requests that are read first, bytes, events.
import type { Page } from '@playwright/test';
import nacl from 'tweetnacl';
import { keyOf, keyPairOf, addressOf } from '../../demo/solana/layout.mjs';
import { call, confirm, expectClosed, openCard, still, visit } from '../support/modal';
import { rpc, ScriptedSolanaWallet } from '../support/scripted-solana';
import { expect, test } from '../support/test';

const ONE = addressOf('account 1');
const TWO = addressOf('account 2');
const yes = (page: Page) => confirm(page.getByTestId('wm-review-confirm'));

interface Provider {
  publicKey: Uint8Array | null;
  on(name: string, fn: (value: unknown) => void): void;
  request(asked: { method: string; params?: object }): Promise<unknown>;
  signMessage(bytes: Uint8Array): Promise<Uint8Array>;
  signTransaction(bytes: Uint8Array): Promise<Uint8Array>;
  signAllTransactions(list: Uint8Array[]): Promise<Uint8Array[]>;
  signAndSendTransaction(bytes: Uint8Array): Promise<string>;
}

/** Asks the provider for a signature of bytes; bytes come back as a list, an error as its code. */
const asked = (page: Page, method: string, bytes: readonly number[]): Promise<unknown> =>
  page.evaluate(
    async ([name, list]) => {
      const { walletModal } = window as unknown as {
        walletModal: { getProvider(of: string): Record<string, (bytes: unknown) => Promise<unknown>> };
      };
      const given = Uint8Array.from(list);
      const toList = (one: unknown): unknown =>
        one instanceof Uint8Array ? [...one] : Array.isArray(one) ? one.map(toList) : one;
      try {
        const provider = walletModal.getProvider('solana');
        return toList(await provider[name]!(name == 'signAllTransactions' ? [given, given] : given));
      } catch (error) {
        return (error as { code: unknown }).code;
      }
    },
    [method, bytes] as const,
  );

/** Events of the provider, with the key it says then. */
const heard = (page: Page): Promise<unknown[]> =>
  page.evaluate(() => (window as unknown as { heard: unknown[] }).heard);

async function connected(page: Page): Promise<ScriptedSolanaWallet> {
  const wallet = await ScriptedSolanaWallet.install(page);
  await visit(page, '?solana=only&nowallet');
  await page.evaluate(async () => {
    const { walletModal } = window as unknown as {
      walletModal: {
        getProvider(of: string): Provider;
        ready(): Promise<void>;
        updateOptions(options: object): Promise<void>;
      };
    };
    // Harmless ones go straight on otherwise.
    await walletModal.updateOptions({ reviewRequests: 'always' });
    const provider = walletModal.getProvider('solana');
    const list: unknown[] = [];
    for (const name of ['connect', 'accountsChanged', 'chainChanged', 'disconnect'])
      provider.on(name, (value) => list.push([name, (value as { code?: number })?.code ?? value]));
    Object.assign(window, { heard: list });
    await walletModal.ready();
    list.push(provider.publicKey);
  });
  await openCard(page);
  await page.getByTestId(wallet.row).click();
  await expectClosed(page);
  return wallet;
}

/** A transfer of lamports from the first account to the second. */
async function transfer(lamports: number): Promise<Uint8Array> {
  const { value } = await rpc<{ value: { blockhash: string } }>('getLatestBlockhash');
  const keys = [keyOf(ONE), keyOf(TWO), new Uint8Array(32)];
  const data = new Uint8Array(12);
  data[0] = 2;
  new DataView(data.buffer).setBigUint64(4, BigInt(lamports), true);
  const message = [1, 0, 1, 3, ...keys.flatMap((key) => [...key]), ...keyOf(value.blockhash)];
  return Uint8Array.from([1, ...new Uint8Array(64), ...message, 1, 2, 2, 0, 1, 12, ...data]);
}

const is = (message: Uint8Array, signature: Uint8Array) =>
  nacl.sign.detached.verify(message, signature, keyPairOf('account 1').publicKey);

test('shows a message and transactions first, signs their bytes, and sends @6.4 @10.12', async ({ page }) => {
  const wallet = await connected(page);
  const message = new TextEncoder().encode('Hello, sun');
  const signature = asked(page, 'signMessage', [...message]);
  await still(page, 'ReviewRequest');
  expect(wallet.count('signMessage')).toBe(0);
  await yes(page);
  expect(is(message, Uint8Array.from((await signature) as number[]))).toBe(true);

  const transaction = await transfer(5_000);
  const signed = asked(page, 'signTransaction', [...transaction]);
  await yes(page);
  const bytes = Uint8Array.from((await signed) as number[]);
  expect(is(transaction.slice(65), bytes.slice(1, 65))).toBe(true);
  expect(bytes.slice(65)).toEqual(transaction.slice(65));

  const all = asked(page, 'signAllTransactions', [...transaction]);
  await yes(page);
  expect(await all).toEqual([[...bytes], [...bytes]]);

  const before = await rpc<{ value: number }>('getBalance', [TWO]);
  const sent = asked(page, 'signAndSendTransaction', [...transaction]);
  await yes(page);
  expect(keyOf((await sent) as string)).toEqual(bytes.slice(1, 65));
  expect((await rpc<{ value: number }>('getBalance', [TWO])).value).toBe(before.value + 5_000);
});

test('handles events, refusals, silence and the end of a connection @4.7 @6.6', async ({ page }) => {
  const wallet = await connected(page);
  const chainId = 'solana:localnet';
  expect(await heard(page)).toEqual([null, ['connect', { chainId }], ['accountsChanged', [ONE]]]);
  await wallet.accounts([1, 0]);
  await expect.poll(async () => (await heard(page)).at(-1)).toEqual(['accountsChanged', [TWO]]);
  await wallet.accounts([0, 1]);
  await expect.poll(async () => (await heard(page)).at(-1)).toEqual(['accountsChanged', [ONE]]);

  // of the person, at the card and in the wallet; of the engine, before anybody is asked
  const left = asked(page, 'signMessage', [104, 105]);
  await still(page, 'ReviewRequest');
  await page.getByTestId('w3m-header-close').click();
  expect(await left).toBe(4001);
  await wallet.answer('signMessage', { code: 4001, message: 'User rejected the request.' });
  const refused = asked(page, 'signMessage', [104, 105]);
  await yes(page);
  expect(await refused).toBe(4001);
  expect(await asked(page, 'signTransaction', [1, 2, 3])).toBe(4200);
  expect(wallet.count('signTransaction')).toBe(0);

  await wallet.answer('signMessage', 'hang');
  const hangs = asked(page, 'signMessage', [104, 105]);
  await yes(page);
  await expect.poll(() => wallet.count('signMessage')).toBe(2);
  await call(page, 'disconnect');
  expect(await hangs).toBe(4001);
  await expect
    .poll(async () => (await heard(page)).slice(-2))
    .toEqual([
      ['accountsChanged', []],
      ['disconnect', 4900],
    ]);
  expect(await asked(page, 'signMessage', [104, 105])).toBe(4100);
});
