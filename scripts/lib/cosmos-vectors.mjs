// Accounts of cosmos, words that were signed and whole documents as cosmjs makes them (scripts/vectors.mjs cosmos).

import * as amino from '@cosmjs/amino';
import { keccak256, Secp256k1, sha256, Slip10, Slip10Curve, stringToPath } from '@cosmjs/crypto';
import { fromBase64, toBase64, toBech32, toUtf8 } from '@cosmjs/encoding';

/** The order of the curve: `s` and `order - s` are both signatures for who does not look. */
const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;
const number = (bytes) => BigInt(`0x${Buffer.from(bytes).toString('hex')}`);
const bytes = (of) => Buffer.from(of.toString(16).padStart(64, '0'), 'hex');

/** The account of a word; `coinType` 60 has the keys of Ethereum. */
async function accountOf(word, prefix, coinType = 118) {
  const seed = sha256(toUtf8(word));
  const { privkey } = Slip10.derivePath(
    Slip10Curve.Secp256k1,
    seed,
    stringToPath(`m/44'/${coinType}'/0'/0/0`),
  );
  const pair = await Secp256k1.makeKeypair(privkey);
  const key = Secp256k1.compressPubkey(pair.pubkey);
  const isOfEthereum = coinType === 60;
  const raw = isOfEthereum
    ? amino.rawEthSecp256k1PubkeyToRawAddress(key)
    : amino.rawSecp256k1PubkeyToRawAddress(key);
  return { privkey, key, address: toBech32(prefix, raw), isOfEthereum };
}

/** As wallets answer: the key, and `r` and `s` of the lower half. */
async function sign({ privkey, key, isOfEthereum }, document) {
  const text = amino.serializeSignDoc(document);
  const made = await Secp256k1.createSignature(isOfEthereum ? keccak256(text) : sha256(text), privkey);
  const rs = made.toFixedLength().slice(0, 64);
  return isOfEthereum ? amino.encodeEthSecp256k1Signature(key, rs) : amino.encodeSecp256k1Signature(key, rs);
}

/** The document of ADR-36. */
const words = (signer, text) =>
  amino.makeSignDoc(
    [{ type: 'sign/MsgSignData', value: { signer, data: toBase64(toUtf8(text)) } }],
    { gas: '0', amount: [] },
    '',
    '',
    0,
    0,
  );

async function signatures() {
  const texts = [
    '',
    'Hello',
    '<b>&</b> "quoted" \\ \u2028 \u0000',
    'z\u00fcrich \u2603 \u{1f6a2}',
    'shop.example wants you to sign in with your Cosmos account:\ncosmos1\n\nURI: https://shop.example',
    'x'.repeat(5000),
  ];
  const signed = [];
  for (const [prefix, coinType] of [
    ['cosmos', 118],
    ['osmo', 118],
    ['terra', 330],
    ['evmos', 60],
    ['inj', 60],
  ])
    for (const [place, text] of texts.entries()) {
      const account = await accountOf(`signs ${place}`, prefix, coinType);
      const given = await sign(account, words(account.address, text));
      const rs = fromBase64(given.signature);
      const high = toBase64(Buffer.concat([rs.slice(0, 32), bytes(order - number(rs.slice(32)))]));
      signed.push({
        address: account.address,
        text,
        isOfEthereum: account.isOfEthereum,
        answer: given,
        high,
      });
    }
  return signed;
}

export const cosmos = async () => ({ signed: await signatures() });
