// Writes accounts, signed messages and documents of Cosmos with cosmjs (scripts/vectors.mjs cosmos).

import * as amino from '@cosmjs/amino';
import { keccak256, Secp256k1, sha256, Slip10, Slip10Curve, stringToPath } from '@cosmjs/crypto';
import { fromBase64, toBase64, toBech32, toUtf8 } from '@cosmjs/encoding';
import { encodePubkey, makeAuthInfoBytes } from '@cosmjs/proto-signing';
import { MsgExec } from 'cosmjs-types/cosmos/authz/v1beta1/tx';
import { MsgMultiSend, MsgSend } from 'cosmjs-types/cosmos/bank/v1beta1/tx';
import { MsgDelegate } from 'cosmjs-types/cosmos/staking/v1beta1/tx';
import { TxBody } from 'cosmjs-types/cosmos/tx/v1beta1/tx';
import { MsgTransfer } from 'cosmjs-types/ibc/applications/transfer/v1/tx';

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

/** Documents of both kinds, with the effects to read in each: `[kind, units, denomination, recipient]`. */
async function documents(next) {
  const from = (await accountOf('asks', 'cosmos')).address;
  const others = await Promise.all([1, 2, 3, 4].map((one) => accountOf(`other ${one}`, 'cosmos')));
  const denoms = [
    'uatom',
    'uosmo',
    `ibc/${'27394FB092D2ECCD56123C74F36E4C1F'.repeat(2)}`,
    'factory/cosmos1x/ugold',
  ];
  const pick = (list) => list[next() % list.length];
  const units = () => String((BigInt(next()) << BigInt(next() % 64)) + 1n);
  const coin = () => ({ denom: pick(denoms), amount: units() });
  const other = () => pick(others).address;
  const validator = toBech32('cosmosvaloper', others[0].key.slice(0, 20));
  const any = (typeUrl, type, value) => ({ typeUrl, value: type.encode(type.fromPartial(value)).finish() });
  const send = (by) => {
    const [to, amount] = [other(), Array.from({ length: 1 + (next() % 3) }, coin)];
    return {
      message: any('/cosmos.bank.v1beta1.MsgSend', MsgSend, { fromAddress: by, toAddress: to, amount }),
      amino: { type: 'cosmos-sdk/MsgSend', value: { from_address: by, to_address: to, amount } },
      says: amount.map((one) => ['send', one.amount, one.denom, to]),
    };
  };
  const makers = [
    () => send(from),
    () => {
      const outputs = [other(), other()].map((address) => ({ address, coins: [coin()] }));
      const inputs = [{ address: from, coins: outputs.map(({ coins: [one] }) => one) }];
      return {
        message: any('/cosmos.bank.v1beta1.MsgMultiSend', MsgMultiSend, { inputs, outputs }),
        amino: { type: 'cosmos-sdk/MsgMultiSend', value: { inputs, outputs } },
        says: outputs.map(({ address, coins: [one] }) => ['send', one.amount, one.denom, address]),
      };
    },
    () => {
      const [receiver, token] = [toBech32('osmo', others[1].key.slice(0, 20)), coin()];
      const fields = { sourcePort: 'transfer', sourceChannel: 'channel-141', token, sender: from, receiver };
      return {
        message: any('/ibc.applications.transfer.v1.MsgTransfer', MsgTransfer, {
          ...fields,
          timeoutTimestamp: 1_800_000_000_000_000_000n,
        }),
        says: [['send', token.amount, token.denom, receiver]],
      };
    },
    () => {
      const amount = coin();
      const fields = { delegatorAddress: from, validatorAddress: validator, amount };
      return {
        message: any('/cosmos.staking.v1beta1.MsgDelegate', MsgDelegate, fields),
        amino: {
          type: 'cosmos-sdk/MsgDelegate',
          value: { delegator_address: from, validator_address: validator, amount },
        },
        says: [['stake', amount.amount, amount.denom, validator]],
      };
    },
    () => {
      const inner = send(others[2].address);
      const msgs = [inner.message];
      return {
        message: any('/cosmos.authz.v1beta1.MsgExec', MsgExec, { grantee: from, msgs }),
        amino: { type: 'cosmos-sdk/MsgExec', value: { grantee: from, msgs: [inner.amino] } },
        says: inner.says.map(([, ...of]) => ['move', ...of]),
      };
    },
  ];
  return Array.from({ length: 100 }, (_, place) => {
    const made = Array.from({ length: 1 + (next() % 4) }, () => makers[(place + next()) % makers.length]());
    const fee = { amount: [{ denom: 'uatom', amount: String(next() % 10_000) }], gas: '200000' };
    const memo = next() % 2 ? 'to a friend' : '';
    const bodyBytes = TxBody.encode(
      TxBody.fromPartial({ messages: made.map(({ message }) => message), memo }),
    ).finish();
    const pubkey = encodePubkey(amino.encodeSecp256k1Pubkey(others[3].key));
    const authInfoBytes = makeAuthInfoBytes([{ pubkey, sequence: 3 }], fee.amount, Number(fee.gas));
    const direct = {
      bodyBytes: toBase64(bodyBytes),
      authInfoBytes: toBase64(authInfoBytes),
      chainId: 'cosmoshub-4',
      accountNumber: '7',
    };
    const says = made.flatMap((one) => one.says);
    const isAmino = made.every((one) => one.amino);
    const msgs = made.map((one) => one.amino);
    return {
      from,
      direct,
      ...(isAmino ? { amino: amino.makeSignDoc(msgs, fee, 'cosmoshub-4', memo, 7, 3) } : {}),
      says,
    };
  });
}

/** Accounts as cosmjs writes them. */
async function accounts() {
  const all = [];
  for (const [prefix, coinType] of [
    ['cosmos', 118],
    ['osmo', 118],
    ['juno', 118],
    ['inj', 60],
  ])
    for (const word of ['a', 'b', 'c', 'd'])
      all.push({ prefix, address: (await accountOf(word, prefix, coinType)).address });
  // of a contract
  all.push({ prefix: 'cosmos', address: toBech32('cosmos', sha256(toUtf8('a contract'))) });
  return all;
}

export const cosmos = async (next) => ({
  signed: await signatures(),
  accounts: await accounts(),
  documents: await documents(next),
});
