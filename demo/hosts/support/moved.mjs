// A page written for another modal, and the same page migrated: both are bundled, opened with a wallet that signs, and operated in the
// same way. The demo's services respond in place of the original's cloud; other requests of the original fail.
import { build } from 'esbuild';
import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from '@playwright/test';
import { createPublicClient, createTestClient, http, parseEther, verifyMessage } from 'viem';
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts';
import { EthereumWallet, getModal } from 'wallet-modal/testing';
import { newPage, serve } from './browser.mjs';

const { rpcs, services } = JSON.parse(process.env.HOSTS_URLS ?? '{}');
const OUT = fileURLToPath(new URL('../.out', import.meta.url));
/** the hosts of the original's cloud, and the services that respond instead */
const CLOUD = {
  'api.web3modal.org': services?.wallet,
  'rpc.walletconnect.org': services?.data,
  'pulse.walletconnect.org': services?.analytics,
  'secure.walletconnect.org': services?.secure,
};
export const chains = (rpcs ?? []).slice(0, 2).map((url, index) => ({
  id: 1337 + index,
  name: ['First', 'Second'][index],
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: { default: { http: [url] } },
}));

/** Bundles, serves and opens a page, and runs a test on it. `instead`: replacements for some of its imports. */
export async function inShop(entry, run, instead = {}) {
  mkdirSync(OUT, { recursive: true });
  const out = mkdtempSync(path.join(OUT, 'shop-'));
  let host, page;
  try {
    host = await bundled(entry, out, instead);
    page = await openShop(host.url);
    await run(page);
  } finally {
    // Later requests of the original get no response.
    await page?.unrouteAll({ behavior: 'ignoreErrors' });
    await page?.context().close();
    await host?.end();
    rmSync(out, { recursive: true, force: true });
  }
}

async function bundled(entry, out, instead) {
  await build({
    entryPoints: { main: entry },
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'browser',
    outdir: out,
    jsx: 'automatic',
    define: { 'process.env.NODE_ENV': '"production"', global: 'globalThis' },
    logLevel: 'error',
    plugins: [
      {
        name: 'instead',
        setup: (to) =>
          to.onResolve({ filter: /^\./ }, ({ path: name, resolveDir }) => {
            const file = resolveDir == path.dirname(entry) && instead[name];
            return file ? { path: path.join(resolveDir, file) } : undefined;
          }),
      },
    ],
  });
  writeFileSync(
    path.join(out, 'index.html'),
    `<!doctype html><meta charset="utf-8"><title>The shop</title>${existsSync(path.join(out, 'main.css')) ? '<link rel="stylesheet" href="/main.css">' : ''}<div id="root"></div><script type="module" src="/main.js"></script>`,
  );
  return serve(out);
}

/** Opens a page with its own wallet (`page.wallet`) and payee (`page.payee`). */
async function openShop(url) {
  const page = await newPage();
  page.wallet = await EthereumWallet.install(page, {
    words: [randomUUID()],
    chains: Object.fromEntries(rpcs.slice(0, 2).map((rpc, index) => [1337 + index, rpc])),
  });
  page.payee = privateKeyToAddress(generatePrivateKey());
  for (const rpc of rpcs)
    await createTestClient({ mode: 'anvil', transport: http(rpc) }).setBalance({
      address: page.wallet.address,
      value: parseEther('10'),
    });
  page.asked = [];
  await page.route(/^https:/, async (route) => {
    const asked = new URL(route.request().url());
    page.asked.push(asked.host);
    const to = CLOUD[asked.host];
    if (!to) return route.abort();
    await route
      .fetch({ url: to + asked.pathname + asked.search })
      .then((response) => route.fulfill({ response }))
      .catch(() => route.abort())
      // The page has closed meanwhile.
      .catch(() => {});
  });
  await page.addInitScript((shop) => void (globalThis.shop = shop), { chains, payee: page.payee });
  await page.goto(url);
  return page;
}

export const press = (page, name) => page.getByRole('button', { name, exact: true }).first().click();
const said = (page) => page.locator('#said');

export const isNobody = (page) => expect(page.locator('#account')).toHaveText(/^disconnected/, WAIT);
export const isMe = (page, id = 1337) =>
  expect(page.locator('#account')).toHaveText(`connected ${page.wallet.address} ${id}`, WAIT);
const WAIT = { timeout: 20_000 };

/** Signs, declines and pays, with the page's own wagmi. */
export async function signsAndSends(page) {
  const { wallet, payee } = page;
  wallet.refuseOnce('personal_sign');
  await press(page, 'Sign');
  await expect(said(page)).toHaveText('UserRejectedRequestError', WAIT);
  await press(page, 'Sign');
  await expect(said(page)).toHaveText(/^0x/, WAIT);
  const signature = await said(page).textContent();
  expect(await verifyMessage({ address: wallet.address, message: 'Tea', signature })).toBe(true);
  await press(page, 'Send');
  await expect(said(page)).toHaveText(/^0x[\da-f]{64}$/, WAIT);
  const chain = createPublicClient({ transport: http(rpcs[wallet.chain - 1337]), pollingInterval: 250 });
  await chain.waitForTransactionReceipt({ hash: await said(page).textContent() });
  expect(await chain.getBalance({ address: payee })).toBe(parseEther('0.25'));
}

/**
 * The full test of a migrated page: close, decline, connect, sign, send, switch and disconnect, from the page, the modal and the wallet,
 * with reloads. `open`: how the page opens the list; `closed`: its text after that closes.
 */
export async function wholeWay(page, { open, closed = async () => {} }) {
  const { wallet } = page;
  const modal = getModal(page);
  const connect = async () => {
    await open();
    await modal.choose(wallet);
    await modal.closed();
  };
  await isNobody(page);
  await open();
  await modal.waitForView('Connect');
  await modal.close();
  await closed();
  await isNobody(page);
  await open();
  wallet.refuseOnce('eth_requestAccounts');
  await modal.choose(wallet);
  await modal.refused();
  await expect(page.locator('#account')).not.toContainText('0x');
  await modal.close();
  await isNobody(page);
  await connect();
  await isMe(page);
  await signsAndSends(page);
  await press(page, 'Second');
  await isMe(page, 1338);
  await wallet.switchNetwork(1337);
  await isMe(page);
  await onHandle(page, 'open');
  await modal.waitForView('Account');
  await modal.switchNetwork('Second');
  await isMe(page, 1338);
  await modal.close();
  await page.reload();
  await isMe(page, 1338);
  await onHandle(page, 'open');
  await modal.waitForView('Account');
  await modal.disconnect();
  await isNobody(page);
  if (await modal.isOpen()) await modal.close();
  await connect();
  await isMe(page, 1338);
  await press(page, 'Leave');
  await isNobody(page);
  await page.reload();
  await isNobody(page);
}

/** Calls a method on the element, because these pages have no handle. */
const onHandle = (page, method) =>
  page.evaluate((name) => void document.querySelector('wallet-modal')[name](), method);
