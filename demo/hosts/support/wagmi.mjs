// wagmi's own start page with the host's version of wagmi: its types compile, and it runs in a browser with wagmi's connectors
// (config.original.ts), then with ours (config.ts). Nothing else differs.
import assert from 'node:assert/strict';
import path from 'node:path';
import { after, test } from 'node:test';
import { expect } from '@playwright/test';
import { endBrowser } from './browser.mjs';
import { inShop, isMe, isNobody, press, signsAndSends, wholeWay } from './moved.mjs';
import { wrong } from './types.mjs';

/** the wallet's name from wagmi's discovery, and our connector's */
const [DISCOVERED, OURS] = ['Test Wallet', 'Wallet Modal'];

export function wagmiHost(here, version) {
  const at = (name) => path.join(here, name);
  after(endBrowser);
  const opened = (instead, run) => inShop(at('main.tsx'), run, instead);

  test(`wagmi ${version}: tsc --strict takes the connector, the config and the hooks over it @10.40`, () => {
    assert.deepEqual(wrong([at('main.tsx')]), []);
  });

  test(`wagmi ${version}: the start page as it was written, with wagmi's connectors`, () =>
    opened({ './config': 'config.original.ts' }, async (page) => {
      await isNobody(page);
      await press(page, DISCOVERED);
      await isMe(page);
      await signsAndSends(page);
      await press(page, 'Second');
      await isMe(page, 1338);
      await page.reload();
      await isMe(page, 1338);
      await press(page, 'Leave');
      await isNobody(page);
    }));

  test(`wagmi ${version}: the page moved: closed, refused, connected, signed, sent, switched, reloaded and left, by wagmi, by the modal, by the wallet @10.40`, () =>
    opened({}, (page) =>
      wholeWay(page, {
        open: () => press(page, OURS),
        closed: () => expect(page.locator('#said')).toHaveText('UserRejectedRequestError'),
      }),
    ));
}
