// ProfileWallets: the wallets of one person. From the account to the list, another wallet beside the first, from one to the other,
// forgetting, and nothing connected; axe in each state, in both themes.
import { expectAccessible } from '../support/axe';
import { freshAddress } from '../support/chain';
import { call, expectClosed, openCard, still, toast, visit } from '../support/modal';
import { openAccount } from '../support/networks';
import { ScriptedWallet } from '../support/scripted';
import { expect, test } from '../support/test';

test('adds another wallet, switches to it without a prompt, removes it, and Disconnect empties the list @2.11 @10.19', async ({
  page,
}) => {
  const look = async () => {
    for (const colorScheme of ['dark', 'light'] as const) {
      await page.emulateMedia({ colorScheme });
      await expectAccessible(page, 'wallet-modal');
    }
  };
  const script = (name: string, uuid: string) => ({ name, uuid, accounts: [freshAddress()] });
  const first = await ScriptedWallet.install(page, {
    ...script('Foxglove', 'd4dcb6e2-8f0a-4c7b-9a55-5b0d8f7a1c01'),
    accounts: [freshAddress(), freshAddress()],
    rdns: 'test.fox',
  });
  const second = await ScriptedWallet.install(page, {
    ...script('Harbor', 'd4dcb6e2-8f0a-4c7b-9a55-5b0d8f7a1c02'),
    rdns: 'test.harbor',
  });
  const active = page.getByTestId('wui-active-profile-wallet-item');
  const recent = page.getByTestId('recent-connection');
  const openWallets = async () => {
    await page.getByTestId('wui-wallet-switch').click();
    await still(page, 'ProfileWallets');
  };
  await visit(page, '?nowallet');
  await openAccount(page, first.row);
  await openWallets();
  await expect(page.getByTestId('w3m-header-text')).toHaveText('Wallets');
  await expect(active).toContainText('Foxglove');
  await expect(page.getByTestId('wm-profile-copy')).toBeFocused();

  // The list of wallets, although one is connected.
  await page.getByTestId('add-connection-button').click();
  await still(page, 'Connect');
  await page.getByTestId(second.row).click();
  await expectClosed(page);
  await openCard(page, 'Account');
  await openWallets();
  await expect(active).toContainText('Harbor');
  await expect(recent).toHaveCount(1);
  await look();

  // Nobody is asked again: the first one has been given leave.
  await recent.click();
  await expect(active).toContainText('Foxglove');
  await expect(recent).toContainText('Harbor');
  expect(first.count('eth_requestAccounts')).toBe(1);
  const address = (await active.getByTestId('wm-profile-copy').getAttribute('title'))!;
  await expect(page.getByTestId('demo-account')).toHaveText(address);

  // It gives two accounts: the other one is chosen, and the page has it.
  await page.getByTestId('wm-profile-address').click();
  await still(page, 'SwitchAddress');
  await expect(page.getByTestId('switch-address-item')).toHaveCount(2);
  await expect(page.getByTestId('w3m-switch-address-button-0')).toContainText('Active');
  await look();
  await page.getByTestId('w3m-switch-address-button-1').click();
  await still(page, 'ProfileWallets');
  await expect(active.getByTestId('wm-profile-copy')).not.toHaveAttribute('title', address);
  await expect(page.getByTestId('demo-account')).toHaveText(
    (await active.getByTestId('wm-profile-copy').getAttribute('title'))!,
  );

  // One that does not give its accounts silently is asked in its own view; refusing leaves who is connected.
  await second.answer('eth_accounts', { result: [] });
  await second.answer('eth_requestAccounts', { code: 4001, message: 'User rejected the request' });
  await recent.click();
  await still(page, 'ConnectingExternal');
  await expect(page.getByTestId('wm-connecting-status')).toContainText('rejected');
  await page.getByTestId('header-back').click();
  await still(page, 'ProfileWallets');
  await expect(active).toContainText('Foxglove');
  await page.getByTestId('wm-profile-remove').click();
  await expect(recent).toHaveCount(0);
  await expect(toast(page)).toHaveCount(0);

  await page.getByTestId('disconnect-button').click();
  await expectClosed(page);
  await expect(page.getByTestId('demo-account')).toHaveText('-');
  await call(page, 'open', { view: 'ProfileWallets' });
  await still(page, 'ProfileWallets');
  await expect(page.getByTestId('empty-template')).toBeVisible();
  await expect(recent).toContainText('Foxglove');
  await look();
  await page.getByTestId('wm-profile-connect').click();
  await still(page, 'Connect');
});
