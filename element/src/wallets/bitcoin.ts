// The common part of all Bitcoin wallets in the engine's one shape (docs/spec/page-wallets.md section 3.6, docs/spec/rpc.md section 3). A
// dialect calls the wallet. This file leaves decisions to the engine, but ensures that one window is open at a time, that only the
// wallet's accounts are used, and that its responses are readable. The wallet gets exactly what the engine wrote (docs/spec/security.md
// T2).

import type { PageWallet } from '../engine/border';
import {
  add,
  after,
  filterItems,
  matches,
  findItem,
  freeze,
  listenAll,
  lower,
  mapped,
  size,
  Unique,
  vow,
} from '../captured';
import { written } from '../written';
import { copyBytes, fromBase64, fromHex, toBase64 } from './bytes';
import { exactly, fault, attempt, unreadable } from './foreign';
import { isText, readList } from './standard';

/** The purpose of an account, as the wallet states it. Default: payments (decision 91, "Bitcoin wallets in the browser"). */
export type Purpose = 'payment' | 'ordinal' | 'stx';
export type Protocol = 'ecdsa' | 'bip322';

export interface Account {
  chain: string;
  address: string;
  type: Purpose;
  publicKey?: string;
  path?: string;
}

/** The state that a wallet reports: its network, and its accounts there. */
export interface WalletState {
  chain: string | undefined;
  accounts: Account[];
  /** read from the page's storage, without calling the wallet (decision 205, "Accounts that only storage names") */
  remembered?: boolean;
  /** no account, because the user revoked the access in the wallet */
  revoked?: boolean;
}

export interface SignInput {
  address: string;
  index: number;
  sighashTypes: readonly number[];
}

export interface PsbtRequest {
  chain: string | undefined;
  psbt: Uint8Array;
  inputs: readonly SignInput[];
  broadcast: boolean;
}

/** One way to call a wallet. It throws {code, message} with EIP-1193 codes, or the wallet's own error. */
export interface Dialect {
  /** might open the wallet's window */
  ask(chains: readonly string[]): Promise<WalletState>;
  /**
   * never opens a window; null: this page isn't connected, or the wallet can't be read without a window. `stored`: its accounts in the
   * page's storage
   */
  look(chains: readonly string[], stored: readonly Account[]): Promise<WalletState | null>;
  /** the wallet's only format of message signatures */
  only?: Protocol;
  leave?(): Promise<unknown>;
  /** switches to another network; returns the accounts there */
  switchTo?(chain: string): Promise<WalletState>;
  /** returns base64, or bytes */
  signMessage(by: Account, message: string, protocol: Protocol): Promise<unknown>;
  /**
   * returns base64, hex or bytes; `null` if the wallet broadcast it and only returns the ID; `unsent` if it only broadcasts through
   * `push`
   */
  signPsbt?(asked: PsbtRequest): Promise<{ psbt: unknown; txid?: unknown; unsent?: boolean }>;
  /** broadcasts what it has signed; returns the ID */
  push?(psbt: Uint8Array): Promise<unknown>;
  /** returns the transaction ID */
  sendTransfer?(from: Account, to: string, sats: string): Promise<unknown>;
  /** Throws for a document that the wallet can't handle. The engine calls it before the user reviews the request. */
  takes?(asked: PsbtRequest): unknown;
  /**
   * `changed()`: the account or network might be different; called with the new state if the wallet reports it. Returns a function that
   * unsubscribes, if possible.
   */
  listen?(changed: (told?: WalletState) => void): unknown;
}

/** The fields of the engine's requests. */
interface EngineParams {
  chains?: string[];
  silent?: boolean;
  stored?: unknown;
  chain?: string;
  account?: string;
  address?: string;
  message?: string;
  protocol?: string;
  psbt?: string;
  signInputs?: unknown;
  broadcast?: boolean;
  recipientAddress?: string;
  amount?: string;
  changeAddress?: unknown;
  memo?: unknown;
  intentions?: unknown;
}

export const prefix = 'bip122:';
export const mainnet = `${prefix}000000000019d6689c085ae165831e93`;
export const testnet = `${prefix}000000000933ea01ad0ee984209779ba`;
export const testnet4 = `${prefix}00000000da84f2bafbbc53dee25a72ae`;
export const signet = `${prefix}00000008819873e925422c1ff0f99f7c`;
export const regtest = `${prefix}0f9188f13cb7b2c71f2a335e3a4fc328`;

const address_length_max = 90;
const path_length_max = 64;
const key_length_max = 130;
const accounts_max = 100;
const inputs_max = 1_000;
const signature_bytes_max = 3_072;
export const psbt_bytes_max = 262_144;
/** how long an unanswered prompt blocks the same request; after that, the wallet might have lost it */
const asked_ms = 300_000;
const sats_length_max = 16;

/** A dialect's names of networks, for both directions. */
export type Names = readonly (readonly [chain: string, name: string])[];

export function nameOf(names: Names, chain: string | undefined): string {
  for (let i = 0; i < names.length; i++) if (names[i]![0] == chain) return names[i]![1];
  throw fault(4901, "The wallet doesn't support this network");
}

/** Undefined if the wallet didn't report a network. An unknown network isn't one of the page's. */
export function chainOf(names: Names, name: unknown): string | undefined {
  if (!isText(name, 64)) return undefined;
  for (let i = 0; i < names.length; i++) if (names[i]![1] == name) return names[i]![0];
  throw fault(4901, `Network not found: ${name}`);
}

/** Reads an account of the wallet; null if it is invalid. */
export function toAccount(foreign: unknown, chain: string, type: Purpose): Account | null {
  const of = (typeof foreign == 'object' && foreign ? foreign : {}) as Record<string, unknown>;
  const address = typeof foreign == 'string' ? foreign : attempt(() => of.address);
  if (!isText(address, address_length_max) || !address) return null;
  const account: Account = { chain, address, type };
  const key = attempt(() => of.publicKey);
  if (isText(key, key_length_max) && key && fromHex(key)) account.publicKey = key;
  const path = attempt(() => of.derivationPath);
  if (isText(path, path_length_max)) account.path = path;
  return account;
}

/** The wallet's accounts that the engine has stored. */
function storedAccounts(stored: unknown): Account[] {
  const all = mapped(readList(stored, accounts_max), (one) => {
    const { chain, type } = (one ?? {}) as Partial<Account>;
    const isPurpose = type == 'payment' || type == 'ordinal' || type == 'stx';
    return isText(chain, 64) && isPurpose ? toAccount(one, chain, type) : null;
  });
  return filterItems(all, isAccount);
}

export const isAccount = (account: Account | null): account is Account => !!account;

/** For a taproot address, only a BIP-322 witness proves the signer. For other types, all wallets support the older format. */
const isTaproot = (address: string): boolean => matches(/^(bc|tb|bcrt)1p/i, address);

/** Plain data for a wallet, without what a page can add to Object.prototype. */
export const plainData = (fields: object): Record<string, unknown> =>
  freeze({ __proto__: null, ...fields }) as Record<string, unknown>;

/** Whether it is `SIGHASH_ALL` or taproot's default, which every wallet uses anyway. */
export function isPlain({ sighashTypes }: SignInput): boolean {
  for (let i = 0; i < sighashTypes.length; i++) if (sighashTypes[i]! > 1) return false;
  return true;
}

export function refuseSpecial({ inputs }: PsbtRequest): void {
  for (let i = 0; i < inputs.length; i++)
    if (!isPlain(inputs[i]!)) throw fault(4200, "This wallet doesn't support choosing a sighash type");
}

/** The inputs grouped by address, as older wallets take them, with at most one sighash type each. */
export function inputsToSign({ inputs }: PsbtRequest): readonly object[] {
  const all: { address: string; signingIndexes: number[]; sigHash?: number }[] = [];
  for (let i = 0; i < inputs.length; i++) {
    const { address, index, sighashTypes } = inputs[i]!;
    const special = isPlain(inputs[i]!) ? undefined : sighashTypes[0];
    if (special !== undefined && sighashTypes.length > 1)
      throw fault(4200, 'This wallet supports one sighash type for each input');
    let of = null;
    for (let n = 0; n < all.length; n++)
      if (all[n]!.address == address && all[n]!.sigHash == special) of = all[n]!;
    of ??= add(all, { address, signingIndexes: [], ...(special && { sigHash: special }) });
    add(of.signingIndexes, index);
  }
  return freeze(mapped(all, (one) => plainData(one)));
}

/** The sats as a number, for wallets that take one. The total supply is below 2^53. */
export const toNumber = (sats: string): number => +sats;

/** The bytes of a wallet's response: base64, hex or bytes. */
function toBytes(answer: unknown, length_max: number): Uint8Array {
  const bytes = isText(answer, length_max * 2)
    ? (fromHex(answer) ?? fromBase64(answer))
    : attempt(() => copyBytes(answer, length_max));
  if (!bytes || !size(bytes) || size(bytes) > length_max) throw unreadable();
  return bytes;
}

function toTxid(answer: unknown): string {
  if (!isText(answer, 64) || answer.length != 64 || !fromHex(answer)) throw unreadable();
  return lower(answer);
}

export function adaptBitcoin(dialect: Dialect): Pick<PageWallet, 'request' | 'on'> {
  /** the accounts that the wallet last reported */
  let lastAccounts: Account[] = [];
  let standing: string | undefined;
  /** the page's networks in the last request */
  let pageChains: readonly string[] = [];
  /** whether the wallet has reported that it shares no account; it might share one again */
  let isEmptied = false;
  /** counts connections and disconnections, so that events of an earlier one are ignored */
  let round = 0;
  /** the open prompt: a second click waits for its result, and other requests get -32002 */
  let open: { what: string; since: number; answer: Promise<unknown> } | null = null;
  let isLooking = false;
  const listeners = {
    accounts: new Unique<(payload: unknown) => void>(),
    chain: new Unique<(payload: unknown) => void>(),
    disconnect: new Unique<(payload: unknown) => void>(),
  };
  /** the number of listeners */
  let count = 0;
  let stop: (() => void) | null = null;

  const prompt = <T>(what: string, run: () => Promise<T>): Promise<T> => {
    const now = Date.now();
    if (open && now - open.since < asked_ms) {
      if (what && open.what == what) return open.answer as Promise<T>;
      throw fault(-32002, 'The wallet has another request open');
    }
    const answer = vow<T>(run);
    const mine = { what, since: now, answer };
    open = mine;
    const over = () => {
      if (open == mine) open = null;
    };
    void after(answer, over, over);
    return answer;
  };

  const keep = ({
    accounts,
    chain,
    remembered,
    revoked,
  }: WalletState): { accounts: Account[]; chain?: string; remembered?: boolean; revoked?: boolean } => {
    lastAccounts = filterItems(accounts, (_, at) => at < accounts_max);
    standing = chain ?? lastAccounts[0]?.chain;
    return {
      accounts: lastAccounts,
      ...(standing ? { chain: standing } : {}),
      ...(remembered && { remembered }),
      ...(revoked && { revoked }),
    };
  };

  /** Updates both together, so that an account never appears on another network. */
  const take = (told: WalletState): void => {
    const before = written([lastAccounts, standing ?? null]);
    const { accounts, chain } = keep(told);
    if (written([lastAccounts, standing ?? null]) == before) return;
    isEmptied = !accounts.length;
    if (chain) listeners.chain.each((fn) => fn(chain));
    listeners.accounts.each((fn) => fn(accounts));
  };

  /**
   * Checks whether the account has changed. A wallet that doesn't respond changes nothing, and an open window blocks the check. A wallet
   * without an account is only asked after its own event (`isTold`), because a locked one would open its window.
   */
  const look = (isTold?: boolean): void => {
    if (!(lastAccounts.length || (isTold && isEmptied)) || isLooking || open) return;
    isLooking = true;
    const mine = round;
    const over = (told: WalletState | null) => {
      isLooking = false;
      if (told && mine == round) take(told);
    };
    void after(
      vow<WalletState | null>(() => dialect.look(pageChains, lastAccounts)),
      over,
      () => over(null),
    );
  };
  const changed = (told?: WalletState): void => (told ? take(told) : look(true));

  const connect = ({ chains = [], silent, stored }: EngineParams): Promise<unknown> => {
    const mine = ++round;
    isEmptied = false;
    pageChains = chains;
    const onState = (told: WalletState | null) => {
      if (mine != round) throw fault(4100, "This account isn't connected");
      return told ? keep(told) : { accounts: [] };
    };
    if (silent)
      return after(
        vow<WalletState | null>(() => dialect.look(chains, storedAccounts(stored))),
        onState,
      );
    return after(
      prompt(`connect ${written(chains)}`, () => dialect.ask(chains)),
      onState,
    );
  };

  const accountOf = (address: unknown): Account => {
    for (let i = 0; i < lastAccounts.length; i++)
      if (lastAccounts[i]!.address == address) return lastAccounts[i]!;
    throw fault(4100, "This account isn't connected");
  };

  const mustStand = (chain: string | undefined): void => {
    if (chain && standing && chain != standing) throw fault(4901, 'The wallet is on another network');
  };

  const signMessage = ({ chain, account, address, message, protocol }: EngineParams): Promise<unknown> => {
    mustStand(chain);
    const by = accountOf(address ?? account);
    if (typeof message != 'string') throw fault(-32602, 'message must be a string');
    if (protocol !== undefined && protocol != 'ecdsa' && protocol != 'bip322')
      throw fault(-32602, 'Unknown protocol');
    const { only } = dialect;
    if (only && protocol && protocol != only)
      throw fault(4200, `The wallet doesn't support ${protocol} signatures`);
    const format = protocol ?? only ?? (isTaproot(by.address) ? 'bip322' : 'ecdsa');
    return after(
      prompt('', () => dialect.signMessage(by, message, format)),
      (answer) => {
        const bytes = toBytes(answer, signature_bytes_max);
        const isEcdsa = size(bytes) == 65 && bytes[0]! >= 27 && bytes[0]! <= 42;
        // a caller that requested one format would read the other as someone else's signature
        if (protocol && isEcdsa != (protocol == 'ecdsa'))
          throw fault(4200, `The wallet doesn't support ${protocol} signatures`);
        return { address: by.address, signature: toBase64(bytes) };
      },
    );
  };

  const toInputs = (given: unknown): SignInput[] => {
    const list = readList(given, inputs_max + 1) as {
      address?: unknown;
      index?: unknown;
      sighashTypes?: unknown;
    }[];
    if (!list.length || list.length > inputs_max)
      throw fault(-32602, 'signInputs must list the inputs to sign');
    const inputs: SignInput[] = [];
    for (let i = 0; i < list.length; i++) {
      const { address, index, sighashTypes } = list[i] ?? {};
      const types = readList(sighashTypes ?? [], 8) as number[];
      const isNumber = (value: unknown) => typeof value == 'number' && value >= 0 && value % 1 == 0;
      if (!isNumber(index) || findItem(types, (type) => !isNumber(type)) !== undefined)
        throw fault(-32602, 'signInputs is invalid');
      add(inputs, { address: accountOf(address).address, index: index as number, sighashTypes: types });
    }
    return inputs;
  };

  /** Converts a document for the wallet. Throws for one that the wallet can't handle. */
  const toDocument = ({ chain, psbt: text, signInputs, broadcast }: EngineParams): PsbtRequest => {
    mustStand(chain);
    const psbt = fromBase64(text ?? '');
    if (!psbt || !size(psbt) || size(psbt) > psbt_bytes_max)
      throw fault(-32602, 'psbt must be a base64 string');
    if (!dialect.signPsbt) throw fault(4200, "The wallet can't sign PSBTs");
    const request: PsbtRequest = { chain, psbt, inputs: toInputs(signInputs), broadcast: !!broadcast };
    dialect.takes?.(request);
    return request;
  };

  const signPsbt = (params: EngineParams): Promise<unknown> => {
    const psbtRequest = toDocument(params);
    const { psbt } = psbtRequest;
    const sign = dialect.signPsbt!;
    return after(
      prompt('', () => sign(psbtRequest)),
      (answer) => {
        const signed =
          answer.psbt === null && psbtRequest.broadcast ? psbt : toBytes(answer.psbt, psbt_bytes_max);
        // The engine compares it with the request, and broadcasts it after that.
        if (answer.unsent) return { psbt: toBase64(signed), unsent: true };
        return {
          psbt: toBase64(signed),
          ...(psbtRequest.broadcast ? { txid: toTxid(answer.txid) } : {}),
        };
      },
    );
  };

  const push = ({ chain, psbt: text }: EngineParams): Promise<unknown> => {
    mustStand(chain);
    const psbt = fromBase64(text ?? '');
    // eslint-disable-next-line no-restricted-syntax -- a dialect's, which is ours
    const send = dialect.push;
    if (!psbt || !send) throw fault(4200, "This wallet can't broadcast the transactions it signs");
    return after(
      prompt('', () => send(psbt)),
      (txid) => ({ txid: toTxid(txid) }),
    );
  };

  const sendTransfer = ({ chain, account, recipientAddress, amount, changeAddress, memo }: EngineParams) => {
    mustStand(chain);
    const from = accountOf(account);
    if (from.type != 'payment') throw fault(-32602, "This account can't send payments");
    const send = dialect.sendTransfer;
    if (!send) throw fault(4200, "The wallet can't send transfers");
    if (!isText(recipientAddress, address_length_max) || !recipientAddress)
      throw fault(-32602, "recipientAddress isn't a valid address");
    if (!isText(amount, sats_length_max) || !matches(/^[1-9]\d*$/, amount) || !(toNumber(amount) < 2 ** 53))
      throw fault(-32602, 'amount must be a whole number of sats');
    // if these were dropped, the wallet would make a different transaction than requested
    if (changeAddress !== undefined || memo !== undefined)
      throw fault(-32602, "This wallet doesn't support a memo or a change address");
    return after(
      prompt('', () => send(from, recipientAddress, amount)),
      (txid) => ({ txid: toTxid(txid) }),
    );
  };

  const switchTo = (chain: string): Promise<null> => {
    if (chain == standing) return vow(() => null);
    const go = dialect.switchTo;
    if (!go) throw fault(4200, 'Change the network in the wallet');
    const mine = round;
    return after(
      prompt(`switch ${chain}`, () => go(chain)),
      (told) => {
        if (mine != round) throw fault(4100, "This account isn't connected");
        take(told);
        mustStand(chain);
        return null;
      },
    );
  };

  const disconnect = (): Promise<unknown> => {
    round++;
    isEmptied = false;
    open = null;
    lastAccounts = [];
    standing = undefined;
    // Wallets don't need to support it. If this one doesn't, only our state is cleared.
    return dialect.leave ? after(vow(dialect.leave), () => null) : vow(() => null);
  };

  const addresses = (intentions: unknown): object[] => {
    const purposes = intentions === undefined ? null : readList(intentions, 8);
    const list: object[] = [];
    for (let i = 0; i < lastAccounts.length; i++) {
      const { address, publicKey, path, type } = lastAccounts[i]!;
      if (!purposes || findItem(purposes, (one) => one == type))
        add(list, {
          address,
          ...(publicKey && { publicKey }),
          ...(path && { path }),
          intention: type,
        });
    }
    return list;
  };

  /** Compares names one by one: a lookup table would also find members of Object.prototype. */
  const respond = (method: string, params: EngineParams): Promise<unknown> => {
    if (method == 'wm_connect') return connect(params);
    if (method == 'wm_disconnect') return disconnect();
    if (method == 'wm_switchChain') return switchTo(params.chain ?? '');
    if (method == 'wm_signsIn') return vow(() => false);
    if (method == 'getAccountAddresses') return vow(() => addresses(params.intentions));
    if (method == 'signMessage') return signMessage(params);
    if (method == 'signPsbt') return signPsbt(params);
    if (method == 'wm_takes') return vow(() => (toDocument(params), null));
    if (method == 'wm_push') return push(params);
    if (method == 'sendTransfer') return sendTransfer(params);
    throw fault(4200, 'Unknown method');
  };

  const begin = (): (() => void) => {
    const leave = listenAll(['focus', 'eip6963:requestProvider'], () => look());
    const off = dialect.listen && attempt(() => dialect.listen!(changed));
    return () => {
      leave();
      if (typeof off == 'function') attempt(off as () => unknown);
    };
  };

  return {
    request: exactly(respond),
    on(event, fn) {
      if (event == 'message') return () => undefined;
      listeners[event].add(fn);
      count++;
      // one subscription at the wallet serves both events and all listeners
      stop ??= begin();
      return () => {
        if (listeners[event].delete(fn)) count--;
        if (count) return;
        stop?.();
        stop = null;
      };
    },
  };
}
