// A server-rendered page of a framework with its own pages: the HTML, then the page in a browser.
import assert from 'node:assert/strict';
import { ADDRESS } from './wallet.mjs';
import { engineCame, expectEngine, faultsOf, journey, openPage } from './browser.mjs';

/** `unknown`: the page's text before the account is known. `ahead`: the framework prefetches files. `asModules`: as in `expectEngine`. */
export async function walk(url, { unknown, ahead = false, asModules = false }) {
  const html = await (await fetch(url)).text();
  assert.match(html, /<wallet-button/);
  assert.match(html, new RegExp(`id="account"[^>]*>${unknown}<`));

  const page = await openPage(url);
  try {
    if (!ahead) assert.deepEqual(await engineCame(page), { files: [], asModules: [] });
    await journey(page);
    await expectEngine(page, { asModules });

    // Navigates within the site without a page load: the modal stays, and no wallet gets a request.
    await page.evaluate(
      () => void Object.assign(globalThis, { stayed: document.querySelector('wallet-modal') }),
    );
    const asked = () =>
      page.evaluate(() => globalThis.asked.filter((method) => method == 'eth_requestAccounts').length);
    assert.equal(await asked(), 0);
    await page.getByRole('link', { name: 'Another page' }).click();
    await page.getByRole('heading', { name: 'Another page' }).waitFor();
    await page.locator('#account').getByText(new RegExp(ADDRESS, 'i')).waitFor();
    assert.deepEqual(
      await page.evaluate(() => {
        const modals = [...document.querySelectorAll('wallet-modal')];
        return [
          modals.length,
          modals[0] === globalThis.stayed,
          document.querySelectorAll('wallet-button').length,
        ];
      }),
      [1, true, 1],
    );
    assert.equal(await asked(), 0);
    assert.deepEqual(faultsOf(page, { asModules }), []);
  } finally {
    await page.context().close();
  }
}
