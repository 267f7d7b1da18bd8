// An approval that is really on the chain: found, said as the chain says it, taken back, and zero there afterwards.
import { erc20Abi, maxUint256, type Address } from 'viem';
import { expectAccessible } from '../support/axe';
import { approve, chain, freshAddress, giveToken, TOKENS } from '../support/chain';
import { SWAP_ROUTER } from '../support/hosts.gen.mjs';
import { still, visit } from '../support/modal';
import { openAccount } from '../support/networks';
import { SigningWallet } from '../support/signing-wallet';
import { expect, test } from '../support/test';

const allowed = (owner: Address, symbol: 'DUSD' | 'MDW', spender: Address): Promise<bigint> =>
  chain.readContract({
    address: TOKENS[symbol].address,
    abi: erc20Abi,
    functionName: 'allowance',
    args: [owner, spender],
  });

test('lists the account’s approvals, revokes one and keeps the other @10.37', async ({ page }) => {
  const wallet = await SigningWallet.install(page);
  const stranger = freshAddress();
  await giveToken('DUSD', wallet.address, 300_000_000n);
  await approve(wallet.address, 'DUSD', SWAP_ROUTER as Address, 250_000_000n);
  await approve(wallet.address, 'MDW', stranger, maxUint256);
  await visit(page, '?nowallet');
  await openAccount(page, wallet.row);
  await page.getByTestId('account-settings-button').click();
  await page.getByTestId('wm-settings-permissions').click();
  await still(page, 'Permissions');
  const rows = page.getByTestId('wm-approval');
  await expect(rows).toHaveCount(2);
  const ofRouter = page.locator(`[data-testid=wm-approval][data-spender="${SWAP_ROUTER}"]`);
  await expect(ofRouter).toContainText('250 DUSD');
  await expect(page.locator(`[data-spender="${stranger}"]`)).toContainText('Any amount of');
  await expect(page.getByTestId('wm-approvals-looked')).toHaveAttribute('data-logs', 'all');
  await expectAccessible(page);

  await ofRouter.getByTestId('wm-permission-revoke').click();
  await still(page, 'RevokePreview');
  await expect(page.getByTestId('wm-revoke-amount')).toHaveText('250 DUSD');
  await expect(page.getByTestId('wm-revoke-spender')).toHaveText(SWAP_ROUTER);
  const confirm = page.getByTestId('wm-revoke-confirm');
  await expect(async () => {
    if (await confirm.isVisible()) await confirm.click({ timeout: 1_000 });
    await expect(page.getByTestId('wm-revoke-status')).not.toHaveAttribute('data-phase', 'review', {
      timeout: 300,
    });
  }).toPass();
  await expect(page.getByTestId('wm-revoke-status')).toHaveAttribute('data-phase', 'sent');
  await still(page, 'Permissions');
  await expect(rows).toHaveCount(1);
  expect(await allowed(wallet.address, 'DUSD', SWAP_ROUTER as Address)).toBe(0n);
  expect(await allowed(wallet.address, 'MDW', stranger)).toBe(maxUint256);
  expect(wallet.count('eth_sendTransaction')).toBe(1);
});
