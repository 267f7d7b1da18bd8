/**
 * Solana in the frame (docs/spec/rpc.md section 3): the address, messages and transactions, signed by the browser's own Ed25519. Nothing is sent:
 * there is no ledger behind it yet.
 */
import { base58, base64 } from '@scure/base';
import type { Fact } from '../wallets/confirm/dom';
import { decide, inLine, type Place } from './approval';
import { isRecord } from './json';
import { seedOf } from './keys';
import {
  readTransaction,
  SIGNATURE,
  signerOf,
  signTransaction,
  type Bytes,
  type Instruction,
  type Signer,
} from './solana-wire';
import type { User } from './site';

const NETWORKS: Record<string, string> = {
  'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp': 'Solana',
  'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1': 'Solana Devnet',
  'solana:4uhcVJyU9pJkvQyS88uRDiswHSCkkZ3z': 'Solana Testnet',
};
export const isSolana = (chain: unknown): chain is string =>
  typeof chain === 'string' && Object.hasOwn(NETWORKS, chain);

const SYSTEM = '1'.repeat(32);
const SOL_DECIMALS = 9;
/** The user's, from another branch of the same seed. */
export async function solanaOf(user: User): Promise<Signer> {
  const base = await crypto.subtle.importKey('raw', await seedOf(user), 'HKDF', false, ['deriveBits']);
  const text = new TextEncoder();
  const info = { salt: text.encode(`user ${user.id}`), info: text.encode('solana') };
  return signerOf(
    new Uint8Array(await crypto.subtle.deriveBits({ name: 'HKDF', hash: 'SHA-256', ...info }, base, 256)),
  );
}

function amountOf(data: Bytes): string {
  const lamports = new DataView(data.buffer, data.byteOffset).getBigUint64(4, true);
  const text = lamports.toString().padStart(SOL_DECIMALS + 1, '0');
  const rest = text.slice(-SOL_DECIMALS).replace(/0+$/, '');
  return `${text.slice(0, -SOL_DECIMALS)}${rest && `.${rest}`} SOL`;
}

function factsOf({ program, accounts, data }: Instruction): Fact[] {
  const isTransfer =
    program === SYSTEM && data.length === 12 && data[0] === 2 && !data[1] && !data[2] && !data[3];
  if (isTransfer)
    return [
      { kind: 'amount', label: 'Amount', value: amountOf(data) },
      { kind: 'text', label: 'From', value: accounts[0] ?? 'an account of a table' },
      { kind: 'text', label: 'To', value: accounts[1] ?? 'an account of a table' },
    ];
  const hex = Array.from(data, (one) => one.toString(16).padStart(2, '0')).join('');
  return [
    { kind: 'text', label: 'Calls the program', value: program },
    { kind: 'block', label: 'Data', value: `0x${hex}` },
  ];
}

const textOf = (params: unknown, name: string): string => {
  const value = isRecord(params) ? params[name] : undefined;
  if (typeof value !== 'string') throw new Error(`${name} is missing`);
  return value;
};
const decoded = (read: () => Uint8Array, name: string): Bytes => {
  try {
    return new Uint8Array(read());
  } catch {
    throw new Error(`${name} cannot be read`);
  }
};
const transactionIn = (text: string): Bytes => decoded(() => base64.decode(text), 'transaction');

/** Carries a request out; null where the method is none of these. */
export async function requestSolana(
  method: string,
  params: unknown,
  chain: string,
  signer: () => Promise<Signer>,
): Promise<unknown> {
  const network = NETWORKS[chain]!;
  const sign = async (texts: string[], place: Place): Promise<{ signed: Bytes; signature: Bytes }[]> => {
    const own = await signer();
    const all = texts.map(transactionIn);
    const read = all.map(readTransaction);
    if (read.some(({ signers }) => !signers.includes(own.address)))
      throw new Error('This account is none of those that sign the transaction');
    const facts: Fact[] = read.flatMap(({ instructions }) => instructions.flatMap(factsOf));
    facts.push({ kind: 'text', label: 'With', value: own.address });
    const title = texts.length === 1 ? 'Sign a transaction' : `Sign ${texts.length} transactions`;
    const approve = () => Promise.all(all.map((bytes) => signTransaction(bytes, own)));
    return (await decide({ title, network, facts }, approve, place)) as {
      signed: Bytes;
      signature: Bytes;
    }[];
  };

  const signMessage = async (place: Place): Promise<unknown> => {
    const own = await signer();
    const message = decoded(() => base58.decode(textOf(params, 'message')), 'message');
    if (textOf(params, 'pubkey') !== own.address)
      throw new Error('This account is not the one that is logged in');
    expectNoTransaction(message);
    const text = readable(message);
    const facts: Fact[] = [
      { kind: 'block', label: 'Message', value: text ?? base58.encode(message) },
      { kind: 'text', label: 'With', value: own.address },
    ];
    const warnings = text === null ? ['This is no text: nobody can tell what it means.'] : [];
    const approve = async () => ({ signature: base58.encode(await own.sign(message)) });
    return decide({ title: 'Sign a message', network, facts, warnings }, approve, place);
  };

  switch (method) {
    case 'solana_getAccounts':
    case 'solana_requestAccounts':
      return [{ pubkey: (await signer()).address }];
    case 'solana_signMessage':
      return inLine(signMessage);
    case 'solana_signTransaction': {
      const [one] = await inLine(async (place) => sign([textOf(params, 'transaction')], place));
      return { signature: base58.encode(one!.signature), transaction: base64.encode(one!.signed) };
    }
    case 'solana_signAllTransactions': {
      const texts = isRecord(params) ? params['transactions'] : undefined;
      if (!Array.isArray(texts) || texts.length === 0 || !texts.every((text) => typeof text === 'string'))
        throw new Error('transactions is missing');
      const all = await inLine((place) => sign(texts, place));
      return { transactions: all.map(({ signed }) => base64.encode(signed)) };
    }
    case 'solana_signAndSendTransaction':
      throw new Error('This wallet cannot send on Solana yet');
    default:
      return null;
  }
}

/** A message that is a transaction would be a payment by another name. */
function expectNoTransaction(message: Bytes): void {
  let isOne = true;
  try {
    // As it is signed: without the signatures, of which the header says how many there are.
    const required = message[0]! > 127 ? message[1]! : message[0]!;
    readTransaction(new Uint8Array([required, ...new Uint8Array(required * SIGNATURE), ...message]));
  } catch {
    isOne = false;
  }
  if (isOne) throw new Error('This message is a transaction');
}

function readable(message: Bytes): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(message);
  } catch {
    return null;
  }
}
