// How long things take to move, read from the animations the browser really runs.
import type { Page } from '@playwright/test';
import { freshAddress } from './support/chain';
import { expectClosed, openCard, still, visit } from './support/modal';
import { ScriptedWallet } from './support/scripted';
import { expect, test } from './support/test';

interface Move {
  target: string;
  what: string;
  duration_ms: number;
  text: string;
}

/** Writes down every animation and transition that starts inside the modal from now on. */
async function watchMoves(page: Page): Promise<() => Promise<Move[]>> {
  await page.evaluate(() => {
    const moves: Move[] = [];
    (window as unknown as { __moves: Move[] }).__moves = moves;
    const root = document.querySelector('wallet-modal')!.shadowRoot!;
    const note = (event: Event) => {
      const target = event.target as HTMLElement;
      for (const animation of target.getAnimations()) {
        const { transitionProperty, animationName } = animation as CSSTransition & CSSAnimation;
        const name = (event as TransitionEvent).propertyName ?? (event as AnimationEvent).animationName;
        const what = transitionProperty ?? animationName;
        if (what != name) continue;
        const duration_ms = Math.round(Number(animation.effect!.getComputedTiming().duration) * 10) / 10;
        moves.push({ target: target.getAttribute('class') ?? '', what, duration_ms, text: target.textContent!.slice(0, 40) });
      }
    };
    for (const type of ['transitionrun', 'animationstart']) root.addEventListener(type, note, true);
  });
  return () => page.evaluate(() => (window as unknown as { __moves: Move[] }).__moves);
}

/** From Connect to ConnectingExternal, watched. */
async function change(page: Page, reduced = false): Promise<Move[]> {
  const wallet = await ScriptedWallet.install(page, {
    accounts: [freshAddress()],
    answers: { eth_requestAccounts: 'wait' },
  });
  await visit(page);
  await openCard(page);
  await expect(page.getByTestId(wallet.row)).toBeVisible();
  const moves = await watchMoves(page);
  await page.getByTestId(wallet.row).click();
  await still(page, 'ConnectingExternal');
  await expect(page.getByTestId('w3m-header-text')).toHaveText('Scripted');
  if (reduced) return moves();
  console.log(JSON.stringify(await moves()));
  await expect
    .poll(async () => (await moves()).filter(({ target }) => target.startsWith('title')).length)
    .toBeGreaterThanOrEqual(2);
  return moves();
}

test.describe('motion as specified', () => {
  test.use({ contextOptions: { reducedMotion: 'no-preference' } });

  test('the header text takes 120 ms: 60 for the old to go, 60 for the new to come @2.36', async ({ page }) => {
    const title = (await change(page)).filter(({ target }) => target.startsWith('title'));
    expect(title.map(({ what, duration_ms, text }) => [what, duration_ms, text])).toEqual([
      ['opacity', 60, 'Connect Wallet'],
      ['opacity', 60, 'Scripted'],
    ]);
  });

  test('the height takes 150 ms @2.37', async ({ page }) => {
    const body = (await change(page)).filter(({ target }) => target == 'body');
    expect(body.length).toBeGreaterThan(0);
    for (const { what, duration_ms } of body) expect([what, duration_ms]).toEqual(['height', 150]);
  });

  test('a view change takes 150 ms: 75 out, 75 in; back comes from the other side @2.38', async ({ page }) => {
    const view = (await change(page)).filter(({ target }) => /^view /.test(target));
    expect(view.map(({ target, what, duration_ms }) => [target, what, duration_ms])).toEqual([
      ['view leaving forward', 'opacity', 75],
      ['view entering forward', 'enter', 75],
    ]);
    const moves = await watchMoves(page);
    await page.getByTestId('header-back').click();
    await still(page, 'Connect');
    const back = (await moves()).filter(({ target }) => /^view /.test(target));
    expect(back.map(({ what, duration_ms }) => [what, duration_ms])).toEqual([
      ['opacity', 75],
      ['enter-back', 75],
    ]);
  });

  test('on a phone the sheet comes in 280 ms and goes in 160', async ({ page }) => {
    await page.setViewportSize({ width: 380, height: 760 });
    await visit(page);
    await openCard(page);
    await page.keyboard.press('Escape');
    await expectClosed(page);
    const moves = await watchMoves(page);
    await openCard(page);
    // Turned round on the way it would take as long back as it took to come.
    await page.evaluate(() => {
      const moving = document.querySelector('wallet-modal')!.shadowRoot!.getAnimations();
      return Promise.allSettled(moving.map(({ finished }) => finished)).then(() => {});
    });
    await page.keyboard.press('Escape');
    await expectClosed(page);
    const sheet = (await moves()).filter(({ target, what }) => target == 'card' && what == 'translate');
    expect(sheet.map(({ duration_ms }) => duration_ms)).toEqual([280, 160]);
  });
});

test.describe('reduced motion', () => {
  test('nothing moves but the pulse of what is waited for @10.11', async ({ page }) => {
    const moves = (await change(page, true)).filter(({ what }) => what != 'pulse');
    expect(moves).toEqual([]);
  });
});
