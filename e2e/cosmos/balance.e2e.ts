// What an account of cosmos has, by the word of its network's own node.
import { accountOf } from '../../demo/cosmos/layout.mjs';
import { expectClosed, openCard, visit } from '../support/modal';
import { nodeControl, ScriptedCosmosWallet } from '../support/scripted-cosmos';
import { expect, test } from '../support/test';

test('shows the account’s coin @6.9', async ({ page }) => {
  const word = 'has coins';
  await nodeControl('give', { address: accountOf(word).address, units: '12340000' });
  const wallet = await ScriptedCosmosWallet.install(page, { words: [word] });
  await visit(page, '?cosmos=only&nowallet');
  await openCard(page);
  await page.getByTestId(wallet.row).click();
  await expectClosed(page);
  await openCard(page, 'Account');
  await expect(page.getByTestId('wm-view-Account')).toContainText('12.340');
  await expect(page.getByTestId('wm-view-Account')).toContainText('DATOM');
});
