// A page that runs on AppKit (original.tsx) runs here with its imports exchanged (moved.tsx), and every name of AppKit's own declarations is in
// the guide and in ours.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { after, test } from 'node:test';
import { endBrowser } from '../support/browser.mjs';
import { inShop, isMe, isNobody, press, signsAndSends, wholeWay } from '../support/moved.mjs';
import { wrong } from '../support/types.mjs';
import { namesOfOriginals } from './names.mjs';

const here = fileURLToPath(new URL('.', import.meta.url));
const at = (name) => path.join(here, name);

/** every entry, and ours for it (the table of docs/guide/from-appkit.md) */
const ENTRIES = {
  '@reown/appkit': 'appkit',
  '@reown/appkit/react': 'appkit/react',
  '@reown/appkit/vue': 'appkit/vue',
  '@reown/appkit/networks': 'appkit/networks',
  '@reown/appkit-adapter-wagmi': 'appkit/wagmi',
  '@reown/appkit-adapter-ethers': 'appkit/ethers',
  '@reown/appkit-adapter-ethers5': 'appkit/ethers5',
  '@reown/appkit-adapter-solana': 'appkit/solana',
  '@reown/appkit-adapter-solana/react': 'appkit/solana/react',
  '@reown/appkit-adapter-solana/vue': 'appkit/solana/vue',
  '@reown/appkit-adapter-bitcoin': 'appkit/bitcoin',
  '@reown/appkit-siwe': 'appkit/siwe',
  '@reown/appkit-siwx': 'appkit/siwx',
  '@reown/appkit-siwx/react': 'appkit/siwx/react',
  '@reown/appkit-siwx/vue': 'appkit/siwx/vue',
  '@reown/appkit-wallet-button': 'appkit/wallet-button',
  '@reown/appkit-wallet-button/react': 'appkit/wallet-button/react',
};

after(endBrowser);

const originals = namesOfOriginals();
const table = JSON.parse(readFileSync(at('../../../bindings/appkit/names.json'), 'utf8'));

test("the guide's table has every name of AppKit's declarations, and no other @10.41", () => {
  // Elements and their attributes are not said by a declaration that is exported.
  assert.deepEqual({ ...originals, elements: table.elements }, table);
});

/** A page that imports every name which is a value, from ours. */
const everyName = (more = []) =>
  Object.entries(ENTRIES)
    .map(([original, ours], index) => {
      const { values } = originals.packages[original];
      const all = [...values, ...(index == 0 ? more : [])];
      const named = all.map((name) => `${name} as ${name}_${index}`).join(', ');
      return `import { ${named} } from 'wallet-modal/${ours}';\nvoid [${all.map((name) => `${name}_${index}`).join(', ')}];`;
    })
    .concat(
      "import { arbitrum, base, mainnet } from 'wallet-modal/appkit/networks';\nvoid [arbitrum, base, mainnet];",
    )
    .join('\n');

test('tsc --strict accepts a page that imports every name from our package, and reports a missing one @10.41', () => {
  const file = at('every-name.ts');
  assert.deepEqual(wrong([file], { [file]: everyName() }), []);
  assert.match(wrong([file], { [file]: everyName(['createAppKat']) }).join(), /createAppKat/);
});

test('tsc --strict accepts AppKit’s arguments and results in our types @10.41', () => {
  assert.deepEqual(wrong([at('names.ts')]), []);
});

test('tsc --strict accepts each page before and after the move @10.41', () => {
  for (const kind of ['tsx', 'vue.ts'])
    assert.deepEqual(wrong([at(`original.${kind}`), at(`moved.${kind}`)]), [], kind);
});

for (const kind of ['tsx', 'vue.ts']) {
  test(`original.${kind} with AppKit itself connects, signs, sends, switches and reloads`, () =>
    inShop(at(`original.${kind}`), async (page) => {
      await isNobody(page);
      await page.locator('appkit-button').click();
      await page.getByTestId(`wallet-selector-${page.wallet.rdns}`).click();
      await isMe(page);
      await signsAndSends(page);
      await press(page, 'Second');
      await isMe(page, 1338);
      await page.reload();
      await isMe(page, 1338);
      // Its page for Vue goes on saying connected after that: seen with 1.7.20 in this page.
      if (kind == 'vue.ts') return;
      await press(page, 'Leave');
      await isNobody(page);
    }));

  test(`moved.${kind} with its imports changed works through hooks, modal and wallet, also after a close and a refusal @10.41`, () =>
    inShop(at(`moved.${kind}`), (page) =>
      wholeWay(page, { open: () => page.locator('appkit-button').click() }),
    ));
}
