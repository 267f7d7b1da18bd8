// @vitest-environment node
// `npx wallet-modal check-services`, over services that are as they should be and over ones with planted faults. That the demo's are fine is in
// e2e/bindings/services.e2e.ts.
import { execFile } from 'node:child_process';
import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startServices } from '../bindings/testing/services';
import { checkServices } from '../bin/check-services.mjs';

const names = ['Alder', 'Birch', 'Cedar', 'Elm', 'Fir', 'Gorse'];
let services;
beforeAll(async () => {
  services = await startServices({
    wallets: names.map((name) => ({ name: `${name} Wallet` })),
    balances: [
      { name: 'Ether', symbol: 'ETH', chainId: 'eip155:1', quantity: { decimals: '18', numeric: '2.5' } },
    ],
  });
});
afterAll(() => services.close());

const check = () => {
  const { wallet, data } = services.options.services;
  return checkServices({ wallet, data });
};
const wrong = async () =>
  (await check()).filter((one) => one.wrong).map(({ call, wrong: why }) => `${call}: ${why}`);

test('finds nothing wrong with correct services @10.43', async () => {
  const found = await check();
  expect(found.filter((one) => one.wrong)).toEqual([]);
  expect(found.map(({ call }) => call)).toEqual([
    'the first wallets',
    'the next page',
    'wallets by their ids',
    'wallets without one',
    'wallets by a text',
    'a picture',
    'what the project decides',
    'the origins of the project',
    'whether reports are wanted',
    'the chains',
    'name and picture',
    'balances',
    'history',
    'tokens',
    'prices',
    'the node',
  ]);
});

const id = 'ab'.repeat(32);
const one = { id, name: 'Alder', image_id: 'x' };

describe('finds a planted fault and names its path @10.43', () => {
  test.each([
    ['/appkit/v1/config', { status: 500 }, 'what the project decides: HTTP status code: 500'],
    [
      '/projects/v1/origins',
      { json: { allowedOrigins: '*' } },
      'the origins of the project: allowedOrigins is a text, not a list',
    ],
    [
      '/getWallets',
      { json: { data: [{ ...one, name: 7 }], count: 1 } },
      'the first wallets: data[0].name is a number, not a text',
    ],
    ['/getWallets', { json: { data: [one], count: 0 } }, 'the first wallets: count is 0, of 1 wallets'],
    [
      '/getWallets',
      { json: { data: Array(5).fill(one), count: 5 } },
      'the first wallets: 5 wallets where entries is 4',
    ],
    ['/getWallets', { json: { data: [one], count: 9 } }, 'the next page: it has wallets of the first page'],
    [
      '/getWallets',
      { json: { data: [one], count: 1 } },
      'wallets without one: exclude does not leave it out',
    ],
    ['/getWalletImage/', { json: 'a picture' }, 'a picture: it is neither png, jpeg, webp, gif nor svg'],
    [
      '/v1/supported-chains',
      { json: { http: ['Ethereum'] } },
      'the chains: http[0] is a text, not a chain id (CAIP-2)',
    ],
    [
      '/v1/account/',
      {
        json: {
          balances: [
            { name: 'E', symbol: 'E', chainId: 'eip155:1', quantity: { decimals: 18, numeric: '1' } },
          ],
        },
      },
      'balances: balances[0].quantity.decimals is a number, not a decimal as text',
    ],
    ['/v1/account/', { json: { balances: [], data: {} } }, 'history: data is an object, not a list'],
    [
      '/v1/account/',
      { json: { balances: 'x'.repeat(2 ** 21 + 1) } },
      /balances: more than the 2097152 bytes that are read/,
    ],
  ])('%s %#', async (path, answer, words) => {
    services.answer(path, answer);
    const found = await wrong();
    services.answer(path, null);
    if (typeof words === 'string') expect(found).toContain(words);
    else expect(found.join('\n')).toMatch(words);
  });

  test('finds a node of another chain', async () => {
    services.rpc('eth_chainId', '0x5');
    expect(await wrong()).toEqual(['the node: it answers for eip155:5']);
    services.rpc('eth_chainId', '0x1');
  });
});

test('reports a redirect, which the modal doesn’t follow @10.43', async () => {
  const { wallet } = services.options.services;
  const elsewhere = createServer((request, response) =>
    response.writeHead(307, { location: new URL(request.url, wallet).href }).end(),
  );
  await new Promise((listening) => elsewhere.listen(0, '127.0.0.1', listening));
  const found = await checkServices({ wallet: `http://127.0.0.1:${elsewhere.address().port}` });
  elsewhere.close();
  expect(found.length).toBeGreaterThan(0);
  for (const { wrong } of found)
    expect(wrong).toBe('HTTP status code: 307, a redirect, which the modal does not follow');
});

test('prints its result, and exits with 1 for a fault @10.43', async () => {
  const program = fileURLToPath(new URL('../bin/wallet-modal.mjs', import.meta.url));
  const run = (...args) =>
    promisify(execFile)(process.execPath, [program, ...args]).then(
      ({ stdout }) => [0, stdout],
      ({ code, stdout, stderr }) => [code, stdout + stderr],
    );
  const { wallet, data } = services.options.services;
  const own = ['check-services', '--wallet', wallet, '--data', data];
  expect(await run(...own)).toEqual([0, expect.stringContaining('all 16 are fine')]);
  services.answer('/v1/identity', { status: 404 });
  const [code, said] = await run(...own);
  services.answer('/v1/identity', null);
  expect(code).toBe(1);
  expect(said).toContain('wrong  data: name and picture: HTTP status code: 404');
  expect(said).toContain('1 of 16 are wrong');
  expect(await run('check-services')).toEqual([2, expect.stringContaining('check-services needs --wallet')]);
});
