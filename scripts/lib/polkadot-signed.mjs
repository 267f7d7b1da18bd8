// Writes Polkadot signatures with @polkadot/util-crypto (scripts/vectors.mjs polkadot-signed).

import { u8aConcat, u8aToHex, u8aWrapBytes } from '@polkadot/util';
import {
  blake2AsU8a,
  cryptoWaitReady,
  ed25519PairFromSeed,
  ed25519Sign,
  encodeAddress,
  secp256k1PairFromSeed,
  secp256k1Sign,
  sr25519PairFromSeed,
  sr25519Sign,
} from '@polkadot/util-crypto';

const prefixes = [0, 2, 42, 63, 1284, 2032];

export async function signed(next) {
  await cryptoWaitReady();
  const random = (length) => Uint8Array.from({ length }, () => next() % 256);
  const kinds = [
    { mark: 0, pair: ed25519PairFromSeed, sign: ed25519Sign, account: (key) => key },
    { mark: 1, pair: sr25519PairFromSeed, sign: sr25519Sign, account: (key) => key },
    {
      mark: 2,
      pair: secp256k1PairFromSeed,
      sign: (bytes, pair) => secp256k1Sign(bytes, pair, 'blake2'),
      account: (key) => blake2AsU8a(key),
    },
  ];
  const messages = [
    new TextEncoder().encode('localhost:4173 wants you to sign in with your Polkadot account:'),
    new TextEncoder().encode('grüße 𝕏'),
    ...[0, 1, 31, 32, 33, 64, 135, 136, 165, 166, 167, 256, 257, 1000].map(random),
  ];
  const cases = [];
  const refused = [];
  for (const { mark, pair, sign, account } of kinds)
    messages.forEach((message, index) => {
      const [mine, other] = [pair(random(32)), pair(random(32))];
      const prefix = prefixes[index % prefixes.length];
      const address = encodeAddress(account(mine.publicKey), prefix);
      const stranger = encodeAddress(account(other.publicKey), prefix);
      const marked = (signature) => u8aToHex(u8aConcat([mark], signature));
      const bare = sign(message, mine);
      const wrapped = sign(u8aWrapBytes(message), mine);
      const of = (signature) => ({ address, stranger, message: u8aToHex(message), signature });
      cases.push(of(u8aToHex(bare)), of(marked(wrapped)), of(u8aToHex(wrapped)));
      const twice = u8aConcat('<Bytes>', u8aWrapBytes(message), '</Bytes>');
      const wrong = u8aToHex(u8aConcat([(mark + 1) % 3], bare));
      refused.push({ ...of(u8aToHex(sign(twice, mine))), why: 'wrapped twice' });
      // A prefix of another kind makes it invalid. With ecdsa, the recovery ID would be in the wrong place.
      if (mark != 2) refused.push({ ...of(wrong), why: 'another kind' });
    });
  return { cases, refused };
}
