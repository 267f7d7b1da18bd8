// Everything goes wrong between the page and the wallet on another device: the relay is cut off, deaf, away, refuses, says everything twice; the
// modal is closed; the network is gone. An older relay and a code that grows old are scenarios (engine/walletconnect/tests/client/connect.rs,
// engine/core/tests/scenarios/relay/pairing.rs). One test after the other: a relay has one set of faults, and it is for the clients named alone
// (`only`), since other files' pages run beside.
import type { Page } from '@playwright/test';
import { verifyMessage, type Hex } from 'viem';
import {
  ask,
  card,
  connectingStatus,
  create,
  expectClosed,
  recordEvents,
  openCard,
  still,
} from '../support/modal';
import { HOST_URLS } from '../support/ports';
import { expect } from '../support/test';
import {
  clientOf,
  connect,
  Phone,
  relay,
  showCode,
  signer,
  start,
  steer,
  test,
  uriOf,
  WALLET_CONNECT,
} from '../support/walletkit';

test.describe.configure({ mode: 'default' });

const ALICE = signer(0).address;
const HELLO = '0x68656c6c6f';
const RELAYS = ['relay', 'secondRelay'] as const;
const account = (page: Page) => page.getByTestId('demo-account');
const status = (page: Page) => page.getByTestId('demo-status');
const retry = (page: Page) => page.getByTestId('w3m-connecting-widget-secondary-button');
const phaseIs = (page: Page, phase: string, timeout = 20_000) =>
  expect(connectingStatus(page)).toHaveAttribute('data-phase', phase, { timeout });

const calm = () => Promise.all(RELAYS.map((name) => fetch(`${HOST_URLS[name]}/__reset`, { method: 'POST' })));
test.beforeEach(calm);
test.afterAll(calm);

/** A signature the page waits for, and who gave it in the end. */
function signs(page: Page): Promise<boolean> {
  return ask(page, 'personal_sign', [HELLO, ALICE]).then((signature) =>
    typeof signature == 'string'
      ? verifyMessage({ address: ALICE, message: 'hello', signature: signature as Hex })
      : Promise.reject(new Error(JSON.stringify(signature))),
  );
}

/** The page is in front again, as after a phone was unlocked. */
const wake = (page: Page) => page.evaluate(() => void window.dispatchEvent(new Event('focus')));

/** Closed, opened, and once more into the code. */
async function chooseAgain(page: Page): Promise<void> {
  await page.keyboard.press('Escape');
  await expectClosed(page);
  await openCard(page);
  await page.getByTestId(WALLET_CONNECT).click();
  await still(page, 'ConnectingWalletConnect');
}

test('keeps a request, sent once, over a half-open socket, a cut line and a lost relay @10.28', async ({
  page,
  phone,
}) => {
  test.slow();
  await start(page);
  const only = [await clientOf(await connect(page, phone))];

  await test.step('half open: noticed when the page is in front again', async () => {
    await steer({ only, silent: true });
    const signed = signs(page);
    const given = page.waitForEvent('websocket');
    await wake(page);
    await given;
    await steer({ only, silent: false });
    expect(await signed).toBe(true);
    expect(phone.asked).toHaveLength(1);
  });

  await test.step('cut: the response arrives over a new socket', async () => {
    phone.answer = 'hold';
    const signed = signs(page);
    const asked = await phone.request(2);
    await steer({ only, kill: {} });
    await phone.respond(asked);
    expect(await signed).toBe(true);
    expect(phone.asked, 'asked once').toHaveLength(2);
  });

  await test.step('lost: the response arrives over the second relay', async () => {
    await steer({ only, down: true });
    phone.answer = 'sign';
    const signed = signs(page);
    await expect
      .poll(async () => (await relay('secondRelay')).calls.some(({ client }) => client == only[0]), {
        timeout: 20_000,
      })
      .toBe(true);
    expect(await signed).toBe(true);
    expect(phone.asked).toHaveLength(3);
    await expect(status(page)).toHaveText('connected');
  });
});

test('tells the developer a relay’s reason for refusing, and limits the retries @8.5 @8.6 @8.11 @8.12 @8.13', async ({
  page,
}) => {
  test.slow();
  for (const [projectId, title] of [
    ['demo-origin', 'Invalid App Configuration'],
    ['demo-clock', 'Session Expired'],
    ['demo-key', 'Invalid Project ID'],
  ] as const) {
    const sockets: string[] = [];
    page.on('websocket', (socket) => sockets.push(socket.url()));
    await start(page, { projectId, debug: true });
    await openCard(page);
    await page.getByTestId(WALLET_CONNECT).click();
    await phaseIs(page, 'failed');
    await expect(page.getByTestId('wui-alertbar-text')).toContainText(title);
    await expect(connectingStatus(page)).toContainText('Failed to connect');
    await expect(retry(page)).toBeVisible();
    expect(sockets).toHaveLength(1);
    page.removeAllListeners('websocket');
  }
});

test('names an unreachable relay, and connects when one is back, or when the network is @10.28', async ({
  page,
  phone,
  context,
}) => {
  test.slow();
  await start(page);
  const only = [await clientOf(await showCode(page))];
  for (const name of RELAYS) await steer({ only, down: true }, name);
  await chooseAgain(page);
  await phaseIs(page, 'unreachable');
  await expect(card(page).locator('details')).toContainText(/localhost:\d+/);
  await expect(page.getByTestId('wm-pairing-other')).toBeVisible();
  await expect(page.getByTestId('wui-qr-code'), 'nothing that cannot be scanned').toHaveCount(0);
  for (const name of RELAYS) await steer({ only, down: false }, name);
  // It tries by itself as well: then the button is gone before it is pressed.
  await retry(page)
    .click({ timeout: 2_000 })
    .catch(() => {});
  await phaseIs(page, 'ready');

  await context.setOffline(true);
  for (const name of RELAYS) await steer({ only, kill: {} }, name);
  await chooseAgain(page);
  await phaseIs(page, 'unreachable');
  await context.setOffline(false);
  await phaseIs(page, 'ready', 40_000);
  await phone.pair(await uriOf(page));
  await phone.approve();
  await expectClosed(page);
  await expect(account(page)).toHaveText(ALICE);
});

test('processes duplicates, garbage and a mailbox of a hundred messages once each, and applies the last update', async ({
  page,
  phone,
}) => {
  test.slow();
  const events = await recordEvents(page);
  await start(page);
  const only = [await clientOf(await connect(page, phone, { accounts: [0, 1] }))];
  await steer({ only, duplicates: 2, send: 'garbage' });
  await steer({ only, send: '{"id":1,"jsonrpc":"2.0","method":"irn_subscription","params":null}' });
  expect(await signs(page)).toBe(true);
  expect(phone.asked).toHaveLength(1);
  const before = events.of('wallet-network-change').length;
  await phone.emit('chainChanged', 1338, 1338);
  await expect.poll(() => events.of('wallet-network-change').length).toBe(before + 1);

  await page.goto('about:blank');
  await Promise.all(
    Array.from({ length: 100 }, (_, i) => phone.emit('chainChanged', 1337 + (i % 2), 1337 + (i % 2))),
  );
  expect((await relay()).messages).toBeGreaterThan(100);
  await phone.emit('chainChanged', 1337, 1337);
  await page.goto('/?noauto&nowallet');
  await create(page, { testMode: true });
  await expect(status(page)).toHaveText('connected');
  await expect(page.getByTestId('demo-network')).toContainText('(eip155:1337)');
  await phone.ping();
});

test('proposes once after many clicks, and shows no error if the user closes while the relay is slow @8.21', async ({
  page,
  phone,
}) => {
  const proposals = async (client: string) =>
    (await relay()).calls.filter((one) => one.client == client && one.method == 'wc_proposeSession').length;
  const events = await recordEvents(page);
  await start(page);
  const client = await test.step('many clicks', async () => {
    await openCard(page);
    await page.getByTestId(WALLET_CONNECT).dblclick();
    await still(page, 'ConnectingWalletConnect');
    const client = await clientOf(await uriOf(page));
    expect(await proposals(client)).toBe(1);
    await page.getByTestId('w3m-header-close').click();
    await expectClosed(page);
    return client;
  });

  await test.step('closed while the relay is slow', async () => {
    await steer({ only: [client], delayMs: 1_000 });
    await openCard(page);
    await page.getByTestId(WALLET_CONNECT).click();
    await phaseIs(page, 'preparing');
    await page.keyboard.press('Escape');
    await expectClosed(page);
    await steer({ only: [client], delayMs: 0 });
  });

  await connect(page, phone);
  await expect(account(page)).toHaveText(ALICE);
  expect(events.of('wallet-connect')).toHaveLength(1);
  expect(events.of('wallet-error')).toEqual([]);
  await expect(card(page)).toBeHidden();
});

test('meets a wallet that uses the relay’s other address', async ({ page }) => {
  const phone = await Phone.open(HOST_URLS.secondRelay);
  await start(page);
  await connect(page, phone);
  expect(await signs(page)).toBe(true);
  await phone.close();
});
