/**
 * Solana in the frame (docs/spec/rpc.md section 3): the address, messages and transactions, signed with the browser's Ed25519.
 * Transactions are broadcast through our own server's node, whichever node a page names. solana-effects.ts reads instructions.
 */
import { base58, base64 } from '@scure/base';
import type { Fact } from '../wallets/confirm/dom';
import { decide, inLine, type Place } from './approval';
import { unique } from './effect-words';
import { isRecord } from './json';
import { seedOf } from './keys';
import { SITE } from './outside';
import { rawRpc } from './rpc';
import { effectOf, feeEffect, feeOf } from './solana-effects';
import {
  readTransaction,
  SIGNATURE,
  signerOf,
  signTransaction,
  type Bytes,
  type Signer,
} from './solana-wire';
import type { User } from './site';

const NETWORKS: Record<string, string> = {
  'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp': 'Solana',
  'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1': 'Solana Devnet',
  'solana:4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z': 'Solana Testnet',
  'solana:localnet': 'Demo Solana',
};
export const isSolana = (chain: unknown): chain is string =>
  typeof chain === 'string' && Object.hasOwn(NETWORKS, chain);

/** The node behind all Solana networks here. */
const NODE = { rpcUrl: `${SITE}/rpc/solana` };
/** The user's signer, from another branch of the same seed. */
export async function solanaOf(user: User): Promise<Signer> {
  const base = await crypto.subtle.importKey('raw', await seedOf(user), 'HKDF', false, ['deriveBits']);
  const text = new TextEncoder();
  const info = { salt: text.encode(`user ${user.id}`), info: text.encode('solana') };
  return signerOf(
    new Uint8Array(await crypto.subtle.deriveBits({ name: 'HKDF', hash: 'SHA-256', ...info }, base, 256)),
  );
}

type Signed = { signed: Bytes; signature: Bytes };
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

/** Runs a request; null for other methods. */
export async function requestSolana(
  method: string,
  params: unknown,
  chain: string,
  signer: () => Promise<Signer>,
): Promise<unknown> {
  const network = NETWORKS[chain]!;
  const sign = async (texts: string[], place: Place, isSent = false): Promise<Signed[]> => {
    const own = await signer();
    const all = texts.map(transactionIn);
    const read = all.map(readTransaction);
    if (read.some(({ signers }) => !signers.includes(own.address)))
      throw new Error('This account is none of those that sign the transaction');
    const effects = read.flatMap(({ instructions, signers }) => [
      ...instructions.map((instruction) => effectOf(instruction, own.address)),
      ...(signers[0] === own.address ? [feeEffect(feeOf(instructions, signers.length))] : []),
    ]);
    const facts: Fact[] = effects.flatMap((effect) => effect.facts);
    facts.push({ kind: 'text', label: 'With', value: own.address });
    const warnings = unique(effects.flatMap(({ warning }) => warning ?? []));
    const accepts = unique(effects.flatMap(({ accept }) => accept ?? []));
    const count = texts.length === 1 ? 'a transaction' : `${texts.length} transactions`;
    const title = isSent ? `Send ${count}` : `Sign ${count}`;
    const approve = () => Promise.all(all.map((bytes) => signTransaction(bytes, own)));
    return (await decide({ title, network, facts, warnings, accepts }, approve, place)) as Signed[];
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
    case 'solana_signAndSendTransaction': {
      const [one] = await inLine(async (place) => sign([textOf(params, 'transaction')], place, true));
      const options = { encoding: 'base64', ...sendOptionsOf(params) };
      const sent = await rawRpc(NODE, 'sendTransaction', [base64.encode(one!.signed), options]);
      if (sent !== base58.encode(one!.signature)) throw new Error('The network answers another signature');
      return { signature: sent };
    }
    default:
      return null;
  }
}

/** The send options that a page can set; others are dropped. */
function sendOptionsOf(params: unknown): object {
  const given = isRecord(params) ? (params['sendOptions'] ?? params['options']) : null;
  if (!isRecord(given)) return {};
  const kinds = {
    skipPreflight: 'boolean',
    preflightCommitment: 'string',
    maxRetries: 'number',
    minContextSlot: 'number',
  };
  return Object.fromEntries(
    Object.entries(kinds).flatMap(([name, kind]) =>
      typeof given[name] === kind ? [[name, given[name]]] : [],
    ),
  );
}

/** A message that is a valid transaction would be a hidden payment. */
function expectNoTransaction(message: Bytes): void {
  let isOne = true;
  try {
    // The signed part has no signatures; the header has their number.
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
