// The demo's own wallet of cosmos, in its window: what a visitor of the demo does.
import { accountOf } from '../../demo/cosmos/layout.mjs';
import { expectClosed, openCard, still, visit, walletWindow } from '../support/modal';
import { isSigned } from '../support/scripted-cosmos';
import { expect, test } from '../support/test';

test('connects, signs a message and switches its account in its own windows @1.13', async ({ page }) => {
  await visit(page, '?cosmos=only');
  await openCard(page);
  const row = page.getByTestId('wallet-selector-app.keplr');
  const connects = await walletWindow(page, () => row.click());
  await connects.getByTestId('demo-wallet-confirm').click();
  await expectClosed(page);
  const account = page.getByTestId('demo-account');
  await expect(account).toHaveText(accountOf('account 1').address);

  const sign = (words: string) =>
    page.evaluate(async (text) => {
      const { walletModal } = window as unknown as {
        walletModal: { ready(): Promise<void>; getProvider(family: string): never };
      };
      type Provider = { signArbitrary(signer: string, text: string): Promise<never> };
      const provider: Provider = walletModal.getProvider('cosmos');
      await walletModal.ready();
      const signer = document.querySelector('[data-testid="demo-account"]')!.textContent;
      return provider.signArbitrary(signer, text).catch((error: { code: number }) => error.code as never);
    }, words);
  let signed: Promise<unknown> = Promise.resolve();
  const asks = await walletWindow(page, async () => void (signed = sign('Hello, star')));
  await asks.getByTestId('demo-wallet-confirm').click();
  expect(isSigned('account 1', 'Hello, star', (await signed) as never)).toBe(true);
  const refuses = await walletWindow(page, async () => void (signed = sign('Hello, star')));
  await refuses.getByTestId('demo-wallet-reject').click();
  expect(await signed).toBe(4001);

  await page.evaluate(() =>
    (window as unknown as { demoCosmosWallet: { switchAccount(): void } }).demoCosmosWallet.switchAccount(),
  );
  await expect(account).toHaveText(accountOf('account 2').address);
  await openCard(page, 'Account');
  await still(page, 'Account');
});
