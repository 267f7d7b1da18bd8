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

/** As many gaps of each page: eight in `npm test`, every millisecond of the 400 in `npm run prove -- opening`. */
const count = Math.min(400, 8 * Number(process.env.PROVE_TIMES ?? 1));
/** Evenly up to 400 ms, and those of the four pages between each other's. */
const gaps = (page: number) =>
  Array.from({ length: count }, (_, i) => Math.floor((400 * (i + page / 4)) / count));

for (const [from, rate, busy] of [
  [0, 1, false],
  [1, 1, true],
  [2, 6, false],
  [3, 4, true],
] as const)
  test(`ends open after close and open in every gap, ${rate} times slower${busy ? ', on a busy page' : ''} @10.31`, async ({
    page,
  }) => {
    test.setTimeout(60_000 + 3_000 * count);
    await visit(page);
    await openCard(page);
    await slowDown(page, rate);
    expect(await pairs(page, gaps(from), busy)).toEqual([]);
  });
