// Solana by a wallet on another device: the official wallet SDK, with keys that are real, and the ledger says what came of it.
import type { Page } from '@playwright/test';
import { base58 } from '@scure/base';
import nacl from 'tweetnacl';
import { addressOf } from '../../demo/solana/layout.mjs';
import {
  button,
  call,
  connectingStatus,
  create,
  expectClosed,
  openCard,
  pressSend,
  review,
  sendStatus,
  still,
  view,
} from '../support/modal';
import { requestCode } from '../support/family';
import { openNetworks } from '../support/networks';
import { SOLANA_URL } from '../support/ports';
import { oneMore, rpc } from '../support/scripted-solana';
import { expect } from '../support/test';
import { EVENTS, granted, showCode, start, test } from '../support/walletkit';

const MAINNET = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp';
const DEVNET = 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1';
/** As wallets still know that network. */
const OLD_DEVNET = 'solana:8E9rvCKLFQia2Y35HXjjpWzj8weVo44K';
const [ONE, TWO] = [addressOf('account 1'), addressOf('account 2')];
const METHODS = [
  'solana_signMessage',
  'solana_signTransaction',
  'solana_signAllTransactions',
  'solana_signAndSendTransaction',
];
const MESSAGE = new TextEncoder().encode('hello from the page');

const network = (caipNetworkId: string, name: string) => ({
  id: caipNetworkId.split(':')[1],
  caipNetworkId,
  chainNamespace: 'solana',
  name,
  nativeCurrency: { name: 'Solana', symbol: 'SOL', decimals: 9 },
  rpcUrls: { default: { http: [SOLANA_URL] } },
});
const OPTIONS = {
  networks: [network(MAINNET, 'Solana'), network(DEVNET, 'Solana Devnet')],
  reviewRequests: 'never',
  testMode: true,
};

const request = (page: Page, method: string, params: object) =>
  requestCode<Record<string, never>>(page, 'solana', method, params);

const balanceOf = async (address: string) => (await rpc<{ value: number }>('getBalance', [address])).value;
const held = async (owner: string, mint: string) => {
  type Account = { account: { data: { parsed: { info: { tokenAmount: { amount: string } } } } } };
  const params = [owner, { mint }, { encoding: 'jsonParsed' }];
  const { value } = await rpc<{ value: Account[] }>('getTokenAccountsByOwner', params);
  return value.map(({ account }) => account.data.parsed.info.tokenAmount.amount);
};

const account = (page: Page) => page.getByTestId('demo-account');
const status = (page: Page) => page.getByTestId('demo-status');

/** Half of a form that is filled in by a host: the token and the receiver. */
const sendToken = (page: Page, token: string, to: string, amount: string) =>
  page.evaluate(
    (options) => {
      const modal = document.querySelector('wallet-modal') as HTMLElement & {
        open(of: object): Promise<void>;
      };
      void modal.open(options);
    },
    { view: 'Send', arguments: { token, to, amount } },
  );

test('a phone signs a message, a transfer and a token, its changed transactions are rejected, its accounts, networks and refusals followed, and a reload reconnects @1.10 @4.43', async ({
  page,
  phone,
}) => {
  test.slow(); // the SDK hands out one request a second
  await start(page, OPTIONS);
  await phone.pair(await showCode(page));
  expect(phone.proposal!.optionalNamespaces['solana']!.chains).toContain(OLD_DEVNET);
  // the second network by the id that it had before
  const chains = [MAINNET, OLD_DEVNET];
  const accounts = chains.flatMap((chain) => [ONE, TWO].map((address) => `${chain}:${address}`));
  await phone.approveAs({ solana: { chains, accounts, methods: METHODS, events: EVENTS } });
  await expectClosed(page);
  await expect(account(page)).toHaveText(ONE);

  await test.step('a message', async () => {
    const asked = { message: base58.encode(MESSAGE), pubkey: ONE };
    const { signature } = await request(page, 'solana_signMessage', asked);
    expect(nacl.sign.detached.verify(MESSAGE, base58.decode(signature!), base58.decode(ONE))).toBe(true);
  });

  const to = addressOf('somebody over a relay');
  const before = await balanceOf(to);
  await test.step('coins, changed and unchanged', async () => {
    await openCard(page, 'Account');
    await review(page, '0.25', to);
    phone.tamper = oneMore;
    await pressSend(page);
    await expect(sendStatus(page)).toHaveAttribute('data-phase', 'altered');
    expect(await balanceOf(to)).toBe(before);
    phone.tamper = (transaction) => transaction;
    // it may have been sent: this request can't be repeated, only a new one made
    await expect(page.getByTestId('wm-send-confirm')).toHaveCount(0);
    await call(page, 'close');
    await expectClosed(page);
    await openCard(page, 'Account');
    await review(page, '0.25', to);
    await pressSend(page);
    await expect(sendStatus(page)).toHaveAttribute('data-phase', 'sent');
    expect((await balanceOf(to)) - before).toBe(250_000_000);
    await page.getByTestId('wm-send-done').click();
  });

  await test.step('a token', async () => {
    await sendToken(page, addressOf('dollar'), to, '12.5');
    await page.getByTestId('wm-send-review').click();
    await pressSend(page);
    await expect(sendStatus(page)).toHaveAttribute('data-phase', 'sent');
    expect(await held(to, addressOf('dollar'))).toEqual(['12500000']);
    await page.getByTestId('wm-send-done').click();
  });

  await test.step('another account, another network', async () => {
    await phone.emit('accountsChanged', [TWO], MAINNET);
    await expect(account(page)).toHaveText(TWO);
    await call(page, 'open', { view: 'Account' });
    await still(page, 'Account');
    await openNetworks(page);
    await page.getByTestId('w3m-network-switch-Solana Devnet').click();
    await expect(page.getByTestId('demo-network')).toContainText(DEVNET);
    phone.answer = { code: 5000, message: 'User rejected.' };
    const asked = { message: base58.encode(MESSAGE), pubkey: TWO };
    expect(await request(page, 'solana_signMessage', asked)).toMatchObject({ code: 4001 });
    expect(phone.asked.at(-1)!.params.chainId).toBe(OLD_DEVNET);
  });

  await test.step('disconnects from the session that hangs, and reconnects after a reload', async () => {
    phone.answer = 'hold';
    const count = phone.asked.length;
    const asked = { message: base58.encode(MESSAGE), pubkey: TWO };
    void request(page, 'solana_signMessage', asked).catch(() => {});
    const held = await phone.request(count + 1);
    phone.answer = 'sign';
    await page.reload();
    await create(page, OPTIONS);
    await expect(status(page)).toHaveText('connected');
    await expect(account(page)).toHaveText(TWO);
    // an answer for which nobody waits any more
    await phone.respond(held);
    const { signature } = await request(page, 'solana_signMessage', asked);
    expect(nacl.sign.detached.verify(MESSAGE, base58.decode(signature!), base58.decode(TWO))).toBe(true);
  });

  await phone.disconnect();
  await expect(status(page)).toHaveText('disconnected');
});

test('a phone without a Solana account is rejected with a message, and the next one connects @1.10', async ({
  page,
  phone,
}) => {
  await start(page, OPTIONS);
  await phone.pair(await showCode(page));
  await phone.approveAs(granted()).catch(() => {});
  await expect(connectingStatus(page)).toHaveAttribute('data-phase', 'failed');
  await expect(view(page, 'ConnectingWalletConnect')).toContainText(
    "This wallet didn't share any Solana accounts",
  );
  await expect(status(page)).toHaveText('disconnected');
  await page.getByTestId('w3m-connecting-widget-secondary-button').click();
  await still(page, 'ConnectingWalletConnect');
  await expect(connectingStatus(page)).toHaveAttribute('data-phase', 'ready');
  const uri = await page.getByTestId('wui-qr-code').getAttribute('data-uri');
  await phone.pair(uri!);
  const solana = { chains: [MAINNET], accounts: [`${MAINNET}:${ONE}`], methods: METHODS, events: EVENTS };
  await phone.approveAs({ solana });
  await expectClosed(page);
  await expect(button(page)).toContainText(ONE.slice(0, 4));
});
