// Opening again while the last opening is still going away (docs/spec/public-api.md section 3).
import { expect, test } from '../support/test';
import { slowDown } from '../support/frames';
import { openCard, visit } from '../support/modal';

test('close and open at every gap end open @10.31', async ({ page }) => {
  await visit(page);
  await openCard(page);
  await slowDown(page, 4);
  const failed = await page.evaluate(async () => {
    type Modal = HTMLElement & { open(): Promise<void>; close(): Promise<void> };
    const modal = document.querySelector<Modal>('wallet-modal')!;
    await modal.open();
    const failed: string[] = [];
    for (const gap of [0, 100, 200, 230, 260, 290, 320, 400]) {
      await modal.close();
      await new Promise((done) => setTimeout(done, gap));
      await modal.open().catch((error: Error) => failed.push(`${gap}: ${error.message}`));
      const card = modal.shadowRoot!.querySelector('.card')!;
      if (!card.checkVisibility()) failed.push(`${gap}: not there`);
      await new Promise((done) => setTimeout(done, 300));
    }
    return failed;
  });
  expect(failed).toEqual([]);
});
