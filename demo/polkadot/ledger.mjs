// Accounts of one of the demo's Polkadot networks, and the effects of signed extrinsics. Signatures, nonces and eras are verified as on a
// network. Only coin transfers change balances; other calls only cost their fee.
import { hexToU8a, u8aConcat, u8aToHex } from '@polkadot/util';
import {
  blake2AsHex,
  blake2AsU8a,
  decodeAddress,
  ed25519Verify,
  secp256k1Verify,
  sr25519Verify,
  xxhashAsU8a,
} from '@polkadot/util-crypto';
import { addressOf, WORDS } from './keys.mjs';
import { TRANSACTION_VERSION } from './networks.mjs';

/** the share of a coin that any call costs, and the minimum balance of an account */
const FEE_PART = 80n;
const EXISTENTIAL_PART = 100n;
const HASHED_ABOVE = 256;
/** the flag in an account's state by which frozen amounts include reserved ones */
const FLAGS = 1n << 127n;
const ACCOUNTS = u8aToHex(u8aConcat(xxhashAsU8a('System', 128), xxhashAsU8a('Account', 128)));

/** A network's rejection of a transaction. */
export class Refused extends Error {}

const verifiers = {
  Ed25519: ed25519Verify,
  Sr25519: sr25519Verify,
  Ecdsa: (message, signature, account) => secp256k1Verify(message, signature, account, 'blake2'),
};

export class Ledger {
  block = 1;
  #accounts = new Map();
  #network;
  #coin;
  /** accepted transactions: hash -> block */
  taken = new Map();

  /** For one network (networks.mjs). */
  constructor(network) {
    this.#network = network;
    this.#coin = 10n ** BigInt(network.decimals);
    for (const word of WORDS) this.give(addressOf(word), 1_000n * this.#coin);
    const [first] = WORDS;
    Object.assign(this.account(addressOf(first)), { reserved: 5n * this.#coin, frozen: 20n * this.#coin });
  }

  account(address) {
    const key = u8aToHex(decodeAddress(address));
    if (!this.#accounts.has(key)) this.#accounts.set(key, { nonce: 0, free: 0n, reserved: 0n, frozen: 0n });
    return this.#accounts.get(key);
  }

  give(address, units) {
    this.account(address).free += units;
  }

  /** The response of `state_getStorage`, which only supports accounts. */
  stored(key) {
    if (!key.startsWith(ACCOUNTS)) return null;
    const [hash, account] = [key.slice(ACCOUNTS.length, -64), `0x${key.slice(-64)}`];
    if (hash !== blake2AsHex(hexToU8a(account), 128).slice(2)) return null;
    const of = this.#accounts.get(account);
    if (!of) return null;
    const { nonce, free, reserved, frozen } = of;
    const data = { free, reserved, frozen, flags: FLAGS };
    const info = { nonce, consumers: 0, providers: 1, sufficients: 0, data };
    return this.#network.registry.createType('FrameSystemAccountInfo', info).toHex();
  }

  /** Accepts a signed extrinsic; returns its hash. */
  submit(hex) {
    const extrinsic = this.#network.registry.createType('Extrinsic', hexToU8a(hex));
    if (!extrinsic.isSigned || extrinsic.toHex() !== hex)
      throw new Refused('Transaction call is not expected');
    const signer = extrinsic.signer.toString();
    this.#verify(extrinsic, decodeAddress(signer));
    const of = this.account(signer);
    const nonce = extrinsic.nonce.toNumber();
    if (nonce < of.nonce) throw new Refused('Transaction is outdated');
    if (nonce > of.nonce) throw new Refused('Transaction will be valid in the future');
    const cost = this.#coin / FEE_PART + extrinsic.tip.toBigInt();
    if (this.available(of) < cost) throw new Refused('Inability to pay some fees');
    of.nonce += 1;
    of.free -= cost;
    this.#carryOut(extrinsic.method, of);
    const hash = extrinsic.hash.toHex();
    this.taken.set(hash, this.block);
    return hash;
  }

  available({ free, reserved, frozen }) {
    const kept = frozen > reserved ? frozen - reserved : 0n;
    return free > kept ? free - kept : 0n;
  }

  #verify(extrinsic, account) {
    const { era, nonce, tip, method } = extrinsic;
    const { registry, specVersion, genesis, hashOf } = this.#network;
    const signature = extrinsic.inner.signature;
    const born = era.isMortalEra ? era.asMortalEra.birth(this.block) : 0;
    if (era.isMortalEra && era.asMortalEra.death(this.block) <= this.block)
      throw new Refused('Transaction has a bad signature');
    const { assetId, mode, metadataHash } = signature;
    const payload = registry.createType(
      'ExtrinsicPayload',
      {
        method: method.toHex(),
        era: era.toHex(),
        nonce: nonce.toHex(),
        tip: tip.toHex(),
        assetId: assetId?.isSome ? assetId.toHex() : undefined,
        mode: mode?.toNumber() ?? 0,
        metadataHash: metadataHash?.toHex() ?? null,
        specVersion,
        transactionVersion: TRANSACTION_VERSION,
        genesisHash: genesis,
        blockHash: hashOf(born),
      },
      { version: 4 },
    );
    const bytes = payload.toU8a({ method: true });
    const message = bytes.length > HASHED_ABOVE ? blake2AsU8a(bytes) : bytes;
    const { type, value } = signature.multiSignature;
    if (!verifiers[type](message, value.toU8a(), account))
      throw new Refused('Transaction has a bad signature');
  }

  #carryOut({ section, method, args }, from) {
    if (section === 'utility' && /^(force)?batch/i.test(method)) {
      for (const call of args[0]) this.#carryOut(call, from);
      return;
    }
    if (section !== 'balances' || !/^transfer(KeepAlive|AllowDeath|All)$/.test(method)) return;
    const all = method === 'transferAll';
    const most = this.available(from) - (all && args[1].isTrue ? this.#coin / EXISTENTIAL_PART : 0n);
    const amount = all ? most : args[1].toBigInt();
    if (amount > most || amount <= 0n) return;
    from.free -= amount;
    this.give(args[0].toString(), amount);
  }
}
