// @vitest-environment node
// The filters of ERC-7811: what is named is answered and nothing else; types and chains leave out; the dearest comes first.
import { getAddress } from 'viem';
import { describe, expect, it } from 'vitest';
import { passed, readWanted, type Asset } from './asset-filters';

const account = getAddress('0x00000000000000000000000000000000000000a1');
const TOKEN = getAddress('0x6906beD33BFd4bb5505041B56c590efA178c4A1E');
const KNOWN = [1337, 1338];
const read = (more: object) => readWanted({ account: account.toLowerCase(), ...more }, KNOWN);
const asset = (type: Asset['type'], balance: Asset['balance'], price: number, decimals = 18): Asset => ({
  address: type === 'NATIVE' ? 'native' : TOKEN,
  balance,
  type,
  metadata: { name: 'x', symbol: 'X', decimals, ...(price ? { price } : {}) },
});

describe('the requested assets', () => {
  it('are all on every chain without a filter', () => {
    expect(read({})).toEqual({
      account,
      chains: new Map([
        [1337, null],
        [1338, null],
      ]),
      types: null,
    });
    expect([...read({ chainFilter: ['0x53a', '0x1'] }).chains.keys()]).toEqual([1338]);
    expect(read({ assetTypeFilter: ['erc20'] }).types).toEqual(['ERC20']);
  });

  it('are only the named ones, despite other filters', () => {
    const named = read({
      assetFilter: {
        '0x539': [
          { address: TOKEN.toLowerCase(), type: 'erc20' },
          { address: 'native', type: 'native' },
          { address: TOKEN, type: 'erc721' },
        ],
        '0x53a': [],
        '0x1': [],
      },
      assetTypeFilter: ['native'],
      chainFilter: ['0x53a'],
    });
    expect(named).toEqual({
      account,
      chains: new Map<number, unknown>([
        [1337, [TOKEN, 'native']],
        [1338, null],
      ]),
      types: null,
    });
    expect(read({ assetFilter: { '0x539': [TOKEN, 'native'] } }).chains.get(1337)).toEqual([TOKEN, 'native']);
  });

  it.each([
    ['account is no address', { account: 'x' }],
    ['must be a list of chain ids', { chainFilter: ['1337'] }],
    ['must be a list of types', { assetTypeFilter: 'erc20' }],
    ['must be an object', { assetFilter: [] }],
    ['is no chain id', { assetFilter: { 'eip155:1': [] } }],
    ['[0].address is no address', { assetFilter: { '0x539': [{ address: '0x1', type: 'erc20' }] } }],
    ['[0].type does not fit', { assetFilter: { '0x539': [{ address: 'native', type: 'erc20' }] } }],
  ])('is refused: %s', (text, more) => {
    expect(() => read(more)).toThrow(text);
  });
});

describe('the response', () => {
  const all = [
    asset('ERC20', '0x0', 9),
    asset('NATIVE', '0x0', 1),
    asset('ERC20', '0x64', 2, 2),
    asset('ERC20', '0x5', 0),
  ];

  it('is sorted by value, without tokens that have no balance', () => {
    expect(passed(all, read({}), false)).toEqual([all[2], all[1], all[3]]);
    expect(passed(all, read({}), true)).toHaveLength(4);
  });

  it('has the requested types', () => {
    expect(passed(all, read({ assetTypeFilter: ['Native'] }), false)).toEqual([all[1]]);
    expect(passed(all, read({ assetTypeFilter: ['erc721'] }), false)).toEqual([]);
  });
});
