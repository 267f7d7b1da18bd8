// Starts a new browser for each sample, so that nothing is compiled, cached or connected.
import { chromium as playwright } from '@playwright/test';
import { setTimeout as sleep } from 'node:timers/promises';
import { chromium } from '../chromium.mjs';
import { Problem } from '../lib/fail.mjs';
import { probe } from './probe.mjs';

/** After this time without a request, early loads have finished. */
const QUIET_MS = 600;
const QUIET_LIMIT_MS = 60_000;
const LOAD_LIMIT_MS = 30_000;
/** From closed to the next click: longer than what fades out. */
const PAUSE_MS = 300;

export const BUTTON = '[data-testid="connect-button"]';

/** @returns {Promise<Browse>} `browse(query, visit)`: opens the demo in a new browser, gives `visit` the page */
export async function browser(demoUrl) {
  const executablePath = await chromium();
  const args = [
    '--disable-dev-shm-usage',
    '--disable-quic',
    '--disable-background-networking',
    // Only this machine. Routes of Playwright would delay every request, and the benchmark would measure them.
    '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1',
    // Chromium refuses its sandbox to root; everybody else keeps it.
    ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  ];
  return async (query, visit, { scripts = [], bypassCSP = false } = {}) => {
    const running = await playwright.launch({ executablePath, args });
    try {
      const context = await running.newContext({ viewport: { width: 1280, height: 900 }, bypassCSP });
      const page = await context.newPage();
      for (const script of [probe, ...scripts]) await page.addInitScript(script);
      const broken = new Promise((_resolve, reject) =>
        page.on('pageerror', (error) => reject(new Problem(`the page failed: ${error.message}`))),
      );
      const visited = stage(page, new URL(query, demoUrl).href).then(visit);
      return await Promise.race([visited, broken]);
    } catch (error) {
      if (error instanceof Problem) throw error;
      // The first line is what happened; the rest is Playwright's log.
      throw new Problem(error.message.split('\n')[0].replace(/^[\w.]+: (Error: )?/, ''));
    } finally {
      await running.close();
    }
  };
}

/** What the parts do with a page. It is loaded, and `loaded_ms` says how long its button took. */
async function stage(page, url) {
  const quiet = watchRequests(page);
  await page.goto(url, { timeout: LOAD_LIMIT_MS });
  const loaded_ms = await page.evaluate(() => globalThis.walletBench.loaded);
  await quiet();
  const reach = (name) => page.evaluate((of) => globalThis.walletBench.reach(of), name);
  const place = (selector) => page.evaluate((of) => globalThis.walletBench.place(of), selector);
  /** A real click; milliseconds from it to each of the moments (probe.mjs). */
  const timed = async (selector, moments, { hover_ms = 0 } = {}) => {
    const [x, y] = await place(selector);
    await page.evaluate((args) => globalThis.walletBench.arm(...args), [selector, moments]);
    if (hover_ms > 0) {
      await page.mouse.move(x, y);
      await sleep(hover_ms);
    }
    await page.mouse.click(x, y);
    return page.evaluate(() => globalThis.walletBench.measured());
  };
  const close = async () => {
    await page.keyboard.press('Escape');
    await reach('closed');
    await sleep(PAUSE_MS);
  };
  return { page, loaded_ms, quiet, reach, place, timed, close };
}

/**
 * @returns {(of?: {begun?: boolean}) => Promise<void>} resolves when no request is pending; `begun`: when no new request starts. (Requests that the
 * page cancelled while thousands of images loaded don't always end for an observer.)
 */
function watchRequests(page) {
  const open = new Set();
  let last = Date.now();
  let lastBegun = last;
  page.on('request', (request) => {
    open.add(request);
    lastBegun = last = Date.now();
  });
  for (const name of ['requestfinished', 'requestfailed'])
    page.on(name, (request) => {
      open.delete(request);
      last = Date.now();
    });
  return async ({ begun = false } = {}) => {
    const began = Date.now();
    // Checks again: a page that was quiet for long might start a request now.
    lastBegun = last = began;
    const isOpen = () =>
      begun ? Date.now() - lastBegun < QUIET_MS : open.size > 0 || Date.now() - last < QUIET_MS;
    while (isOpen()) {
      if (Date.now() - began > QUIET_LIMIT_MS)
        throw new Problem(`the page still asks for ${[...open].map((one) => one.url()).join(', ')}`);
      await sleep(50);
    }
  };
}
