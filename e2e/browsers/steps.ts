// The browsers, and what every walk through the card does in them.
import { expect } from '@playwright/test';
import { HOST_URLS } from '../support/ports';
import type { Engine } from './driver';
import { id, Screen } from './screen';

export const ENGINES = {
  firefox: {
    path: process.env.FIREFOX,
    account: 0,
    name: null,
    // takes a dialog away at once: `display` has no transition there
    fades: false,
    open: async (path: string): Promise<Engine> => (await import('./firefox.mjs')).openFirefox(path),
  },
  webkit: {
    path: process.env.WEBKIT,
    account: 2,
    // the registry's word
    name: 'carol.wcn.id',
    fades: true,
    open: async (path: string): Promise<Engine> => (await import('./webkit.mjs')).openWebKit(path),
  },
};

export const BUTTON = id('connect-button');
export const CARD = id('w3m-modal-card');
export const STATUS = id('wm-send-status');
/** Lower than the page, so that it scrolls: a dialog that leaves its place is seen to. */
export const WINDOW = [1100, 660] as const;

export async function openCard(page: Screen, name: string): Promise<void> {
  await page.has(BUTTON, 'aria-busy', 'false');
  await page.click(BUTTON);
  await page.view(name);
}

export const closed = (page: Screen): Promise<void> => page.seen(CARD, false);

/** From the account to the preview. */
export async function preview(page: Screen, amount: string, to: string): Promise<void> {
  await openCard(page, 'Account');
  await page.click(id('w3m-account-default-send-button'));
  await page.view('Send');
  await page.fill(id('wm-send-amount'), amount);
  await page.fill(id('wm-send-address'), to);
  await expect.poll(() => page.text(id('wm-send-review'))).toBe('Review');
  await page.click(id('wm-send-review'));
  await page.view('SendPreview');
}

/** A wallet on another device pairs, and approves with this account. */
export async function pair(engine: Engine, uri: string, account: number): Promise<Screen> {
  const pocket = new Screen(engine, await engine.open());
  await pocket.tab.goto(HOST_URLS.pocketWallet);
  await expect.poll(() => pocket.tab.evaluate(() => 'pocket' in window)).toBe(true);
  await pocket.fill(id('pocket-uri'), uri);
  await pocket.click(id('pocket-pair'));
  await pocket.click(id(`demo-wallet-account-${account}`));
  await pocket.click(id('pocket-confirm'));
  return pocket;
}

/** A button that spends takes no press in its first half second: pressed until it does. */
export async function pressSend(page: Screen): Promise<void> {
  await expect(async () => {
    if ((await page.attribute(STATUS, 'data-phase')) == 'review') await page.click(id('wm-send-confirm'));
    await page.tab.evaluate(() => new Promise((resolve) => setTimeout(resolve, 200)));
    expect(await page.attribute(STATUS, 'data-phase')).not.toBe('review');
  }).toPass();
}

/** In which a window opens, or is blocked. */
const WINDOW_MS = 3_000;

/**
 * Presses the first of these that takes a press, which opens a wallet's window. WebKit lets a press open a window only while promises and
 * short timers follow from it: where the engine first fetches a part, the window is blocked, and the user presses again.
 */
export async function windowOf(page: Screen, ...selectors: string[]): Promise<Screen> {
  for (let tries = 1; ; tries++)
    try {
      return await page.window(async () => {
        for (const selector of selectors) if ((await page.look(selector))?.takes) return page.click(selector);
        throw new Error(`nothing to press of ${selectors.join(', ')}`);
      }, WINDOW_MS);
    } catch (error) {
      if (tries == 4) throw error;
    }
}
