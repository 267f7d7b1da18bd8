// What long lists, many buttons and many events of a wallet cost in a browser (issue 30): a directory of 4,000 wallets turned to its end and
// searched, 1,000 buttons that hear of one connection, 10,000 events of a wallet in one task, the networks of a page with 700.
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { BUTTON } from './browser.mjs';
import { wallet } from './growth.mjs';

const WALLETS = 4_000;
const BUTTONS = 1_000;
const EVENTS = 10_000;
const NETWORKS = [10, 700];
const RUNS_MAX = 3;
/** at sixty frames a second 24,000 a second: twenty screens */
const WHEEL_PX = 400;

const id = (name) => `[data-testid="${name}"]`;
const ROW = id('wallet-selector-test.bench');

export async function scale({ browse, each, line }) {
  const cost = {};
  const keep = (figures) => {
    for (const [name, value] of Object.entries(figures)) (cost[name] ??= []).push(value);
  };
  const scripts = [wallet, emits, page];
  await each(async () => {
    await browse('/?noauto', (stage) => directory(stage, keep), { scripts, bypassCSP: true });
    await browse('/?nologin&nowallet', (stage) => buttons(stage, keep), { scripts });
    await browse('/?nologin&nowallet', (stage) => events(stage, keep), { scripts });
    for (const count of NETWORKS)
      await browse('/?noauto', (stage) => networks(stage, count, keep), { scripts });
  }, RUNS_MAX);
  const said = (words, unit, name, goal) => line(words, unit, cost[name], goal);
  const all = `${WALLETS.toLocaleString('en')} wallets`;
  said(`${all}: elements of the grid`, '', 'tiles', { most: 600 });
  said(`${all}: turned to the end`, 's', 'turned');
  said(`${all}: of that as fast as it is turned`, 's', 'fastest');
  said(`${all}: frames over 50 ms`, '', 'late', { most: 0 });
  said(`${all}: longest task`, 'ms', 'turnedTask', { most: 100 });
  said(`${all}: nodes held after closing`, '', 'held', { most: 0 });
  said(`search in it: first frame for what is here`, 'ms', 'searched');
  const many = `${BUTTONS.toLocaleString('en')} buttons, one connection`;
  said(`${many}: long tasks`, 'ms', 'buttonTasks');
  said(`${many}: from the first that says so to the last`, 'ms', 'buttonsSay', { most: BUTTONS / 10 });
  const told = `${EVENTS.toLocaleString('en')} events of a wallet at once`;
  said(`${told}: until what stands is shown`, 'ms', 'settled', { most: 1000 });
  said(`${told}: longest task`, 'ms', 'eventTask');
  said(`${told}: told to the page`, '', 'told', { most: 1 });
  for (const count of NETWORKS) said(`${count} networks: until the view has rows`, 'ms', `networks${count}`);
}

async function directory(stage, keep) {
  // Routes of Playwright's would be measured too.
  const server = createServer(served).listen(0, '127.0.0.1');
  await once(server, 'listening');
  try {
    await turned(stage, `http://localhost:${server.address().port}`, keep);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

async function turned({ page, place, quiet, close }, served, keep) {
  await create(page, { features: { email: false, socials: false } }, { wallet: served });
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Performance.enable');
  const nodes = async () => {
    await page.evaluate(() => document.querySelector('#log').replaceChildren());
    for (let i = 0; i < 2; i++) await devtools.send('HeapProfiler.collectGarbage');
    const { metrics } = await devtools.send('Performance.getMetrics');
    return metrics.find(({ name }) => name == 'Nodes').value;
  };
  const open = async () => {
    await page.mouse.click(...(await place(BUTTON)));
    await page.mouse.click(...(await place(id('all-wallets'))));
    await place(`${id('wallet-list')} li`);
    await quiet({ begun: true });
  };
  await open();
  await close();
  const before = await nodes();
  await open();
  keep(await page.evaluate((px) => globalThis.walletScale.turn(px), WHEEL_PX));
  keep(await page.evaluate((text) => globalThis.walletScale.search(text), 'Wallet 39'));
  await close();
  keep({ held: (await nodes()) - before });
}

/** A modal that the page creates instead of the demo's. */
const create = (page, options, services) =>
  page.evaluate(
    async ([given, others]) => {
      const url = '/dist/index.js';
      const { createWalletModal } = await import(url);
      const demo = await (await fetch('/demo-config.json')).json();
      const all = { ...demo.services, ...others };
      globalThis.walletModal = createWalletModal({
        projectId: 'demo',
        networks: demo.networks,
        services: all,
        ...given,
      });
    },
    [options, services],
  );

/** The directory and its pictures as the service has them (docs/spec/services.md A3). */
function served(request, response) {
  const { pathname, searchParams: query } = new URL(request.url, 'http://localhost');
  response.setHeader('access-control-allow-origin', '*');
  response.setHeader('access-control-allow-headers', '*');
  if (!pathname.endsWith('/getWallets')) {
    if (request.method == 'OPTIONS' || !pathname.includes('getWalletImage'))
      return response.writeHead(404).end();
    response.setHeader('content-type', 'image/svg+xml');
    return response.end('<svg xmlns="http://www.w3.org/2000/svg"/>');
  }
  const listed = (name) => query.get(name)?.split(',').filter(Boolean);
  const [include, exclude, search] = [listed('include'), listed('exclude'), query.get('search')];
  const all = LISTINGS.filter(
    ({ id: own, name }) =>
      (!include || include.includes(own)) &&
      !exclude?.includes(own) &&
      (!search || name.toLowerCase().includes(search.toLowerCase())),
  );
  const [number, entries] = [Number(query.get('page') ?? 1), Number(query.get('entries') ?? 40)];
  const data = all.slice((number - 1) * entries, number * entries);
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify({ data, count: all.length }));
}
const LISTINGS = Array.from({ length: WALLETS }, (_, n) => ({
  id: createHash('sha256').update(`${n}`).digest('hex'),
  name: `Wallet ${n}`,
  image_id: `00000000-0000-4000-8000-${n.toString(16).padStart(12, '0')}`,
  rdns: `test.bench.of${n}`,
  chains: ['eip155:1337'],
  mobile_link: `bench${n}://`,
}));

async function buttons({ page, place, quiet }, keep) {
  await page.evaluate((count) => {
    const all = Array.from({ length: count }, () => document.createElement('wallet-button'));
    document.body.append(...all);
  }, BUTTONS);
  await page.mouse.click(...(await place(BUTTON)));
  await place(ROW);
  await quiet({ begun: true });
  const [x, y] = await place(ROW);
  await page.evaluate(() => globalThis.walletScale.connected());
  await page.mouse.click(x, y);
  keep(await page.evaluate(() => globalThis.walletScale.seen));
}

async function events({ page, place, quiet }, keep) {
  await page.mouse.click(...(await place(BUTTON)));
  await page.mouse.click(...(await place(ROW)));
  await page.waitForFunction(() =>
    document.querySelector('wallet-button')?.shadowRoot?.textContent.includes('0x15'),
  );
  await quiet({ begun: true });
  keep(await page.evaluate((count) => globalThis.walletScale.events(count), EVENTS));
}

async function networks({ page, quiet }, count, keep) {
  const given = Array.from({ length: count }, (_, n) => ({
    id: 20_000 + n,
    name: `Network ${n}`,
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: [`http://localhost:8745/${n}`] } },
  }));
  await create(page, { networks: given });
  await page.evaluate(() => globalThis.walletModal.open());
  await quiet({ begun: true });
  keep({ [`networks${count}`]: await page.evaluate(() => globalThis.walletScale.networks()) });
}

/** In the page, after the wallet: its events come from here. Travels as text. */
function emits() {
  const heard = new Set();
  addEventListener(
    'eip6963:announceProvider',
    ({ detail: { provider } }) => {
      provider.on = (name, listener) => name == 'accountsChanged' && heard.add(listener);
      provider.removeListener = (_name, listener) => heard.delete(listener);
      globalThis.walletEmits = (accounts) => heard.forEach((listener) => listener(accounts));
    },
    { capture: true },
  );
  dispatchEvent(new Event('eip6963:requestProvider'));
}

/** Runs in the page: acts and times there. Playwright passes its source. */
function page() {
  const root = () => document.querySelector('wallet-modal').shadowRoot;
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  /** Long tasks until `stop()`, which waits for the browser's report of the last one. */
  const watch = () => {
    const tasks = [];
    const observer = new PerformanceObserver((list) => tasks.push(...list.getEntries()));
    observer.observe({ type: 'longtask' });
    return async () => {
      await new Promise((resolve) => setTimeout(resolve, 300));
      observer.disconnect();
      const waits = tasks.map(({ duration }) => duration);
      return { longest: Math.max(0, ...waits), sum: waits.reduce((sum, wait) => sum + wait, 0) };
    };
  };
  const until = async (is) => {
    for (const began = performance.now(); !is(); await frame())
      if (performance.now() - began > 60_000) throw new Error(`not within a minute: ${is}`);
    return performance.now();
  };
  globalThis.walletScale = {
    async turn(px) {
      const body = root().querySelector('.body');
      const last = () => root().querySelector('[data-testid="wallet-list"] li:last-of-type')?.ariaPosInSet;
      const isEnd = () => {
        const tiles = [...root().querySelectorAll('[data-testid="wallet-list"] li:not(.away)')];
        const at = tiles.at(-1);
        return (
          at &&
          at.getAttribute('aria-posinset') == at.getAttribute('aria-setsize') &&
          body.scrollTop + body.clientHeight >= body.scrollHeight - 2 &&
          !root().querySelector('.tiles-more, [aria-busy="true"]')
        );
      };
      const stop = watch();
      let [late, calm, tiles] = [0, 0, 0];
      const began = performance.now();
      for (let before = await frame(); calm < 30;) {
        body.scrollTop += px;
        tiles = Math.max(tiles, root().querySelectorAll('[data-testid="wallet-list"] *').length);
        const now = await frame();
        late += now - before > 50;
        before = now;
        calm = isEnd() ? calm + 1 : 0;
        if (now - began > 120_000) throw new Error(`not within two minutes: the end; at ${last()}`);
      }
      const took = performance.now() - began;
      const { longest } = await stop();
      const fastest = (body.scrollHeight / px) * (1000 / 60);
      return { tiles, turned: took / 1000, fastest: fastest / 1000, late, turnedTask: longest };
    },
    async search(text) {
      const field = root().querySelector('.all-wallets input');
      const began = performance.now();
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set.call(field, text);
      field.dispatchEvent(new Event('input', { bubbles: true, composed: true }));
      const first = () => root().querySelector('[data-testid="wallet-list"] li:not(.away)')?.textContent;
      await until(() => first()?.includes(text));
      await frame();
      return { searched: performance.now() - began };
    },
    connected() {
      const stop = watch();
      const all = [...document.querySelectorAll('wallet-button')];
      const says = (button) => button.shadowRoot.textContent.includes('0x15');
      globalThis.walletScale.seen = (async () => {
        const first = await until(() => all.some(says));
        const last = await until(() => all.every(says));
        return { buttonTasks: (await stop()).sum, buttonsSay: last - first };
      })();
    },
    async events(count) {
      const stop = watch();
      let told = 0;
      document.querySelector('wallet-modal').addEventListener('wallet-account-change', () => told++);
      const accounts = Array.from({ length: count }, (_, n) => [
        `0x${(n + 1).toString(16).padStart(40, '0')}`,
      ]);
      const began = performance.now();
      for (const account of accounts) globalThis.walletEmits(account);
      const end = accounts.at(-1)[0].slice(-4);
      await until(() => document.querySelector('wallet-button').shadowRoot.textContent.includes(end));
      const settled = performance.now() - began;
      return { settled, eventTask: (await stop()).longest, told };
    },
    async networks() {
      const began = performance.now();
      globalThis.walletModal.open({ view: 'Networks' });
      await until(() => root().querySelector('[data-testid="wm-view-Networks"] [part~="row"]'));
      await frame();
      return performance.now() - began;
    },
  };
}
