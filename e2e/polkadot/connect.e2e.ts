// A wallet of polkadot in the page, from its row to a reload (docs/spec/page-wallets.md section 4).
import { CHAIN } from '../../demo/polkadot/layout.mjs';
import { account, connect, isNotFetched, isRefusedThenConnects, status } from '../support/family';
import { connectingStatus, expectClosed, recordEvents, openCard, still, view, visit } from '../support/modal';
import { ScriptedPolkadotWallet } from '../support/scripted-polkadot';
import { expect, test } from '../support/test';

const asked = ({ requests }: ScriptedPolkadotWallet) => requests.map(({ method }) => method);

test.describe('a Polkadot wallet', () => {
  test('asks only the clicked wallet, connects and emits the events @1.12 @4.1', async ({ page }) => {
    const wallet = await ScriptedPolkadotWallet.install(page);
    const other = await ScriptedPolkadotWallet.install(page, { key: 'talisman' });
    const heard = await recordEvents(page);
    await visit(page, '?polkadot=only&nowallet');
    await openCard(page);
    await expect(page.getByTestId(other.row)).toContainText('Talisman');
    expect([asked(wallet), asked(other)]).toEqual([[], []]);
    await page.getByTestId(wallet.row).click();
    await expectClosed(page);
    const { address } = wallet.keys[0]!;
    await expect(account(page)).toHaveText(address);
    expect(heard.of('wallet-connect')).toMatchObject([
      { namespace: 'polkadot', address, caipAddress: `${CHAIN}:${address}`, reconnect: false },
    ]);
    expect([asked(wallet), asked(other)]).toEqual([['prompt'], []]);
  });

  test('reports a refusal and can be tried again @2.8', async ({ page }) => {
    const wallet = await ScriptedPolkadotWallet.install(page);
    await visit(page, '?polkadot=only&nowallet');
    await isRefusedThenConnects(page, wallet, ['prompt', 'Cancelled']);
  });

  test('tells the user how to allow the site again after an earlier refusal in the wallet @2.29', async ({
    page,
  }) => {
    const wallet = await ScriptedPolkadotWallet.install(page);
    await visit(page, '?polkadot=only&nowallet');
    const message = 'The source http://localhost is not allowed to interact with this extension';
    await wallet.answer('prompt', { message });
    await openCard(page);
    await page.getByTestId(wallet.row).click();
    await expect(connectingStatus(page)).toHaveAttribute('data-phase', 'blocked');
    await expect(view(page, 'ConnectingExternal')).toContainText(/allow/i);
    await wallet.answer('prompt', null);
    await page.getByTestId('w3m-connecting-widget-secondary-button').click();
    await expect(status(page)).toHaveText('connected');
  });

  test('keeps others usable while one wallet never responds, and sends it the next request @1.12', async ({
    page,
  }) => {
    const wallet = await ScriptedPolkadotWallet.install(page);
    const other = await ScriptedPolkadotWallet.install(page, {
      key: 'talisman',
      accounts: [['sr25519', 'somebody else']],
    });
    await visit(page, '?polkadot=only&nowallet');
    await wallet.answer('prompt', 'hang');
    await openCard(page);
    await page.getByTestId(wallet.row).click();
    await expect.poll(() => wallet.count('prompt')).toBe(1);
    await page.getByTestId('header-back').click();
    await still(page, 'Connect');
    // its window may still be open: a second press opens no second one
    await page.getByTestId(wallet.row).click();
    await expect(connectingStatus(page)).toHaveAttribute('data-phase', 'confirm');
    await page.getByTestId('header-back').click();
    await still(page, 'Connect');
    await page.getByTestId(other.row).click();
    await expect(account(page)).toHaveText(other.keys[0]!.address);
    expect(wallet.count('prompt')).toBe(1);
  });

  test('follows another account, also without an event, and disconnects without accounts @4.7', async ({
    page,
  }) => {
    const wallet = await ScriptedPolkadotWallet.install(page);
    const [one, two] = wallet.keys.map(({ address }) => address) as [string, string];
    const heard = await recordEvents(page);
    await visit(page, '?polkadot=only&nowallet');
    await connect(page, wallet);
    await wallet.accounts([1, 0, 2]);
    await expect(account(page)).toHaveText(two);
    await wallet.accounts([0, 1, 2], true);
    await page.evaluate(() => dispatchEvent(new Event('focus')));
    await expect(account(page)).toHaveText(one);
    await wallet.accounts([]);
    await expect(status(page)).toHaveText('disconnected');
    expect(heard.of('wallet-disconnect')).toEqual([{ namespace: 'polkadot', reason: 'wallet' }]);
    expect(asked(wallet)).toEqual(['prompt']);
  });

  test('restores the account after a reload although the wallet loads two seconds late @4.2', async ({
    page,
  }) => {
    const wallet = await ScriptedPolkadotWallet.install(page, { delayMs: 2_000 });
    await visit(page, '?polkadot=only&nowallet');
    await openCard(page);
    await page.getByTestId(wallet.row).click();
    await expectClosed(page);
    await page.reload();
    await expect(status(page)).toHaveText('connected');
    await expect(account(page)).toHaveText(wallet.keys[0]!.address);
    expect(asked(wallet)).toEqual(['prompt', 'enable']);
  });

  test('stays disconnected after Disconnect and a reload, and asks nothing @4.6', async ({ page }) => {
    const wallet = await ScriptedPolkadotWallet.install(page);
    await visit(page, '?polkadot=only&nowallet');
    await connect(page, wallet);
    await page.getByTestId('demo-disconnect').click();
    await expect(status(page)).toHaveText('disconnected');
    await page.reload();
    await openCard(page);
    await expect(page.getByTestId(wallet.row)).toBeVisible();
    expect(asked(wallet)).toEqual(['prompt']);
  });

  test('loads none of it on a page with only eip155', async ({ page }) => {
    const wallet = await ScriptedPolkadotWallet.install(page);
    await isNotFetched(page, wallet, /injected-web3|polkadot/);
  });
});
