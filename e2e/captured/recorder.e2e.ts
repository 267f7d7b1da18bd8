// Every function of every built-in is replaced after our entry has loaded; then somebody connects, signs, sends and logs in, by each kind of
// wallet. No replacement may see what a request, an answer, a key, a code or a token is (10.60).
import type { Page } from '@playwright/test';
import { parseEther, toHex } from 'viem';
import { BitcoinKey } from '../../demo/bitcoin/layout.mjs';
import { accountOf, CHAIN_ID, directOf, sendOf } from '../../demo/cosmos/layout.mjs';
import { addressOf as dotOf, callOf, payloadOf } from '../../demo/polkadot/layout.mjs';
import { toBase64 } from '@cosmjs/encoding';
import { base58 } from '@scure/base';
import {
  approve,
  came,
  giveEmail,
  keepMessages,
  openLink,
  visitLogin,
  connectedAs,
} from '../embedded/host-page';
import { codeFor, freshEmail } from '../embedded/peer';
import { fund } from '../embedded/smart-wallet';
import { connect as connectBitcoin, visitBitcoin } from '../support/bitcoin-page';
import { chain, freshAddress, fundedAddress } from '../support/chain';
import type { Family } from '../support/family';
import {
  ask,
  calm,
  call,
  confirm,
  expectClosed,
  openCard,
  pressSend,
  review,
  sendStatus,
  still,
  visit,
  walletWindow,
} from '../support/modal';
import { install, requested, type Markers, type Recorder, type Seen } from '../support/recorder';
import { SafeHost } from '../support/safe-host';
import {
  ScriptedBitcoinWallet,
  nodeControl as bitcoinNode,
  type BitcoinScript,
} from '../support/scripted-bitcoin';
import {
  nodeControl as cosmosNode,
  rest as cosmosRest,
  ScriptedCosmosWallet,
} from '../support/scripted-cosmos';
import { ScriptedPolkadotWallet } from '../support/scripted-polkadot';
import { ScriptedSolanaWallet } from '../support/scripted-solana';
import { choose, sign, visitWith } from '../support/sign-in';
import { faultsOf } from '../support/unseen';
import { SigningWallet } from '../support/signing-wallet';
import { askedOf, installStubborn, pressOnce, STUBBORN } from '../support/stubborn';
import { expect } from '../support/test';
import { showCode, start, test } from '../support/walletkit';

const AMOUNT = '0.123457';
const ether = ['0.123457', '123457000000000000', (123457n * 10n ** 12n).toString(16)];

type Recorded = { recorder: Recorder };

const request = (page: Page, family: Family, method: string, params: object) =>
  page.evaluate(requested, [family, method, params] as const);
const record = (page: Page, markers: Markers) => page.evaluate(install, { markers, own: '/dist/' });
const mark = (page: Page, name: string, texts: string[]) =>
  page.evaluate(([of, all]) => (globalThis as unknown as Recorded).recorder.mark(of, all), [
    name,
    texts,
  ] as const);
/** Looks for what is known only afterwards among what was seen. */
const find = (page: Page, name: string, text: string) =>
  page.evaluate(([of, one]) => (globalThis as unknown as Recorded).recorder.find(of, one), [
    name,
    text,
  ] as const);
const seen = (page: Page): Promise<Seen[]> =>
  page.evaluate(() => (globalThis as unknown as Recorded).recorder.seen());

async function expectUnseen(page: Page): Promise<void> {
  const all = await seen(page);
  const replaced = await page.evaluate(() => (globalThis as unknown as Recorded).recorder.replaced);
  expect(replaced, 'functions of the browser that were replaced').toBeGreaterThan(5_000);
  expect(faultsOf(all)).toEqual([]);
}

/** The session tokens that have come from the frame. */
async function findTokens(page: Page): Promise<void> {
  const tokens = (await came(page))
    .map(({ data }) => data?.payload?.token)
    .filter((token): token is string => typeof token == 'string');
  expect(tokens.length, 'tokens of the session').toBeGreaterThan(0);
  for (const token of tokens) await find(page, 'token', token);
}

async function send(page: Page, to: string, amount = AMOUNT): Promise<void> {
  await openCard(page, 'Account');
  await review(page, amount, to);
}

test.beforeEach(() => test.slow());

test('eip155: a browser wallet @10.60', async ({ page }) => {
  const [from, to] = [await fundedAddress(), freshAddress()];
  await installStubborn(page, from);
  await page.goto('/?nologin');
  await page.waitForFunction(() => 'walletModal' in window);
  await record(page, { receiver: [to, to.slice(2)], amount: ether });
  await openCard(page);
  await page.getByTestId(STUBBORN).click();
  await expectClosed(page);
  await send(page, to);
  await pressOnce(page);
  expect((await askedOf(page)).to).toBe(to);
  // the views draw the recipient (e2e/support/unseen.ts): a recorder that names none of our files sees nothing
  expect((await seen(page)).filter(({ by }) => by != 'none').length).toBeGreaterThan(0);
  await expectUnseen(page);
});

test('eip155: signing in @10.60', async ({ page }) => {
  const wallet = await SigningWallet.install(page);
  await visitWith(page);
  await record(page, { account: [wallet.address] });
  await choose(page, wallet.row);
  await confirm(sign(page));
  await expectClosed(page);
  await expectUnseen(page);
});

test('Coinbase’s window @10.60', async ({ page }) => {
  const to = freshAddress();
  await visit(page, '?nowallet&coinbase');
  await record(page, {
    receiver: [to, to.slice(2)],
    amount: ether,
    message: ['Hello from the wallet-modal demo'],
  });
  await openCard(page);
  const popup = await walletWindow(page, () =>
    page.getByTestId('wallet-selector-com.coinbase.wallet').click(),
  );
  await popup.getByTestId('demo-wallet-account-1').check();
  await popup.getByTestId('demo-wallet-confirm').click();
  await expectClosed(page);
  const signing = await walletWindow(page, () => page.getByTestId('demo-sign').click());
  await signing.getByTestId('demo-wallet-confirm').click();
  await expect(page.getByTestId('demo-result')).toHaveText(/^Signed: 0x/);
  await send(page, to);
  const sending = await walletWindow(page, () => pressSend(page));
  await sending.getByTestId('demo-wallet-confirm').click();
  await expect(sendStatus(page)).toHaveAttribute('data-phase', 'sent', { timeout: 15_000 });
  expect(await chain.getBalance({ address: to })).toBe(parseEther(AMOUNT));
  await expectUnseen(page);
});

test.describe('in a Safe', () => {
  test.use({ permissions: ['local-network-access'] });
  test('Safe @10.60', async ({ page }) => {
    const { safe, inside } = await SafeHost.open(page);
    await expect(inside.getByTestId('demo-account')).toHaveText(safe.address);
    const frame = page.frames().find((one) => one.url().includes('safe='))! as unknown as Page;
    const to = freshAddress();
    const signature = `0x${'51'.repeat(130)}`;
    await record(frame, {
      receiver: [to, to.slice(2)],
      amount: ether,
      message: ['Hello from the wallet-modal demo'],
      answer: [signature],
    });
    await inside.getByTestId('demo-sign').click();
    await expect.poll(() => safe.messages.length).toBe(1);
    safe.signature = signature;
    await expect(inside.getByTestId('demo-result')).toHaveText(`Signed: ${safe.signature}`);
    await openCard(inside, 'Account');
    await review(inside, AMOUNT, to);
    await calm(inside);
    await inside.getByTestId('wm-send-confirm').click();
    await expect(sendStatus(inside)).toHaveAttribute('data-phase', 'confirming');
    await safe.execute();
    await expect(sendStatus(inside)).toHaveAttribute('data-phase', 'sent', { timeout: 15_000 });
    await expectUnseen(frame);
  });
});

test('the embedded wallet @10.60', async ({ page, context }) => {
  await keepMessages(context);
  const to = freshAddress();
  await visitLogin(page);
  await record(page, {
    receiver: [to, to.slice(2)],
    amount: ether,
    message: ['Hello, harbour', toHex('Hello, harbour')],
  });
  const email = freshEmail();
  await giveEmail(page, email);
  await still(page, 'EmailVerifyDevice');
  await openLink(email);
  await still(page, 'EmailVerifyOtp');
  const code = await codeFor(email);
  await mark(page, 'code', [code]);
  await page.getByTestId('wui-otp-input').locator('input').first().pressSequentially(code);
  const address = await connectedAs(page);
  const signed = ask(page, 'personal_sign', [toHex('Hello, harbour'), address]);
  await still(page, 'ApproveTransaction');
  await approve(page);
  await signed;
  await fund(address);
  await send(page, to);
  await pressOnce(page);
  await still(page, 'ApproveTransaction');
  await approve(page);
  await expect.poll(() => chain.getBalance({ address: to })).toBe(parseEther(AMOUNT));
  await findTokens(page);
  await expectUnseen(page);
});

test('the embedded wallet, with a provider’s window @10.60', async ({ page, context }) => {
  await keepMessages(context);
  await page.goto('/');
  await page.waitForFunction(() => 'walletModal' in window);
  await record(page, {});
  await openCard(page);
  await expect(page.getByTestId('wui-email-input')).toBeVisible();
  const [popup] = await Promise.all([
    page.waitForEvent('popup'),
    page.getByTestId('social-selector-google').click(),
  ]);
  const name = `ada-${freshEmail().split('@')[0]}`;
  await popup.getByTestId('provider-username').fill(name);
  await popup.getByTestId('provider-email').fill(`${name}@work.example`);
  await popup.getByTestId('provider-continue').click();
  await expectClosed(page);
  await findTokens(page);
  await expectUnseen(page);
});

test('solana @10.60', async ({ page }) => {
  const wallet = await ScriptedSolanaWallet.install(page);
  const to = ScriptedSolanaWallet.address(`recorded ${Date.now()}`);
  await visit(page, '?solana=only&nowallet');
  await record(page, { receiver: [to], amount: ['0.123457', '123457000'], message: ['Hello, sun'] });
  await openCard(page);
  await page.getByTestId(wallet.row).click();
  await expectClosed(page);
  const pubkey = (await page.getByTestId('demo-account').textContent())!;
  const message = base58.encode(Buffer.from('Hello, sun'));
  const { signature } = await request(page, 'solana', 'solana_signMessage', { pubkey, message });
  await find(page, 'answer', signature!);
  await send(page, to);
  await pressSend(page);
  await expect(sendStatus(page)).toHaveAttribute('data-phase', 'sent');
  await expectUnseen(page);
});

const dialects: [string, BitcoinScript][] = [
  ['the Wallet Standard', { dialect: 'standard' }],
  ['sats-connect', { dialect: 'sats' }],
  ['UniSat', { dialect: 'unisat', chain: 'bip122:000000000933ea01ad0ee984209779ba' }],
  ['tokens', { dialect: 'jwt', chain: 'bip122:000000000019d6689c085ae165831e93', paymentAddress: 'p2sh' }],
  ['Phantom', { dialect: 'phantom', chain: 'bip122:000000000019d6689c085ae165831e93' }],
];
for (const [name, script] of dialects)
  test(`bitcoin: ${name} @10.60`, async ({ page }) => {
    const wallet = await ScriptedBitcoinWallet.install(page, script);
    await visitBitcoin(page, script.chain ? [script.chain] : undefined);
    await record(page, { message: ['Hello, coin', Buffer.from('Hello, coin').toString('base64')] });
    await connectBitcoin(page, wallet);
    const { address } = wallet.key();
    const { signature } = await request(page, 'bip122', 'signMessage', {
      account: address,
      message: 'Hello, coin',
    });
    expect(signature).toBeTruthy();
    await find(page, 'answer', signature!);
    await expectUnseen(page);
  });

test('bitcoin: a send @10.60', async ({ page }) => {
  const wallet = await ScriptedBitcoinWallet.install(page, { dialect: 'sats' });
  await bitcoinNode('give', { address: wallet.key().address, sats: 50_000_000 });
  await bitcoinNode('mine');
  const to = new BitcoinKey(`recorded ${Date.now()}`, 'p2tr').address;
  await visit(page, '?bitcoin=only&nowallet');
  await record(page, { receiver: [to], amount: ['0.00123457', '123457'] });
  await openCard(page);
  await page.getByTestId(wallet.row).click();
  await expectClosed(page);
  await send(page, to, '0.00123457');
  await pressSend(page);
  await expect.poll(() => wallet.count('send')).toBe(1);
  await bitcoinNode('mine');
  await expect(sendStatus(page)).toHaveAttribute('data-phase', 'sent', { timeout: 15_000 });
  await expectUnseen(page);
});

test('polkadot @10.60', async ({ page }) => {
  const wallet = await ScriptedPolkadotWallet.install(page, { accounts: [['sr25519', 'recorded']] });
  await visit(page, '?polkadot=only&nowallet');
  const to = dotOf('account 2');
  const { address } = wallet.keys[0]!;
  const payload = payloadOf(address, callOf('Balances', 'transfer_keep_alive', [to, 1_234_570_000_000n]));
  await record(page, {
    receiver: [to],
    amount: ['1.23457'],
    method: [(payload as { method: string }).method],
    message: ['Hello, moon', toHex('Hello, moon')],
  });
  await openCard(page);
  await page.getByTestId(wallet.row).click();
  await expectClosed(page);
  await call(page, 'updateOptions', { reviewRequests: 'always' });
  const signed = request(page, 'polkadot', 'polkadot_signMessage', { address, message: 'Hello, moon' });
  await still(page, 'ReviewRequest');
  await confirm(page.getByTestId('wm-review-confirm'));
  const { signature } = await signed;
  await find(page, 'answer', signature!);
  const asked = request(page, 'polkadot', 'polkadot_signTransaction', {
    address,
    transactionPayload: payload,
  });
  await still(page, 'ReviewRequest');
  await confirm(page.getByTestId('wm-review-confirm'));
  expect((await asked).signature).toBeTruthy();
  await expectUnseen(page);
});

test('cosmos @10.60', async ({ page }) => {
  const wallet = await ScriptedCosmosWallet.install(page, { words: ['recorded'] });
  const address = wallet.address();
  await cosmosNode('give', { address, units: '10000000' });
  await visit(page, '?cosmos=only&nowallet');
  const to = accountOf('account 2').address;
  await record(page, { receiver: [to], amount: ['1.23457', '1234570'], message: ['Hello, star'] });
  await openCard(page);
  await page.getByTestId(wallet.row).click();
  await expectClosed(page);
  await call(page, 'updateOptions', { reviewRequests: 'always' });
  const { account } = await cosmosRest<{ account: Record<string, string> }>(
    `/cosmos/auth/v1beta1/accounts/${address}`,
  );
  const document = directOf(accountOf('recorded').key, [sendOf(address, to, 1_234_570)], {
    number: account.account_number!,
    sequence: account.sequence!,
  });
  const signed = request(page, 'cosmos', 'cosmos_signArbitrary', {
    chainId: CHAIN_ID,
    signerAddress: address,
    data: 'Hello, star',
  });
  await still(page, 'ReviewRequest');
  await confirm(page.getByTestId('wm-review-confirm'));
  await signed;
  const asked = request(page, 'cosmos', 'cosmos_signDirect', {
    chainId: CHAIN_ID,
    signerAddress: address,
    signDoc: {
      bodyBytes: toBase64(document.bodyBytes),
      authInfoBytes: toBase64(document.authInfoBytes),
      chainId: CHAIN_ID,
      accountNumber: String(document.accountNumber),
    },
  });
  await still(page, 'ReviewRequest');
  await confirm(page.getByTestId('wm-review-confirm'));
  await asked;
  await expectUnseen(page);
});

test('a wallet on another device @10.60', async ({ page, phone }) => {
  const to = freshAddress();
  await start(page);
  await record(page, {
    receiver: [to, to.slice(2)],
    amount: ether,
    message: ['Hello, pocket', toHex('Hello, pocket')],
  });
  const uri = await showCode(page);
  await phone.pair(uri);
  await phone.approve();
  await expectClosed(page);
  const key = /symKey=([0-9a-f]{64})/.exec(uri)![1]!;
  await find(page, 'pairing key', key);
  const from = await page.getByTestId('demo-account').textContent();
  const signature = (await ask(page, 'personal_sign', [toHex('Hello, pocket'), from])) as string;
  await find(page, 'answer', signature);
  await send(page, to);
  await pressSend(page);
  await expect.poll(() => chain.getBalance({ address: to })).toBe(parseEther(AMOUNT));
  await expectUnseen(page);
});
