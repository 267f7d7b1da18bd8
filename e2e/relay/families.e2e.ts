// One wallet on another device, several families: the official wallet SDK grants accounts of each, and requests of each reach it.
// Its keys are real: what it signs is verified.
import { createPrivateKey, createPublicKey, sign, verify, type KeyObject } from 'node:crypto';
import { base58 } from '@scure/base';
import type { Page } from '@playwright/test';
import { button, call, expectClosed, openCard, still } from '../support/modal';
import { openNetworks } from '../support/networks';
import { SOLANA_URL } from '../support/ports';
import { expect } from '../support/test';
import { granted, showCode, signer, start, test } from '../support/walletkit';

const ALICE = signer(0).address;
const SOLANA = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp';
const BITCOIN = 'bip122:000000000019d6689c085ae165831e93';
const BECH32 = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';
const MESSAGE = Buffer.from('hello from the page');

/** An ed25519 key from its seed, and its address. */
function solanaKey(): { key: KeyObject; address: string } {
  const der = Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), Buffer.alloc(32, 7)]);
  const key = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
  const open = createPublicKey(key).export({ format: 'der', type: 'spki' });
  return { key, address: base58.encode(open.subarray(-32)) };
}

const network = (caipNetworkId: string, name: string, symbol: string, decimals: number) => ({
  id: caipNetworkId.split(':')[1],
  caipNetworkId,
  chainNamespace: caipNetworkId.split(':')[0],
  name,
  nativeCurrency: { name, symbol, decimals },
  // no service of the demo knows it: nothing is fetched for it
  testnet: true,
  // the network's own node is asked for what can be sent
  rpcUrls: { default: { http: [SOLANA_URL] } },
});

async function open(page: Page): Promise<void> {
  await page.goto('/?noauto&nowallet');
  const { networks } = await page.evaluate(async () => (await fetch('/demo-config.json')).json());
  const others = [network(SOLANA, 'Solana', 'SOL', 9), network(BITCOIN, 'Bitcoin', 'BTC', 8)];
  // No reader knows these two families: what they ask would be shown to the person as unread first.
  await start(page, { networks: [...networks, ...others], reviewRequests: 'never' });
}

/** A request of the host for one family. */
const request = (page: Page, family: string, method: string, params: unknown): Promise<unknown> =>
  page.evaluate(
    async ([namespace, name, values]) => {
      const element = document.querySelector('wallet-modal') as unknown as {
        request(args: object, namespace: string): Promise<unknown>;
      };
      try {
        return await element.request({ method: name, params: values }, namespace);
      } catch (error) {
        const { code, message } = error as Error & { code: unknown };
        return { rejected: true, code, message };
      }
    },
    [family, method, params] as const,
  );

test('one session has accounts of three namespaces, signs on Solana and asks for Bitcoin on its chain @7.40 @1.10 @1.11', async ({
  page,
  phone,
}) => {
  test.slow(); // the SDK hands out one request a second
  const { key, address } = solanaKey();
  await open(page);
  await phone.pair(await showCode(page));
  const asked = phone.proposal!.optionalNamespaces;
  expect(Object.keys(asked).toSorted()).toEqual(['bip122', 'eip155', 'solana']);
  expect(asked.solana!.methods).toContain('solana_signAndSendTransaction');
  const events = ['accountsChanged', 'chainChanged'];
  const methods = asked.solana!.methods;
  await phone.approveAs({
    ...granted(),
    solana: { chains: [SOLANA], accounts: [`${SOLANA}:${address}`], methods, events },
    bip122: {
      chains: [BITCOIN],
      accounts: [`${BITCOIN}:${BECH32}`],
      methods: ['signMessage', 'signPsbt'],
      events,
    },
  });
  await expectClosed(page);
  await expect(page.getByTestId('demo-account')).toHaveText(ALICE);
  expect(await request(page, 'solana', 'solana_getAccounts', {})).toEqual([{ pubkey: address }]);
  expect(phone.asked).toEqual([]);

  const signature = base58.encode(sign(null, MESSAGE, key));
  phone.answer = { result: { signature } };
  const message = base58.encode(MESSAGE);
  const answer = (await request(page, 'solana', 'solana_signMessage', { message, pubkey: address })) as {
    signature: string;
  };
  expect(verify(null, MESSAGE, createPublicKey(key), base58.decode(answer.signature))).toBe(true);
  phone.answer = { result: { signature, transaction: 'AQID' } };
  const transaction = { transaction: 'AQID', feePayer: address };
  expect(await request(page, 'solana', 'solana_signTransaction', transaction)).toMatchObject({ signature });
  phone.answer = { result: { signature } };
  const sent = await request(page, 'solana', 'solana_signAndSendTransaction', { transaction: 'AQID' });
  expect(sent).toEqual({ signature });
  await request(page, 'bip122', 'signMessage', { account: BECH32, message: 'hello' });
  expect(phone.asked.map(({ params }) => [params.chainId, params.request.method])).toEqual([
    [SOLANA, 'solana_signMessage'],
    [SOLANA, 'solana_signTransaction'],
    [SOLANA, 'solana_signAndSendTransaction'],
    [BITCOIN, 'signMessage'],
  ]);

  // refused here: another key, a method that was not granted, one of another family
  const other = { message, pubkey: '11111111111111111111111111111111' };
  expect(await request(page, 'solana', 'solana_signMessage', other)).toMatchObject({ code: -32602 });
  expect(await request(page, 'bip122', 'sendTransfer', { account: BECH32 })).toMatchObject({ code: 4100 });
  expect(await request(page, 'solana', 'personal_sign', [message, ALICE])).toMatchObject({ code: 4200 });
  phone.answer = { code: 5000, message: 'User rejected.' };
  const refused = await request(page, 'solana', 'solana_signMessage', { message, pubkey: address });
  expect(refused).toMatchObject({ rejected: true, code: 4001 });
  expect(phone.asked).toHaveLength(5);

  // the page goes to the other family and back, nobody is asked; and lets all of it go
  await openCard(page, 'Account');
  await openNetworks(page);
  await page.getByTestId('w3m-network-switch-Solana').click();
  await expect(button(page)).toContainText(address.slice(0, 4));
  await call(page, 'open', { view: 'Account' });
  await still(page, 'Account');
  await expect(page.getByTestId('wm-account-copy')).toBeVisible();
  await expect(page.getByTestId('w3m-account-default-send-button')).toBeVisible();
  await call(page, 'disconnect');
  await expect(page.getByTestId('demo-status')).toHaveText('disconnected');
  await expect.poll(() => phone.left).toEqual([phone.topic]);
});
