/**
 * The window's Cosmos requests: accounts, messages (ADR-36) and documents of both formats. The keys are those of demo/cosmos/layout.mjs,
 * derived from public words.
 */
import { base64, bech32 } from '@scure/base';
import { hexToBytes, ripemd160, sha256, stringToBytes } from 'viem';
import { privateKeyToAccount, sign } from 'viem/accounts';
import { isRecord, type AskedRequest } from './channel';
import { badParams } from './errors';
import type { Question } from './requests';

const CHAIN_ID = 'demo-cosmos-1';
const NETWORK = 'Demo Cosmos';
const PREFIX = 'demo';

/** The keys, by word. */
const accounts = ['account 1', 'account 2'].map((word) => {
  const secret = sha256(stringToBytes(`wallet-modal demo cosmos ${word}`));
  const point = hexToBytes(privateKeyToAccount(secret).publicKey);
  const key = Uint8Array.from([2 + (point[64]! & 1), ...point.subarray(1, 33)]);
  const hash = ripemd160(sha256(key, 'bytes'), 'bytes');
  return { name: word, secret, key, address: bech32.encode(PREFIX, bech32.toWords(hash)) };
});
type Account = (typeof accounts)[number];

function accountOf(address: unknown): Account {
  const found = accounts.find((account) => account.address === address);
  if (!found) throw badParams('This account is not in the demo wallet');
  return found;
}

/** The public key with `r` and `s`, in the network's format. */
async function signed({ secret, key }: Account, bytes: Uint8Array): Promise<object> {
  const { r, s } = await sign({ hash: sha256(bytes), privateKey: secret });
  const rs = Uint8Array.from([...hexToBytes(r, { size: 32 }), ...hexToBytes(s, { size: 32 })]);
  const pub_key = { type: 'tendermint/PubKeySecp256k1', value: base64.encode(key) };
  return { pub_key, signature: base64.encode(rs) };
}

/** Amino's JSON, with sorted keys. */
function written(value: unknown): string {
  const sorted = (of: unknown): unknown => {
    if (Array.isArray(of)) return of.map(sorted);
    if (!isRecord(of)) return of;
    return Object.fromEntries(
      Object.keys(of)
        .toSorted()
        .map((key) => [key, sorted(of[key])]),
    );
  };
  return JSON.stringify(sorted(value)).replace(
    /[&<>]/g,
    (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** A protobuf field: bytes, or a number. */
function field(id: number, value: Uint8Array | bigint): number[] {
  const varint = (number: bigint): number[] => {
    const bytes: number[] = [];
    for (; number > 127n; number >>= 7n) bytes.push(Number(number & 127n) | 128);
    return [...bytes, Number(number)];
  };
  if (typeof value == 'bigint') return value ? [id << 3, ...varint(value)] : [];
  return value.length ? [(id << 3) | 2, ...varint(BigInt(value.length)), ...value] : [];
}

const bytesOf = (value: unknown, name: string): Uint8Array => {
  if (!(value instanceof Uint8Array)) throw badParams(`${name} must be bytes`);
  return value;
};

const question = (
  title: string,
  label: string,
  value: string,
  account: Account,
  approve: Question['approve'],
): Question => ({
  title,
  network: NETWORK,
  facts: [
    { kind: 'block', label, value },
    { kind: 'text', label: 'With', value: account.address },
  ],
  approve,
});

type Row = (request: AskedRequest) => Promise<Question> | Question;

/** TABLE: a page's Cosmos requests. Params: the account, and the data to sign. */
export const ofCosmos: Record<string, Row> = {
  cosmos_enable: () => ({
    title: 'Connect to this site',
    network: NETWORK,
    facts: accounts.map(({ name, address }) => ({ kind: 'text', label: name, value: address })),
    approve: async () => accounts.map(({ name, key, address }) => ({ name, key, address })),
  }),

  cosmos_signArbitrary: ({ params: [signer, words] }) => {
    const account = accountOf(signer);
    const text = typeof words == 'string' ? words : new TextDecoder().decode(bytesOf(words, 'data'));
    const data = base64.encode(typeof words == 'string' ? stringToBytes(words) : bytesOf(words, 'data'));
    const document = {
      chain_id: '',
      account_number: '0',
      sequence: '0',
      fee: { gas: '0', amount: [] },
      msgs: [{ type: 'sign/MsgSignData', value: { signer: account.address, data } }],
      memo: '',
    };
    return question('Sign a message', 'Message', text, account, () =>
      signed(account, stringToBytes(written(document))),
    );
  },

  cosmos_signAmino: ({ params: [signer, document] }) => {
    const account = accountOf(signer);
    if (!isRecord(document) || document['chain_id'] !== CHAIN_ID)
      throw badParams('The document is for another network');
    return question(
      'Sign a transaction',
      'Document',
      JSON.stringify(document['msgs'], null, 2),
      account,
      async () => ({
        signed: document,
        signature: await signed(account, stringToBytes(written(document))),
      }),
    );
  },

  cosmos_signDirect: ({ params: [signer, document] }) => {
    const account = accountOf(signer);
    if (!isRecord(document) || document['chainId'] !== CHAIN_ID)
      throw badParams('The document is for another network');
    const body = bytesOf(document['bodyBytes'], 'bodyBytes');
    const auth = bytesOf(document['authInfoBytes'], 'authInfoBytes');
    const number = String(document['accountNumber']);
    if (!/^\d{1,20}$/.test(number)) throw badParams('accountNumber must be a number');
    const bytes = Uint8Array.from([
      ...field(1, body),
      ...field(2, auth),
      ...field(3, stringToBytes(CHAIN_ID)),
      ...field(4, BigInt(number)),
    ]);
    // The window doesn't decode the messages, so it shows their readable characters.
    const letters = new TextDecoder().decode(body).replace(/[^\x20-\x7e]+/g, ' ');
    return question('Sign a transaction', 'Letters in the document', letters, account, async () => ({
      signed: { bodyBytes: body, authInfoBytes: auth, chainId: CHAIN_ID, accountNumber: number },
      signature: await signed(account, bytes),
    }));
  },
};
