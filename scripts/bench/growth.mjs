// Measures a list that is ten times as long: Activity with 1,000 and with 10,000 transactions, on a processor four times as slow. Frames are those
// of a steady scroll at more than a thousand pixels a second. A page is what loads at the end of the list. The wallet's behavior is a guess.
import { Problem } from '../lib/fail.mjs';
import { BUTTON } from './browser.mjs';
import { outside } from './outside.mjs';

/** The account has 10,000, and a page is still to come at the end. */
const SIZES = [950, 9_500];
const RUNS_MAX = 3;
const SLOWER = 4;
const FRAME_GOAL = { most: 32 };
const GROWTH_GOAL = { most: 1.5 };
const SCROLL_FRAMES = 180;
const SCROLL_PX = 25;
const PAGE = 50;

const id = (name) => `[data-testid="${name}"]`;

export async function growth({ browse, each, line }) {
  const cost = new Map(
    SIZES.map((size) => [size, { open: [], longest: [], late: [], page: [], nodes: [], heap: [] }]),
  );
  const sample = () =>
    browse('/?nologin&nowallet', (stage) => measure(stage, cost), { scripts: [wallet, outside, counters] });
  await each(sample, RUNS_MAX);
  for (const [size, { open, longest, late, page, nodes, heap }] of cost) {
    const words = `activity of ${size.toLocaleString('en')}`;
    line(`${words}: tab to rows`, 'ms', open);
    line(`${words}: longest frame of a scroll`, 'ms', longest, FRAME_GOAL);
    line(`${words}: frames over 32 ms of ${SCROLL_FRAMES}`, '', late, { most: 0 });
    line(`${words}: a page of ${PAGE} more, longest frame`, 'ms', page);
    line(`${words}: elements of the list`, '', nodes);
    line(`${words}: heap and WebAssembly`, 'MB', heap);
  }
  const [few, many] = SIZES.map((size) => cost.get(size));
  for (const [name, words] of [
    ['open', 'tab to rows'],
    ['longest', 'longest frame'],
    ['page', 'a page more'],
  ]) {
    const ratios = many[name].map((value, at) => value / few[name][at]);
    line(`activity, ten times as long: ${words}`, 'x', ratios, GROWTH_GOAL);
  }
}

async function measure({ page, place, quiet }, cost) {
  const press = async (name) => page.mouse.click(...(await place(id(name))));
  const inPage = (what, ...given) =>
    page.evaluate(([name, rest]) => globalThis.walletGrowth[name](...rest), [what, given]);
  const { data } = await page.evaluate(
    async () => (await (await fetch('/demo-config.json')).json()).services,
  );
  const pages = (entries) => page.request.post(`${data}/__history`, { data: { entries } });
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Performance.enable');
  await page.mouse.click(...(await place(BUTTON)));
  await press('wallet-selector-test.bench');
  await page.waitForFunction(() =>
    document.querySelector('wallet-button')?.shadowRoot?.textContent.includes('0x15'),
  );
  await quiet({ begun: true });
  await page.mouse.click(...(await place(BUTTON)));
  await place(id('tab-activity'));
  await quiet({ begun: true });
  for (const size of SIZES) {
    await pages(500);
    await press('tab-activity');
    await inPage('fill', size - PAGE);
    // As services have them.
    await pages(PAGE);
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
    const { open, longest, late, page: more, nodes, heap } = cost.get(size);
    more.push(await inPage('more'));
    const seen = await inPage('scroll', SCROLL_FRAMES, SCROLL_PX);
    longest.push(seen.longest);
    late.push(seen.late);
    nodes.push(seen.nodes);
    await inPage('top');
    await press('tab-tokens');
    await quiet({ begun: true });
    open.push(await inPage('timed', id('tab-activity'), '[data-testid^="wm-tx-"]'));
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: 1 });
    for (let i = 0; i < 2; i++) await devtools.send('HeapProfiler.collectGarbage');
    const all = (await devtools.send('Performance.getMetrics')).metrics;
    const wasm = await page.evaluate(() => globalThis.walletOutside());
    heap.push((wasm + all.find(({ name }) => name == 'JSHeapUsedSize').value) / 1e6);
    const count = await inPage('count');
    if (count < size) throw new Problem(`${count} transactions are there, and not ${size}`);
  }
}

/** In the page: a wallet with the demo's account of ten thousand entries (demo/README.md), and nothing else. */
export function wallet() {
  const answers = {
    eth_requestAccounts: ['0x15d34AAf54267DB7D7c367839AAf71A00a2C6A65'],
    eth_accounts: ['0x15d34AAf54267DB7D7c367839AAf71A00a2C6A65'],
    eth_chainId: '0x539',
  };
  const provider = {
    on: () => {},
    removeListener: () => {},
    request: async ({ method }) => {
      if (Object.hasOwn(answers, method)) return answers[method];
      throw Object.assign(new Error('not here'), { code: 4200 });
    },
  };
  const info = {
    uuid: '7e1ad1c2-6f0e-4d3a-9a0c-5a6b7c8d9e0f',
    name: 'Bench',
    rdns: 'test.bench',
    icon: 'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg"/>',
  };
  const detail = Object.freeze({ info, provider });
  const announce = () => dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }));
  addEventListener('eip6963:requestProvider', announce);
  announce();
}

/** Runs in the page: counts and times there. Playwright passes its source. */
export function counters() {
  const root = () => document.querySelector('wallet-modal').shadowRoot;
  const all = (selector) => [...root().querySelectorAll(selector)];
  const body = () => root().querySelector('.body');
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  const count = () => all('ul[data-count]').reduce((sum, { dataset }) => sum + Number(dataset.count), 0);
  /** The longest wait from one frame to the next, until it is done. */
  const frames = async (step) => {
    const waits = [];
    await frame();
    for (let before = await frame(); await step(waits.length);) {
      const now = await frame();
      waits.push(now - before);
      before = now;
    }
    return waits;
  };
  globalThis.walletGrowth = {
    count,
    async fill(rows) {
      for (const began = performance.now(); count() < rows; await frame()) {
        if (performance.now() - began > 120_000)
          throw new Error(`not within 2 minutes: ${rows} transactions`);
        body().scrollTop = body().scrollHeight;
        // What is only spam counts among the ten thousand.
        const spam = root().querySelector('[data-testid="wm-activity-spam"]');
        if (spam?.textContent.startsWith('Show')) spam.click();
      }
      await globalThis.walletGrowth.top();
    },
    async top() {
      body().scrollTop = 0;
      await new Promise((resolve) => setTimeout(resolve, 500));
    },
    async more() {
      const before = count();
      body().scrollTop = body().scrollHeight;
      let calm = 0;
      const waits = await frames(() => (count() > before ? calm++ < 10 : true));
      return Math.max(...waits);
    },
    async scroll(steps, px) {
      body().scrollTop = body().scrollHeight / 3;
      await new Promise((resolve) => setTimeout(resolve, 500));
      const waits = await frames((at) => {
        body().scrollTop += px;
        return at < steps;
      });
      return {
        longest: Math.max(...waits),
        late: waits.filter((wait) => wait > 32).length,
        nodes: all('.activity *').length,
      };
    },
    async timed(press, wanted) {
      const began = performance.now();
      root().querySelector(press).click();
      while (!all(wanted).length) await frame();
      await frame();
      return performance.now() - began;
    },
  };
}
