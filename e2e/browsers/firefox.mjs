// Firefox by WebDriver BiDi, spoken by puppeteer. (A module without types: the walk sees the interfaces of driver.ts.)
import puppeteer from 'puppeteer-core';

/** As long as a finger stays on a button. */
const HELD_MS = 60;

/** @returns {Promise<import('./driver').Engine>} */
export async function openFirefox(executablePath) {
  const browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath,
    headless: true,
    // As visitors have it. Puppeteer lets every window open, and a headless machine would ask for less motion.
    extraPrefsFirefox: { 'dom.disable_open_during_load': true, 'ui.prefersReducedMotion': 0 },
  });
  const known = new WeakMap();
  const tabOf = (page) => {
    if (!known.has(page)) known.set(page, tab(page));
    return known.get(page);
  };
  return {
    tabs: async () => (await browser.pages()).map(tabOf),
    // The first page never has the focus: no rings, and Enter does nothing.
    open: async () => tabOf(await browser.newPage()),
    end: () => browser.close(),
  };
}

/** @returns {import('./driver').Tab} */
function tab(page) {
  return {
    goto: async (url) => void (await page.goto(url)),
    front: () => page.bringToFront(),
    reload: async () => void (await page.reload()),
    back: async () => void (await page.goBack()),
    evaluate: (task, argument) => page.evaluate(task, argument),
    // A window that the press itself closes is gone before the browser says so.
    click: (x, y) =>
      page.mouse.click(x, y, { delay: HELD_MS }).catch((error) => {
        if (!String(error).includes('no such frame')) throw error;
      }),
    type: (text) => page.keyboard.type(text),
    press: async (key, { shift, alt } = {}) => {
      const held = [...(shift ? ['Shift'] : []), ...(alt ? ['Alt'] : [])];
      for (const one of held) await page.keyboard.down(one);
      await page.keyboard.press(key);
      for (const one of held) await page.keyboard.up(one);
    },
    screenshot: async () => Buffer.from(await page.screenshot()),
    // The size is set before the screen's orientation is, which not every release knows.
    resize: (width, height) =>
      page.setViewport({ width, height }).catch((error) => {
        if (!String(error).includes('setScreenOrientationOverride')) throw error;
      }),
    close: () => page.close(),
  };
}
