// What a page takes from RainbowKit it takes from here: names, props, what is given to it (names.ts), against the original's declarations; and a
// page that runs on the original (original.tsx) runs here with one import exchanged (moved.tsx).
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { after, test } from 'node:test';
import { endBrowser } from '../support/browser.mjs';
import { inShop, isMe, isNobody, press, signsAndSends, wholeWay } from '../support/moved.mjs';
import { wrong } from '../support/types.mjs';

const here = fileURLToPath(new URL('.', import.meta.url));
const at = (name) => path.join(here, name);

after(endBrowser);

test('every name of RainbowKit exists with its arguments and results @10.48', () => {
  assert.deepEqual(wrong([at('names.ts')]), []);
});

test('the comparison reports a missing name and a missing prop @10.48', () => {
  const text = readFileSync(at('names.ts'), 'utf8');
  const without = text.replace(
    "import type * as ours from 'wallet-modal/rainbowkit';",
    "import type * as all from 'wallet-modal/rainbowkit';\ndeclare const ours: Omit<typeof all, 'useChainModal'>;",
  );
  assert.match(wrong([at('names.ts')], { [at('names.ts')]: without }).join('\n'), /useChainModal/);
  const swapped = text.replace(/ComponentProps<typeof ours\.ConnectButton>\s*>/, "{ label: 'x' }>");
  assert.match(wrong([at('names.ts')], { [at('names.ts')]: swapped }).join('\n'), /given/);
});

test('tsc --strict accepts the page before and after the move @10.48', () => {
  assert.deepEqual(wrong([at('original.tsx'), at('moved.tsx')]), []);
});

test('the page with RainbowKit itself connects, signs, sends, switches, reloads and disconnects', () =>
  inShop(at('original.tsx'), async (page) => {
    await isNobody(page);
    const rk = (id) => page.getByTestId(`rk-${id}`);
    await rk('connect-button').click();
    await rk(`wallet-option-${page.wallet.rdns}`).click();
    await isMe(page);
    await signsAndSends(page);
    await press(page, 'Second');
    await isMe(page, 1338);
    await press(page, 'Networks');
    await rk('chain-option-1337').click();
    await isMe(page);
    await page.reload();
    await isMe(page);
    await rk('account-button').click();
    await rk('disconnect-button').click();
    await isNobody(page);
  }));

test('the page with its import changed works through wagmi, modal and wallet, also after a close and a refusal @10.48', () =>
  inShop(at('moved.tsx'), (page) => wholeWay(page, { open: () => press(page, 'Join') })));
