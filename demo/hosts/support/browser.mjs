// The common part of the hosts' tests: a browser, a static server for a folder, and the journey that each test makes. The demo's services
// are already running (scripts/hosts.mjs), at HOSTS_URLS.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { createReadStream, existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from '@playwright/test';
import { ADDRESS, inPage, RDNS } from './wallet.mjs';

const { rpc, services } = JSON.parse(process.env.HOSTS_URLS ?? '{}');

const TYPES = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.wasm': 'application/wasm',
  '.json': 'application/json',
};

/** The options that every page passes to its modal in addition to its own. */
export const demo = {
  projectId: 'demo',
  services,
  features: { email: false, socials: false },
  networks: [
    {
      id: 1337,
      name: 'Demo',
      nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
      rpcUrls: { default: { http: [rpc] } },
    },
  ],
};

/** Serves a folder; missing files are 404. */
export async function serve(folder) {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url, 'http://localhost');
    const file = path.join(folder, pathname.endsWith('/') ? `${pathname}index.html` : pathname);
    if (!existsSync(file) || !statSync(file).isFile()) return response.writeHead(404).end();
    response.writeHead(200, { 'content-type': TYPES[path.extname(file)] ?? 'application/octet-stream' });
    createReadStream(file).pipe(response);
  });
  await new Promise((done) => server.listen(0, '127.0.0.1', done));
  const url = `http://localhost:${server.address().port}/`;
  return { url, end: () => new Promise((done) => (server.closeAllConnections(), server.close(done))) };
}

let browser;
const launched = () =>
  (browser ??= chromium.launch({
    executablePath: process.env.CHROMIUM,
    args: [
      '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1',
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
    ],
  }));

export const endBrowser = async () => (await browser)?.close();

/** @returns an empty page, which collects its errors in `faults` */
export async function newPage() {
  const context = await (await launched()).newContext({ reducedMotion: 'reduce' });
  const page = await context.newPage();
  page.setDefaultTimeout(30_000);
  page.faults = [];
  page.on('pageerror', (error) => page.faults.push(String(error)));
  page.said = [];
  page.on('console', (message) => {
    // Browsers request it automatically.
    if (message.location().url.endsWith('/favicon.ico')) return;
    page.said.push(message.text());
    if (message.type() == 'error') page.faults.push(message.text());
  });
  page.arrived = [];
  page.on('response', (response) => page.arrived.push(arrived(response)));
  return page;
}

/** `before`: runs before the page loads. @returns a page with the wallet */
export async function openPage(url, before = async () => {}) {
  const page = await newPage();
  await page.addInitScript((given) => void (globalThis.demo = given), demo);
  await page.addInitScript(inPage, { address: ADDRESS, rdns: RDNS, rpc });
  await before(page);
  await page.goto(url);
  return page;
}

const DIST = fileURLToPath(new URL('../node_modules/wallet-modal/dist/', import.meta.url));
const hashOf = (bytes) => createHash('sha256').update(bytes).digest('hex');
let parts;
/** The package's engine files, by content. */
const partOf = (bytes) =>
  (parts ??= new Map(
    readdirSync(DIST)
      .filter((name) => name.endsWith('.wasm'))
      .map((name) => [hashOf(readFileSync(path.join(DIST, name))), name]),
  )).get(hashOf(bytes));

/** WebAssembly as text, in the modules that replace files (dist/bundler/engine). */
const AS_TEXT = /["'`](AGFzbQ[\w+/]{100,}=*)["'`]/g;

/** The engine files in a response. */
async function arrived(response) {
  const type = response.headers()['content-type'] ?? '';
  const isFile = /\.wasm\b/.test(response.url());
  if (!response.ok() || !(isFile || /javascript/.test(type))) return { files: [], asModules: [] };
  // The page might be gone meanwhile.
  const body = await response.body().catch(() => Buffer.alloc(0));
  const wrong = [];
  const name = (bytes) => partOf(bytes) ?? (wrong.push(response.url()), undefined);
  if (isFile) return { files: body.length > 0 ? [name(body)] : [], asModules: [], wrong };
  const texts = [...body.toString('latin1').matchAll(AS_TEXT)].map(([, text]) => text);
  return { files: [], asModules: texts.map((text) => name(Buffer.from(text, 'base64'))), wrong };
}

/** The engine files that this page has loaded, by their names in the package: as files, and as modules that replace them. */
export async function engineCame(page) {
  const came = await Promise.all(page.arrived);
  const wrong = came.flatMap((one) => one.wrong ?? []);
  if (wrong.length > 0) throw new Error(`not the engine's bytes: ${wrong.join(', ')}`);
  const all = (of) => [...new Set(came.flatMap((one) => one[of]))].sort();
  return { files: all('files'), asModules: all('asModules') };
}

/** The message of dist/bundler if the bundler didn't copy the engine's files (scripts/rollup/for-bundlers.mjs). */
const AS_SCRIPTS = /^\[wallet-modal\] Couldn't load the engine from http/;

/**
 * Expects that the engine and its later parts loaded as files with the right bytes, and not through the modules that replace them.
 * `asModules`: the opposite, with one message per page load.
 */
export async function expectEngine(page, { asModules = false, loads = 2 } = {}) {
  const came = await engineCame(page);
  const [there, not] = asModules ? [came.asModules, came.files] : [came.files, came.asModules];
  assert.deepEqual(not, []);
  assert.ok(there.some((name) => name.startsWith('engine-')) && there.length > 2, `${there}`);
  assert.equal(page.said.filter((text) => AS_SCRIPTS.test(text)).length, asModules ? loads : 0);
}

/** The errors of the page. `asModules`: without copied files, the first request fails, and the browser logs it. */
export const faultsOf = (page, { asModules = false } = {}) =>
  asModules ? page.faults.filter((fault) => !/404|integrity/i.test(fault)) : page.faults;

/**
 * Connects through the page's own button, expects the account on the page, opens the account view (later parts of the engine), reloads,
 * and expects the connection.
 */
export async function journey(page) {
  await page.locator('wallet-button').click();
  await page.getByTestId(`wallet-selector-${RDNS}`).click();
  const said = page.locator('#account');
  await said
    .getByText(ADDRESS, { exact: false })
    .or(said.getByText(/0xf39Fd6/i))
    .first()
    .waitFor();
  await page.locator('wallet-button').click();
  await page.getByTestId('balance-amount').waitFor();
  await page.getByTestId('w3m-header-close').click();
  await page.reload();
  await said
    .getByText(/0xf39Fd6/i)
    .first()
    .waitFor();
}

/** Approves the page's request in its review; a press that came too early is repeated. */
export async function approve(page) {
  const button = page.getByTestId('wm-review-confirm');
  await button.waitFor();
  while (await button.isVisible()) {
    await button.click({ timeout: 1_000 }).catch(() => {});
    await page.waitForTimeout(300);
  }
}
