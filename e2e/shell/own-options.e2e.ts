// Options that most pages leave out: texts of the page's own, the whole screen of a phone, connections of an earlier modal.
import type { Page } from '@playwright/test';
import { fundedAddress, freshAddress } from '../support/chain';
import { button, call, card, create, expectClosed } from '../support/modal';
import { ScriptedWallet } from '../support/scripted';
import { expect, test } from '../support/test';

const warnings = (page: Page): string[] => {
  const said: string[] = [];
  page.on('console', (message) => message.type() == 'warning' && said.push(message.text()));
  return said;
};

test('messages: the page’s own texts, on buttons and in every view; warns once about an invalid one and shows ours @10.10', async ({
  page,
}) => {
  const said = warnings(page);
  const wallet = await ScriptedWallet.install(page, { accounts: [await fundedAddress()] });
  await page.goto('/?noauto');
  await page.evaluate(() => document.body.append(document.createElement('wallet-button')));
  await create(page, {
    messages: {
      'button.connect': 'Verbinden',
      'connect.title': 'Wallet verbinden',
      'account.send': 'Senden',
      'account.receive': 'Empfangen {now}',
      'connecting.confirm': 'Bestätigen',
      'account.sent': 'Gesendet',
      close: 'Schließen',
    },
  });
  await expect(page.locator('body > wallet-button').last()).toContainText('Verbinden');
  await call(page, 'open');
  await expect(card(page).getByTestId('w3m-header-text')).toHaveText('Wallet verbinden');
  await expect(card(page).getByTestId('w3m-header-close')).toHaveAccessibleName('Schließen');
  await page.getByTestId(wallet.row).click();
  await expectClosed(page);
  await call(page, 'open', { view: 'Account' });
  await expect(card(page)).toContainText('Senden');
  await expect(card(page)).toContainText('Receive');
  // others, while it is open
  await call(page, 'updateOptions', { messages: { 'account.send': 'Envoyer' } });
  await expect(card(page)).toContainText('Envoyer');
  const about = said.filter((line) => line.includes('messages['));
  expect(about.map((line) => /messages\["(.+)"\]/.exec(line)![1]).sort()).toEqual([
    'account.receive',
    'account.sent',
    'connecting.confirm',
  ]);
  expect(about.join()).toContain('contains {wallet}');
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 760 } });
  test('mobileFullScreen: the sheet fills the screen from its first frame, and not without the option', async ({
    page,
  }) => {
    const wallet = await ScriptedWallet.install(page, { accounts: [await fundedAddress()] });
    await page.goto('/?noauto');
    await create(page, { mobileFullScreen: true });
    const box = async () => {
      const { x, y, width, height } = (await page.getByTestId('w3m-modal-card').boundingBox())!;
      return [x, y, width, height].map(Math.round);
    };
    await call(page, 'open');
    await expect(page.getByTestId(wallet.row)).toBeVisible();
    await expect.poll(box).toEqual([0, 0, 390, 760]);
    await page.getByTestId(wallet.row).click();
    await expectClosed(page);
    await call(page, 'open', { view: 'Account' });
    await expect.poll(box).toEqual([0, 0, 390, 760]);
    await call(page, 'showSuccess', 'Saved');
    const toast = page.getByTestId('wui-snackbar-message');
    await expect(toast).toBeInViewport({ ratio: 1 });
    await call(page, 'close');
    await expectClosed(page);
    await call(page, 'updateOptions', { mobileFullScreen: false });
    await call(page, 'open', { view: 'Account' });
    await expect.poll(async () => (await box())[1]).toBeGreaterThan(50);
  });
});

test('migrateFrom: connects the user of an earlier modal once, without a click @3.35', async ({ page }) => {
  const account = freshAddress();
  const wallet = await ScriptedWallet.install(page, { accounts: [account] });
  const address = (): Promise<unknown> => call(page, 'getAddress');
  await page.goto('/?noauto');
  // The wallet knows this site already.
  await create(page);
  await call(page, 'open');
  await page.getByTestId(wallet.row).click();
  await expectClosed(page);
  const connectorId = await page.evaluate(() => {
    const { value } = JSON.parse(localStorage['wallet-modal:eip155:connected_connector_id'] as string);
    return value as string;
  });
  await page.goto('/favicon.svg');
  await page.evaluate(
    async ([id, theirs]) => {
      // what the wallet remembers stays
      for (const key of Object.keys(localStorage).filter((one) => one.startsWith('wallet-modal')))
        localStorage.removeItem(key);
      await new Promise((resolve) => {
        const request = indexedDB.deleteDatabase('wallet-modal');
        request.onsuccess = request.onerror = resolve;
      });
      const entries = {
        connections: JSON.stringify({
          eip155: [
            { connectorId: 'walletConnect', accounts: [{ address: theirs }] },
            {
              connectorId: id,
              accounts: [{ address: theirs }],
              caipNetwork: { caipNetworkId: 'eip155:1337' },
            },
          ],
          solana: 'garbage',
        }),
        'eip155:connected_connector_id': id,
        connection_status: 'connected',
        active_caip_network_id: 'eip155:1338',
        recent_wallets: '[{"id":"x","name":"Earlier"}, null, 5]',
      };
      for (const [key, text] of Object.entries(entries)) localStorage.setItem(`@appkit/${key}`, text!);
    },
    [connectorId, account] as const,
  );
  await page.goto('/?noauto');
  await create(page, { migrateFrom: '@appkit/' });
  await expect.poll(address).toBe(account);
  await call(page, 'disconnect');
  await expect.poll(address).toBeFalsy();
  expect(await page.evaluate(() => localStorage.getItem('@appkit/connection_status'))).toBe('connected');
  await page.reload();
  await create(page, { migrateFrom: '@appkit/' });
  await call(page, 'open');
  await expect(page.getByTestId(wallet.row)).toBeVisible();
  expect(await address(), 'once').toBeFalsy();
});

test('a page without the options loads none of it', async ({ page }) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  const wallet = await ScriptedWallet.install(page, { accounts: [freshAddress()] });
  await page.goto('/?noauto');
  await create(page);
  await call(page, 'open');
  await page.getByTestId(wallet.row).click();
  await expectClosed(page);
  await expect(button(page)).toBeVisible();
  expect(asked.filter((url) => /take-own|own-(storage|texts|words)|full-screen|migrate/.test(url))).toEqual(
    [],
  );
});
