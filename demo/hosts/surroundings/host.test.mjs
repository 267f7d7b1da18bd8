// Pages that make it hard for a dialog, each with the package as it is packed: in a dialog that traps the focus, in a frame, in another shadow
// root, under a hostile style sheet, moved while it is open, and twice in one page.
import assert from 'node:assert/strict';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { endBrowser, journey, openPage, serve } from '../support/browser.mjs';
import { RDNS } from '../support/wallet.mjs';

const here = path.dirname(fileURLToPath(import.meta.url));
const PAGES = ['plain', 'dialog', 'frame', 'shadow', 'reset', 'twice'];
let place;
let host;

before(async () => {
  mkdirSync(path.join(here, '../.out'), { recursive: true });
  place = mkdtempSync(path.join(here, '../.out/surroundings-'));
  for (const name of PAGES) cpSync(path.join(here, `${name}.html`), path.join(place, `${name}.html`));
  const dist = path.join(here, 'node_modules/wallet-modal/dist');
  for (const name of ['wallet-modal', 'copy']) cpSync(dist, path.join(place, name), { recursive: true });
  older(dist, path.join(place, 'old'));
  await build({
    absWorkingDir: here,
    entryPoints: ['dialog.jsx'],
    bundle: true,
    format: 'esm',
    jsx: 'automatic',
    external: ['wallet-modal'],
    define: { 'process.env.NODE_ENV': '"production"' },
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

/** The package as an earlier version may have been: other files, and an element that had no buttons of networks and accounts yet. */
function older(dist, folder) {
  cpSync(dist, folder, { recursive: true });
  let changed = 0;
  for (const name of readdirSync(folder).filter((name) => name.endsWith('.js'))) {
    const text = readFileSync(path.join(folder, name), 'utf8');
    const before = text.replaceAll('wallet-network-button', 'wallet-networks-old');
    if (before == text) continue;
    changed++;
    writeFileSync(path.join(folder, name), before);
  }
  assert.ok(changed > 0, 'the older version is another one');
}

/** A page of this folder, and that nothing went wrong in it. */
const inPage = (name, walk) => async () => {
  const page = await openPage(host.url + name);
  try {
    await walk(page);
    assert.deepEqual(
      page.faults.filter((fault) => !/favicon|404/.test(fault)),
      [],
    );
  } finally {
    await page.context().close();
  }
};

const card = (page) => page.getByTestId('w3m-modal-card');
const row = (page) => page.getByTestId(`wallet-selector-${RDNS}`);
/** which element of the page has the focus */
const focused = (page) =>
  page.evaluate(() => document.activeElement.textContent || document.activeElement.localName);

test(
  'in a dialog of Radix, takes clicks, keys, scrolling and screen readers; Esc closes only the modal and returns the focus @10.20',
  inPage('dialog.html', async (page) => {
    const theirs = page.getByRole('dialog', { name: 'Your order' });
    await page.getByRole('button', { name: 'Pay' }).click();
    await theirs.waitFor();
    const own = page.getByRole('button', { name: 'Open wallet' });

    // By keys alone.
    await own.focus();
    await page.keyboard.press('Enter');
    await page.locator('[data-testid="wm-view-Connect"].still').waitFor();
    // By its role: nothing hides it from a screen reader, whatever Radix has hidden.
    await page.getByRole('dialog', { name: 'Connect Wallet' }).waitFor();
    await page.getByTestId('all-wallets').focus();
    await page.keyboard.press('Enter');
    await page.locator('[data-testid="wm-view-AllWallets"].still').waitFor();
    const search = card(page).getByRole('searchbox').or(card(page).getByRole('textbox'));
    await search.fill('wal');
    await page.keyboard.type('let');
    assert.equal(await search.inputValue(), 'wallet');
    await page.keyboard.press('Escape');
    await card(page).waitFor({ state: 'hidden' });
    assert.ok(await theirs.isVisible(), 'theirs is still there');
    assert.equal(await focused(page), 'Open wallet');

    // By the pointer; a press in ours is none outside of theirs, and neither is one beside our card.
    await own.click();
    await row(page).waitFor();
    await page.mouse.move(5, 5);
    await page.getByTestId('w3m-modal-overlay').click({ position: { x: 5, y: 5 } });
    await card(page).waitFor({ state: 'hidden' });
    assert.ok(await theirs.isVisible(), 'theirs is still there after a press beside ours');
    await theirs.locator('wallet-button').click();
    await row(page).click();
    await page
      .locator('#account')
      .getByText(/0xf39Fd6/i)
      .waitFor();
    await card(page).waitFor({ state: 'hidden' });
    assert.ok(await theirs.isVisible(), 'theirs is still there after the wallet');

    // And then theirs is as it was.
    await page.keyboard.press('Escape');
    await theirs.waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: 'Pay' }).waitFor();
    assert.equal(await page.locator('wallet-modal').getAttribute('aria-hidden'), null);
  }),
);

test(
  'in a dialog of Radix, the wheel scrolls its lists @10.20',
  inPage('dialog.html', async (page) => {
    await page.setViewportSize({ width: 1000, height: 420 });
    await page.getByRole('button', { name: 'Pay' }).click();
    await page.getByRole('button', { name: 'Open wallet' }).click();
    await page.locator('[data-testid="wm-view-Connect"].still').waitFor();
    await page.getByTestId('all-wallets').click();
    await page.locator('[data-testid="wm-view-AllWallets"].still').waitFor();
    const scrolled = () =>
      card(page).evaluate((from) =>
        Math.max(0, ...[...from.querySelectorAll('*')].map((one) => one.scrollTop)),
      );
    const box = await card(page).boundingBox();
    await page.mouse.move(box.x + box.width / 2, box.y + box.height - 60);
    assert.ok((await scrolled()) < 50);
    for (let turn = 0; turn < 20 && (await scrolled()) < 50; turn++) {
      await page.mouse.wheel(0, 300);
      await page.waitForTimeout(100);
    }
    assert.ok((await scrolled()) >= 50);
  }),
);

test(
  'in a frame @10.30',
  inPage('frame.html', async (page) => {
    const inside = page.frameLocator('iframe');
    await inside.locator('wallet-button').click();
    await inside.getByTestId(`wallet-selector-${RDNS}`).click();
    await inside
      .locator('#account')
      .getByText(/0xf39Fd6/i)
      .waitFor();
    await inside.locator('wallet-button').click();
    await inside.getByTestId('balance-amount').waitFor();
    await page.keyboard.press('Escape');
    await inside.getByTestId('w3m-modal-card').waitFor({ state: 'hidden' });
  }),
);

test('in the shadow root of another element @10.30', inPage('shadow.html', journey));

test('looks the same under a style sheet that resets everything @10.30', async () => {
  const looks = [];
  for (const name of ['plain.html', 'reset.html'])
    await inPage(name, async (page) => {
      // The page's own button is the page's to give a place: by the handle.
      await page.evaluate(() => void globalThis.modal.open());
      await page.locator('[data-testid="wm-view-Connect"].still').waitFor();
      await page.getByTestId('all-wallets').waitFor();
      await page.mouse.move(1, 1);
      await page.waitForTimeout(500);
      looks.push(
        await card(page).evaluate((from) =>
          [from, ...from.querySelectorAll('div, section, h1, h2, button, ul, li, bdi')].map((one) => {
            const style = getComputedStyle(one);
            const { x, y, width, height } = one.getBoundingClientRect();
            const names = [
              'color',
              'font',
              'letterSpacing',
              'textTransform',
              'pointerEvents',
              'opacity',
              'display',
            ];
            return [one.localName, x, y, width, height, ...names.map((key) => style[key])].join(' ');
          }),
        ),
      );
      await row(page).click();
      await page.waitForFunction(() => /0xf39Fd6/i.test(document.querySelector('#account').textContent));
    })();
  assert.deepEqual(looks[1], looks[0]);
});

test(
  'moved in the page while open, it stays open, on top, and connects @10.30',
  inPage('plain.html', async (page) => {
    await page.locator('wallet-button').click();
    await row(page).waitFor();
    await page.evaluate(() =>
      document.querySelector('#elsewhere').append(document.querySelector('wallet-modal')),
    );
    assert.ok(await page.locator('wallet-modal dialog').evaluate((box) => box.matches(':modal')));
    await row(page).click();
    await page
      .locator('#account')
      .getByText(/0xf39Fd6/i)
      .waitFor();
  }),
);

/** What the second copy is told, in the words of docs/guide/quickstart.md. */
const TWICE = /^\[wallet-modal\] wallet-modal is loaded twice/;

for (const [first, second, what] of [
  ['wallet-modal', 'copy', 'the same version by two addresses'],
  ['old', 'wallet-modal', 'an older version, then this one'],
  ['wallet-modal', 'old', 'this version, then an older one'],
])
  test(
    `${what}: the first one works, the second one warns once with the remedy and breaks nothing @10.30`,
    inPage('plain.html', async (page) => {
      const said = [];
      page.on('console', (message) => message.type() == 'warning' && said.push(message.text()));
      await page.goto(`${host.url}twice.html?first=${first}&second=${second}`);
      await page.waitForFunction(() => globalThis.second);
      assert.equal(await page.locator('wallet-modal').count(), 1);
      await journey(page);
      // A person opens it through either handle: there is one modal.
      await page.waitForFunction(() => globalThis.second);
      await page.evaluate(() => void globalThis.second.open());
      await page.getByTestId('balance-amount').waitFor();
      await page.evaluate(() => globalThis.second.close());
      await card(page).waitFor({ state: 'hidden' });
      const ofCopies = said.filter((text) => TWICE.test(text));
      // Once in each of the two lives of this page.
      assert.equal(ofCopies.length, 2, said.join('\n'));
    }),
  );
