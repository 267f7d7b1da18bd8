// The pocket wallet's page and the OFFICIAL dApp SDK over the demo's relay: neither is ours, so what the product's own tests meet there is
// a wallet as others make them. (The two official sides alone: demo/services/tests/official.)
import type { Page } from '@playwright/test';
import { createPublicClient, http, parseEther, verifyMessage, verifyTypedData, type Hex } from 'viem';
import { expectClosed } from '../support/modal';
import { BASE_PORT, CHAIN_URLS, HOST_URLS } from '../support/ports';
import { expect, test } from '../support/test';
import { showCode, start } from '../support/walletkit';

// Before the SDK is loaded: it calls no host outside, and several clients may be in one process.
process.env.IS_VITEST = 'true';
process.env.DISABLE_GLOBAL_CORE = 'true';
const sides = import('../../demo/services/tests/official/sides.mjs');

const ALICE = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const BOB = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const NAMESPACE = {
  chains: ['eip155:1337', 'eip155:1338'],
  methods: ['personal_sign', 'eth_signTypedData_v4', 'eth_sendTransaction', 'wallet_switchEthereumChain'],
  events: ['chainChanged', 'accountsChanged'],
};
const TYPED = {
  domain: { name: 'Demo', chainId: 1337 },
  types: { Note: [{ name: 'text', type: 'string' }] },
  primaryType: 'Note',
  message: { text: 'typed' },
} as const;

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- the SDK's own types are not ours to depend on
let site: any;

test.beforeEach(async () => {
  const { meetAt, newPage } = await sides;
  meetAt(BASE_PORT);
  site = await newPage();
});

test.afterEach(async () => (await sides).leave(site));

/** Proposes, and opens the wallet where its listing's links lead. */
async function meet(page: Page): Promise<Promise<Record<string, never>>[]> {
  const { uri, approval } = await site.connect({ optionalNamespaces: { eip155: NAMESPACE } });
  const session = approval(); // at once: an answer that comes before is lost
  session.catch(() => {});
  await page.goto(`${HOST_URLS.pocketWallet}/wc?uri=${encodeURIComponent(uri)}`);
  await expect(page.getByTestId('pocket-title')).toHaveText('Connect to page');
  // In a list: an async function would wait for it.
  return [session];
}

async function connect(page: Page): Promise<string> {
  const [session] = await meet(page);
  await page.getByTestId('pocket-confirm').click();
  return (await session!).topic!;
}

test('wallet page connects, signs, sends, switches, and disconnects', async ({ page }) => {
  test.slow(); // Eight answers, and the SDK hands out one request a second.
  const { next } = await sides;
  const topic = await connect(page);
  const ask = (chainId: string, method: string, params: unknown[]) =>
    site.request({ topic, chainId, request: { method, params } });
  const confirm = async (title: string) => {
    await expect(page.getByTestId('pocket-title')).toHaveText(title);
    await page.getByTestId('pocket-confirm').click();
  };

  const signing = ask('eip155:1337', 'personal_sign', ['0x68656c6c6f', ALICE]);
  await expect(page.getByTestId('pocket-site')).toHaveText('page (http://localhost) on Demo Chain');
  await confirm('Sign a message');
  expect(await verifyMessage({ address: ALICE, message: 'hello', signature: await signing })).toBe(true);

  const typing = ask('eip155:1337', 'eth_signTypedData_v4', [ALICE, JSON.stringify(TYPED)]);
  await confirm('Sign data');
  expect(await verifyTypedData({ address: ALICE, ...TYPED, signature: await typing })).toBe(true);

  const to = `0x${Date.now().toString(16).padStart(40, '0')}` as Hex;
  const value = `0x${parseEther('0.25').toString(16)}`;
  const sending = ask('eip155:1338', 'eth_sendTransaction', [{ from: ALICE, to, value }]);
  await expect(page.getByTestId('pocket-site')).toContainText('Demo Chain 2');
  await page.getByTestId('pocket-confirm').click();
  const chain = createPublicClient({ transport: http(CHAIN_URLS[1]) });
  await chain.waitForTransactionReceipt({ hash: await sending, pollingInterval: 200 });
  expect(await chain.getBalance({ address: to })).toBe(parseEther('0.25'));

  const refused = ask('eip155:1337', 'personal_sign', ['0x6e6f', ALICE]);
  const answer = expect(refused).rejects.toMatchObject({ code: 4001 });
  await expect(page.getByTestId('pocket-title')).toHaveText('Sign a message');
  await page.getByTestId('pocket-reject').click();
  await answer;
  await expect(ask('eip155:1337', 'personal_sign', ['0x6e6f', BOB])).rejects.toMatchObject({ code: 4100 });

  const event = next(site, 'session_event');
  await page.getByTestId('pocket-chain').selectOption({ label: 'Demo Chain 2' });
  expect((await event).params.event).toEqual({ name: 'chainChanged', data: 1338 });
  const [updated, told] = [next(site, 'session_update'), next(site, 'session_event')];
  await page.getByTestId('pocket-account').selectOption({ index: 1 });
  expect((await updated).params.namespaces.eip155.accounts[0]).toBe(`eip155:1337:${BOB}`);
  expect((await told).params.event).toEqual({ name: 'accountsChanged', data: [BOB] });

  await page.reload();
  const over = next(site, 'session_delete');
  await page.getByTestId('pocket-disconnect').click();
  expect((await over).topic).toBe(topic);
  await expect(page.getByTestId('pocket-session')).toHaveCount(0);
});

test('the wallet page refuses, and rejects an invalid link', async ({ page }) => {
  const [session] = await meet(page);
  const refused = expect(session).rejects.toMatchObject({ code: 5000 });
  await page.getByTestId('pocket-reject').click();
  await refused;
  await expect(page).toHaveURL(`${HOST_URLS.pocketWallet}/wc`);
  await page.getByTestId('pocket-uri').fill('wc:nonsense');
  await page.getByTestId('pocket-pair').click();
  await expect(page.getByTestId('pocket-note')).toContainText('This link does not work');
});

// The last official SDK under an open license asks for no sign-in along with a session: the product does.
test('the wallet page signs in while connecting @10.35', async ({ page, context }) => {
  await start(page, { siwx: true });
  const wallet = await context.newPage();
  await wallet.goto(`${HOST_URLS.pocketWallet}/wc?uri=${encodeURIComponent(await showCode(page))}`);
  await expect(wallet.locator('#facts')).toContainText('sign in with a signature');
  await wallet.getByTestId('demo-wallet-account-1').check();
  await wallet.getByTestId('pocket-confirm').click();
  await expectClosed(page);
  const [signed, ...more] = await page.evaluate(
    () =>
      JSON.parse(localStorage['wallet-modal:siwx_sessions'] ?? '[]') as {
        data: { accountAddress: string };
        message: string;
        signature: Hex;
      }[],
  );
  expect(more).toEqual([]);
  expect(signed!.data).toMatchObject({ accountAddress: BOB });
  expect(await verifyMessage({ address: BOB, ...signed! })).toBe(true);
});
