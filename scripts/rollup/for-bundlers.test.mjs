// Where the engine's file is looked for, by the address that its script has made.
import { expect, test } from 'vitest';
import { placed } from './for-bundlers.mjs';

const FILE = 'engine-8d83917ed6.wasm';

test('finds the file in the package from a prebundled script @10.39', () => {
  for (const folder of ['.vite/', '.vite/deps/', '.cache/vite/client/'])
    for (const base of [
      'http://localhost:5173',
      'http://localhost:3000/_nuxt',
      'http://localhost:5173/@fs/home/me/shop',
    ])
      expect(placed(`${base}/node_modules/${folder}${FILE}`)).toBe(
        `${base}/node_modules/wallet-modal/dist/${FILE}`,
      );
});

test('finds a bundled file at the address of its bundler, also in a pnpm folder @10.39', () => {
  for (const url of [
    `https://shop.example/assets/${FILE}`,
    `https://shop.example/.well-known/${FILE}`,
    `http://localhost:5173/node_modules/wallet-modal/dist/${FILE}`,
    `http://localhost:5173/node_modules/.pnpm/wallet-modal@0.1.0/node_modules/wallet-modal/dist/${FILE}`,
    'data:application/wasm;base64,AGFzbQ',
  ])
    expect(placed(url)).toBe(url);
});
