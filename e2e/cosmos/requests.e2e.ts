// What a page asks of a wallet of cosmos by its provider: words and documents, read to the person, signed, verified by cosmjs and taken by the
// node (decisions 93, "Cosmos documents", and 96, "Provider and balance on Cosmos").
import type { Page } from '@playwright/test';
import type { StdSignature } from '@cosmjs/amino';
import { fromBase64, toBase64 } from '@cosmjs/encoding';
import { SignMode } from 'cosmjs-types/cosmos/tx/signing/v1beta1/signing';
import { accountOf, aminoOf, CHAIN_ID, DENOM, directOf, rawOf, sendOf } from '../../demo/cosmos/layout.mjs';
import { accept } from '../support/family';
import { call, confirm, expectClosed, openCard, still, visit } from '../support/modal';
import { isSigned, nodeControl, rest, ScriptedCosmosWallet, send } from '../support/scripted-cosmos';
import { expect, test } from '../support/test';

const TWO = accountOf('account 2').address;
const yes = (page: Page) => page.getByTestId('wm-review-confirm');
const line = (page: Page) => page.getByTestId('wm-review-line');

/** Calls the provider of the page's host: bytes go and come as `{bytes: base64}`, for they are no JSON. */
const ask = (page: Page, method: string, ...args: unknown[]): Promise<Record<string, never>> =>
  page.evaluate(
    async ([name, given]) => {
      const { walletModal } = window as unknown as {
        walletModal: { ready(): Promise<void>; getProvider(family: string): Record<string, never> };
      };
      const provider = walletModal.getProvider('cosmos') as Record<string, (...args: unknown[]) => unknown>;
      await walletModal.ready();
      const own = (value: unknown): unknown => {
        const { bytes } = (value ?? {}) as { bytes?: string };
        if (bytes !== undefined) return Uint8Array.from(atob(bytes), (letter) => letter.charCodeAt(0));
        if (typeof value != 'object' || !value || Array.isArray(value)) return value;
        return Object.fromEntries(Object.entries(value).map(([key, of]) => [key, own(of)]));
      };
      const plain = (_: string, value: unknown) => {
        if (value instanceof Uint8Array) return { bytes: btoa(String.fromCharCode(...value)) };
        return typeof value == 'bigint' ? String(value) : value;
      };
      try {
        return JSON.parse(JSON.stringify(await provider[name]!(...given.map(own)), plain)) as never;
      } catch (error) {
        return { code: (error as { code: number }).code } as never;
      }
    },
    [method, args] as const,
  );

async function connected(page: Page, word: string): Promise<ScriptedCosmosWallet> {
  const wallet = await ScriptedCosmosWallet.install(page, { words: [word] });
  await nodeControl('give', { address: wallet.address(), units: '10000000' });
  await visit(page, '?cosmos=only&nowallet');
  await openCard(page);
  await page.getByTestId(wallet.row).click();
  await expectClosed(page);
  return wallet;
}

const knownAs = async (address: string) => {
  const { account } = await rest<{ account: Record<string, string> }>(
    `/cosmos/auth/v1beta1/accounts/${address}`,
  );
  return { number: account.account_number!, sequence: account.sequence! };
};

test('signs a message that cosmjs verifies, and calls a document a document @1.13 @10.12', async ({
  page,
}) => {
  const wallet = await connected(page, 'says words');
  const address = wallet.address();
  expect(await ask(page, 'getAccounts')).toEqual([
    { address, algo: 'secp256k1', pubkey: { bytes: toBase64(accountOf('says words').key) } },
  ]);
  for (const words of ['Hello, star', '<b>grüße</b> & 𝕏']) {
    const signature = (await ask(page, 'signArbitrary', address, words)) as unknown as StdSignature;
    expect(isSigned('says words', words, signature), words).toBe(true);
  }
  const document = ask(page, 'signArbitrary', address, JSON.stringify({ chain_id: CHAIN_ID, msgs: [] }));
  await still(page, 'ReviewRequest');
  await expect(line(page).first()).toHaveAttribute('data-risk', 'warning');
  await page.getByTestId('wm-review-cancel').click();
  expect(await document).toEqual({ code: 4001 });
  expect(await ask(page, 'signArbitrary', TWO, 'hi')).toMatchObject({ code: expect.any(Number) });
  expect(wallet.count('signArbitrary')).toBe(2);
});

test('reads a binary document (direct), signs what was shown, and the network accepts it @1.13 @10.44', async ({
  page,
}) => {
  const wallet = await connected(page, 'sends bytes');
  await call(page, 'updateOptions', { reviewRequests: 'always' });
  const address = wallet.address();
  const { key } = accountOf('sends bytes');
  const document = directOf(key, [sendOf(address, TWO, 1_500_000)], await knownAs(address), { memo: 'Hi' });
  const asked = ask(page, 'signDirect', address, {
    bodyBytes: { bytes: toBase64(document.bodyBytes) },
    authInfoBytes: { bytes: toBase64(document.authInfoBytes) },
    chainId: CHAIN_ID,
    accountNumber: String(document.accountNumber),
  });
  await still(page, 'ReviewRequest');
  await expect(line(page).first()).toContainText('1.5 DATOM');
  await expect(page.getByTestId('wm-review-party')).toHaveText(TWO);
  expect(wallet.count('signDirect')).toBe(0);
  await confirm(yes(page));
  const { signed, signature } = (await asked) as unknown as {
    signed: Record<string, { bytes: string }>;
    signature: StdSignature;
  };
  expect(signed.accountNumber).toBe(String(document.accountNumber));
  const whole = {
    ...document,
    bodyBytes: fromBase64(signed.bodyBytes!.bytes),
    authInfoBytes: fromBase64(signed.authInfoBytes!.bytes),
  };
  const bytes = rawOf(whole, signature.signature);
  expect(await send(bytes)).toMatchObject({ code: 0 });
  // the network takes it once
  expect(await send(bytes)).toMatchObject({ code: 19 });
  expect(await knownAs(address)).toMatchObject({ sequence: '1' });
});

const amino = async (from: string, units: string) => {
  const value = { from_address: from, to_address: TWO, amount: [{ denom: DENOM, amount: units }] };
  return aminoOf([{ type: 'cosmos-sdk/MsgSend', value }], await knownAs(from));
};

test('reads an amino document, and lets the wallet change only fee and memo @1.13 @10.44', async ({
  page,
}) => {
  const wallet = await connected(page, 'sends amino');
  await call(page, 'updateOptions', { reviewRequests: 'always' });
  const address = wallet.address();
  const document = await amino(address, '2000000');
  const accept = async () => {
    await still(page, 'ReviewRequest');
    await expect(line(page).first()).toContainText('2 DATOM');
    await confirm(yes(page));
  };
  wallet.tamper = (given) => ({ ...given, msgs: [] });
  const other = ask(page, 'signAmino', address, document);
  await accept();
  expect(await other).toMatchObject({ code: expect.any(Number) });
  wallet.tamper = (given) => ({ ...given, memo: 'by the wallet' });
  const asked = ask(page, 'signAmino', address, document);
  await accept();
  const { signed, signature } = (await asked) as unknown as {
    signed: typeof document;
    signature: StdSignature;
  };
  expect(signed).toEqual({ ...document, memo: 'by the wallet' });
  const mode = SignMode.SIGN_MODE_LEGACY_AMINO_JSON;
  const known = { number: document.account_number, sequence: document.sequence };
  const messages = [sendOf(address, TWO, 2_000_000)];
  const more = { mode, memo: 'by the wallet' };
  const of = directOf(accountOf('sends amino').key, messages, known, more);
  expect(await send(rawOf(of, signature.signature))).toMatchObject({ code: 0 });
});

test('requires a checkbox to give the account away, and does not sign after Cancel or a refusal @10.44', async ({
  page,
}) => {
  const wallet = await connected(page, 'is robbed');
  const address = wallet.address();
  const document = await amino(address, '1');
  const grant = {
    type: 'cosmos-sdk/MsgGrant',
    value: {
      granter: address,
      grantee: TWO,
      grant: {
        authorization: {
          type: 'cosmos-sdk/GenericAuthorization',
          value: { msg: '/cosmos.bank.v1beta1.MsgSend' },
        },
      },
    },
  };
  const robbed = { ...document, msgs: [...document.msgs, ...document.msgs, grant] };
  const cancelled = ask(page, 'signAmino', address, robbed);
  await still(page, 'ReviewRequest');
  await expect(line(page).first()).toHaveAttribute('data-risk', 'critical');
  await expect(yes(page)).toHaveAttribute('aria-disabled', 'true');
  await page.getByTestId('wm-review-cancel').click();
  expect(await cancelled).toEqual({ code: 4001 });
  expect(wallet.count('signAmino')).toBe(0);
  await wallet.answer('signAmino', { message: 'Request rejected' });
  const refused = ask(page, 'signAmino', address, robbed);
  await still(page, 'ReviewRequest');
  await accept(page);
  await confirm(yes(page));
  expect(await refused).toEqual({ code: 4001 });
  expect(wallet.count('signAmino')).toBe(1);
});

test('sends the wallet no request for another network or signer @10.44', async ({ page }) => {
  const wallet = await connected(page, 'is careful');
  const address = wallet.address();
  const document = await amino(address, '1');
  const other = { ...document.msgs[0]!, value: { ...document.msgs[0]!.value, from_address: TWO } };
  for (const more of [{ chain_id: 'cosmoshub-4' }, { msgs: [other] }, { msgs: [] }])
    expect(await ask(page, 'signAmino', address, { ...document, ...more })).toMatchObject({
      code: expect.any(Number),
    });
  expect(wallet.count('signAmino')).toBe(0);
});
