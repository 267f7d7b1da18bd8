// The three buttons in a host page: what they show before and after the engine, what pressing them opens (docs/spec/views.md section 3).
import type { Locator, Page } from '@playwright/test';
import { expectAccessibleInBoth } from '../support/axe';
import { freshAddress, fundedAddress } from '../support/chain';
import { create, dialog, expectClosed, openCard, still, visit } from '../support/modal';
import { HOST_URLS } from '../support/ports';
import { ScriptedWallet } from '../support/scripted';
import { expect, test } from '../support/test';

const network = (page: Page): Locator => page.getByTestId('w3m-network-button');
const account = (page: Page): Locator => page.getByTestId('account-button');
const connect = (page: Page): Locator => page.getByTestId('connect-button');

/** A page of the host's own with nothing of ours but the scripts. */
async function bare(page: Page, body: string, script: string): Promise<void> {
  const answer = await (await fetch(HOST_URLS.page)).headers.get('content-security-policy');
  await page.route('**/bare.html', (route) =>
    route.fulfill({
      contentType: 'text/html',
      headers: { 'content-security-policy': answer! },
      body: `<!doctype html><html lang="en"><title>Bare</title><main>${body}</main><script type="module" src="/bare.js"></script>`,
    }),
  );
  await page.route('**/bare.js', (route) => route.fulfill({ contentType: 'text/javascript', body: script }));
  await page.goto('/bare.html');
}

test('before a connection, the network button names itself, is reached by keys and shows the selection, without an account button', async ({
  page,
}) => {
  await visit(page);
  await expect(network(page), 'without an engine').toHaveText('Demo Chain');
  await expect(account(page)).toBeHidden();

  await test.step('by Tab and Enter', async () => {
    await network(page).focus();
    await page.keyboard.press('Enter');
    await still(page, 'Networks');
    await page.keyboard.press('Escape');
    await expectClosed(page);
    await expect(network(page)).toBeFocused();
  });

  await test.step('names itself with an engine too', async () => {
    await expect(network(page)).toHaveText('Demo Chain');
    await expect(account(page)).toBeHidden();
  });

  await test.step('shows the selected network', async () => {
    await network(page).click();
    await still(page, 'Networks');
    await page.getByTestId('w3m-network-switch-Demo Chain 2').click();
    await expect(network(page)).toHaveText('Demo Chain 2');
  });
});

test('connected, the buttons show balance, address, networks, and an unsupported network @4.27', async ({
  page,
}) => {
  test.slow();
  const address = await fundedAddress('12.3456');
  const wallet = await ScriptedWallet.install(page, { accounts: [address] });
  await visit(page, '?nowallet');
  await test.step('no violation of accessibility before', () => expectAccessibleInBoth(page));
  await openCard(page);
  await page.getByTestId(wallet.row).click();
  await expectClosed(page);

  await test.step('balance and address; the account opens', async () => {
    await expect(account(page)).toBeVisible();
    await expect(account(page)).toHaveText(`${address.slice(0, 4)}…${address.slice(-6)}`);
    await expect(connect(page)).toContainText('12.345 ETH');
    await account(page).click();
    await still(page, 'Account');
    await page.keyboard.press('Escape');
    await expectClosed(page);
    await expect(account(page)).toBeFocused();
    await expectAccessibleInBoth(page);
  });

  await test.step('both buttons report an unsupported network, in the error color of both themes', async () => {
    await wallet.emit('chainChanged', '0xa');
    await expect(page.getByTestId('wui-account-button-unsupported-chain').first()).toHaveText(
      'Wrong network',
    );
    await expect(network(page)).toHaveText('Wrong network');
    const colour = () =>
      network(page).evaluate((button) => getComputedStyle(button.querySelector('.unsupported')!).color);
    await page.emulateMedia({ colorScheme: 'light' });
    await expect.poll(colour).toBe('rgb(196, 43, 28)');
    await page.emulateMedia({ colorScheme: 'dark' });
    await expect.poll(colour).toBe('rgb(255, 138, 125)');
    await expectAccessibleInBoth(page);
  });

  await test.step('each leads to the supported networks, and on one of them the modal closes as usual', async () => {
    await network(page).click();
    await still(page, 'UnsupportedChain');
    await page.getByTestId('w3m-network-switch-Demo Chain').waitFor();
    await wallet.emit('chainChanged', '0x539');
    await still(page, 'Account');
    await page.keyboard.press('Escape');
    await expectClosed(page);
    await wallet.emit('chainChanged', '0xa');
    await expect(network(page)).toHaveText('Wrong network');
    await account(page).click();
    await still(page, 'UnsupportedChain');
    await wallet.emit('chainChanged', '0x539');
    await still(page, 'Account');
    await page.keyboard.press('Escape');
    await expectClosed(page);
  });

  await test.step('applies the page’s lengths, balance and namespace', async () => {
    await page.evaluate(() => {
      const put = (tag: string, attributes: Record<string, string>) => {
        const element = document.createElement(tag);
        for (const [name, text] of Object.entries(attributes)) element.setAttribute(name, text);
        document.body.append(element);
      };
      put('wallet-account-button', { namespace: 'eip155', 'chars-start': '6', 'chars-end': '4' });
      put('wallet-account-button', { namespace: 'solana' });
      put('wallet-button', { namespace: 'solana' });
    });
    const [start, end] = [address.slice(0, 6), address.slice(-4)];
    await expect(page.getByTestId('account-button-eip155')).toHaveText(`12.345 ETH${start}…${end}`);
    await expect(page.getByTestId('account-button-solana')).toBeHidden();
    await expect(page.getByTestId('connect-button-solana')).toHaveText('Connect wallet');
  });
});

test('reserves the place of an unknown balance for at most two seconds', async ({ page }) => {
  const address = await fundedAddress();
  // Nobody answers: neither the service nor the node.
  await page.route(/\/v1\/account\/.*\/balance/, () => {});
  await page.route(
    (url) => url.hostname == '127.0.0.1',
    (route) => (route.request().postData()?.includes('eth_getBalance') ? undefined : route.continue()),
  );
  const wallet = await ScriptedWallet.install(page, { accounts: [address] });
  await visit(page, '?nowallet');
  await openCard(page);
  await page.getByTestId(wallet.row).click();
  // While the card still says that it is done.
  await expect(connect(page).locator('.wait')).toBeVisible();
  await expect(connect(page).locator('.wait')).toHaveCount(0, { timeout: 2_500 });
  await expectClosed(page);
  await expect(connect(page)).toHaveText(`${address.slice(0, 4)}…${address.slice(-6)}`);
});

test('a button with a wallet opens that wallet directly', async ({ page }) => {
  const address = freshAddress();
  const wallet = await ScriptedWallet.install(page, {
    accounts: [address],
    answers: { eth_requestAccounts: 'hang' },
  });
  await page.goto('/?noauto&nowallet');
  await create(page);
  await page.evaluate(() => {
    const button = document.createElement('wallet-button');
    button.setAttribute('wallet', 'test.scripted');
    button.id = 'direct';
    document.body.append(button);
  });
  await page.locator('#direct').click();
  await still(page, 'ConnectingExternal');
  expect(wallet.count('eth_requestAccounts')).toBe(1);
  await wallet.settle('eth_requestAccounts', { result: [address] });
  await expectClosed(page);
  // Connected, it is the account's button like any other.
  await expect(page.locator('#direct')).toContainText(address.slice(-6));
  await page.locator('#direct').click();
  await still(page, 'Account');
});

test('keeps properties that were set before the classes are defined, and those set after', async ({
  page,
}) => {
  await bare(
    page,
    '<wallet-button id="a"></wallet-button><wallet-button id="b"></wallet-button><wallet-modal id="modal"></wallet-modal>',
    `const [a, b, modal] = ['a', 'b', 'modal'].map((id) => document.getElementById(id));
     a.label = 'Sign in'; a.disabled = true; a.size = 's';
     modal.themeMode = 'dark';
     await import('/dist/define.js');
     b.label = 'Later'; b.disabled = true; b.disabled = false;
     modal.projectId = 'demo';
     window.ready = true;`,
  );
  await page.waitForFunction(() => 'ready' in window);
  const [a, b] = [page.locator('#a'), page.locator('#b')];
  await expect(a).toHaveText('Sign in');
  await expect(a).toHaveAttribute('size', 's');
  await expect(a).toHaveAttribute('disabled', '');
  await expect(a.locator('button')).toBeDisabled();
  await expect(b).toHaveText('Later');
  await expect(b.locator('button')).toBeEnabled();
  await a.click({ force: true });
  await expect(dialog(page)).toHaveCount(1);
  await expect(dialog(page)).toBeHidden();
  expect(await b.evaluate((button) => (button as unknown as { label: string }).label)).toBe('Later');
  expect(
    await page.evaluate(() => {
      const { options, themeMode, projectId } = document.getElementById('modal') as unknown as {
        options: Record<string, unknown>;
        themeMode: string;
        projectId: string;
      };
      return [options.themeMode, themeMode, options.projectId, projectId];
    }),
    'properties of the modal are its options',
  ).toEqual(['dark', 'dark', 'demo', 'demo']);
});
