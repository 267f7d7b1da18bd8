// Accounts of the demo's Cosmos network, and the effects of signed transactions. Chain, sequence, keys and signatures (direct and amino)
// are verified as on a network. Only messages that send coins change balances, and amino documents can't have others.
import { serializeSignDoc, makeSignDoc } from '@cosmjs/amino';
import { Secp256k1, Secp256k1Signature, sha256 } from '@cosmjs/crypto';
import { toHex } from '@cosmjs/encoding';
import { decodePubkey, makeSignBytes } from '@cosmjs/proto-signing';
import { MsgSend } from 'cosmjs-types/cosmos/bank/v1beta1/tx';
import { SignMode } from 'cosmjs-types/cosmos/tx/signing/v1beta1/signing';
import { AuthInfo, TxBody, TxRaw } from 'cosmjs-types/cosmos/tx/v1beta1/tx';
import { fromBase64 } from '@cosmjs/encoding';
import { accountOf, addressOf, CHAIN_ID, DENOM, FEE, IBC_DENOM, WORDS } from './layout.mjs';

const COIN = 1_000_000n;
const SEND = '/cosmos.bank.v1beta1.MsgSend';

/** A network's rejection of a transaction: its code and message. */
export class Refused extends Error {
  constructor(code, message) {
    super(message);
    this.code = code;
  }
}

export class Ledger {
  height = 1;
  #accounts = new Map();
  /** accepted transactions: hash -> result */
  taken = new Map();

  constructor() {
    for (const word of WORDS) this.give(accountOf(word).address, 1_000n * COIN);
    this.give(accountOf(WORDS[0]).address, 25n * COIN, IBC_DENOM);
  }

  /** Undefined for an address without a history. */
  account(address) {
    return this.#accounts.get(address);
  }

  give(address, units, denom = DENOM) {
    const number = this.#accounts.size + 1;
    const of = this.#accounts.get(address) ?? { number, sequence: 0, coins: new Map() };
    this.#accounts.set(address, of);
    of.coins.set(denom, (of.coins.get(denom) ?? 0n) + units);
  }

  #take(address, units, denom) {
    const of = this.account(address);
    const has = of?.coins.get(denom) ?? 0n;
    if (has < units)
      throw new Refused(5, `spendable balance ${has}${denom} is smaller than ${units}${denom}`);
    of.coins.set(denom, has - units);
  }

  /** Accepts the bytes of a signed transaction; returns its hash. */
  submit(bytes) {
    const hash = toHex(sha256(bytes)).toUpperCase();
    if (this.taken.has(hash)) throw new Refused(19, 'tx already exists in cache');
    const raw = TxRaw.decode(bytes);
    const body = TxBody.decode(raw.bodyBytes);
    const auth = AuthInfo.decode(raw.authInfoBytes);
    if (!body.messages.length) throw new Refused(18, 'must contain at least one message');
    if (auth.signerInfos.length !== 1 || raw.signatures.length !== 1)
      throw new Refused(4, 'wrong number of signers');
    const [signer] = auth.signerInfos;
    const key = fromBase64(decodePubkey(signer.publicKey).value);
    const address = addressOf(key);
    const of = this.account(address);
    if (!of) throw new Refused(9, `account ${address} not found`);
    if (Number(signer.sequence) !== of.sequence)
      throw new Refused(
        32,
        `account sequence mismatch, expected ${of.sequence}, got ${Number(signer.sequence)}`,
      );
    const document = this.#signedBytes(raw, body, auth, signer, of);
    const signature = Secp256k1Signature.fromFixedLength(raw.signatures[0]);
    if (!Secp256k1.verifySignature(signature, sha256(document), key))
      throw new Refused(4, 'signature verification failed; please verify account number and chain-id');
    for (const { denom, amount } of auth.fee?.amount ?? []) this.#take(address, BigInt(amount), denom);
    of.sequence += 1;
    for (const { typeUrl, value } of body.messages) {
      if (typeUrl !== SEND) continue;
      const { fromAddress, toAddress, amount } = MsgSend.decode(value);
      if (fromAddress !== address) throw new Refused(4, 'pubKey does not match signer address');
      for (const coin of amount) {
        this.#take(address, BigInt(coin.amount), coin.denom);
        this.give(toAddress, BigInt(coin.amount), coin.denom);
      }
    }
    this.taken.set(hash, { height: String(this.height), txhash: hash, code: 0, raw_log: '' });
    return hash;
  }

  #signedBytes(raw, body, auth, signer, { number, sequence }) {
    const { bodyBytes, authInfoBytes } = raw;
    const mode = signer.modeInfo?.single?.mode;
    if (mode === SignMode.SIGN_MODE_DIRECT)
      return makeSignBytes({ bodyBytes, authInfoBytes, chainId: CHAIN_ID, accountNumber: BigInt(number) });
    if (mode !== SignMode.SIGN_MODE_LEGACY_AMINO_JSON) throw new Refused(4, 'no such mode of signing');
    const messages = body.messages.map(({ typeUrl, value }) => {
      if (typeUrl !== SEND) throw new Refused(4, `${typeUrl} is not known as amino here`);
      const { fromAddress, toAddress, amount } = MsgSend.decode(value);
      return {
        type: 'cosmos-sdk/MsgSend',
        value: { from_address: fromAddress, to_address: toAddress, amount },
      };
    });
    const fee = { amount: auth.fee?.amount ?? FEE.amount, gas: String(auth.fee?.gasLimit ?? FEE.gas) };
    return serializeSignDoc(makeSignDoc(messages, fee, CHAIN_ID, body.memo, number, sequence));
  }
}
