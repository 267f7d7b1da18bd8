// @vitest-environment node
// A stand-in of a wallet, in tests and in the demo, names the version and the file that its words, codes and forms were read from, or says that
// they're a guess (issue 50). A file is a stand-in if it puts a wallet into a page, or answers as one.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
const PLACES = [
  'demo/*.js',
  'demo/hosts',
  'demo/strange',
  'demo/wallets',
  'bindings',
  'e2e',
  'element',
  'scripts/bench',
];
/** what a wallet does in a page: it announces itself, stands at a place, or is the Safe around it */
const STANDS_FOR_ONE =
  /dispatchEvent\(\s*new CustomEvent\('(?:eip6963:announceProvider|wallet-standard:register-wallet)'|injectedWeb3['\]]? ?\??\??=|btc_providers ?=|window\.keplr ?=|=== 'getSafeInfo'|class (?:Keplr|Unisat|Sats|Nova|Around|KeysWindow)\b/;
/** tests that are about the page's own listeners, or use the kit's wallets */
const isProduct = (file) => file.startsWith('element/src/') && !/\.test\.tsx?$/.test(file);
/** `polkadot-js 0.63 (packages/x/y.ts)`, `@x/y 1.2.3: src/y.ts`, `at 0010380 (src/y.ts)`; or a reference to the file that says it */
const READ_FROM = /(?:\d+(?:\.\d+)+|\bat [0-9a-f]{7}\b)[^]{0,400}?[\w@-]+(?:\/[\w.*-]+)+\.(?:tsx?|m?js|md)\b/;
const GUESS = /\bguess/;

const files = execFileSync('git', ['ls-files', ...PLACES], { cwd: root, encoding: 'utf8' })
  .split('\n')
  .filter((file) => /\.(?:tsx?|m?js)$/.test(file) && !isProduct(file));
const standIns = files.filter((file) => STANDS_FOR_ONE.test(readFileSync(root + file, 'utf8')));

test('finds the stand-ins', () => {
  expect(standIns).toContain('demo/wallets/announce.js');
  expect(standIns).toContain('bindings/testing/wallets/ethereum-page.ts');
  expect(standIns).toContain('element/src/wallets/keplr.test.ts');
});

test.each(standIns)('%s names its source or says that it is a guess', (file) => {
  const text = readFileSync(root + file, 'utf8');
  // comments alone: a version in code says nothing
  const comments = (text.match(/\/\*[^]*?\*\/|\/\/.*/g) ?? [])
    .join('\n')
    .replace(/\n\s*(?:\*|\/\/)\s?/g, ' ');
  expect(READ_FROM.test(comments) || GUESS.test(comments), `${file} has neither`).toBe(true);
});
