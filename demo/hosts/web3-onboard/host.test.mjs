// web3-onboard finds our provider by EIP-6963 among the wallets of the browser, connects by it and sends through our review.
import assert from 'node:assert/strict';
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { getModal } from 'wallet-modal/testing';
import { approve, endBrowser, openPage, serve } from '../support/browser.mjs';
import { ADDRESS, RDNS } from '../support/wallet.mjs';

const here = path.dirname(fileURLToPath(import.meta.url));
let place;
let host;

before(async () => {
  mkdirSync(path.join(here, '../.out'), { recursive: true });
  place = mkdtempSync(path.join(here, '../.out/web3-onboard-'));
  cpSync(path.join(here, 'index.html'), path.join(place, 'index.html'));
  await build({
    absWorkingDir: here,
    entryPoints: ['main.js'],
    bundle: true,
    splitting: true,
    format: 'esm',
    define: { global: 'globalThis', 'process.env.NODE_ENV': '"production"' },
    outdir: place,
    logLevel: 'error',
  });
  host = await serve(place);
});
after(async () => {
  await endBrowser();
  await host?.end();
  rmSync(place, { recursive: true, force: true });
});

test('finds the provider, connects, sends a reviewed transaction, and disconnects from both sides @10.38', async () => {
  const page = await openPage(host.url);
  const modal = getModal(page);
  const account = page.locator('#account');
  const connect = async () => {
    await page.locator('#connect').click();
    await page.locator('onboard-v2').getByText('The shop', { exact: true }).first().click();
  };
  /** who was asked for in vain: the library fetches its own font */
  const failed = [];
  page.on('requestfailed', (request) => failed.push(new URL(request.url()).host));
  try {
    await connect();
    await modal.waitForView('Connect');
    await modal.choose(`wallet-selector-${RDNS}`);
    await modal.closed();
    await account.getByText(`The shop ${ADDRESS}`).waitFor();

    await page.locator('#send').click();
    await approve(page);
    await page
      .locator('#sent')
      .getByText(/^0x[\da-f]{64}$/)
      .waitFor();
    const asked = await page.evaluate(() => globalThis.asked);
    assert.equal(asked.filter((method) => method == 'eth_sendTransaction').length, 1);

    await page.locator('#send').click();
    await modal.cancelRequest();
    await page
      .locator('#sent')
      .getByText(/reject/i)
      .waitFor();

    // From our side: web3-onboard hears it.
    await page.evaluate(() => globalThis.modal.disconnect());
    await page.waitForFunction(() => document.querySelector('#account').textContent == '');

    await connect();
    await modal.choose(`wallet-selector-${RDNS}`);
    await account.getByText(`The shop ${ADDRESS}`).waitFor();
    await page.locator('#leave').click();
    await page.waitForFunction(() => document.querySelector('#account').textContent == '');
    assert.deepEqual(
      page.faults.filter((fault) => !/404|favicon|integrity|NAME_NOT_RESOLVED/i.test(fault)),
      [],
    );
    assert.deepEqual(
      failed.filter((name) => name != 'rsms.me' && !/^localhost/.test(name)),
      [],
    );
  } finally {
    await page.context().close();
  }
});
