// @vitest-environment node
// What is granted is what was read: nothing unknown, nothing over, nothing unlimited without a word. And how it reads to a person.
import { getAddress, maxUint256, numberToHex, parseAbi, type Address } from 'viem';
import { describe, expect, it } from 'vitest';
import { dateWords, durationWords, everyWords, grantInWords } from './grant-words';
import { readGrant } from './grants';

const OWN = getAddress('0x00000000000000000000000000000000000000a1');
const SHOP = getAddress('0x00000000000000000000000000000000000000b2');
const NOW = 1_795_000_000;
const KEY = `0x02${'11'.repeat(32)}` as const;
const signer = { type: 'keys', data: { keys: [{ type: 'secp256k1', publicKey: KEY }] } };
const ether = {
  type: 'native-token-recurring-allowance',
  data: { allowance: '0x6f05b59d3b20000', start: 0, period: 86_400 },
};
const mint = {
  type: 'contract-call',
  data: {
    address: SHOP,
    abi: [...parseAbi(['function mint(address to, uint256 count)', 'function burn()'])],
    functions: [
      {
        functionName: 'mint',
        args: [{ operator: 'EQUAL', value: '0x01' }],
        valueLimit: '0x2386f26fc10000',
        operation: 'Call',
      },
    ],
  },
};
const token = {
  type: 'erc20-recurring-allowance',
  data: { token: SHOP, allowance: '0x4c4b40', start: NOW + 3_600, period: 604_800 },
};
const good = { chainId: '0x539', expiry: NOW + 3_600 * 5, signer, permissions: [ether], policies: [] };
const read = (more: object) => readGrant({ ...good, ...more }, OWN, 1337, NOW);
const words = (more: object, facts = new Map<Address, { symbol: string; decimals: number } | null>()) =>
  grantInWords(read(more), NOW, 'ETH', facts);
const named = (found: ReturnType<typeof words>, label: string) =>
  found.facts.filter((fact) => fact.label === label).map((fact) => 'value' in fact && fact.value);

describe('a permission request', () => {
  it('is read in full, and defaults are written out', () => {
    expect(read({})).toEqual({ ...good, address: OWN });
    const { permissions } = read({
      permissions: [{ ...mint, data: { ...mint.data, functions: [{ functionName: 'burn' }] } }],
    });
    expect(permissions[0]!.data).toMatchObject({
      abi: [{ name: 'burn' }],
      functions: [{ functionName: 'burn', valueLimit: '0x0', operation: 'Call' }],
    });
  });

  it.each([
    ['expiry is over', { expiry: NOW }],
    ['expiry is too far away', { expiry: NOW * 1_000 }],
    ['expiry must be a whole number', { expiry: String(NOW + 9) }],
    ['chainId is not the active network', { chainId: '0x1' }],
    ['This account is not the one', { address: SHOP }],
    ['permission.more is not known', { more: 1 }],
    ['permissions must hold 1 to 100', { permissions: [] }],
    [
      'permissions[0].type "erc721-token-transfer" is not known',
      { permissions: [{ type: 'erc721-token-transfer', data: {} }] },
    ],
    [
      'permissions[0].data.period must be',
      { permissions: [{ ...ether, data: { ...ether.data, period: 0 } }] },
    ],
    [
      'permissions[0].data.allowance must be',
      { permissions: [{ ...ether, data: { ...ether.data, allowance: '5' } }] },
    ],
    [
      'permissions[0].data.start is not before',
      { permissions: [{ ...ether, data: { ...ether.data, start: NOW * 2 } }] },
    ],
    [
      'permissions[0].data.token is no address',
      { permissions: [{ ...token, data: { ...token.data, token: '0x12' } }] },
    ],
    [
      'functions[0].functionName is not in the abi',
      { permissions: [{ ...mint, data: { ...mint.data, functions: [{ functionName: 'steal' }] } }] },
    ],
    [
      'functions[0].args has more values',
      {
        permissions: [
          {
            ...mint,
            data: {
              ...mint.data,
              functions: [{ functionName: 'burn', args: [{ operator: 'EQUAL', value: '0x01' }] }],
            },
          },
        ],
      },
    ],
    [
      'data.abi cannot be read',
      { permissions: [{ ...mint, data: { ...mint.data, abi: [{ type: 'function', name: 'x' }] } }] },
    ],
    ['signer.type must be one of keys', { signer: { type: 'account', data: {} } }],
    [
      'signer.data.keys[0].publicKey is no public key',
      { signer: { type: 'keys', data: { keys: [{ type: 'secp256k1', publicKey: '0x1234' }] } } },
    ],
    [
      'signer.data.keys[0].type must be',
      { signer: { type: 'keys', data: { keys: [{ type: 'rsa', publicKey: KEY }] } } },
    ],
    [
      'policies[0].type "spent-limit" is not known',
      { policies: [{ type: 'spent-limit', data: { allowance: '0x1' } }] },
    ],
    ['policies[0].data.count must be', { policies: [{ type: 'call-limit', data: { count: 0 } }] }],
  ])('is refused: %s', (text, more) => {
    expect(() => read(more)).toThrow(text);
  });
});

describe('the text of a grant', () => {
  it('names amount, interval, end, key and account', () => {
    const found = words({ policies: [{ type: 'rate-limit', data: { count: 3, interval: 3_600 } }] });
    expect(named(found, 'It may take up to')).toEqual(['0.5 ETH every day']);
    expect(named(found, 'At most')).toEqual(['3 calls every hour']);
    expect(named(found, 'Until')).toEqual([`${dateWords(NOW + 18_000)}, for 5 hours`]);
    expect(named(found, 'Who may, by the key (secp256k1)')).toEqual([KEY]);
    expect(named(found, 'For the account')).toEqual([OWN]);
    expect(found.warnings).toEqual([]);
  });

  it('names the token, its contract and a later start', () => {
    const found = words({ permissions: [token] }, new Map([[SHOP, { symbol: 'DUSD', decimals: 6 }]]));
    expect(named(found, 'It may take up to')).toEqual(['5 DUSD every week']);
    expect(named(found, 'Token contract')).toEqual([SHOP]);
    expect(named(found, 'Not before')).toEqual([dateWords(NOW + 3_600)]);
  });

  it('names the functions of a contract with their allowed arguments', () => {
    const found = words({ permissions: [mint, ether] });
    expect(named(found, 'It may call the contract')).toEqual([SHOP]);
    expect(named(found, 'Function')).toEqual([
      'mint(address,uint256)\npaying up to 0.01 ETH each time\nvalue 1 exactly 0x01',
    ]);
    expect(named(found, 'Permission')).toEqual(['1 of 2', '2 of 2']);
  });

  it('warns of a missing limit, an unknown token, code at the account’s address and a term of years', () => {
    const all = { allowance: numberToHex(maxUint256), start: 0, period: 60 };
    const limitless = words({ permissions: [{ ...ether, data: all }], expiry: NOW + 40_000_000 });
    expect(named(limitless, 'It may take up to')).toEqual(['Without limit, ETH every minute']);
    expect(limitless.warnings).toEqual(['It could take all your ETH.', 'This lasts for more than a year.']);
    expect(words({ permissions: [token] }).warnings[0]).toContain('does not say what it counts');
    const functions = [{ functionName: 'burn', operation: 'DelegateCall' }];
    const delegated = words({ permissions: [{ ...mint, data: { ...mint.data, functions } }] });
    expect(delegated.warnings[0]).toContain('in its place');
  });

  it('has readable times', () => {
    expect(dateWords(1_798_675_500)).toBe('31 December 2026, 00:05 UTC');
    expect([90, 3_600, 90_000].map(durationWords)).toEqual(['1 minute 30 seconds', '1 hour', '1 day 1 hour']);
    expect([1, 7_200, 604_800, 90].map(everyWords)).toEqual([
      'every second',
      'every 2 hours',
      'every week',
      'every 90 seconds',
    ]);
  });
});
