// A Wallet Standard wallet in the engine's one shape, for Solana (docs/spec/page-wallets.md section 2.2, docs/spec/rpc.md section 3). It
// translates and never decides. The wallet gets exactly what the engine wrote: captured functions parse the text and decode its bytes,
// and nothing that the page can replace is called (docs/spec/security.md T2).

import type { PageWallet } from '../engine/border';
import {
  add,
  after,
  Bytes,
  filterItems,
  cut,
  findItem,
  freeze,
  isArray,
  keys,
  listenAll,
  mapped,
  size,
  Unique,
  vow,
} from '../captured';
import { written } from '../written';
import { copyBytes, fromBase58, fromBase64, toBase58, toBase64, toHex } from './bytes';
import { exactly, fault, attempt, unreadable } from './foreign';
import {
  bytesOf,
  first,
  isText,
  readList,
  methodOf,
  methodOfEvents,
  renamed,
  type Foreign,
  type StandardWallet,
} from './standard';
import { finderOf } from './wallet-standard';

type Account = { chain: string; address: string; publicKey?: string; label?: string };

const prefix = 'solana:';
/** also the engine's limit */
const accounts_max = 100;
const address_length_max = 64;
const label_length_max = 64;
const chains_max = 32;
const key_bytes = 32;
const signature_bytes = 64;
/** a network accepts 1,232 bytes; a wallet might return more than was requested */
const transaction_bytes_max = 16_384;
const message_bytes_max = 131_072;

/** Networks by their Wallet Standard names. Other networks use their own id: `solana:localnet`. */
const chain_names = [
  ['solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', 'solana:mainnet'],
  ['solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1', 'solana:devnet'],
  ['solana:4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z', 'solana:testnet'],
] as const;

/** Commitment levels that nodes no longer know. */
const commitments = [
  ['recent', 'processed'],
  ['single', 'confirmed'],
  ['singleGossip', 'confirmed'],
  ['root', 'finalized'],
  ['max', 'finalized'],
] as const;

const isOfFamily = (chain: unknown): boolean => isText(chain, 128) && cut(chain, 0, prefix.length) == prefix;
const servesFamily = (chains: unknown): boolean => !!findItem(readList(chains, chains_max), isOfFamily);

const signing = ['signMessage', 'signTransaction', 'signAndSendTransaction', 'signIn'] as const;

/** Whether a wallet can connect and supports Solana, according to its features or its networks. */
const isOfSolana = (wallet: StandardWallet): boolean =>
  !!methodOf(wallet, 'standard:connect', 'connect') &&
  (!!findItem(signing, (method) => !!methodOf(wallet, prefix + method, method)) ||
    servesFamily(attempt(() => wallet.chains)));

/** An account of the wallet: its data, and its own object, because some wallets compare identity. */
interface WalletAccount {
  said: Account;
  own: object;
}

function toFound(own: unknown): WalletAccount | null {
  if (typeof own != 'object' || !own) return null;
  const account = own as Foreign;
  const address = attempt(() => account.address);
  const chains = attempt(() => account.chains);
  if (!isText(address, address_length_max) || !servesFamily(chains)) return null;
  const chain = findItem(readList(chains, chains_max), isOfFamily) as string;
  const data: Account = { chain, address };
  const publicKey = attempt(() => copyBytes(account.publicKey, key_bytes));
  if (publicKey && size(publicKey) == key_bytes) data.publicKey = toHex(publicKey);
  const label = attempt(() => account.label);
  if (isText(label, label_length_max)) data.label = label;
  return { said: data, own };
}

const toAccounts = (list: unknown): WalletAccount[] =>
  filterItems(mapped(readList(list, accounts_max), toFound), (one): one is WalletAccount => !!one);

const ownOf = (list: readonly WalletAccount[], address: string | undefined): object | undefined => {
  for (let i = 0; i < list.length; i++)
    if (address === undefined || list[i]!.said.address == address) return list[i]!.own;
  return undefined;
};

function signatureOf(output: Foreign): string {
  const bytes = bytesOf(output, 'signature', signature_bytes);
  if (size(bytes) != signature_bytes) throw unreadable();
  return toBase58(bytes);
}

/** A transaction's first signature, which is its id. It follows the count, which is one byte for fewer than 128 signatures. */
function firstSignature(transaction: Uint8Array): string {
  if (!transaction[0] || transaction[0] > 127 || size(transaction) <= signature_bytes) throw unreadable();
  const signature = new Bytes(signature_bytes);
  for (let i = 0; i < signature_bytes; i++) signature[i] = transaction[i + 1]!;
  return toBase58(signature);
}

/** The fields of `options` in the standard; others aren't sent to the wallet. */
function toOptions(given: unknown, isSent: boolean): Record<string, unknown> {
  const options: Record<string, unknown> = { __proto__: null };
  const from = (typeof given == 'object' && given ? given : {}) as Record<string, unknown>;
  const commitment = isSent
    ? ['preflightCommitment', 'minContextSlot', 'commitment', 'skipPreflight', 'maxRetries']
    : ['preflightCommitment', 'minContextSlot'];
  const names = keys(from);
  for (let i = 0; i < names.length; i++)
    for (let k = 0; k < commitment.length; k++)
      if (names[i] == commitment[k]) options[names[i]!] = renamed(commitments, from[names[i]!]);
  return freeze(options);
}

/** The fields of a sign-in in the standard, except the account: if the request names none, the user chooses it in the wallet. */
const sign_in_fields = [
  'domain',
  'statement',
  'uri',
  'version',
  'nonce',
  'issuedAt',
  'expirationTime',
  'notBefore',
  'requestId',
  'resources',
] as const;

/** The engine's request: own fields of the text that it wrote. */
interface EngineParams extends Partial<Record<(typeof sign_in_fields)[number], unknown>> {
  chainId?: string;
  silent?: boolean;
  message?: string;
  transaction?: string;
  transactions?: string[];
  pubkey?: string;
  chain?: string;
  options?: unknown;
  sendOptions?: unknown;
}

function adaptSolana(wallet: StandardWallet): Pick<PageWallet, 'request' | 'on'> {
  /** the accounts that the wallet last reported, in a response, in an event, or when read */
  let lastAccounts: WalletAccount[] = [];
  /** whether its own list has had accounts: from then on, an empty list means that it has none */
  let isLive = false;
  const listeners = new Unique<(accounts: Account[]) => void>();
  const dataOf = (list: readonly WalletAccount[]) => mapped(list, ({ said }) => said);

  const current = (): WalletAccount[] => {
    const list = toAccounts(attempt(() => wallet.accounts));
    isLive ||= list.length > 0;
    return list;
  };

  const call = (feature: string, method: string) => {
    const run = methodOf(wallet, feature, method);
    if (!run) throw fault(4200, `The wallet doesn't support ${feature}`);
    return run;
  };

  const connect = async (silent: boolean) => {
    const answer = call('standard:connect', 'connect')(silent ? [freeze({ silent: true })] : []);
    let list: unknown;
    try {
      list = ((await answer) as Foreign | null)?.accounts;
    } catch (error) {
      // Not connected yet: some wallets report it only in this way.
      if (silent) return { accounts: [] };
      throw error;
    }
    const accounts = toAccounts(list);
    const now = current();
    lastAccounts = accounts.length ? accounts : now;
    return { accounts: dataOf(lastAccounts) };
  };

  /** The wallet's own object of an account, from its current list if possible. */
  const accountOf = (address: string | undefined): object => {
    const own = ownOf(current(), address) ?? ownOf(lastAccounts, address);
    if (own) return own;
    throw fault(4100, "This account isn't connected");
  };

  const inputOf = (asked: EngineParams, text: string, isSent: boolean): object => {
    const transaction = fromBase64(text);
    if (!transaction || !size(transaction)) throw fault(-32602, 'transaction must be a base64 string');
    const { chain, pubkey } = asked;
    return freeze({
      __proto__: null,
      account: accountOf(pubkey),
      transaction,
      chain: renamed(chain_names, chain),
      options: toOptions(asked.options ?? asked.sendOptions, isSent),
    });
  };

  const signMessage = (asked: EngineParams): Promise<unknown> => {
    const message = fromBase58(asked.message ?? '');
    if (!message) throw fault(-32602, 'message must be a base58 string');
    const input = freeze({ __proto__: null, account: accountOf(asked.pubkey), message });
    return after(call('solana:signMessage', 'signMessage')([input]), (outputs) => {
      const output = first(outputs);
      const signed = toBase58(bytesOf(output, 'signedMessage', message_bytes_max));
      const answer = { signature: signatureOf(output) };
      // A hardware wallet signs the message in its own envelope, so the signature counts for the signed bytes.
      return signed == asked.message ? answer : { ...answer, signedMessage: signed };
    });
  };

  /** It also connects: the account that signed becomes the current one, whatever the wallet's list contains. */
  const signIn = (asked: EngineParams): Promise<unknown> => {
    const input: Record<string, unknown> = { __proto__: null };
    for (let i = 0; i < sign_in_fields.length; i++) {
      const name = sign_in_fields[i]!;
      if (asked[name] !== undefined) input[name] = asked[name];
    }
    input.chainId = renamed(chain_names, asked.chainId);
    if (asked.pubkey !== undefined) input.address = asked.pubkey;
    return after(call('solana:signIn', 'signIn')([freeze(input)]), (outputs) => {
      const output = first(outputs);
      const account = toFound(attempt(() => output.account));
      if (!account) throw unreadable();
      const { address } = account.said;
      // if an account is connected, no other one can become current
      if (asked.pubkey !== undefined && address != asked.pubkey) throw fault(4100, 'Another account signed');
      const others = filterItems(current(), ({ said }) => said.address != address);
      lastAccounts = [account];
      for (let i = 0; i < others.length; i++) lastAccounts[i + 1] = others[i]!;
      return {
        accounts: dataOf(lastAccounts),
        signedMessage: toBase58(bytesOf(output, 'signedMessage', message_bytes_max)),
        signature: signatureOf(output),
      };
    });
  };

  const signAll = (asked: EngineParams, texts: readonly string[]): Promise<Uint8Array[]> => {
    const sign = call('solana:signTransaction', 'signTransaction');
    const inputs: object[] = [];
    for (let i = 0; i < texts.length; i++) add(inputs, inputOf(asked, texts[i]!, false));
    return after(sign(inputs), (outputs) => {
      const list = readList(outputs, inputs.length);
      if (list.length != inputs.length) throw unreadable();
      return mapped(list, (output) => bytesOf(first([output]), 'signedTransaction', transaction_bytes_max));
    });
  };

  /** Compares names one by one: a lookup table would also find members of Object.prototype. */
  const respond = (method: string, params: EngineParams): Promise<unknown> => {
    if (method == 'wm_connect') return connect(!!params.silent);
    if (method == 'wm_disconnect') {
      lastAccounts = [];
      isLive = false;
      const run = methodOf(wallet, 'standard:disconnect', 'disconnect');
      // Wallets don't need to support it. If this one doesn't, only our state is cleared.
      return run ? after(run([]), () => null) : vow(() => null);
    }
    // A Solana wallet has no current network, because the next request names it.
    if (method == 'wm_switchChain') return vow(() => null);
    if (method == 'solana_signMessage') return signMessage(params);
    if (method == 'solana_signTransaction')
      return after(signAll(params, [params.transaction ?? '']), (all) => ({
        signature: firstSignature(all[0]!),
        transaction: toBase64(all[0]!),
      }));
    if (method == 'solana_signAllTransactions')
      return after(signAll(params, params.transactions ?? []), (all) => ({
        transactions: mapped(all, toBase64),
      }));
    if (method == 'solana_signAndSendTransaction')
      return after(
        call(
          'solana:signAndSendTransaction',
          'signAndSendTransaction',
        )([inputOf(params, params.transaction ?? '', true)]),
        (outputs) => ({ signature: signatureOf(first(outputs)) }),
      );
    if (method == 'wm_signsIn') return vow(() => !!methodOf(wallet, 'solana:signIn', 'signIn'));
    if (method == 'solana_signIn') return signIn(params);
    throw fault(4200, 'Unknown method');
  };

  const take = (list: WalletAccount[]): void => {
    lastAccounts = list;
    listeners.each((fn) => fn(dataOf(list)));
  };
  /** Wallets don't always emit changes, so their own list is read again. This never prompts, unlike a silent connect in some wallets. */
  const look = (): void => {
    if (!lastAccounts.length) return;
    const list = current();
    if (isLive && written(dataOf(list)) != written(dataOf(lastAccounts))) take(list);
  };

  return {
    request: exactly(respond),
    on(event, fn) {
      // A Solana wallet has no current network, and reports a disconnect with an empty list.
      if (event != 'accounts') return () => undefined;
      listeners.add(fn);
      const onChange = (change: unknown): void => {
        const accounts = attempt(() => (change as Foreign | null)?.accounts);
        if (accounts === undefined) look();
        else if (isArray(accounts)) take(toAccounts(accounts));
      };
      const hear = methodOfEvents(wallet);
      const off = hear?.(onChange);
      const leave = listenAll(['focus', 'eip6963:requestProvider'], look);
      return () => {
        listeners.delete(fn);
        leave();
        if (typeof off == 'function') attempt(off as () => unknown);
      };
    },
  };
}

export const findSolana = finderOf({ family: 'solana', isOf: isOfSolana, adapt: adaptSolana });
