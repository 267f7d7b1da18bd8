// What the embedded wallet says it holds (wallet_getAssets, ERC-7811): read from the real chains, and filtered as the standard says.
import { numberToHex, parseEther, type Address, type Hex } from 'viem';
import { expect, it } from 'vitest';
import { freshAddress, giveToken, TOKENS } from './testing/chain';
import { expectRefused, smartWallet, valueOf, type Peer } from './testing/peer';

type Asset = { address: string; balance: Hex; type: string; metadata: { symbol: string; price?: number } };

const assets = async (peer: Peer, account: Address, filters: object = {}) =>
  valueOf<Record<Hex, Asset[]>>(await peer.ask('wallet_getAssets', [{ account, ...filters }]));

const symbols = (list: Asset[] | undefined) => list?.map(({ metadata }) => metadata.symbol);

it('reads coins and tokens from each chain, sorted by value', async () => {
  const { peer, address, owner } = await smartWallet();
  await giveToken('DUSD', address, 2_500_000n);
  await giveToken('QGLD', address, 900_000_000n);
  await giveToken('MDW', address, 3n, 1338);
  expect((await peer.ask('wallet_getCapabilities', [address])).payload).toMatchObject({
    '0x539': { assetDiscovery: { supported: true } },
    '0x53a': { assetDiscovery: { supported: true } },
  });
  const all = await assets(peer, address);
  expect(Object.keys(all)).toEqual(['0x539', '0x53a', '0x53b']);
  expect(all['0x539']).toMatchObject([
    { address: TOKENS.QGLD, balance: numberToHex(900_000_000), type: 'ERC20' },
    { address: 'native', balance: numberToHex(parseEther('5')), type: 'NATIVE' },
    { address: TOKENS.DUSD, balance: numberToHex(2_500_000), type: 'ERC20' },
  ]);
  expect(all['0x539']![1]!.metadata).toMatchObject({
    name: 'Ether',
    symbol: 'ETH',
    decimals: 18,
    price: 3120.45,
  });
  expect(symbols(all['0x53a'])).toEqual(['MDW', 'ETH']);
  expect(symbols(all['0x53b'])).toEqual(['JUN']);
  expect(await assets(peer, owner, { chainFilter: ['0x539'] })).toMatchObject({
    '0x539': [{ address: 'native', balance: '0x0' }],
  });
  await expectRefused(peer, 'wallet_getAssets', [{ account: freshAddress() }], 'not the one');
  await expectRefused(peer, 'wallet_getAssets', [{}], 'account is no address');

  peer.site.listsAssets = false;
  expect((await peer.ask('wallet_getCapabilities', [address])).payload).toMatchObject({
    '0x539': { assetDiscovery: { supported: false } },
  });
});

it('filters leave out other assets, and named ones are returned whatever the filters', async () => {
  const { peer, address } = await smartWallet();
  await giveToken('DUSD', address, 2_500_000n);
  const chainFilter = ['0x539', '0x1'];
  expect(Object.keys(await assets(peer, address, { chainFilter }))).toEqual(['0x539']);
  const tokens = await assets(peer, address, { chainFilter, assetTypeFilter: ['erc20'] });
  expect(symbols(tokens['0x539'])).toEqual(['DUSD']);
  const named = await assets(peer, address, {
    assetFilter: {
      '0x539': [
        { address: 'native', type: 'native' },
        { address: TOKENS.MDW.toLowerCase(), type: 'erc20' },
        { address: freshAddress(), type: 'erc20' },
      ],
      '0x53b': [],
    },
    assetTypeFilter: ['erc20'],
    chainFilter: ['0x53a'],
  });
  expect(Object.keys(named).sort()).toEqual(['0x539', '0x53b']);
  expect(named['0x539']).toMatchObject([{ address: 'native' }, { address: TOKENS.MDW, balance: '0x0' }]);
  expect(symbols(named['0x53b'])).toEqual(['JUN']);
});
