// A wallet of the Wallet Standard in the engine's one shape, for solana (docs/spec/page-wallets.md section 2.2, docs/spec/rpc.md section 3).
// It translates and never decides. What is asked of a wallet is what the engine wrote: the text is parsed by what the entry has taken,
// and its bytes are decoded without asking anything that the page can exchange (docs/spec/security.md T2).

import type { PageWallet } from '../engine/border';
import {
  add,
  after,
  Bytes,
  chosen,
  cut,
  found,
  freeze,
  isArray,
  keys,
  hearing,
  mapped,
  size,
  Some,
  vow,
} from '../captured';
import { written } from '../written';
import { copied, fromBase58, fromBase64, toBase58, toBase64, toHex } from './bytes';
import { exactly, fault, tried, unreadable } from './foreign';
import {
  bytesOf,
  first,
  isText,
  listed,
  methodOf,
  methodOfEvents,
  renamed,
  type Foreign,
  type StandardWallet,
} from './standard';
import { finderOf } from './wallet-standard';

type Account = { chain: string; address: string; publicKey?: string; label?: string };

const prefix = 'solana:';
/** the engine takes no more either */
const accounts_max = 100;
const address_length_max = 64;
const label_length_max = 64;
const chains_max = 32;
const key_bytes = 32;
const signature_bytes = 64;
/** a network takes 1,232; a wallet may answer with more than it was asked */
const transaction_bytes_max = 16_384;
const message_bytes_max = 131_072;

/** Networks as wallets of pages name them. Any other goes by its own id: `solana:localnet`. */
const chain_names = [
  ['solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', 'solana:mainnet'],
  ['solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1', 'solana:devnet'],
  ['solana:4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z', 'solana:testnet'],
] as const;

/** Names of commitments that nodes do not know any more. */
const commitments = [
  ['recent', 'processed'],
  ['single', 'confirmed'],
  ['singleGossip', 'confirmed'],
  ['root', 'finalized'],
  ['max', 'finalized'],
] as const;

const isOfFamily = (chain: unknown): boolean => isText(chain, 128) && cut(chain, 0, prefix.length) == prefix;
const servesFamily = (chains: unknown): boolean => !!found(listed(chains, chains_max), isOfFamily);

const signing = ['signMessage', 'signTransaction', 'signAndSendTransaction', 'signIn'] as const;

/** Whether a wallet can be connected and is one of this family: by what it can do, or by the networks it names. */
const isOfSolana = (wallet: StandardWallet): boolean =>
  !!methodOf(wallet, 'standard:connect', 'connect') &&
  (!!found(signing, (method) => !!methodOf(wallet, prefix + method, method)) ||
    servesFamily(tried(() => wallet.chains)));

/** An account of the wallet's list: what it says, and its own object, for some wallets compare identity. */
interface Found {
  said: Account;
  own: object;
}

function toFound(own: unknown): Found | null {
  if (typeof own != 'object' || !own) return null;
  const account = own as Foreign;
  const address = tried(() => account.address);
  const chains = tried(() => account.chains);
  if (!isText(address, address_length_max) || !servesFamily(chains)) return null;
  const chain = found(listed(chains, chains_max), isOfFamily) as string;
  const said: Account = { chain, address };
  const publicKey = tried(() => copied(account.publicKey, key_bytes));
  if (publicKey && size(publicKey) == key_bytes) said.publicKey = toHex(publicKey);
  const label = tried(() => account.label);
  if (isText(label, label_length_max)) said.label = label;
  return { said, own };
}

const toAccounts = (list: unknown): Found[] =>
  chosen(mapped(listed(list, accounts_max), toFound), (one): one is Found => !!one);

const ownOf = (list: readonly Found[], address: string | undefined): object | undefined => {
  for (let i = 0; i < list.length; i++)
    if (address === undefined || list[i]!.said.address == address) return list[i]!.own;
  return undefined;
};

function signatureOf(output: Foreign): string {
  const bytes = bytesOf(output, 'signature', signature_bytes);
  if (size(bytes) != signature_bytes) throw unreadable();
  return toBase58(bytes);
}

/** The first signature of a transaction, which is its id: behind their number, one byte as long as there are less than 128. */
function firstSignature(transaction: Uint8Array): string {
  if (!transaction[0] || transaction[0] > 127 || size(transaction) <= signature_bytes) throw unreadable();
  const signature = new Bytes(signature_bytes);
  for (let i = 0; i < signature_bytes; i++) signature[i] = transaction[i + 1]!;
  return toBase58(signature);
}

/** Fields of `options` as the standard has them; others are no wallet's. */
function toOptions(given: unknown, isSent: boolean): Record<string, unknown> {
  const options: Record<string, unknown> = { __proto__: null };
  const from = (typeof given == 'object' && given ? given : {}) as Record<string, unknown>;
  const known = isSent
    ? ['preflightCommitment', 'minContextSlot', 'commitment', 'skipPreflight', 'maxRetries']
    : ['preflightCommitment', 'minContextSlot'];
  const names = keys(from);
  for (let i = 0; i < names.length; i++)
    for (let k = 0; k < known.length; k++)
      if (names[i] == known[k]) options[names[i]!] = renamed(commitments, from[names[i]!]);
  return freeze(options);
}

/** Fields of a sign-in as the standard has them, but for the account: where none is meant the person chooses it in the wallet. */
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

/** What the engine asks for; own fields of the text it wrote. */
interface Asked extends Partial<Record<(typeof sign_in_fields)[number], unknown>> {
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
  /** as the wallet last said: in an answer, in an event, or when it was looked at */
  let known: Found[] = [];
  /** its own list had accounts: from then on an empty one says that there are none */
  let isLive = false;
  const listeners = new Some<(accounts: Account[]) => void>();
  const spoken = (list: readonly Found[]) => mapped(list, ({ said }) => said);

  const current = (): Found[] => {
    const list = toAccounts(tried(() => wallet.accounts));
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
      // Not connected yet: some wallets have no other word for it.
      if (silent) return { accounts: [] };
      throw error;
    }
    const answered = toAccounts(list);
    const now = current();
    known = answered.length ? answered : now;
    return { accounts: spoken(known) };
  };

  /** The wallet's own object of an account, of its list of now where it is there. */
  const accountOf = (address: string | undefined): object => {
    const own = ownOf(current(), address) ?? ownOf(known, address);
    if (own) return own;
    throw fault(4100, "This account isn't connected");
  };

  const inputOf = (asked: Asked, text: string, isSent: boolean): object => {
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

  const signMessage = (asked: Asked): Promise<unknown> => {
    const message = fromBase58(asked.message ?? '');
    if (!message) throw fault(-32602, 'message must be a base58 string');
    const input = freeze({ __proto__: null, account: accountOf(asked.pubkey), message });
    return after(call('solana:signMessage', 'signMessage')([input]), (outputs) => {
      const output = first(outputs);
      const signed = toBase58(bytesOf(output, 'signedMessage', message_bytes_max));
      const answer = { signature: signatureOf(output) };
      // A hardware wallet signs the message in an envelope of its own: it counts for what was signed.
      return signed == asked.message ? answer : { ...answer, signedMessage: signed };
    });
  };

  /** It connects, too: the account that signed is the current one, whatever the wallet's list says. */
  const signIn = (asked: Asked): Promise<unknown> => {
    const input: Record<string, unknown> = { __proto__: null };
    for (let i = 0; i < sign_in_fields.length; i++) {
      const name = sign_in_fields[i]!;
      if (asked[name] !== undefined) input[name] = asked[name];
    }
    input.chainId = renamed(chain_names, asked.chainId);
    if (asked.pubkey !== undefined) input.address = asked.pubkey;
    return after(call('solana:signIn', 'signIn')([freeze(input)]), (outputs) => {
      const output = first(outputs);
      const account = toFound(tried(() => output.account));
      if (!account) throw unreadable();
      const { address } = account.said;
      // for one that is connected nobody else may become the current account
      if (asked.pubkey !== undefined && address != asked.pubkey) throw fault(4100, 'Another account signed');
      const others = chosen(current(), ({ said }) => said.address != address);
      known = [account];
      for (let i = 0; i < others.length; i++) known[i + 1] = others[i]!;
      return {
        accounts: spoken(known),
        signedMessage: toBase58(bytesOf(output, 'signedMessage', message_bytes_max)),
        signature: signatureOf(output),
      };
    });
  };

  const signAll = (asked: Asked, texts: readonly string[]): Promise<Uint8Array[]> => {
    const sign = call('solana:signTransaction', 'signTransaction');
    const inputs: object[] = [];
    for (let i = 0; i < texts.length; i++) add(inputs, inputOf(asked, texts[i]!, false));
    return after(sign(inputs), (outputs) => {
      const list = listed(outputs, inputs.length);
      if (list.length != inputs.length) throw unreadable();
      return mapped(list, (output) => bytesOf(first([output]), 'signedTransaction', transaction_bytes_max));
    });
  };

  /** Told apart by comparing: a table would find what stands on Object.prototype. */
  const asked = (method: string, params: Asked): Promise<unknown> => {
    if (method == 'wm_connect') return connect(!!params.silent);
    if (method == 'wm_disconnect') {
      known = [];
      isLive = false;
      const run = methodOf(wallet, 'standard:disconnect', 'disconnect');
      // It is optional: where there is none, ours forgets.
      return run ? after(run([]), () => null) : vow(() => null);
    }
    // A wallet of this family is on no network of its own: the next request names it.
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

  const take = (list: Found[]): void => {
    known = list;
    listeners.each((fn) => fn(spoken(list)));
  };
  /** Wallets do not always tell: their own list is looked at again. It never asks a person, as a silent connect of some would. */
  const look = (): void => {
    if (!known.length) return;
    const list = current();
    if (isLive && written(spoken(list)) != written(spoken(known))) take(list);
  };

  return {
    request: exactly(asked),
    on(event, fn) {
      // A wallet of this family has no network of its own, and says that it has gone by an empty list.
      if (event != 'accounts') return () => undefined;
      listeners.add(fn);
      const heard = (change: unknown): void => {
        const accounts = tried(() => (change as Foreign | null)?.accounts);
        if (accounts === undefined) look();
        else if (isArray(accounts)) take(toAccounts(accounts));
      };
      const hear = methodOfEvents(wallet);
      const off = hear?.(heard);
      const leave = hearing(['focus', 'eip6963:requestProvider'], look);
      return () => {
        listeners.delete(fn);
        leave();
        if (typeof off == 'function') tried(off as () => unknown);
      };
    },
  };
}

export const findSolana = finderOf({ family: 'solana', isOf: isOfSolana, adapt: adaptSolana });
