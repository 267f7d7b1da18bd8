// A wallet on another device, from the code on the screen to the last word: the product in Chromium against the official wallet SDK in
// this process, over the demo's relay. What goes wrong on the way between them: unhappy.e2e.ts.
import type { Page } from '@playwright/test';
import { parseEther, verifyMessage, verifyTypedData, type Hex } from 'viem';
import { chain, freshAddress, shownBalance } from '../support/chain';
import {
  ask,
  button,
  call,
  confirm,
  connectingStatus,
  create,
  disconnect,
  expectClosed,
  recordEvents,
  leaveEnding,
  openCard,
  pressSend,
  review,
  sendStatus,
  still,
  visit,
} from '../support/modal';
import { networkRow, openNetworks } from '../support/networks';
import { BASE_PORT } from '../support/ports';
import { expect } from '../support/test';
import {
  EVENTS,
  clientOf,
  connect,
  granted,
  METHODS,
  relay,
  showCode,
  signer,
  start,
  test,
  topicOf,
  uriOf,
  WALLET_CONNECT,
} from '../support/walletkit';

const ALICE = signer(0).address;
const BOB = signer(1).address;
const short = (address: string) => `${address.slice(0, 4)}…${address.slice(-6)}`;
const account = (page: Page) => page.getByTestId('demo-account');
const status = (page: Page) => page.getByTestId('demo-status');
const retry = (page: Page) => page.getByTestId('w3m-connecting-widget-secondary-button');
const HELLO = '0x68656c6c6f';
const TYPED = {
  domain: { name: 'Demo', chainId: 1337 },
  types: { Note: [{ name: 'text', type: 'string' }] },
  primaryType: 'Note',
  message: { text: 'typed' },
} as const;

const expectChain = (page: Page, id: number): Promise<void> =>
  expect(page.getByTestId('demo-network')).toContainText(`(eip155:${id})`);

/** The sockets to relays this page has opened so far. */
function sockets(page: Page): string[] {
  const urls: string[] = [];
  page.on('websocket', (socket) => urls.push(socket.url()));
  return urls;
}

const signs = async (page: Page, by = ALICE): Promise<void> => {
  const signature = (await ask(page, 'personal_sign', [HELLO, by])) as Hex;
  expect(signature).toEqual(expect.stringMatching(/^0x/));
  expect(await verifyMessage({ address: by, message: 'hello', signature })).toBe(true);
};

/** Every place of this origin in which something could lie. */
const disk = (page: Page) =>
  page.evaluate(async () => ({
    local: Object.keys(localStorage),
    session: Object.keys(sessionStorage),
    cookies: document.cookie,
    databases: (await indexedDB.databases()).map(({ name }) => name),
    caches: await caches.keys(),
  }));
const EMPTY = { local: [], session: [], cookies: '', databases: [], caches: [] };

/** Everything this origin has stored that a script could read as text. */
const stored = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const all: unknown[] = [{ ...localStorage }, { ...sessionStorage }, document.cookie];
    for (const { name } of await indexedDB.databases()) {
      const db = await new Promise<IDBDatabase>((resolve, reject) => {
        const opening = indexedDB.open(name!);
        opening.onsuccess = () => resolve(opening.result);
        opening.onerror = () => reject(opening.error);
      });
      for (const store of db.objectStoreNames) {
        for (const what of ['getAllKeys', 'getAll'] as const)
          all.push(
            await new Promise((resolve, reject) => {
              const reading = db.transaction(store).objectStore(store)[what]() as IDBRequest;
              reading.onsuccess = () => resolve(reading.result);
              reading.onerror = () => reject(reading.error);
            }),
          );
      }
      db.close();
    }
    return JSON.stringify(all, (_, value) =>
      value instanceof CryptoKey ? { extractable: value.extractable } : (value as unknown),
    );
  });

test('contacts no server before the choice, connects after the scan and the approval, and disconnects @1.2 @2.7 @2.30 @4.7', async ({
  page,
  phone,
}) => {
  const opened = sockets(page);
  const events = await recordEvents(page);
  await start(page);
  await openCard(page);
  await expect(page.getByTestId(WALLET_CONNECT)).toBeVisible();
  await expect(page.getByTestId('all-wallets')).toBeVisible();
  expect(opened, 'no relay before somebody wants one').toEqual([]);

  await page.getByTestId(WALLET_CONNECT).click();
  await still(page, 'ConnectingWalletConnect');
  const uri = await uriOf(page);
  expect(opened).toHaveLength(1);
  const asked = await phone.pair(uri);
  expect(asked.proposer.metadata.url).toBe(`http://localhost:${BASE_PORT}`);
  expect(asked.optionalNamespaces.eip155!.chains).toEqual(['eip155:1337', 'eip155:1338', 'eip155:1339']);
  expect(asked.optionalNamespaces.eip155!.methods).toEqual(expect.arrayContaining(METHODS));
  expect(asked.requiredNamespaces).toEqual({});
  await phone.approve();

  await expectClosed(page);
  await expect(account(page)).toHaveText(ALICE);
  await expect(button(page)).toContainText(short(ALICE));
  await expect(button(page)).toContainText(`${await shownBalance(ALICE)} ETH`);
  expect(events.of('wallet-connect')).toMatchObject([
    { connectorId: 'walletConnect', method: 'qrcode', address: ALICE, reconnect: false },
  ]);
  await phone.ping();
  await phone.extend();

  await openCard(page, 'Account');
  await disconnect(page);
  await expectClosed(page);
  await expect(button(page)).toHaveText('Connect wallet');
  await expect.poll(() => phone.left).toEqual([phone.topic]);
  expect(phone.sessions).toEqual([]);
  // nothing is left that would need the relay
  const before = opened.length;
  await page.reload();
  await create(page, { testMode: true });
  await openCard(page);
  await expect(page.getByTestId(WALLET_CONNECT)).toBeVisible();
  expect(opened.length).toBe(before);
});

test('connects through the copied link as through the QR code @1.2', async ({ page, phone, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await visit(page, '?nowallet');
  await openCard(page);
  await page.getByTestId(WALLET_CONNECT).click();
  await still(page, 'ConnectingWalletConnect');
  const copy = page.getByTestId('copy-wc2-uri');
  await expect(copy).not.toHaveAttribute('aria-disabled', 'true');
  await copy.click();
  await expect(copy).toHaveText('Copied');
  const uri = await page.evaluate(() => navigator.clipboard.readText());
  expect(uri).toMatch(/^wc:[0-9a-f]{64}@2\?/);
  await expect(page.getByTestId('wui-qr-code'), 'in nobody else’s hands').not.toHaveAttribute('data-uri');
  const { proposer } = await phone.pair(uri);
  expect(proposer.metadata.name).toBe('wallet-modal demo');
  await phone.approve({ accounts: [1] });
  await expectClosed(page);
  await expect(account(page)).toHaveText(BOB);
});

test('keeps no session of an attempt that was closed, refused, or without valid accounts, and connects the next @1.2 @8.21', async ({
  page,
  phone,
}) => {
  test.slow();
  await start(page);
  await test.step('closed: a scanned code connects nothing', async () => {
    await phone.pair(await showCode(page));
    await page.keyboard.press('Escape');
    await expectClosed(page);
    // the wallet says yes to what nobody shows any more: no session, and it is told so
    await phone.approve().catch(() => {});
    await expect(status(page)).toHaveText('disconnected');
  });

  const second = await test.step('refused: reported, and Try again has a new code', async () => {
    const first = await showCode(page);
    await phone.pair(first);
    await phone.reject();
    await expect(connectingStatus(page)).toHaveAttribute('data-phase', 'rejected');
    await expect(connectingStatus(page)).toContainText('Connection rejected');
    await expect(status(page)).toHaveText('disconnected');
    await retry(page).dblclick();
    const uri = await uriOf(page);
    expect(topicOf(uri)).not.toBe(topicOf(first));
    return uri;
  });

  await test.step('rejects a session without accounts', async () => {
    await phone.pair(second);
    const none = granted();
    none.eip155.accounts = [];
    await phone.approveAs(none).catch(() => {});
    await expect(connectingStatus(page)).toHaveAttribute('data-phase', 'failed');
    await expect(connectingStatus(page)).toContainText("This wallet didn't share any Ethereum accounts");
    await expect(status(page)).toHaveText('disconnected');
  });

  await test.step('rejects a session of another namespace', async () => {
    await retry(page).click();
    await phone.pair(await uriOf(page));
    const solana = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp';
    const other = {
      accounts: [`${solana}:7S3P4HxJpyyigGzodYwHtCxZyUQe9JiBMHyRWXArAaKv`],
      methods: [],
      events: [],
    };
    await phone.approveAs({ solana: other }).catch(() => {});
    await expect(connectingStatus(page)).toHaveAttribute('data-phase', 'failed');
    await expect(status(page)).toHaveText('disconnected');
  });

  await test.step('the next attempt connects', async () => {
    await retry(page).click();
    const third = await uriOf(page);
    expect(topicOf(third)).not.toBe(topicOf(second));
    await phone.pair(third);
    await phone.approve({ accounts: [1] });
    await expectClosed(page);
    await expect(account(page)).toHaveText(BOB);
    expect(String(await call(page, 'getAddress'))).not.toContain(ALICE);
  });
});

test('requests over a session: valid signatures, a refusal, a duplicate response, and a send @7.36 @4.43', async ({
  page,
  phone,
}) => {
  test.slow(); // the SDK hands out one request a second
  await start(page);
  await connect(page, phone);
  await signs(page);
  const typing = ask(page, 'eth_signTypedData_v4', [ALICE, JSON.stringify(TYPED)]);
  await still(page, 'ReviewRequest');
  await confirm(page.getByTestId('wm-review-confirm'));
  const typed = (await typing) as Hex;
  expect(await verifyTypedData({ address: ALICE, ...TYPED, signature: typed })).toBe(true);
  phone.answer = { code: 5000, message: 'User rejected.' };
  expect(await ask(page, 'personal_sign', [HELLO, ALICE])).toMatchObject({ rejected: true, code: 4001 });
  phone.answer = 'twice';
  await signs(page);
  phone.answer = 'sign';
  await signs(page);
  const known = phone.asked.length;
  // what is known here, and what was not granted, does not go to the wallet
  expect(await ask(page, 'eth_accounts')).toEqual([ALICE.toLowerCase()]);
  expect(await ask(page, 'eth_chainId')).toBe('0x539');
  expect(await ask(page, 'eth_blockNumber')).toMatch(/^0x/);
  expect(await ask(page, 'wallet_watchAsset', {})).toMatchObject({ rejected: true, code: 4100 });

  const to = freshAddress();
  await openCard(page, 'Account');
  await review(page, '0.25', to);
  await pressSend(page, 2);
  await leaveEnding(page, 'send', /^Sent 0\.25 ETH/);
  expect(await chain.getBalance({ address: to })).toBe(parseEther('0.25'));
  expect(phone.asked.slice(known).map(({ params }) => [params.chainId, params.request.method])).toEqual([
    ['eip155:1337', 'eth_sendTransaction'],
  ]);

  // refused there: quiet, and what was filled in stays
  phone.answer = { code: 5000, message: 'User rejected.' };
  await review(page, '0.5', to);
  await pressSend(page);
  await expect(sendStatus(page)).toHaveAttribute('data-phase', 'review');
  expect(await chain.getBalance({ address: to })).toBe(parseEther('0.25'));
});

test('reads the wallet’s capabilities, sends a batch apart, and grants and revokes permissions @7.38 @7.39 @10.15', async ({
  page,
  phone,
}) => {
  test.slow();
  await start(page, { reviewRequests: 'never' });
  await phone.pair(await showCode(page));
  const methods = [
    ...METHODS,
    'wallet_getCapabilities',
    'wallet_sendCalls',
    'wallet_getCallsStatus',
    'wallet_grantPermissions',
    'wallet_revokePermissions',
  ];
  const sessionProperties = { atomic: JSON.stringify({ status: 'supported' }) };
  await phone.approveAs(granted({ methods }), { sessionProperties });
  await expectClosed(page);
  expect(await ask(page, 'wallet_getCapabilities', [ALICE, ['0x539']])).toEqual({
    '0x539': { atomic: { status: 'supported' } },
  });
  expect(phone.asked).toEqual([]);
  phone.answer = { result: { id: '0x1234' } };
  const calls = [{ to: freshAddress(), value: '0x1' }];
  const batch = { version: '2.0.0', chainId: '0x539', from: ALICE, atomicRequired: false, calls };
  expect(await ask(page, 'wallet_sendCalls', [batch])).toEqual({ id: '0x1234' });
  expect(phone.asked[0]!.params.request).toMatchObject({ method: 'wallet_sendCalls', params: [batch] });

  await test.step('permissions', async () => {
    const expiry = Math.floor(Date.now() / 1_000) + 86_400;
    const wanted = [
      {
        chainId: '0x539',
        address: ALICE,
        expiry,
        signer: {
          type: 'keys',
          data: { keys: [{ type: 'secp256k1', publicKey: `0x${'02'.repeat(33)}` }] },
        },
        permissions: [
          { type: 'native-token-recurring-allowance', data: { allowance: '0x1', start: 0, period: 86_400 } },
        ],
        policies: [],
      },
    ];
    const grant = { context: '0x1234', expiry };
    phone.answer = { result: grant };
    expect(await ask(page, 'wallet_grantPermissions', wanted)).toEqual(grant);
    phone.answer = { result: true };
    expect(await ask(page, 'wallet_revokePermissions', [{ pci: 'p1' }])).toBe(true);
    expect(phone.asked.slice(1).map(({ params }) => params.request)).toMatchObject([
      { method: 'wallet_grantPermissions', params: wanted },
      { method: 'wallet_revokePermissions', params: [{ pci: 'p1' }] },
    ]);
  });
});

test('follows the wallet’s network, account, smaller set of networks and end, and reconnects after a reload @3.20 @4.2 @4.28 @5.34', async ({
  page,
  phone,
}) => {
  test.slow();
  const events = await recordEvents(page);
  await start(page);
  await connect(page, phone, { accounts: [0, 1] });
  await phone.emit('chainChanged', 1338, 1338);
  await expectChain(page, 1338);
  await phone.emit('accountsChanged', [BOB], 1338);
  await expect(account(page)).toHaveText(BOB);
  await page.reload();
  await create(page, { testMode: true });
  await expect(status(page)).toHaveText('connected');
  await expectChain(page, 1338);
  await expect(account(page)).toHaveText(BOB);
  await phone.emit('accountsChanged', [`eip155:1338:${ALICE}`], 1338);
  await expect(account(page)).toHaveText(ALICE);
  // half of an event is none, and so is one of a network that was not granted (R18)
  const event = { name: 'chainChanged', data: 1337 };
  const id = Date.now() * 1000;
  await phone.say({ id, method: 'wc_sessionEvent', params: { event } });
  await phone.say({ id: id + 1, method: 'wc_sessionEvent', params: { chainId: 'eip155:1337' } });
  await phone.say({ id: id + 2, method: 'wc_sessionEvent' });
  await phone.say({ method: 'wc_sessionEvent', params: { event, chainId: 'eip155:1337' } });
  const elsewhere = { event: { ...event, data: 1339 }, chainId: 'eip155:1339' };
  await phone.say({ id: id + 3, method: 'wc_sessionEvent', params: elsewhere });
  await phone.ping();
  await expectChain(page, 1338);
  await phone.emit('chainChanged', '0x539', 1337);
  await expectChain(page, 1337);

  // a network of the session: here alone; nobody is asked
  await openCard(page, 'Account');
  await openNetworks(page);
  await networkRow(page, 1338).click();
  await still(page, 'Account');
  await expectChain(page, 1338);
  expect(phone.asked).toEqual([]);
  await signs(page);
  expect(phone.asked[0]!.params.chainId).toBe('eip155:1338');

  await phone.update({ chains: [1337], accounts: [1] });
  await expect(account(page)).toHaveText(BOB);
  await signs(page, BOB);
  expect(phone.asked[1]!.params.chainId).toBe('eip155:1337');

  const ended = events.of('wallet-disconnect').length;
  await phone.disconnect();
  await expect(status(page)).toHaveText('disconnected');
  await expect(button(page)).toHaveText('Connect wallet');
  expect(events.of('wallet-disconnect')).toHaveLength(ended + 1);
});

test('emits each EIP-1193 message of the wallet on the provider @10.38', async ({ page, phone }) => {
  await start(page);
  await connect(page, phone, { events: [...EVENTS, 'message'] });
  await page.evaluate(() => {
    const scope = window as unknown as {
      walletModal: { getProvider(n: string): { on(e: string, l: (payload: unknown) => void): unknown } };
      __messages: unknown[];
    };
    scope.__messages = [];
    scope.walletModal.getProvider('eip155').on('message', (message) => scope.__messages.push(message));
  });
  const heard = () => page.evaluate(() => (window as unknown as { __messages: unknown[] }).__messages);
  const block = (number: string) => ({
    type: 'eth_subscription',
    data: { subscription: '0x1', result: { number } },
  });
  for (const number of ['0x1', '0x2']) await phone.emit('message', block(number));
  await expect.poll(heard).toEqual([block('0x1'), block('0x2')]);
});

test('asks a wallet with too few networks for the others, ignores an extra one, and offers a way out @2.17 @7.37', async ({
  page,
  phone,
}) => {
  test.slow();
  await start(page);
  await connect(page, phone, { chains: [31337, 1338] });
  await expectChain(page, 1338);
  await expect(account(page)).toHaveText(ALICE);

  await test.step('an extra network does not become part of the session', async () => {
    await phone.emit('chainChanged', 31337, 31337);
    await phone.ping();
    await expectChain(page, 1338);
  });

  await test.step('asks for a missing network', async () => {
    phone.answer = 'hold';
    await openCard(page, 'Account');
    await openNetworks(page);
    await networkRow(page, 1337).click();
    await still(page, 'SwitchNetwork');
    const first = await phone.request();
    expect(first.params).toMatchObject({
      chainId: 'eip155:1338',
      request: { method: 'wallet_switchEthereumChain', params: [{ chainId: '0x539' }] },
    });
    await phone.respond(first, { code: 5000, message: 'User rejected.' });
    await expect(page.getByTestId('wm-switch-status')).toHaveAttribute('data-phase', 'rejected');
    await expectChain(page, 1338);
    await confirm(page.getByTestId('wui-network-button'));
    const second = await phone.request(2);
    await phone.respond(second, { result: null });
    await phone.update({ chains: [1338, 1337] });
    await phone.emit('chainChanged', 1337, 1337);
    await still(page, 'Account');
    await expectChain(page, 1337);
    await phone.disconnect();
    await expect(status(page)).toHaveText('disconnected');
  });

  await test.step('offers a way out of a network that the session lacks', async () => {
    const known = phone.asked.length;
    const chains = ['eip155:31337', 'eip155:1338'];
    await start(page, { pairing: { eip155: { chains } } });
    await connect(page, phone, { chains: [31337, 1338] });
    await phone.emit('chainChanged', 31337, 31337);
    await expectChain(page, 31337);
    await button(page).click();
    await still(page, 'UnsupportedChain');
    await networkRow(page, 1338).click();
    await expectChain(page, 1338);
    expect(phone.asked).toHaveLength(known);
  });
});

test('keeps the session encrypted after a reload, signs with it, and hides a deleted one @3.7 @4.3', async ({
  page,
  phone,
}) => {
  test.slow();
  const events = await recordEvents(page);
  await start(page);
  const uri = await connect(page, phone);
  const kept = await stored(page);
  expect(kept).toContain('sessions');
  const symKey = /symKey=([0-9a-f]{64})/.exec(uri)![1]!;
  for (const secret of [symKey, topicOf(uri), phone.topic, await sessionKey()])
    expect(kept.toLowerCase()).not.toContain(secret);
  expect(kept, 'no key of 32 bytes in hex').not.toMatch(/\b[0-9a-f]{64}\b/i);
  expect(kept, 'nor in base64').not.toMatch(/[^A-Za-z0-9+/_-][A-Za-z0-9+/_-]{43}=?[^A-Za-z0-9+/_=-]/);
  expect(kept).not.toContain('"extractable":true');

  await page.reload();
  await create(page, { testMode: true });
  await expect(account(page)).toHaveText(ALICE);
  await expect(status(page)).toHaveText('connected');
  expect(events.of('wallet-connect').at(-1)).toMatchObject({ reconnect: true, connectorId: 'walletConnect' });
  await signs(page);
  await phone.ping();

  await page.goto('about:blank');
  await phone.disconnect();
  const shown = events.of('wallet-connect').length;
  await page.goto('/?noauto&nowallet');
  await create(page, { testMode: true });
  await expect(button(page)).toHaveText('Connect wallet');
  await expect(status(page)).toHaveText('disconnected');
  expect(events.of('wallet-connect')).toHaveLength(shown);

  async function sessionKey(): Promise<string> {
    return phone.core.crypto.keychain.get(phone.topic);
  }
});

test('two tabs share one socket, and both have the session @3.7', async ({ page, phone, context }) => {
  test.slow();
  await start(page);
  const client = await clientOf(await connect(page, phone));
  const count = async () => (await relay()).clients.filter((one) => one == client).length;
  const other = await context.newPage();
  await start(other);
  await expect(status(other)).toHaveText('connected');
  await expect(account(other)).toHaveText(ALICE);
  await expect.poll(count).toBe(1);
  await signs(other);
  await signs(page);
  await expect.poll(count).toBe(1);
  await phone.emit('chainChanged', 1338, 1338);
  await expectChain(page, 1338);
  await expectChain(other, 1338);
  await other.close();
  await signs(page);
  const again = await context.newPage();
  await start(again);
  await expect(account(again)).toHaveText(ALICE);
  await phone.disconnect();
  await expect(status(page)).toHaveText('disconnected');
  await expect(status(again)).toHaveText('disconnected');
});

test('shows a QR code although another tab never releases the lock, and notices a lost lock @10.23 @10.58', async ({
  page,
  context,
}) => {
  const other = await context.newPage();
  await visit(other, '?nowallet');
  await other.evaluate(() => {
    const held = navigator.locks.request('wallet-modal', () => new Promise(() => {}));
    (window as never as { lost: Promise<string> }).lost = held.then(
      () => 'let go',
      ({ name }: Error) => name,
    );
  });
  await start(page);
  await openCard(page);
  await page.getByTestId(WALLET_CONNECT).click();
  const code = page.getByTestId('wui-qr-code');
  await expect(code).toBeVisible({ timeout: 4_000 });
  expect(await other.evaluate(() => (window as never as { lost: Promise<string> }).lost)).toBe('AbortError');
});

test('releases the lock when the user leaves the page, and takes it again on use @10.23 @10.58', async ({
  page,
  phone,
}) => {
  await start(page);
  await connect(page, phone);
  const held = () =>
    page.evaluate(async () =>
      (await navigator.locks.query()).held!.some(({ name }) => name == 'wallet-modal'),
    );
  expect(await held()).toBe(true);
  await page.evaluate(() => void dispatchEvent(new Event('pagehide')));
  await expect.poll(held).toBe(false);
  await expect(status(page)).toHaveText('connected');
  await signs(page);
  expect(await held()).toBe(true);
});

test.describe('sign-in', () => {
  const sessions = (page: Page) =>
    page.evaluate(
      () =>
        JSON.parse(localStorage['wallet-modal:siwx_sessions'] ?? '[]') as {
          data: { accountAddress: string; nonce: string };
          message: string;
          signature: Hex;
          cacao?: unknown;
        }[],
    );

  test('signs in and connects with one tap, and keeps the session after a reload @10.35 @10.34', async ({
    page,
    phone,
  }) => {
    await start(page, { siwx: true });
    const { requests } = await phone.pair(await showCode(page));
    const [request] = requests!.authentication!;
    expect(request).toMatchObject({ domain: `localhost:${BASE_PORT}`, type: 'caip122', version: '1' });
    const authentication = [await phone.cacao(request!)];
    phone.signInWith(authentication);
    await phone.approveAs(granted());
    await expectClosed(page);
    await expect(status(page)).toHaveText('connected');
    const [signed, ...more] = await sessions(page);
    expect(more).toEqual([]);
    expect(signed!.data).toMatchObject({ accountAddress: ALICE, nonce: request!.nonce });
    expect(await verifyMessage({ address: ALICE, ...signed! })).toBe(true);
    expect(phone.asked).toEqual([]);
    await page.reload();
    await create(page, { testMode: true, siwx: true });
    await expect(status(page)).toHaveText('connected');
    await expect(account(page)).toHaveText(ALICE);
    expect(phone.asked).toEqual([]);
  });

  test('rejects another account’s signature, and asks a wallet without one-click sign-in afterwards @10.35 @10.34', async ({
    page,
    phone,
  }) => {
    test.slow();
    await start(page, { siwx: true });
    const { requests } = await phone.pair(await showCode(page));
    const forged = (await phone.cacao(requests!.authentication![0]!)) as { s: { s: string } };
    forged.s.s = await signer(1).signMessage({ message: 'something else' });
    phone.signInWith([forged]);
    await phone.approveAs(granted()).catch(() => {});
    await expect(connectingStatus(page)).toHaveAttribute('data-phase', 'failed');
    await expect(status(page)).toHaveText('disconnected');
    expect(await sessions(page)).toEqual([]);

    await retry(page).click();
    await phone.pair(await uriOf(page));
    await phone.approve();
    await still(page, 'SIWXSignMessage');
    await confirm(page.getByTestId('w3m-connecting-siwe-sign'));
    await expectClosed(page);
    expect(phone.asked.map(({ params }) => params.request.method)).toEqual(['personal_sign']);
    const [signed] = await sessions(page);
    expect(await verifyMessage({ address: ALICE, ...signed! })).toBe(true);
  });
});

test("storage: 'memory': stores nothing on disk after a session, a sign-in and a send @10.23", async ({
  page,
  phone,
}) => {
  test.slow();
  const memory = { storage: 'memory', siwx: true };
  await start(page, memory);
  expect(await disk(page)).toEqual(EMPTY);
  const uri = await showCode(page);
  await phone.pair(uri);
  await phone.approve();
  // the wallet signed nothing with the session: it is asked here
  await still(page, 'SIWXSignMessage');
  await confirm(page.getByTestId('w3m-connecting-siwe-sign'));
  await expectClosed(page);
  await expect(account(page)).toHaveText(ALICE);
  await openCard(page, 'Account');
  await review(page, '0.01', freshAddress());
  await pressSend(page);
  await expect(sendStatus(page)).toHaveText(/^Sent 0\.01 ETH/);
  expect(await disk(page)).toEqual(EMPTY);
  await page.reload();
  await create(page, { testMode: true, ...memory });
  await expect(status(page)).toHaveText('disconnected');
  expect(await disk(page)).toEqual(EMPTY);
});
