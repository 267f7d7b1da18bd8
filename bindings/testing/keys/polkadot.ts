// Polkadot keys of each type, derived from words: anyone can derive them, so they are worthless.
import { ed25519 } from '@noble/curves/ed25519.js';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { blake2b } from '@noble/hashes/blake2b';
import { sha256 } from '@noble/hashes/sha2';
import { base58 } from '@scure/base';
import * as sr25519 from '@scure/sr25519';

export type KeyKind = 'ed25519' | 'sr25519' | 'ecdsa';

/** The payload of a transaction to sign (`SignerPayloadJSON`). */
export interface PolkadotPayload {
  method: string;
  era: string;
  nonce: string;
  tip?: string;
  specVersion: string;
  transactionVersion: string;
  genesisHash: string;
  blockHash: string;
  signedExtensions: string[];
  mode?: number;
  metadataHash?: string | null;
  assetId?: string | null;
}

/** A longer payload is hashed before it is signed. */
const hashed_above_bytes = 256;
const KINDS: readonly KeyKind[] = ['ed25519', 'sr25519', 'ecdsa'];

const bytesOf = (hex: string) => Buffer.from(hex.slice(2), 'hex');
const blake256 = (bytes: Uint8Array) => blake2b(bytes, { dkLen: 32 });

/** An account's address for a prefix below 64 (SS58). */
export function ss58(account: Uint8Array, prefix: number): string {
  const body = [prefix, ...account];
  const sum = blake2b(Uint8Array.from([...Buffer.from('SS58PRE'), ...body]), { dkLen: 64 });
  return base58.encode(Uint8Array.from([...body, ...sum.subarray(0, 2)]));
}

/** A key derived from a word. */
export class PolkadotKey {
  readonly address: string;
  readonly account: Uint8Array;
  readonly publicKey: Uint8Array;
  /** Signs bytes; the result has no byte for the key type. */
  readonly sign: (bytes: Uint8Array) => Uint8Array;

  constructor(
    readonly kind: KeyKind,
    word: string,
    prefix = 42,
  ) {
    const seed = sha256(`wallet-modal demo polkadot ${word}`);
    const { publicKey, signs } = MAKE[kind](seed);
    this.publicKey = publicKey;
    this.sign = signs;
    this.account = kind == 'ecdsa' ? blake256(publicKey) : publicKey;
    this.address = ss58(this.account, prefix);
  }

  /** Signs a page's bytes, which are wrapped first, so that they can't be a transaction. */
  signRaw(data: string): string {
    const bytes = bytesOf(data);
    const isWrapped = bytes.toString('latin1').startsWith('<Bytes>');
    const words = isWrapped ? bytes : Buffer.concat([Buffer.from('<Bytes>'), bytes, Buffer.from('</Bytes>')]);
    return `0x${Buffer.from(this.sign(words)).toString('hex')}`;
  }

  /** Signs a transaction; the result starts with the byte for the key type. */
  signPayload(payload: PolkadotPayload): string {
    const bytes = payloadBytes(payload);
    const signed = this.sign(bytes.length > hashed_above_bytes ? blake256(bytes) : bytes);
    return `0x${Buffer.from([KINDS.indexOf(this.kind), ...signed]).toString('hex')}`;
  }
}

const MAKE: Record<
  KeyKind,
  (seed: Uint8Array) => { publicKey: Uint8Array; signs: (bytes: Uint8Array) => Uint8Array }
> = {
  ed25519(seed) {
    return {
      publicKey: ed25519.getPublicKey(seed),
      signs: (bytes) => ed25519.sign(Uint8Array.from(bytes), seed),
    };
  },
  sr25519(seed) {
    const secret = sr25519.secretFromSeed(seed);
    return { publicKey: sr25519.getPublicKey(secret), signs: (bytes) => sr25519.sign(secret, bytes) };
  },
  ecdsa(seed) {
    return {
      publicKey: secp256k1.getPublicKey(seed, true),
      signs(bytes) {
        const recovered = secp256k1.sign(blake256(bytes), seed, { prehash: false, format: 'recovered' });
        return Uint8Array.from([...recovered.subarray(1), recovered[0]!]);
      },
    };
  },
};

/** A number in SCALE's compact encoding. */
function compact(value: bigint): Buffer {
  if (value < 1n << 6n) return Buffer.from([Number(value) << 2]);
  const bytes: number[] = [];
  if (value < 1n << 30n) {
    const [isShort, marked] = [value < 1n << 14n, (value << 2n) | (value < 1n << 14n ? 1n : 2n)];
    for (let i = 0n; i < (isShort ? 2n : 4n); i++) bytes.push(Number((marked >> (8n * i)) & 255n));
    return Buffer.from(bytes);
  }
  for (let rest = value; rest; rest >>= 8n) bytes.push(Number(rest & 255n));
  while (bytes.length < 4) bytes.push(0);
  return Buffer.from([((bytes.length - 4) << 2) | 3, ...bytes]);
}

const u32 = (value: string) => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(Number(value));
  return bytes;
};
const some = (hex: string | null | undefined) =>
  hex ? Buffer.concat([Buffer.from([1]), bytesOf(hex)]) : Buffer.from([0]);

type Encoder = (payload: PolkadotPayload) => Buffer;
const tip: Encoder = (payload) => compact(BigInt(payload.tip ?? 0));

/** The data that a network's extensions add after the call, and at the end; others add nothing. */
const EXTENSIONS: Record<string, { behind?: Encoder; end?: Encoder }> = {
  CheckMortality: { behind: ({ era }) => bytesOf(era), end: ({ blockHash }) => bytesOf(blockHash) },
  CheckNonce: { behind: ({ nonce }) => compact(BigInt(nonce)) },
  ChargeTransactionPayment: { behind: tip },
  SkipCheckIfFeeless: { behind: tip },
  ChargeAssetTxPayment: {
    behind: (payload) => Buffer.concat([tip(payload), some(payload.assetId)]),
  },
  CheckMetadataHash: {
    behind: ({ mode }) => Buffer.from([mode ?? 0]),
    end: ({ metadataHash }) => some(metadataHash),
  },
  CheckSpecVersion: { end: ({ specVersion }) => u32(specVersion) },
  CheckTxVersion: { end: ({ transactionVersion }) => u32(transactionVersion) },
  CheckGenesis: { end: ({ genesisHash }) => bytesOf(genesisHash) },
};
EXTENSIONS.CheckEra = EXTENSIONS.CheckMortality!;

/** The bytes that a transaction's signature covers. */
export function payloadBytes(payload: PolkadotPayload): Buffer {
  const of = (half: 'behind' | 'end') =>
    payload.signedExtensions.map(
      (name) => (Object.hasOwn(EXTENSIONS, name) && EXTENSIONS[name]![half]?.(payload)) || Buffer.alloc(0),
    );
  return Buffer.concat([bytesOf(payload.method), ...of('behind'), ...of('end')]);
}
