// @vitest-environment node
// What a scripted wallet answers, over a page in memory that only hands on what its half there asks.
import { expect, test } from 'vitest';
import { EthereumWallet } from './ethereum';

const TOKEN = { type: 'ERC20', options: { address: `0x${'11'.repeat(20)}`, symbol: 'TKN', decimals: 18 } };

async function wallet() {
  let respond!: (text: string) => Promise<{ result?: { value: unknown }; error?: { code?: number } }>;
  const made = await EthereumWallet.install({
    addInitScript: async () => undefined,
    exposeFunction: async (_, fn) => void (respond = fn as never),
    evaluate: async () => undefined,
  });
  const ask = async (method: string, params: unknown) => {
    const { result, error } = await respond(JSON.stringify({ method, params, granted: true }));
    return error ? error.code : result!.value;
  };
  return { made, ask };
}

test('accepts wallet_watchAsset with an object or a list of one @10.21', async () => {
  const { made, ask } = await wallet();
  expect(await ask('wallet_watchAsset', TOKEN)).toBe(true);
  expect(await ask('wallet_watchAsset', [TOKEN])).toBe(true);
  expect(made.params('wallet_watchAsset')).toEqual(TOKEN);
  expect(made.last('wallet_watchAsset')!.params).toEqual([TOKEN]);
  // declined like any other prompt
  made.refuse();
  expect(await ask('wallet_watchAsset', TOKEN)).toBe(4001);
  made.approve();
  for (const none of [null, [], {}, { type: 'ERC20' }, 'TKN'])
    expect(await ask('wallet_watchAsset', none), JSON.stringify(none)).toBe(-32602);
});

test('reads an object as the first element of a list @10.21', async () => {
  const { ask } = await wallet();
  expect(await ask('wallet_switchEthereumChain', { chainId: '0x1' })).toBe(null);
  expect(await ask('eth_chainId', {})).toBe('0x1');
});
