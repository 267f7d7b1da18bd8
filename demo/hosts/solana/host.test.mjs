// The wallet adapter of solana and the hooks of @solana/react, both in one page: each has our modal among its wallets by `announceProvider`, and connects,
// signs and disconnects by it, through our review. The scripted wallet is the test kit's.
import assert from 'node:assert/strict';
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import nacl from 'tweetnacl';
import { getModal, SolanaWallet, solanaKey } from 'wallet-modal/testing';
import { approve, endBrowser, openPage, serve } from '../support/browser.mjs';

const here = path.dirname(fileURLToPath(import.meta.url));
const { page: demoUrl } = JSON.parse(process.env.HOSTS_URLS);
let place;
let host;
let given;

before(async () => {
  mkdirSync(path.join(here, '../.out'), { recursive: true });
  place = mkdtempSync(path.join(here, '../.out/solana-'));
  cpSync(path.join(here, 'index.html'), path.join(place, 'index.html'));
  await build({
    absWorkingDir: here,
    entryPoints: ['main.jsx'],
    bundle: true,
    splitting: true,
    format: 'esm',
    jsx: 'automatic',
    define: { global: 'globalThis', 'process.env.NODE_ENV': '"production"' },
    inject: ['buffer.js'],
    outdir: place,
    logLevel: 'error',
  });
  host = await serve(place);
  const networks = (await (await fetch(`${demoUrl}/demo-config.json`)).json()).solanaNetworks;
  const node = networks[0].rpcUrls.default.http[0];
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'getLatestBlockhash', params: [] });
  const { result } = await (await fetch(node, { method: 'POST', body })).json();
  given = { networks, node, blockhash: result.value.blockhash };
});
after(async () => {
  await endBrowser();
  await host?.end();
  rmSync(place, { recursive: true, force: true });
});

const bytes = (hex) => Uint8Array.from(Buffer.from(hex, 'hex'));
const { publicKey } = solanaKey('account 1');
const isSigned = (message, signature) => nacl.sign.detached.verify(message, signature, publicKey);

test('the adapter and the hooks find, connect, sign and disconnect, and each follows the other @10.38 @10.42', async () => {
  let wallet;
  const page = await openPage(host.url, async (page) => {
    await page.addInitScript((solana) => void (globalThis.solana = solana), given);
    wallet = await SolanaWallet.install(page, { node: given.node });
  });
  const modal = getModal(page);
  const one = wallet.address(0);
  const says = (id, text) => page.locator(`#${id}`, { hasText: text }).waitFor();
  const press = (id) => page.locator(`#${id}`).click();
  /** what a press brought, once it was agreed to */
  const signed = async (id) => {
    await press(id);
    await approve(page);
    await page.locator(`#${id}-said`).filter({ hasText: /./ }).waitFor();
    const said = await page.locator(`#${id}-said`).textContent();
    assert.match(said, /^[\da-f]+$/, said);
    return bytes(said);
  };
  const signs = async (by) => {
    assert.ok(isSigned(new TextEncoder().encode('One tea'), await signed(`${by}-message`)), by);
    // One signature, then what is signed.
    const transaction = await signed(`${by}-transaction`);
    assert.equal(transaction[0], 1);
    assert.ok(isSigned(transaction.slice(65), transaction.slice(1, 65)), by);
  };
  try {
    for (const by of ['adapter', 'hooks']) await says(`${by}-found`, 'The shop');

    await press('adapter-select');
    await says('adapter-chosen', 'The shop');
    await press('adapter-connect');
    await modal.waitForView('Connect');
    await modal.choose(wallet);
    await modal.closed();
    for (const by of ['adapter', 'hooks']) await says(by, one);
    for (const by of ['adapter', 'hooks']) await signs(by);

    await press('adapter-message');
    await modal.cancelRequest();
    await says('adapter-message-said', 'WalletSignMessageError');

    await press('adapter-leave');
    for (const by of ['adapter', 'hooks']) await says(by, 'nobody');

    await press('hooks-connect');
    await modal.waitForView('Connect');
    await modal.choose(wallet);
    await modal.closed();
    await says('hooks', one);
    await press('adapter-select');
    await press('adapter-connect');
    await says('adapter', one);

    await page.evaluate(() => globalThis.modal.disconnect());
    for (const by of ['adapter', 'hooks']) await says(by, 'nobody');
    // The adapter's own words for what was refused, and for a wallet that has left by itself.
    const known = /404|favicon|integrity|WalletSignMessageError|WalletDisconnectedError/i;
    assert.deepEqual(
      page.faults.filter((fault) => !known.test(fault)),
      [],
    );
  } finally {
    await page.context().close();
  }
});
