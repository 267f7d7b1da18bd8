// A wallet of `window.injectedWeb3` in the engine's one shape (docs/spec/page-wallets.md section 4, docs/spec/rpc.md section 3). It
// translates and never decides. The wallet gets exactly what the engine wrote (docs/spec/security.md T2).

import type { PageWallet } from '../engine/border';
import {
  add,
  after,
  apply,
  cut,
  matches,
  findItem,
  freeze,
  listenAll,
  lower,
  sealed,
  size,
  Unique,
  vow,
} from '../captured';
import { written } from '../written';
import { toWalletFault } from './fault';
import { exactly, fault, attempt, unreadable } from './foreign';
import { methodsOf, type Run } from './methods';

export type Enable = Run;

interface Foreign {
  readonly [name: string]: unknown;
}

type Account = { chain: string; address: string; type?: string; label?: string };

/** The fields of the engine's requests. */
interface EngineParams {
  chains?: string[];
  silent?: boolean;
  address?: string;
  /** always hex: wallets read plain text that looks like hex as bytes */
  data?: string;
  transactionPayload?: unknown;
}

/** also the engine's limit */
const accounts_max = 100;
const text_length_max = 64;
/** how long an unanswered prompt blocks the same request; after that, the wallet might have lost it */
const asked_ms = 300_000;
/** a network's reference is 32 hex digits of its genesis hash (CAIP-13) */
const reference_length = 32;
const types = ['sr25519', 'ed25519', 'ecdsa'];
/** a signature of 64 or 65 bytes, with or without the byte for its type */
const signature_form = /^0x(?:[0-9a-f]{2}){64,66}$/i;

const isText = (value: unknown): value is string =>
  typeof value == 'string' && value.length <= text_length_max;

/** Maps these wallets' error messages to codes. Each pattern is tested on the whole message. */
const words: readonly (readonly [code: number, says: RegExp])[] = [
  [-32002, /pending authori[sz]ation request/i],
  // polkadot-js 0.63, packages/extension-base/src/background/handlers
  [-32005, /rate limit exceeded/i],
  // The user declined or revoked access before, so the wallet rejects the page without a prompt.
  [4100, /not allowed to interact|has not been enabled|not been authori[sz]ed/i],
  [
    4001,
    /^(?:user )?(?:cancell?ed|rejected)|rejected by (?:the )?user|(?:connection|authori[sz]ation) request was (?:cancell?ed|rejected)/i,
  ],
];

/**
 * Reads an account of the wallet; null if its type belongs to another namespace, or if it is restricted to a network that the page
 * doesn't have.
 */
function toAccount(own: unknown, chains: readonly string[]): Account | null {
  if (typeof own != 'object' || !own) return null;
  const { address, type, name, genesisHash } = own as Foreign;
  // `ethereum` is an address of 20 bytes, on networks that only have such addresses
  if (!isText(address) || (type != null && !findItem(types, (one) => one == type))) return null;
  let chain = chains[0] ?? '';
  if (typeof genesisHash == 'string' && genesisHash) {
    const reference = `:${lower(cut(genesisHash, 2, 2 + reference_length))}`;
    const match = findItem(chains, (one) => cut(one, one.length - reference.length) == reference);
    if (match === undefined) return null;
    chain = match;
  }
  const account: Account = { chain, address };
  if (typeof type == 'string') account.type = type;
  if (isText(name)) account.label = name;
  return account;
}

/** A wallet's list, limited; null if it isn't a list. */
function toAccounts(list: unknown, chains: readonly string[]): Account[] | null {
  const from = list as ArrayLike<unknown> | null | undefined;
  const length = typeof from == 'object' && from ? attempt(() => size(from)) : undefined;
  if (typeof length != 'number') return null;
  const all: Account[] = [];
  for (let i = 0; i < length && i < accounts_max; i++) {
    const account = attempt(() => toAccount(from![i], chains));
    if (account) add(all, account);
  }
  return all;
}

/** The object that a wallet returned when it was enabled, with its methods at that time. */
interface Injected {
  of: Foreign;
  signer: object;
  signs: (name: string) => Run | null;
  accounts: object;
  lists: (name: string) => Run | null;
}

function givenBy(answer: unknown): Injected {
  if (typeof answer != 'object' || !answer) throw unreadable();
  const of = answer as Foreign;
  const signer = (attempt(() => of.signer) ?? {}) as object;
  const accounts = (attempt(() => of.accounts) ?? {}) as object;
  return {
    of,
    signer,
    signs: methodsOf(signer, ['signRaw', 'signPayload']),
    accounts,
    lists: methodsOf(accounts, ['get', 'subscribe']),
  };
}

export function adaptPolkadot(entry: object, enable: Enable): Pick<PageWallet, 'request' | 'on'> {
  /** the object that the wallet returned when it was enabled */
  let injected: Injected | null = null;
  /** the open prompt: a second click waits for its result and opens no second window */
  let asking: Promise<Injected> | null = null;
  let asked_at = 0;
  let lastAccounts: Account[] = [];
  let chains: readonly string[] = [];
  let unsubscribe: unknown;
  /** counts connections, so that events of an earlier one are ignored */
  let round = 0;
  /** whether the wallet reports an open prompt from an earlier page, whose result no call of ours gets */
  let isPending = false;
  const listeners = new Unique<(accounts: Account[]) => void>();

  const take = (list: Account[]): void => {
    if (written(list) == written(lastAccounts)) return;
    lastAccounts = list;
    listeners.each((fn) => fn(list));
  };

  const read = async ({ accounts, lists }: Injected): Promise<Account[]> => {
    const get = lists('get');
    const list = get && toAccounts(await vow(() => apply(get, accounts, [])), chains);
    if (!list) throw unreadable();
    return list;
  };

  const subscribe = ({ accounts, lists }: Injected): void => {
    const now = ++round;
    stop();
    const run = lists('subscribe');
    const onAccounts = (list: unknown): void => {
      const accounts = now == round ? toAccounts(list, chains) : null;
      if (accounts) take(accounts);
    };
    if (run)
      void after(
        vow(() => apply(run, accounts, [onAccounts])),
        (off) => {
          if (now == round) unsubscribe = off;
          else if (typeof off == 'function') attempt(off as () => unknown);
        },
        () => undefined,
      );
  };
  const stop = (): void => {
    const off = unsubscribe;
    unsubscribe = null;
    if (typeof off == 'function') attempt(off as () => unknown);
  };

  const enabled = (): Promise<Injected> => {
    const now = Date.now();
    if (asking && now - asked_at < asked_ms) return asking;
    asked_at = now;
    const mine: Promise<Injected> = after(
      vow(() => apply(enable, entry, [location.host])),
      (given) => {
        if (asking == mine) asking = null;
        const injectedNow = givenBy(given);
        // The same object keeps the methods of its first return.
        return injected && injectedNow.of == injected.of ? injected : injectedNow;
      },
      (error: unknown) => {
        if (asking == mine) asking = null;
        throw error;
      },
    );
    asking = mine;
    return mine;
  };

  /**
   * This interface can't be read without a possible prompt. A wallet that knows the page responds without one, so only a wallet with a
   * stored connection is called.
   */
  const connect = async (asked: EngineParams) => {
    chains = asked.chains ?? [];
    let wallet: Injected;
    try {
      wallet = await enabled();
    } catch (error) {
      isPending = toFault(error, 'wm_connect').code == -32002;
      throw error;
    }
    isPending = false;
    const accounts = await read(wallet);
    injected = wallet;
    lastAccounts = accounts;
    // An empty list isn't a rejection: polkadot-js 0.63 opens its window with "Connect 0 account(s)"
    // (packages/extension-ui/src/Popup/Authorize).
    if (accounts.length) subscribe(wallet);
    return { accounts };
  };

  const sign = async (method: string, input: object) => {
    if (!injected) throw fault(4100, "This account isn't connected");
    const { signer, signs } = injected;
    const run = signs(method);
    if (!run) throw fault(4200, `The wallet doesn't support ${method}`);
    const answer = (await vow(() => apply(run, signer, [input]))) as Foreign | null;
    const signature = attempt(() => answer?.signature);
    if (typeof signature != 'string' || !matches(signature_form, signature)) throw unreadable();
    return { signature };
  };

  /** Compares names one by one: a lookup table would also find members of Object.prototype. */
  const respond = (method: string, params: EngineParams): Promise<unknown> => {
    if (method == 'wm_connect') return connect(params);
    if (method == 'wm_disconnect') {
      // The interface has no such call, so only our state is cleared.
      round++;
      stop();
      injected = null;
      lastAccounts = [];
      return vow(() => null);
    }
    // A Polkadot wallet has no current network, because each request names it.
    if (method == 'wm_switchChain') return vow(() => null);
    if (method == 'wm_signsIn') return vow(() => false);
    if (method == 'polkadot_signMessage') {
      const { address, data } = params;
      return sign('signRaw', freeze({ __proto__: null, address, data, type: 'bytes' }));
    }
    if (method == 'polkadot_signTransaction')
      return sign('signPayload', sealed(params.transactionPayload) as object);
    throw fault(4200, 'Unknown method');
  };

  function toFault(error: unknown, method: string) {
    const thrown = toWalletFault(error, method);
    if (!('uncoded' in thrown)) return thrown;
    const { message } = thrown;
    for (let i = 0; i < words.length; i++)
      if (matches(words[i]![1], message)) return { code: words[i]![0], message };
    return thrown;
  }

  /**
   * Wallets don't always emit changes, and never after an unanswered prompt. So the accounts are read again when the user returns to the
   * page.
   */
  const look = (): void => {
    const of = injected;
    const now = round;
    if (of && lastAccounts.length)
      void after(
        vow<Account[]>(() => read(of)),
        (list) => {
          if (now == round) take(list);
        },
        () => undefined,
      );
    else if (isPending)
      void after(
        vow<Injected>(() => enabled()),
        (given) => {
          isPending = false;
          return after(
            vow<Account[]>(() => read(given)),
            (list) => listeners.each((fn) => fn(list)),
          );
        },
        () => undefined,
      );
  };

  return {
    request: exactly(respond, toFault),
    on(event, fn) {
      if (event != 'accounts') return () => undefined;
      listeners.add(fn);
      const leave = listenAll(['focus', 'eip6963:requestProvider'], look);
      return () => {
        listeners.delete(fn);
        leave();
      };
    },
  };
}
