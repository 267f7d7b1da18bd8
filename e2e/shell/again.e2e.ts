// Opening again while the last opening is still going away (docs/spec/public-api.md section 3).
import type { Page } from '@playwright/test';
import { expect, test } from '../support/test';
import { slowDown } from '../support/frames';
import { openCard, visit } from '../support/modal';

test.use({ contextOptions: { reducedMotion: 'no-preference' } });

/** Closes and opens with these pauses between; says which openings failed. `busy`: the page's own scripts take half of the time. */
const pairs = (page: Page, gaps: number[], busy: boolean) =>
  page.evaluate(
    async ([gaps, busy]) => {
      type Modal = HTMLElement & { open(): Promise<void>; close(): Promise<void> };
      const modal = document.querySelector<Modal>('wallet-modal')!;
      const pause = (ms: number) => new Promise((done) => setTimeout(done, ms));
      const failed: string[] = [];
      let isOver = false;
      const load = () => {
        const until = performance.now() + 25;
        while (performance.now() < until);
        if (!isOver) setTimeout(load, 25);
      };
      if (busy) load();
      for (const gap of gaps) {
        await modal.close();
        await pause(gap);
        await modal.open().catch((error: Error) => failed.push(`${gap}: ${error.message}`));
        if (!modal.shadowRoot!.querySelector('.card')!.checkVisibility()) failed.push(`${gap}: not there`);
        // Longer where the last one has just gone: what comes is there before it goes again.
        await pause(gap > 150 && gap < 340 ? 220 : 20);
        if (!modal.shadowRoot!.querySelector('dialog')!.open) failed.push(`${gap}: closed again`);
      }
      isOver = true;
      return failed;
    },
    [gaps, busy] as const,
  );

/** Every second millisecond up to 400, over four pages: each has gaps of all kinds. */
const gaps = (from: number) => Array.from({ length: 50 }, (_, i) => 2 * (4 * i + from));

for (const [from, rate, busy] of [
  [0, 1, false],
  [1, 1, true],
  [2, 6, false],
  [3, 4, true],
] as const)
  test(`close and open at every gap end open, ${rate} times slower${busy ? ', on a busy page' : ''} @10.31`, async ({
    page,
  }) => {
    test.slow();
    await visit(page);
    await openCard(page);
    await slowDown(page, rate);
    expect(await pairs(page, gaps(from), busy)).toEqual([]);
  });
