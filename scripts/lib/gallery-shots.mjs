// Takes the pictures of the gallery: every entry in both themes and sizes, strips of the transitions, and contact sheets. The same sources give
// the same pictures: the clock doesn't run, nothing uses the network, stills don't move, and strips advance step by step.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium as browserType } from '@playwright/test';
import { chromium } from '../chromium.mjs';
import { Problem } from './fail.mjs';
import { at } from './project.mjs';

const sizes = { desktop: { width: 1100, height: 800 }, phone: { width: 380, height: 740 } };
const themes = ['light', 'dark'];
const frames = 12;
/** pictures: three rows of eight */
const a_sheet = 24;
/** as in element/gallery/rows/known.ts */
const now = Date.UTC(2026, 0, 15, 12);

const fileOf = (id) => id.replace(/[^\w]+/g, '-').toLowerCase();

/** Each theme on each device. */
const looks = themes.flatMap((theme) => Object.keys(sizes).map((size) => ({ theme, size })));

/** @returns {Promise<{ stills: number, strips: number }>} how many were made, in `folder` with an index.html */
export async function shoot(url, folder, only) {
  const asRoot = process.getuid?.() === 0;
  const browser = await browserType.launch({
    executablePath: await chromium(),
    args: ['--disable-dev-shm-usage', ...(asRoot ? ['--no-sandbox'] : [])],
  });
  const made = { stills: [], strips: [] };
  try {
    for (const look of looks) {
      mkdirSync(path.join(folder, `${look.theme}-${look.size}`), { recursive: true });
      for (const still of await stillsOf(browser, url, folder, look, only)) made.stills.push(still);
    }
    for (const look of looks)
      for (const strip of await stripsOf(browser, url, folder, look, only)) made.strips.push(strip);
    if (!made.stills.length && !made.strips.length) throw new Problem(`nothing is called ${only}`);
    await sheets(browser, folder, made);
  } finally {
    await browser.close();
  }
  return { stills: made.stills.length, strips: made.strips.length };
}

async function newPage(browser, { theme, size }, reducedMotion) {
  const context = await browser.newContext({
    viewport: sizes[size],
    hasTouch: size == 'phone',
    isMobile: size == 'phone',
    colorScheme: theme,
    reducedMotion,
    locale: 'en-GB',
    timezoneId: 'UTC',
  });
  const page = await context.newPage();
  // Kept from the page's clock.
  await page.addInitScript(() => (window.realFrame = requestAnimationFrame.bind(window)));
  await page.clock.install({ time: now });
  const faults = [];
  page.on('pageerror', (error) => faults.push(error.message));
  return { page, faults, close: () => context.close() };
}

/** The page of an entry, still closed. */
async function goto(page, url, query) {
  await page.goto(`${url}frame.html?${new URLSearchParams({ ...query, closed: '' })}`);
  await page.evaluate(() => window.gallery.ready);
}

/** Opens it with a pointer, because only keyboard users see a focus ring. A mouse doesn't leave the mark of a tap. */
async function open(page) {
  await page.locator('wallet-button').click();
  await page.mouse.move(2, 2);
}

/** Until it stands; then the page's clock stops, once everything has come that waits for time. */
async function rest(page) {
  await page.evaluate(() => window.gallery.stands());
  await page.clock.pauseAt(now + 60_000);
  await page.clock.runFor(5_000);
}

/** Two frames on the screen's clock, which is not the page's. */
const drawn = (page) =>
  page.evaluate(async () => {
    await new Promise(window.realFrame);
    await new Promise(window.realFrame);
  });

const wanted = (list, key, only) => list.filter((one) => one[key].startsWith(only));

async function stillsOf(browser, url, folder, look, only) {
  const { page, close } = await newPage(browser, look, 'reduce');
  await goto(page, url, { theme: look.theme });
  const entries = wanted(await page.evaluate(() => window.gallery.entries), 'id', only);
  await close();
  const made = [];
  for (const { id, view } of entries) {
    const { page, faults, close } = await newPage(browser, look, 'reduce');
    await goto(page, url, { entry: id, theme: look.theme });
    if (view != 'Buttons') {
      await open(page);
      await rest(page);
    }
    await drawn(page);
    const file = path.join(`${look.theme}-${look.size}`, `${fileOf(id)}.png`);
    await page.screenshot({ path: path.join(folder, file), caret: 'hide' });
    made.push({ ...look, id, view, file });
    if (faults.length) throw new Problem(`${id}: ${faults[0]}`);
    await close();
  }
  return made;
}

/** The page's clock is paused and run by steps, and every animation is set to the same moment. */
async function stripsOf(browser, url, folder, look, only) {
  const made = [];
  const { page, close } = await newPage(browser, look, 'reduce');
  await goto(page, url, { theme: look.theme });
  const transitions = wanted(await page.evaluate(() => window.gallery.transitions), 'name', only);
  await close();
  for (const { name, from, to, ms, direction } of transitions) {
    const { page, close } = await newPage(browser, look, 'no-preference');
    await goto(page, url, { entry: from ?? to, theme: look.theme });
    if (from) {
      await open(page);
      await rest(page);
    } else await page.clock.pauseAt(now + 60_000);
    // What began at its opening has come to its end by now.
    await step(page, 5_000);
    await step(page, 5_000);
    const pictures = [];
    for (let frame = 0; frame < frames; frame++) {
      if (frame) await page.clock.runFor(Math.round(ms / (frames - 1)));
      else if (!from) await open(page);
      else await page.evaluate(([id, where]) => window.gallery.go(id, where), [to, direction ?? 'forward']);
      await step(page, frame && ms / (frames - 1));
      pictures.push((await page.screenshot({ animations: 'allow', caret: 'hide' })).toString('base64'));
    }
    await close();
    const file = path.join(`${look.theme}-${look.size}`, `strip-${fileOf(name)}.png`);
    await strip(browser, path.join(folder, file), look, name, ms, pictures);
    made.push({ ...look, name, ms, file });
  }
  return made;
}

/** Waits two frames for an animation to begin, then advances everything by this many milliseconds. */
const step = (page, ms) =>
  page.evaluate(async (ms) => {
    const frame = () => new Promise(window.realFrame);
    await frame();
    await frame();
    const root = document.querySelector('wallet-modal').shadowRoot;
    const seen = (window.seenAnimations ??= new WeakSet());
    for (const animation of new Set([...document.getAnimations(), ...root.getAnimations()])) {
      const end = animation.effect.getComputedTiming().endTime;
      const at = seen.has(animation) ? Number(animation.currentTime) + ms : 0;
      seen.add(animation);
      animation.pause();
      if (at < end) animation.currentTime = at;
      else animation.finish();
    }
    await frame();
  }, ms);

/** What is seen of a desktop in a sheet: the card and some of the page around it. */
const cut = { desktop: { width: 460, height: 800 }, phone: sizes.phone };

const escape = (text) => text.replace(/[&<"]/g, (char) => `&#${char.charCodeAt(0)};`);

const style = `
  body { margin: 16px; font: 12px/1.4 system-ui, sans-serif; background: #d9dbe0; color: #14171f; }
  .sheet { display: flex; flex-wrap: wrap; gap: 12px; }
  figure { margin: 0; } figcaption { overflow: hidden; white-space: nowrap; text-overflow: ellipsis; }
  img { display: block; object-fit: none; }`;

/** Pictures side by side, at `scale`, each with its words. */
function grid(pictures, size, scale) {
  const { width, height } = cut[size];
  return pictures
    .map(
      ({ source, words }) =>
        `<figure style="width:${width * scale}px"><div style="width:${width * scale}px;height:${height * scale}px;overflow:hidden">` +
        `<img src="${source}" alt="" style="width:${width}px;height:${height}px;transform:scale(${scale});transform-origin:0 0"></div>` +
        `<figcaption>${escape(words)}</figcaption></figure>`,
    )
    .join('');
}

async function draw(browser, html, file, width) {
  const page = await browser.newPage({ viewport: { width, height: 600 } });
  const source = `${file}.html`;
  writeFileSync(
    source,
    `<!doctype html><meta charset="utf-8"><style>${style}</style><div class="sheet">${html}</div>`,
  );
  await page.goto(pathToFileURL(source).href);
  await page.screenshot({ path: file, fullPage: true });
  await page.close();
  rmSync(source);
}

function strip(browser, file, { size }, name, ms, pictures) {
  const scale = 0.5;
  const at = (frame) => Math.round((frame * ms) / (frames - 1));
  const shown = pictures.map((data, frame) => ({
    source: `data:image/png;base64,${data}`,
    words: `${frame == 0 ? `${name}: ` : ''}${at(frame)} ms`,
  }));
  return draw(browser, grid(shown, size, scale), file, 6 * (cut[size].width * scale + 12) + 24);
}

/** Sheets for each theme and size, and a page with everything. */
async function sheets(browser, folder, { stills, strips }) {
  for (const { theme, size } of looks) {
    const of = stills.filter((one) => one.theme == theme && one.size == size);
    for (let from = 0; from < of.length; from += a_sheet) {
      const html = grid(
        of.slice(from, from + a_sheet).map(({ file, id }) => ({
          source: pathToFileURL(path.join(folder, file)).href,
          words: id,
        })),
        size,
        0.5,
      );
      const name = path.join(folder, `sheet-${theme}-${size}-${from / a_sheet + 1}.png`);
      await draw(browser, html, name, 8 * (cut[size].width * 0.5 + 12) + 24);
    }
  }
  writeFileSync(path.join(folder, 'index.html'), index(stills, strips));
}

function index(stills, strips) {
  const rows = [...new Set(stills.map(({ id }) => id))].map((id) => {
    const pictures = stills
      .filter((one) => one.id == id)
      .map(
        ({ file, theme, size }) =>
          `<a href="${file}"><img src="${file}" alt="${theme}, ${size}" height="300" loading="lazy"></a>`,
      );
    return `<h2>${escape(id)}</h2>${pictures.join(' ')}`;
  });
  const moving = strips.map(
    ({ file, name, theme, size }) =>
      `<h2>${escape(name)}: ${theme}, ${size}</h2><a href="${file}"><img src="${file}" alt="" width="1100" loading="lazy"></a>`,
  );
  const { version } = JSON.parse(readFileSync(at('package.json'), 'utf8'));
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>wallet-modal ${version}: gallery</title>
<style>body{font:14px/1.4 system-ui,sans-serif;margin:16px}h2{font-size:14px;margin:24px 0 8px}img{border:1px solid #ccc}</style>
<h1>Views and states</h1>${rows.join('\n')}<h1>Transitions, 12 frames each</h1>${moving.join('\n')}</html>`;
}
