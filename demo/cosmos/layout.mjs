// The demo's Cosmos network: its name, coins, keys and documents. Shared by its node, the effects page and the tests;
// demo/wallets/confirm/cosmos.ts derives the same keys.
import {
  encodeSecp256k1Pubkey,
  makeSignDoc as makeAmino,
  rawSecp256k1PubkeyToRawAddress,
} from '@cosmjs/amino';
import { Secp256k1, sha256 } from '@cosmjs/crypto';
import { fromBase64, toBase64, toBech32, toHex, toUtf8 } from '@cosmjs/encoding';
import { encodePubkey, makeAuthInfoBytes, makeSignDoc } from '@cosmjs/proto-signing';
import { MsgSend } from 'cosmjs-types/cosmos/bank/v1beta1/tx';
import { SignMode } from 'cosmjs-types/cosmos/tx/signing/v1beta1/signing';
import { TxBody, TxRaw } from 'cosmjs-types/cosmos/tx/v1beta1/tx';

export const CHAIN_ID = 'demo-cosmos-1';
export const CHAIN = `cosmos:${CHAIN_ID}`;
export const PREFIX = 'demo';
export const DENOM = 'udatom';
export const DECIMALS = 6;
/** a coin from another network, with its path */
export const TRACE = { path: 'transfer/channel-7', base_denom: 'uharbour' };
export const IBC_DENOM = `ibc/${toHex(sha256(toUtf8(`${TRACE.path}/${TRACE.base_denom}`))).toUpperCase()}`;
/** accounts with initial coins */
export const WORDS = ['account 1', 'account 2'];

/** The address of a compressed key. */
export const addressOf = (key) => toBech32(PREFIX, rawSecp256k1PubkeyToRawAddress(key));

/** The key of a word, and its account. */
export function accountOf(word) {
  const secret = sha256(toUtf8(`wallet-modal demo cosmos ${word}`));
  const key = Secp256k1.compressPubkey(Secp256k1.makeKeypair(secret).pubkey);
  return { secret, key, address: addressOf(key) };
}

/** A message that sends coins. */
export const sendOf = (from, to, amount, denom = DENOM) => ({
  typeUrl: '/cosmos.bank.v1beta1.MsgSend',
  value: MsgSend.encode(
    MsgSend.fromPartial({ fromAddress: from, toAddress: to, amount: [{ denom, amount: String(amount) }] }),
  ).finish(),
});

export const FEE = { amount: [{ denom: DENOM, amount: '500' }], gas: '200000' };

/** A direct document for an account on the network (`{number, sequence}`). */
export function directOf(
  key,
  messages,
  { number, sequence },
  { memo = '', mode, chainId = CHAIN_ID, extensionOptions = [] } = {},
) {
  const bodyBytes = TxBody.encode(TxBody.fromPartial({ messages, memo, extensionOptions })).finish();
  const pubkey = encodePubkey(encodeSecp256k1Pubkey(key));
  const signer = [{ pubkey, sequence: Number(sequence) }];
  const authInfoBytes = makeAuthInfoBytes(
    signer,
    FEE.amount,
    Number(FEE.gas),
    undefined,
    undefined,
    mode ?? SignMode.SIGN_MODE_DIRECT,
  );
  return makeSignDoc(bodyBytes, authInfoBytes, chainId, BigInt(number));
}

/** An amino document for an account on the network. */
export const aminoOf = (messages, { number, sequence }, { memo = '', chainId = CHAIN_ID } = {}) =>
  makeAmino(messages, FEE, chainId, memo, number, sequence);

/** The document of a message (ADR-36). */
export const wordsOf = (signer, text) =>
  makeAmino(
    [{ type: 'sign/MsgSignData', value: { signer, data: toBase64(toUtf8(text)) } }],
    { gas: '0', amount: [] },
    '',
    '',
    0,
    0,
  );

/** The broadcast form: a document and its signature. */
export const rawOf = ({ bodyBytes, authInfoBytes }, signature) =>
  TxRaw.encode(TxRaw.fromPartial({ bodyBytes, authInfoBytes, signatures: [fromBase64(signature)] })).finish();
