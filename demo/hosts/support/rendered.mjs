// A page that a server has rendered, of a framework with pages of its own: what is sent, then what a visitor sees of it.
import assert from 'node:assert/strict';
import { ADDRESS } from './wallet.mjs';
import { engineCame, journey, openPage } from './browser.mjs';

/** `unknown`: what the page says where it cannot know yet who is connected. */
export async function walk(url, { unknown }) {
  const html = await (await fetch(url)).text();
  assert.match(html, /<wallet-button/);
  assert.match(html, new RegExp(`id="account"[^>]*>${unknown}<`));

  const page = await openPage(url);
  try {
    await journey(page);
    const { files, asModules } = await engineCame(page);
    assert.deepEqual(asModules, []);
    assert.ok(files.length > 1, 'the engine and later parts of it');

    // To another page of the site without a load: the same modal, and nobody is asked again.
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
    assert.deepEqual(page.faults, []);
  } finally {
    await page.context().close();
  }
}
