// The accounts of the demo's Solana network as bytes, in the programs' layouts: mints and token accounts of both token programs, a lookup
// table. Also the parts of a transaction that the node reads itself.
import { createHash } from 'node:crypto';
import { solanaKey } from '../../bindings/testing/keys/solana.mjs';
import bs58 from './base58.mjs';

export const SYSTEM = '11111111111111111111111111111111';
export const TOKEN = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA';
export const TOKEN_2022 = 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb';
export const METADATA = 'metaqbxxUerdq28cj1RbAWkYQm3ybzjb6a8bt518x1s';
export const TABLES = 'AddressLookupTab1e1111111111111111111111111';
const COMPUTE_BUDGET = 'ComputeBudget111111111111111111111111111111';

/** Unique bytes derived from a word: the same on every machine. */
export const seedOf = (word) => createHash('sha256').update(`wallet-modal demo solana ${word}`).digest();

/** The key of a word: `sign(bytes)`, and its 32 public bytes; the same on every machine. */
export const keyPairOf = solanaKey;

/** The address of a word's key, which can sign. */
export const addressOf = (word) => solanaKey(word).address;

/** Decodes base58. */
export const keyOf = (text) => bs58.decode(text);

const u64 = (number) => {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(BigInt(number));
  return bytes;
};
const u16 = (number) => Buffer.from([number & 255, number >> 8]);
const key = (address) => Buffer.from(bs58.decode(address));
/** An optional key: four bytes, then the key. */
const some = (address) => Buffer.concat([Buffer.from([1, 0, 0, 0]), key(address)]);
const none = Buffer.alloc(36);

/** After a Token-2022 base account: padding to a token account's length, the account type, extensions. */
const extended = (base, kind, extensions) =>
  Buffer.concat([
    base,
    Buffer.alloc(165 - base.length),
    Buffer.from([kind]),
    ...extensions.map(({ type, data }) => Buffer.concat([u16(type), u16(data.length), data])),
  ]);

/** A length-prefixed string; `size` pads it with zeros, as Metaplex does. */
const text = (words, size = 0) => {
  const bytes = Buffer.from(words);
  const filled = Buffer.concat([bytes, Buffer.alloc(Math.max(0, size - bytes.length))]);
  const length = Buffer.alloc(4);
  length.writeUInt32LE(filled.length);
  return Buffer.concat([length, filled]);
};

/**
 * A mint. A Token-2022 mint has its own name; the transfer `fee` in basis points, at most `feeMax`, is an extension too; with
 * `takesBack`, the mint authority is its permanent delegate.
 */
export function mint(token) {
  const { mint: of, name, symbol, authority, supply, decimals, fee, feeMax, takesBack, program } = token;
  const base = Buffer.concat([some(authority), u64(supply), Buffer.from([decimals, 1]), none]);
  if (program !== TOKEN_2022) return base;
  const extensions = [];
  if (fee !== undefined) {
    const epoch = Buffer.concat([u64(0), u64(feeMax), u16(fee)]);
    extensions.push({
      type: 1,
      data: Buffer.concat([key(authority), key(authority), u64(0), epoch, epoch]),
    });
  }
  if (takesBack) extensions.push({ type: 12, data: key(authority) });
  if (name) {
    extensions.push({ type: 18, data: Buffer.concat([key(authority), key(of)]) });
    const said = [key(authority), key(of), text(name), text(symbol), text(''), Buffer.alloc(4)];
    extensions.push({ type: 19, data: Buffer.concat(said) });
  }
  return extensions.length ? extended(base, 1, extensions) : base;
}

/** Metaplex's metadata account of a token of the older program. */
export const called = ({ mint: of, name, symbol, authority }) => ({
  address: programAddress(METADATA, [Buffer.from('metadata'), key(METADATA), key(of)]),
  data: Buffer.concat([
    Buffer.from([4]),
    key(authority),
    key(of),
    text(name, 32),
    text(symbol, 10),
    text('', 200),
    // no creators and no seller fee; mutable
    Buffer.from([0, 0, 0, 0, 1, 0, 0, 0]),
  ]),
});

/** An initialized token account. */
export function holding({ mint: of, owner, amount, hasFee }) {
  const base = Buffer.concat([
    key(of),
    key(owner),
    u64(amount),
    none,
    Buffer.from([1]),
    Buffer.alloc(12 + 8 + 36),
  ]);
  return hasFee ? extended(base, 2, [{ type: 2, data: u64(0) }]) : base;
}

/** A lookup table that isn't deactivated. */
export const table = (authority, addresses) =>
  Buffer.concat([
    Buffer.from([1, 0, 0, 0]),
    Buffer.alloc(8, 255),
    u64(0),
    Buffer.from([0, 1]),
    key(authority),
    Buffer.alloc(2),
    ...addresses.map(key),
  ]);

/** A node's view of a token account; null for other accounts. */
export function readHolding(data) {
  const bytes = Buffer.from(data);
  if (bytes.length < 165 || (bytes.length > 165 && bytes[165] !== 2) || !bytes[108]) return null;
  return {
    mint: bs58.encode(bytes.subarray(0, 32)),
    owner: bs58.encode(bytes.subarray(32, 64)),
    amount: bytes.readBigUInt64LE(64),
    state: ['uninitialized', 'initialized', 'frozen'][bytes[108]],
    isNative: bytes[109] === 1,
  };
}

/** The decimals of a mint; null for other accounts. */
export function readDecimals(data) {
  const bytes = Buffer.from(data);
  const isMint = bytes.length === 82 || bytes[165] === 1;
  return isMint && bytes[45] === 1 ? bytes[44] : null;
}

/** A compact length, and its end. */
function compact(bytes, from) {
  let [value, at, shift] = [0, from, 0];
  for (;;) {
    const byte = bytes[at++];
    value |= (byte & 127) << shift;
    if (!(byte & 128)) return [value, at];
    shift += 7;
  }
}

/** The parts of a message that the node reads: signatures, keys, blockhash, instructions. Throws if it is invalid. */
export function readMessage(bytes) {
  let at = 0;
  const isVersioned = (bytes[0] & 128) !== 0;
  if (isVersioned) at = 1;
  const signatures = bytes[at];
  at += 3;
  let count;
  [count, at] = compact(bytes, at);
  const keys = Array.from({ length: count }, (_, i) =>
    bs58.encode(bytes.subarray(at + 32 * i, at + 32 * i + 32)),
  );
  at += 32 * count;
  const blockhash = bs58.encode(bytes.subarray(at, at + 32));
  at += 32;
  [count, at] = compact(bytes, at);
  const instructions = [];
  for (let i = 0; i < count; i++) {
    const program = keys[bytes[at++]];
    let length;
    [length, at] = compact(bytes, at);
    at += length;
    [length, at] = compact(bytes, at);
    instructions.push({ program, data: Buffer.from(bytes.subarray(at, at + length)) });
    at += length;
  }
  if (at > bytes.length) throw new Error('the message ends too early');
  return { isVersioned, signatures, keys, blockhash, instructions };
}

/** A transaction: its signatures and message. */
export function readTransaction(bytes) {
  const [count, at] = compact(bytes, 0);
  const end = at + 64 * count;
  if (end >= bytes.length) throw new Error('the transaction ends too early');
  const signature = bs58.encode(bytes.subarray(at, at + 64));
  return { signature, ...readMessage(bytes.subarray(end)) };
}

/** 5,000 lamports per signature, and the price of its compute units. */
export function feeOf({ signatures, instructions }) {
  let [price, limit] = [0n, null];
  for (const { program, data } of instructions) {
    if (program !== COMPUTE_BUDGET) continue;
    if (data[0] === 2) limit = BigInt(data.readUInt32LE(1));
    if (data[0] === 3) price = data.readBigUInt64LE(1);
  }
  const others = instructions.filter(({ program }) => program !== COMPUTE_BUDGET).length;
  limit ??= BigInt(Math.min(others * 200_000, 1_400_000));
  return 5000 * signatures + Number((price * limit + 999_999n) / 1_000_000n);
}

/** Whether it uses a durable nonce instead of a blockhash: its first instruction advances one. */
export const isDurable = ({ instructions: [first] }) =>
  first?.program === SYSTEM && first.data.length === 4 && first.data.readUInt32LE(0) === 4;

const P = 2n ** 255n - 19n;
const D = 37095705934669439343138083508754565189542113879843219016388785533085940283555n;
const power = (base, exponent) => {
  let [result, square] = [1n, base % P];
  for (let rest = exponent; rest; rest >>= 1n) {
    if (rest & 1n) result = (result * square) % P;
    square = (square * square) % P;
  }
  return result;
};

/** Whether a key could exist for these bytes: they are a point of the curve. */
function isOnCurve(bytes) {
  const y = BigInt(`0x${Buffer.from(bytes).reverse().toString('hex')}`) & (2n ** 255n - 1n);
  const square = (y * y) % P;
  // x^2 = (y^2 - 1) / (d y^2 + 1)
  const x = ((square - 1n + P) * power(D * square + 1n, P - 2n)) % P;
  return x === 0n || power(x, (P - 1n) / 2n) === 1n;
}

const ASSOCIATED = 'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL';

/** A program-derived address: the first candidate that isn't on the curve. */
function programAddress(program, seeds) {
  for (let bump = 255; bump >= 0; bump--) {
    const end = [Buffer.from([bump]), key(program), Buffer.from('ProgramDerivedAddress')];
    const address = createHash('sha256')
      .update(Buffer.concat([...seeds, ...end]))
      .digest();
    if (!isOnCurve(address)) return bs58.encode(address);
  }
  throw new Error('every such address is somebody’s key');
}

/** The associated token account of an owner. */
export const associated = (owner, { mint: of, program }) =>
  programAddress(ASSOCIATED, [owner, program, of].map(key));
