// Which npm packages `npm run check` refuses for their license.
// @vitest-environment node
import { expect, test } from 'vitest';
import { checkLicenses } from './lib/licenses.mjs';

const lock = (name, version, license = 'MIT', more = {}) => ({
  '': { name: 'wallet-modal', license: 'Apache-2.0' },
  [`node_modules/${name}`]: { version, license, ...more },
});
const check = (...entry) => checkLicenses(lock(...entry), 'package-lock.json');

test('refuses versions of a package after its open license, wherever they are installed', () => {
  for (const [name, version] of [
    ['@walletconnect/core', '2.21.9'],
    ['@walletconnect/utils', '2.25.0'],
    ['@walletconnect/pay', '3.0.0'],
    ['@walletconnect/sign-client', '2.21.9-canary.0'],
    ['@reown/walletkit', '1.2.11'],
    ['@reown/walletkit', '1.6.0'],
    ['@reown/appkit', '1.7.21'],
    ['@reown/appkit-adapter-wagmi', '1.8.0'],
    ['a/node_modules/@walletconnect/core', '2.22.0'],
  ])
    expect(() => check(name, version), `${name} ${version}`).toThrow(/isn't under an open license; \d/);
  // with an alias
  expect(() => check('kit-2', '1.6.0', 'MIT', { name: '@reown/walletkit' })).toThrow(
    '@reown/walletkit 1.6.0',
  );
});

test('accepts the last version of a package under its open license, and older ones', () => {
  for (const [name, version] of [
    ['@walletconnect/core', '2.21.8'],
    ['@walletconnect/logger', '2.1.2'],
    ['@reown/walletkit', '1.2.10'],
    ['@reown/appkit', '1.7.20'],
    ['@reown/appkit-common', '1.6.99'],
  ])
    expect(() => check(name, version), `${name} ${version}`).not.toThrow();
});

test('refuses a package without an open license', () => {
  const closed = [
    'SEE LICENSE IN LICENSE.md',
    'UNLICENSED',
    'BUSL-1.1',
    'MIT AND BUSL-1.1',
    'MIT OR X',
    '',
    null,
  ];
  for (const license of closed)
    expect(() => check('a', '1.0.0', license), String(license)).toThrow('has no open license');
  for (const license of ['MIT', '(MIT OR CC0-1.0)', 'Apache-2.0 AND LGPL-3.0-or-later AND MIT'])
    expect(() => check('a', '1.0.0', license), license).not.toThrow();
});
