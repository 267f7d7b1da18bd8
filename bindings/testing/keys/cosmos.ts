// Cosmos keys derived from words: anyone can derive them, so they are worthless.
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { sha256 } from '@noble/hashes/sha2';
import { bech32 } from '@scure/base';
import { hash160 } from '@scure/btc-signer/utils.js';

const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64');

/** The signature and its public key. */
export interface CosmosSignature {
  pub_key: { type: string; value: string };
  signature: string;
}

/** The key of a word, and its account on networks with this prefix. */
export function cosmosKey(
  word: string,
  prefix: string,
): { key: Uint8Array; address: string; sign(document: Uint8Array | string): CosmosSignature } {
  const secret = sha256(`wallet-modal demo cosmos ${word}`);
  const key = secp256k1.getPublicKey(secret, true);
  const address = bech32.encode(prefix, bech32.toWords(hash160(key)));
  const sign = (document: Uint8Array | string) => ({
    pub_key: { type: 'tendermint/PubKeySecp256k1', value: base64(key) },
    signature: base64(secp256k1.sign(sha256(document), secret, { prehash: false })),
  });
  return { key, address, sign };
}

/** The same document with sorted fields, which is what gets signed. */
function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder);
  if (typeof value !== 'object' || !value) return value;
  const fields = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(fields.map(([name, field]) => [name, inOrder(field)]));
}

/** The text of an amino document, in which three characters are escaped. */
export function aminoBytes(document: object): string {
  const text = JSON.stringify(inOrder(document));
  return text.replaceAll('&', '\\u0026').replaceAll('<', '\\u003c').replaceAll('>', '\\u003e');
}

/** The document of a message (ADR-36). */
export const wordsOf = (signer: string, text: string) => ({
  chain_id: '',
  account_number: '0',
  sequence: '0',
  fee: { gas: '0', amount: [] },
  msgs: [{ type: 'sign/MsgSignData', value: { signer, data: base64(Buffer.from(text)) } }],
  memo: '',
});

function varint(value: bigint): Buffer {
  const bytes: number[] = [];
  for (let rest = value; ; rest >>= 7n) {
    bytes.push(Number(rest & 127n) | (rest > 127n ? 128 : 0));
    if (rest <= 127n) return Buffer.from(bytes);
  }
}

export interface DirectDocument {
  bodyBytes: Uint8Array;
  authInfoBytes: Uint8Array;
  chainId: string;
  accountNumber: string | bigint;
}

/** The bytes of a direct document (protobuf `SignDoc`), without empty fields. */
export function directBytes({ bodyBytes, authInfoBytes, chainId, accountNumber }: DirectDocument): Buffer {
  const fields = [bodyBytes, authInfoBytes, Buffer.from(chainId)].flatMap((bytes, index) =>
    bytes.length ? [Buffer.from([8 * (index + 1) + 2]), varint(BigInt(bytes.length)), bytes] : [],
  );
  const number = BigInt(accountNumber);
  return Buffer.concat([...fields, ...(number ? [Buffer.from([32]), varint(number)] : [])]);
}
