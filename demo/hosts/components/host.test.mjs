// Component tests of a dapp, in vitest and jest, with jsdom and happy-dom.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const cwd = fileURLToPath(new URL('.', import.meta.url));

function run(words, more = {}) {
  const env = { ...process.env, CI: '1', NODE_ENV: undefined, NODE_TEST_CONTEXT: undefined, ...more };
  const { status, stdout, stderr } = spawnSync('npx', words, { cwd, env, encoding: 'utf8' });
  assert.equal(status, 0, `${stdout}\n${stderr}`);
}

for (const document of ['jsdom', 'happy-dom'])
  test(`vitest with ${document}`, () => run(['vitest', 'run', '--environment', document, 'shop.test.mjs']));

for (const [name, document] of [
  ['jsdom', './jsdom.mjs'],
  ['happy-dom', '@happy-dom/jest-environment'],
])
  test(`jest with ${name}`, () =>
    run(['jest', '--env', document, '--testMatch', '**/shop.test.mjs', '--transform', '{}'], {
      NODE_OPTIONS: '--experimental-vm-modules',
    }));
