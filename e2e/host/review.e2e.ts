// What the page asks of an external wallet is read to the person first: in the real browser, with a wallet that would sign.
import type { Page } from '@playwright/test';
import { encodeFunctionData, erc20Abi, maxUint256, parseUnits } from 'viem';
import { chain, freshAddress, giveToken, TOKENS } from '../support/chain';
import { ask, expectClosed, still, visit } from '../support/modal';
import { openAccount } from '../support/networks';
import { SigningWallet } from '../support/signing-wallet';
import { expect, test } from '../support/test';

const confirm = (page: Page) => page.getByTestId('wm-review-confirm');
const line = (page: Page) => page.getByTestId('wm-review-line');

async function connected(page: Page): Promise<SigningWallet> {
  const wallet = await SigningWallet.install(page);
  await visit(page, '?nowallet');
  await openAccount(page, wallet.row);
  await page.getByTestId('w3m-header-close').click();
  await expectClosed(page);
  return wallet;
}

const approve = (page: Page, from: string, spender: `0x${string}`, units: bigint) =>
  ask(page, 'eth_sendTransaction', [
    {
      from,
      to: TOKENS.DUSD.address,
      data: encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [spender, units] }),
    },
  ]);

test('shows a request before the wallet gets it: Cancel rejects, an unlimited approval is in words, a harmless one passes @10.12 @10.27', async ({
  page,
}) => {
  const wallet = await connected(page);

  await test.step('Cancel or Close rejects with 4001, and the wallet gets nothing', async () => {
    for (const id of ['wm-review-cancel', 'w3m-header-close']) {
      const asked = approve(page, wallet.address, freshAddress(), maxUint256);
      await still(page, 'ReviewRequest');
      await page.getByTestId(id).click();
      expect(await asked).toMatchObject({ rejected: true, code: 4001 });
      await expectClosed(page);
    }
    expect(wallet.count('eth_sendTransaction')).toBe(0);
  });

  await test.step('shows an unlimited approval in words and in full, and sends it after a deliberate click', async () => {
    await giveToken('DUSD', wallet.address, 77_000_000n);
    const spender = freshAddress();
    const asked = approve(page, wallet.address, spender, maxUint256);
    await still(page, 'ReviewRequest');
    await expect(line(page)).toContainText('Allow spending any amount of');
    await expect(page.getByTestId('wm-review-party')).toHaveText(spender);
    expect(wallet.count('eth_sendTransaction')).toBe(0);
    // Somebody who is no contract would get all of it: that wants a tick of its own.
    await expect(confirm(page)).toHaveAttribute('aria-disabled', 'true');
    const tick = page.getByTestId('wm-review-accept');
    await expect(async () => {
      await tick.click();
      await expect(tick).toHaveAttribute('aria-checked', 'true', { timeout: 300 });
    }).toPass();
    await expect(async () => {
      await confirm(page).click();
      expect(wallet.count('eth_sendTransaction')).toBe(1);
    }).toPass();
    const hash = (await asked) as `0x${string}`;
    await expectClosed(page);
    await chain.waitForTransactionReceipt({ hash });
    expect(
      await chain.readContract({
        address: TOKENS.DUSD.address,
        abi: erc20Abi,
        functionName: 'allowance',
        args: [wallet.address, spender],
      }),
    ).toBe(maxUint256);
  });

  await test.step('sends a harmless request to the wallet at once', async () => {
    const to = freshAddress();
    await ask(page, 'eth_sendTransaction', [{ from: wallet.address, to, value: '0x1' }]);
    // Of an account without code an allowance is a warning at any amount.
    await approve(page, wallet.address, TOKENS.DUSD.address, parseUnits('5', 6));
    expect(wallet.count('eth_sendTransaction')).toBe(3);
    await expectClosed(page);
  });
});
