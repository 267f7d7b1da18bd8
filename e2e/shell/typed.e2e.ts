// What is typed while a view comes in is meant for it; a press of a pointer is not (docs/spec/views.md section 1, View change).
import { accountAction, expectClosed, openCard, still, visit } from '../support/modal';
import { SigningWallet } from '../support/signing-wallet';
import { expect, test } from '../support/test';

test.use({ contextOptions: { reducedMotion: 'no-preference' } });

test('a view has the focus and takes keys from its first frame @2.38', async ({ page }) => {
  const wallet = await SigningWallet.install(page);
  await visit(page, '?nowallet');
  await openCard(page);
  await page.getByTestId(wallet.row).click();
  await expectClosed(page);
  await openCard(page, 'Account');
  // In each frame: what has the focus in the view that comes in, and whether a pointer would find that.
  await page.evaluate(() => {
    const seen: string[] = [];
    Object.assign(window, { seen });
    const root = document.querySelector('wallet-modal')!.shadowRoot!;
    const look = () => {
      const coming = root.querySelector('.entering:has(section)');
      const at = root.activeElement as HTMLElement | null;
      if (coming) {
        const { x, y, width, height } = (at ?? coming).getBoundingClientRect();
        const hit = root.elementFromPoint(x + width / 2, y + height / 2);
        seen.push(`${coming.contains(at) && at!.dataset.testid} ${coming.contains(hit)}`);
      }
      requestAnimationFrame(look);
    };
    look();
  });
  const amount = page.getByTestId('wm-send-amount');
  await accountAction(page, 'send').click();
  await expect(amount).toBeFocused();
  await page.keyboard.type('7');
  await still(page, 'Send');
  await expect(amount).toHaveValue('7');
  const seen = await page.evaluate(() => (window as unknown as { seen: string[] }).seen);
  expect(new Set(seen)).toEqual(new Set(['wm-send-amount false']));
});
