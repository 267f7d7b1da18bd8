// Writes the vectors that engine/core/tests/vectors.rs reads:
//
//   node scripts/vectors.mjs
//     tests/vectors/viem.json: calldata, amounts and checksums as viem has them, drawn from one seed. Run it again after viem
//     was updated; a difference is a reason to look, not to commit.
//   node scripts/vectors.mjs amounts
//     tests/vectors/amounts.json: 2,000 amounts as viem formats, parses, rounds or refuses them, for all decimals, from one seed; read by tests/scenarios/proofs/amounts.rs.
//   node scripts/vectors.mjs names
//     tests/vectors/names.json: names, and what ENSIP-15 makes of each (null: it refuses), as @adraffy/ens-normalize has it.
//   node scripts/vectors.mjs ens
//     tests/vectors/ens.json: calls of the Universal Resolver, a lookup that sends to gateways and the answers that go back, as viem encodes them.
//   node scripts/vectors.mjs solana <folder>
//     tests/vectors/solana.json: requests as @solana/web3.js and @solana/spl-token build them, and what each is to be read as, from one
//     seed; tests/vectors/solana-transfers.json: transfers as they build them; tests/vectors/solana-mints.json: mints as they read them. They are no dependencies: `npm i @solana/web3.js@1.99.0 @solana/spl-token@0.4.15` somewhere else and name the folder.
//   node scripts/vectors.mjs polkadot <folder>
//     tests/vectors/polkadot.json: calls as @polkadot/types builds them and what each is to be read as, with the networks' metadata cut to what
//     they need. They are no dependencies: `npm i @polkadot/types@16.5.6 @polkadot/types-support@16.5.6 @polkadot/util-crypto@14.0.3` somewhere else and name the folder.
//   node scripts/vectors.mjs polkadot-hash <folder>
//     tests/vectors/polkadot-hash.json: metadata with the hash that @polkadot-api/merkleize-metadata computes (RFC-78). They are no dependencies: `npm i
//     @polkadot-api/merkleize-metadata@1.3.0 @polkadot-api/substrate-bindings@0.21.0 @polkadot/types-support@16.5.6` somewhere else and name the folder.
//   node scripts/vectors.mjs polkadot-signed
//     tests/vectors/polkadot-signed.json: signatures of each kind of key as @polkadot/util-crypto makes them, from one seed (those of sr25519 differ each time).
//   node scripts/vectors.mjs cosmos
//     tests/vectors/cosmos.json: accounts, documents and words that were signed as cosmjs has them, and what each document is to be read as, from one seed.
//   node scripts/vectors.mjs psbt <folder of bitcoin/bips> <folder>
//     tests/vectors/psbt.json: documents of Bitcoin as @scure/btc-signer and bitcoinjs-lib write and sign them, and what each is to be read as, from one
//     seed; tests/vectors/psbt-bips.json: the vectors of BIP-174, BIP-370 and BIP-371. bitcoinjs-lib is no dependency: `npm i bitcoinjs-lib@7.0.2`
//     somewhere else and name the folder.
//   node scripts/vectors.mjs ethers <folder of @ethersproject/testcases>
//     tests/vectors/ethers.json: the part of ethers' test cases that is about what the engine does. The package is no
//     dependency: `npm i @ethersproject/testcases` somewhere else and name the folder.

import { readFileSync, writeFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { ens_normalize } from '@adraffy/ens-normalize';
import {
  encodeErrorResult,
  encodeFunctionData,
  encodeFunctionResult,
  erc20Abi,
  formatUnits,
  getAddress,
  parseAbi,
  parseUnits,
  toHex,
} from 'viem';
import { namehash, packetToBytes } from 'viem/ens';
import { caseLines } from './lib/case-lines.mjs';

const folder = new URL('../engine/core/tests/vectors/', import.meta.url);
const write = (name, value) => writeFileSync(new URL(name, folder), caseLines(value));

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

function names() {
  const next = generator(20261122);
  const below = (limit) => next() % limit;
  const pick = (all) => all[below(all.length)];
  const some = (alphabet, most) => Array.from({ length: below(most + 1) }, () => pick(alphabet)).join('');
  const plain = [...'abcdefghijklmnopqrstuvwxyz0123456789----'];
  const known = [...plain, ...'ABXYZ', ..."__$$''"];
  const ascii = Array.from({ length: 95 }, (_, i) => String.fromCharCode(32 + i));
  // What hides, what looks like a letter or a point and is none, marks, digits of others, emoji with what joins them.
  const others = [
    ...'\u00ad\u200b\u200c\u200d\u2060\ufeff\u202e\ufe0f\u20e3\u0301\u0327\u3002\uff0e\uff61\u2024\u00df\u03c2\u0130\u0131',
    ...'\u0430\u0435\u043e\u0440\u0441\u03bf\u0501\u0261\uff41\u2100\u2161\u0660\u0966\u00bd\u2019\u2010\u2011\u2212_$@',
    ...'\u{1d41a}\u{1f468}\u{1f4a9}\u{1f1e9}\u{e0061}',
  ];
  const ends = ['eth', 'ETH', 'example', 'xn--p1ai', 'co.uk', '', 'e\u0442h'];
  const made = [
    ...[
      '',
      '.',
      'eth',
      'a.eth',
      'A.ETH',
      'a--b.eth',
      'ab--c.eth',
      'xn--a.eth',
      'XN--A.eth',
      '--.eth',
      '----.eth',
      '-a-.eth',
    ],
    ...[
      '_a.eth',
      'a_.eth',
      'a..eth',
      '.a.eth',
      'a.eth.',
      ' a.eth',
      'a.eth ',
      '1.2',
      '0x1.eth',
      'alice.reown.id',
      '1\ufe0f\u20e3.eth',
    ],
    ...[
      'faceb\u043eok.eth',
      'vitalik\u200d.eth',
      'b\u00fccher.eth',
      'bu\u0308cher.eth',
      'stra\u00dfe.eth',
      'a\u2019b.eth',
    ],
    ...[
      "nick's.eth",
      "'nick.eth",
      "nick'.eth",
      "ni''ck.eth",
      "ab--'c.eth",
      '__a.eth',
      '$_.eth',
      `${'a'.repeat(300)}.eth`,
    ],
    ...Array.from({ length: 700 }, () => `${some(known, 7)}.${some(known, 4)}${pick(ends)}`),
    ...Array.from({ length: 250 }, () => `${some(plain, 12)}.${some(plain, 5)}${pick(ends)}`),
    ...Array.from({ length: 150 }, () => `${some(ascii, 10)}.${pick(ends)}`),
    ...Array.from({ length: 250 }, () => `${some(plain, 5)}${pick(others)}${some(plain, 5)}.${pick(ends)}`),
  ];
  const meant = (name) => {
    try {
      return ens_normalize(name);
    } catch {
      return null;
    }
  };
  return write('names.json', {
    about:
      'Names drawn from the seed 20261122 by scripts/vectors.mjs; as @adraffy/ens-normalize (MIT) has them.',
    names: [...new Set(made)].map((typed) => ({ typed, normalised: meant(typed) })),
  });
}

function ens() {
  const calls = [
    ['vitalik.eth', 60],
    ['vitalik.eth', 0x8000_2105],
    ['b\u00fccher.eth', 0x8000_000a],
    ['nick\u2019s.a.example', 60],
    [`${'a'.repeat(255)}.eth`, 60],
    [`${'a'.repeat(256)}.eth`, 0x8000_0539],
  ].map(([name, coin]) => {
    const node = namehash(name);
    const record =
      coin == 60
        ? encodeFunctionData({ abi: parseAbi(['function addr(bytes32)']), args: [node] })
        : encodeFunctionData({
            abi: parseAbi(['function addr(bytes32,uint256)']),
            args: [node, BigInt(coin)],
          });
    const data = encodeFunctionData({
      abi: parseAbi(['function resolveWithGateways(bytes,bytes,string[])']),
      args: [toHex(packetToBytes(name)), record, ['x-batch-gateway:true']],
    });
    return { name, coin, data };
  });
  const reverse = encodeFunctionData({
    abi: parseAbi(['function reverseWithGateways(bytes,uint256,string[])']),
    args: [`0x${'11'.repeat(20)}`, 0x8000_2105n, ['x-batch-gateway:true']],
  });
  const batch = parseAbi([
    'function query((address sender, string[] urls, bytes data)[] queries) view returns (bool[] failures, bytes[] responses)',
    'error HttpError(uint16 status, string message)',
    'error OffchainLookup(address sender, string[] urls, bytes callData, bytes4 callbackFunction, bytes extraData)',
  ]);
  const sender = '0xeEeEEEeE14D718C2B47D9923Deab1335E144EeEe';
  const queries = [
    {
      sender: getAddress(`0x${'11'.repeat(20)}`),
      urls: ['https://a.example/{sender}/{data}.json'],
      data: '0xc0ffee',
    },
    {
      sender: getAddress(`0x${'22'.repeat(20)}`),
      urls: ['https://b.example/', 'https://c.example/{data}'],
      data: '0x',
    },
  ];
  const answers = ['0xb0b0', null];
  const failure = encodeErrorResult({
    abi: batch,
    errorName: 'HttpError',
    args: [404, "The name's gateway"],
  });
  const response = encodeFunctionResult({
    abi: batch,
    functionName: 'query',
    result: [answers.map((answer) => !answer), answers.map((answer) => answer ?? failure)],
  });
  const [callback, extra] = ['0xaabbccdd', `0x${'07'.repeat(33)}`];
  return write('ens.json', {
    about: 'Written by scripts/vectors.mjs with viem (MIT).',
    calls,
    reverse,
    revert: encodeErrorResult({
      abi: batch,
      errorName: 'OffchainLookup',
      args: [
        sender,
        ['x-batch-gateway:true'],
        encodeFunctionData({ abi: batch, args: [queries] }),
        callback,
        extra,
      ],
    }),
    queries,
    answers,
    response,
    checked: encodeFunctionData({
      abi: [{ type: 'function', name: 'f', inputs: [{ type: 'bytes' }, { type: 'bytes' }] }],
      args: [response, extra],
    }).replace(/^.{10}/, callback),
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

/** What a text is to viem, as our grammar may have it: no sign, and no more digits than there are decimals. */
function amounts() {
  const next = generator(20261122);
  const below = (limit) => next() % limit;
  const max = 2n ** 256n - 1n;
  const any = () =>
    Array.from({ length: 8 }, () => BigInt(next())).reduce((sum, part) => (sum << 32n) | part);
  const units = () => any() >> BigInt(below(256));
  const digits = (count) => Array.from({ length: count }, () => below(10)).join('');
  const edges = (decimals) => {
    const one = 10n ** BigInt(decimals);
    return [0n, 1n, one - 1n, one, one + 1n, max - 1n, max].filter((value) => value >= 0n && value <= max);
  };

  const formats = Array.from({ length: 78 }, (_, decimals) =>
    [...edges(decimals), ...Array.from({ length: 5 }, units)].map((value) => [
      String(value),
      decimals,
      formatUnits(value, decimals),
    ]),
  ).flat();
  const fits = ([, , value]) => BigInt(value) <= max;
  const parses = Array.from({ length: 800 }, (_, index) => {
    const decimals = index % 78;
    const whole = digits(below(Math.max(1, 77 - decimals)));
    const fraction = digits(below(decimals + 1));
    const text =
      index % 7 === 0 ? `${whole}.` : index % 11 === 0 ? `00${whole}.${fraction}` : `${whole}.${fraction}`;
    const given = text === '.' ? '0' : text;
    return [given, decimals, String(parseUnits(given, decimals))];
  }).filter(fits);
  const rounded = Array.from({ length: 300 }, (_, index) => {
    const decimals = index % 60;
    const text = `${below(1_000_000)}.${digits(decimals + below(8))}${1 + below(9)}`;
    return [text, decimals, String(parseUnits(text, decimals))];
  });
  const refused = [
    '',
    '.',
    '-1',
    '-0.5',
    '+1',
    '1e18',
    '1E5',
    '0x10',
    '1,5',
    '1.2.3',
    ' 1',
    '1 ',
    'NaN',
    'Infinity',
    '1_000',
    '\u0661',
  ];
  return write('amounts.json', {
    about: 'Written by scripts/vectors.mjs with viem (MIT); seed 20261122.',
    formats,
    parses,
    rounded,
    refused,
  });
}

const [source, from, second] = process.argv.slice(2);
if (source === 'amounts') await amounts();
else if (source === 'names') await names();
else if (source === 'ens') await ens();
else if (source === 'cosmos') {
  const { cosmos } = await import('./lib/cosmos-vectors.mjs');
  await write('cosmos.json', {
    about: 'Written by scripts/vectors.mjs with cosmjs (Apache-2.0); seed 20261127.',
    ...(await cosmos(generator(20261127))),
  });
} else if (source === 'polkadot' && from) {
  const { polkadot } = await import('./lib/polkadot-vectors.mjs');
  const about = 'Written by scripts/vectors.mjs with @polkadot/types and @polkadot/util-crypto (Apache-2.0).';
  await write('polkadot.json', { about, ...(await polkadot(from)) });
} else if (source === 'polkadot-hash' && from) {
  const { hashes } = await import('./lib/polkadot-hash.mjs');
  const about = 'Written by scripts/vectors.mjs with @polkadot-api/merkleize-metadata (MIT).';
  await write('polkadot-hash.json', { about, ...hashes(from) });
} else if (source === 'polkadot-signed') {
  const { signed } = await import('./lib/polkadot-signed.mjs');
  const about = 'Written by scripts/vectors.mjs with @polkadot/util-crypto (Apache-2.0); seed 20261127.';
  await write('polkadot-signed.json', { about, ...(await signed(generator(20261127))) });
} else if (source === 'psbt' && from && second) {
  const { bips, documents } = await import('./lib/psbt-vectors.mjs');
  await write('psbt-bips.json', {
    about:
      'The test vectors of BIP-174, BIP-370 and BIP-371 (BSD-2-Clause), in base64 as their documents have them.',
    ...bips(from),
  });
  await write('psbt.json', {
    about: 'Written by scripts/vectors.mjs with @scure/btc-signer and bitcoinjs-lib (MIT); seed 20261127.',
    ...documents(second, generator(20261127)),
  });
} else if (source === 'solana' && from) {
  const { solana } = await import('./lib/solana-vectors.mjs');
  const about =
    'Written by scripts/vectors.mjs with @solana/web3.js (MIT) and @solana/spl-token (Apache-2.0); seed 20261125.';
  await write('solana.json', { about, ...solana(generator(20261125)) });
  const { transfers } = await import('./lib/solana-transfers.mjs');
  await write('solana-transfers.json', { about, ...transfers(generator(20261125)) });
  const { mints } = await import('./lib/solana-mints.mjs');
  await write('solana-mints.json', { about, ...(await mints(generator(20261126))) });
} else await (source === 'ethers' && from ? ethers(from) : viem());
