// Writes the vectors that engine/core/tests/vectors.rs reads:
//
//   node scripts/vectors.mjs
//     tests/vectors/viem.json: calldata, amounts and checksums as viem has them, drawn from one seed. Run it again after viem
//     was updated; a difference is a reason to look, not to commit.
//   node scripts/vectors.mjs ethers <folder of @ethersproject/testcases>
//     tests/vectors/ethers.json: the part of ethers' test cases that is about what the engine does. The package is no
//     dependency: `npm i @ethersproject/testcases` somewhere else and name the folder.

import { readFileSync, writeFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { format, resolveConfig } from 'prettier';
import { encodeFunctionData, erc20Abi, formatUnits, getAddress, parseUnits, toHex } from 'viem';

const folder = new URL('../engine/core/tests/vectors/', import.meta.url);
const write = async (name, value) => {
  const file = new URL(name, folder);
  const style = await resolveConfig(file);
  writeFileSync(file, await format(JSON.stringify(value), { ...style, parser: 'json' }));
};

/** A generator of 32-bit numbers; the same seed gives the same vectors (mulberry32). */
function generator(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return (t ^ (t >>> 14)) >>> 0;
  };
}

function viem() {
  const next = generator(20260102);
  const below = (limit) => next() % limit;
  const hex = (bytes) =>
    Array.from({ length: bytes }, () => toHex(below(256), { size: 1 }).slice(2)).join('');
  const max = 2n ** 256n - 1n;
  const units = () => BigInt(`0x${hex(32)}`) >> BigInt(below(256));
  const address = () => getAddress(`0x${hex(20)}`);
  const edges = [0n, 1n, 255n, 256n, 10n ** 6n, 10n ** 18n, 2n ** 128n, max - 1n, max];

  const transfers = [...edges, ...Array.from({ length: 91 }, units)].map((amount) => {
    const [from, to, token] = [address(), address(), address()];
    const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [to, amount] });
    return { from, to, token, units: String(amount), data, value: toHex(amount) };
  });
  const balances = Array.from({ length: 50 }, () => {
    const owner = address();
    const data = encodeFunctionData({ abi: erc20Abi, functionName: 'balanceOf', args: [owner] });
    return { owner, data };
  });
  const formats = [...edges, ...Array.from({ length: 191 }, units)].map((amount, index) => {
    const decimals = index < 30 ? [0, 1, 2, 6, 8, 18, 24, 36, 77][index % 9] : below(78);
    return { units: String(amount), decimals, text: formatUnits(amount, decimals) };
  });
  const parses = Array.from({ length: 200 }, () => {
    const decimals = [0, 2, 6, 8, 18, 27][below(6)];
    const digits = (most) => Array.from({ length: below(most + 1) }, () => below(10)).join('');
    const [whole, fraction] = [digits(30), digits(decimals)];
    const text = [whole || '0', fraction].filter(Boolean).join('.');
    return { text, decimals, units: String(parseUnits(text, decimals)) };
  });
  const addresses = Array.from({ length: 100 }, () => {
    const plain = `0x${hex(20)}`;
    return { plain, checksummed: getAddress(plain) };
  });
  return write('viem.json', {
    about: 'Written by scripts/vectors.mjs with viem (MIT); seed 20260102.',
    decimals: encodeFunctionData({ abi: erc20Abi, functionName: 'decimals' }),
    transfers,
    balances,
    formats,
    parses,
    addresses,
  });
}

function ethers(from) {
  const read = (name) => JSON.parse(gunzipSync(readFileSync(`${from}/testcases/${name}.json.gz`)));
  const list = (text) => JSON.parse(text);
  const value = (item) => String(item.value).toLowerCase();
  const simple = [...read('contract-interface'), ...read('contract-interface-abi2')]
    .filter((test) => /^\["(address|uint\d*)"(,"uint\d*")?\]$/.test(test.types))
    .map((test) => ({
      types: list(test.types).map((type) => (type === 'address' ? type : 'uint')),
      values: list(test.normalizedValues ?? test.values).map(value),
      result: test.result,
    }));
  const of = (...types) => simple.filter((test) => String(test.types) === String(types));
  return write('ethers.json', {
    about:
      'A part of @ethersproject/testcases (units, accounts, contract-interface), written by scripts/vectors.mjs.',
    licence: readFileSync(`${from}/LICENSE.md`, 'utf8').trim(),
    units: read('units').map(({ name, wei, ether, ether_format }) => ({ name, wei, ether, ether_format })),
    gwei: read('units')
      .filter((test) => test.gwei)
      .map(({ name, wei, gwei }) => ({ name, wei, gwei })),
    addresses: read('accounts')
      .slice(0, 100)
      .map(({ address, checksumAddress }) => ({ plain: address, checksummed: checksumAddress })),
    abi: [...of('address', 'uint'), ...of('uint').slice(0, 40), ...of('address').slice(0, 40)],
  });
}

const [source, from] = process.argv.slice(2);
await (source === 'ethers' && from ? ethers(from) : viem());
