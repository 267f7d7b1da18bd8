// Keeps the size gate honest: scripts/size.mjs adds up a list of files, here a browser says which ones it asks for.
import { moments } from '../../scripts/size.mjs';
import { chunkOf, manifest, ofNetworkButton } from '../support/modal';
import { expect, test } from '../support/test';

test('load and open ask for the files that the size gate counts, and no others', async ({ page }) => {
  const asked = new Set<string>();
  page.on('request', (request) => {
    const name = /\/dist\/([^?#]+)$/.exec(request.url())?.[1];
    if (name) asked.add(name);
  });
  // Logins come in a chunk of their own, after the list: what they weigh is in "everything".
  await page.goto('/?nologin');
  await page.waitForLoadState('networkidle');
  // The demo page calls createWalletModal, so it loads the package entry too; and it has a button of the network.
  const { first, open, handle } = moments();
  const names = (...sets: Set<string>[]) => [...new Set(sets.flatMap((set) => [...set]))].sort();
  expect(asked.delete(ofNetworkButton())).toBe(true);
  // The list's file comes when the page is idle.
  await expect.poll(() => names(asked)).toEqual(names(first, handle));

  await page.locator('wallet-button').click();
  await expect(page.getByTestId('w3m-connect-scroll-view').getByRole('button').first()).toBeVisible();
  // A moment after it has opened, what a choice will need is fetched ahead, and what draws the wallets' icons: on a slow machine that is before
  // the list is drawn. It is what these modules need and no more (scripts/rollup/steps.mjs).
  const sources = [
    'views/shell/ahead.ts',
    'views/connecting-external/connecting-external.tsx',
    'wallets/picture.ts',
  ];
  const chunks = manifest();
  const needed = new Set<string>();
  const need = (name: string): void => {
    if (needed.has(name)) return;
    needed.add(name);
    chunks[name]!.imports.forEach(need);
  };
  for (const source of sources) need(chunkOf(`element/src/${source}`));
  const parts = /^((account|directory|shared-\d+)-[0-9a-f]+\.wasm|parts-[0-9a-f]+\.json)$/;
  const ahead = { test: (name: string) => parts.test(name) || needed.has(name) };
  await expect
    .poll(() => names(asked).filter((name) => !ahead.test(name)))
    .toEqual(names(open, handle).filter((name) => !ahead.test(name)));
  // The list itself waits for none of it, and the ways to log in stay away.
  expect(names(open).filter((name) => parts.test(name) || name.startsWith('small-'))).toEqual([]);
  expect(names(asked)).not.toContain(chunkOf('element/src/views/logins.ts'));
});

test('loads at most eight files until the list takes clicks, and fourteen until the card is quiet', async ({
  page,
}) => {
  const asked = new Set<string>();
  await page.goto('/?nowallet');
  await page.waitForLoadState('networkidle');
  await expect
    .poll(() =>
      page.evaluate(() => performance.getEntriesByType('resource').some(({ name }) => /\/list-/.test(name))),
    )
    .toBe(true);
  page.on('request', (request) => {
    const name = /\/dist\/([^?#]+)$/.exec(request.url())?.[1];
    if (name) asked.add(name);
  });
  await page.locator('wallet-button').click();
  const ways = page.getByTestId('w3m-connect-scroll-view');
  await expect(ways.getByRole('button').first()).toBeVisible();
  const untilList = [...asked];
  const { open, first: ahead, steps } = moments();
  const first = [...open].filter((name) => !ahead.has(name));
  // What came of the step behind it is counted below.
  expect(untilList.filter((name) => first.includes(name)).length).toBe(first.length);
  expect(first.length).toBeLessThanOrEqual(8);
  const behind = steps.find(({ name }: { name: string }) => name == 'behind the list')!.files;
  await expect.poll(() => [...behind].filter((name) => !asked.has(name))).toEqual([]);
  await page.waitForLoadState('networkidle');
  expect(asked.size, [...asked].join(' ')).toBeLessThanOrEqual(14);
  // No wallet of this page can be chosen, so none has to be asked in the task of a click.
  expect([...asked].filter((name) => name.startsWith('account-'))).toEqual([]);
});
