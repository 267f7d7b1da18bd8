// CI starts `npm test` and `npm run test:hosts` without node_modules, so the scripts that install it can't import a package.
// @vitest-environment node
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';

let checkout;

beforeAll(() => {
  checkout = mkdtempSync(join(tmpdir(), 'checkout-'));
  for (const name of readdirSync('.').filter((name) => name !== 'node_modules'))
    symlinkSync(resolve(name), join(checkout, name));
});

afterAll(() => rmSync(checkout, { recursive: true }));

/** Runs Node in the checkout, where symbolic links don't lead back to the packages of this one. */
function node(...args) {
  const flags = ['--preserve-symlinks', '--preserve-symlinks-main'];
  const { stderr, stdout, status } = spawnSync(process.execPath, [...flags, ...args], { encoding: 'utf8' });
  return { status, output: `${stderr}${stdout}` };
}

test.each([
  ['test.mjs', 'is no layer'],
  ['hosts.mjs', 'no host is named unknown'],
])('starts scripts/%s without npm packages', (script, message) => {
  const { status, output } = node(join(checkout, 'scripts', script), 'unknown');
  expect(output).toContain(message);
  expect(status).toBe(1);
});

test('imports scripts/setup.mjs, for `npm start`, without npm packages', () => {
  const setup = JSON.stringify(join(checkout, 'scripts', 'setup.mjs'));
  expect(node('--input-type=module', '--eval', `process.argv.push('');await import(${setup})`)).toEqual({
    status: 0,
    output: '',
  });
});
