// A page that runs on AppKit (original.tsx) runs here with its imports exchanged (moved.tsx), and every name of AppKit's own declarations is in
// the guide and in ours.
import assert from 'node:assert/strict';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { after, test } from 'node:test';
import { endBrowser } from '../support/browser.mjs';
import { inShop, isMe, isNobody, press, signsAndSends, wholeWay } from '../support/moved.mjs';
import { wrong } from '../support/types.mjs';

const here = fileURLToPath(new URL('.', import.meta.url));
const at = (name) => path.join(here, name);

after(endBrowser);

test('tsc --strict takes the page before and after @10.41', () => {
  assert.deepEqual(wrong([at('original.tsx'), at('moved.tsx')]), []);
});

test('the page over AppKit itself: connected, signed, sent, switched, reloaded, left', () =>
  inShop(at('original.tsx'), async (page) => {
    await isNobody(page);
    await page.locator('appkit-button').click();
    await page.getByTestId(`wallet-selector-${page.wallet.rdns}`).click();
    await isMe(page);
    await signsAndSends(page);
    await press(page, 'Second');
    await isMe(page, 1338);
    await page.reload();
    await isMe(page, 1338);
    await press(page, 'Leave');
    await isNobody(page);
  }));

test('the page moved, by its imports alone: closed, refused, connected, signed, sent, switched, reloaded and left, by its hooks, by the modal, by the wallet @10.41', () =>
  inShop(at('moved.tsx'), (page) => wholeWay(page, { open: () => page.locator('appkit-button').click() })));
