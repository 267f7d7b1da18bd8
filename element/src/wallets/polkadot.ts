// A wallet of `window.injectedWeb3` in the engine's one shape (docs/spec/page-wallets.md section 4, docs/spec/rpc.md section 3). It
// translates and never decides. What is asked of a wallet is what the engine wrote (docs/spec/security.md T2).

import type { PageWallet } from '../engine/border';
import {
  add,
  after,
  apply,
  cut,
  fits,
  found,
  freeze,
  hearing,
  lower,
  sealed,
  size,
  Some,
  vow,
} from '../captured';
import { written } from '../written';
import { toWalletFault } from './fault';
import { exactly, fault, tried, unreadable } from './foreign';
import { methodsOf, type Run } from './methods';

export type Enable = Run;

interface Foreign {
  readonly [name: string]: unknown;
}

type Account = { chain: string; address: string; type?: string; label?: string };

/** What of a request the engine writes. */
interface Asked {
  chains?: string[];
  silent?: boolean;
  address?: string;
  /** hex always: a plain text that looks like it is read as bytes by wallets */
  data?: string;
  transactionPayload?: unknown;
}

/** the engine takes no more either */
const accounts_max = 100;
const text_length_max = 64;
/** of a question that nobody answered; after this the wallet may have lost it, and is asked again */
const asked_ms = 300_000;
/** 32 hex letters of the genesis block are the reference of a network (CAIP-13) */
const reference_length = 32;
const types = ['sr25519', 'ed25519', 'ecdsa'];
/** a signature of 64 or 65 bytes, with or without the byte that says its kind */
const signature_form = /^0x(?:[0-9a-f]{2}){64,66}$/i;

const isText = (value: unknown): value is string =>
  typeof value == 'string' && value.length <= text_length_max;

/** How wallets of this interface say what others have codes for. `is` is asked of the whole text, in any letter case. */
const words: readonly (readonly [code: number, says: RegExp])[] = [
  [-32002, /pending authori[sz]ation request/i],
  // polkadot-js 0.63, packages/extension-base/src/background/handlers
  [-32005, /rate limit exceeded/i],
  // It was refused once, or taken back: the wallet keeps the page out without asking anybody.
  [4100, /not allowed to interact|has not been enabled|not been authori[sz]ed/i],
  [
    4001,
    /^(?:user )?(?:cancell?ed|rejected)|rejected by (?:the )?user|(?:connection|authori[sz]ation) request was (?:cancell?ed|rejected)/i,
  ],
];

/** The account of a wallet's list; null for one of another family's kind, or that is kept for a network the page does not have. */
function toAccount(own: unknown, chains: readonly string[]): Account | null {
  if (typeof own != 'object' || !own) return null;
  const { address, type, name, genesisHash } = own as Foreign;
  // `ethereum` is an address of 20 bytes, on networks that have no others
  if (!isText(address) || (type != null && !found(types, (one) => one == type))) return null;
  let chain = chains[0] ?? '';
  if (typeof genesisHash == 'string' && genesisHash) {
    const reference = `:${lower(cut(genesisHash, 2, 2 + reference_length))}`;
    const kept = found(chains, (one) => cut(one, one.length - reference.length) == reference);
    if (kept === undefined) return null;
    chain = kept;
  }
  const account: Account = { chain, address };
  if (typeof type == 'string') account.type = type;
  if (isText(name)) account.label = name;
  return account;
}

/** A list of the wallet's, bounded; null for what is none. */
function toAccounts(list: unknown, chains: readonly string[]): Account[] | null {
  const from = list as ArrayLike<unknown> | null | undefined;
  const length = typeof from == 'object' && from ? tried(() => size(from)) : undefined;
  if (typeof length != 'number') return null;
  const all: Account[] = [];
  for (let i = 0; i < length && i < accounts_max; i++) {
    const account = tried(() => toAccount(from![i], chains));
    if (account) add(all, account);
  }
  return all;
}

/** What a wallet gave when it was enabled, with the methods that it had then. */
interface Given {
  of: Foreign;
  signer: object;
  signs: (name: string) => Run | null;
  accounts: object;
  lists: (name: string) => Run | null;
}

function givenBy(answer: unknown): Given {
  if (typeof answer != 'object' || !answer) throw unreadable();
  const of = answer as Foreign;
  const signer = (tried(() => of.signer) ?? {}) as object;
  const accounts = (tried(() => of.accounts) ?? {}) as object;
  return {
    of,
    signer,
    signs: methodsOf(signer, ['signRaw', 'signPayload']),
    accounts,
    lists: methodsOf(accounts, ['get', 'subscribe']),
  };
}

export function adaptPolkadot(entry: object, enable: Enable): Pick<PageWallet, 'request' | 'on'> {
  /** what the wallet gave when it was enabled */
  let injected: Given | null = null;
  /** its question to the person: a second press waits for the same answer, and no second window comes */
  let asking: Promise<Given> | null = null;
  let asked_at = 0;
  let known: Account[] = [];
  let chains: readonly string[] = [];
  let unsubscribe: unknown;
  /** counts connections: what was of an earlier one is not heard any more */
  let round = 0;
  /** it says that a question of an earlier page is open: its answer comes by no call of ours */
  let isPending = false;
  const listeners = new Some<(accounts: Account[]) => void>();

  const take = (list: Account[]): void => {
    if (written(list) == written(known)) return;
    known = list;
    listeners.each((fn) => fn(list));
  };

  const read = async ({ accounts, lists }: Given): Promise<Account[]> => {
    const get = lists('get');
    const list = get && toAccounts(await vow(() => apply(get, accounts, [])), chains);
    if (!list) throw unreadable();
    return list;
  };

  const subscribe = ({ accounts, lists }: Given): void => {
    const now = ++round;
    stop();
    const run = lists('subscribe');
    const heard = (list: unknown): void => {
      const accounts = now == round ? toAccounts(list, chains) : null;
      if (accounts) take(accounts);
    };
    if (run)
      void after(
        vow(() => apply(run, accounts, [heard])),
        (off) => {
          if (now == round) unsubscribe = off;
          else if (typeof off == 'function') tried(off as () => unknown);
        },
        () => undefined,
      );
  };
  const stop = (): void => {
    const off = unsubscribe;
    unsubscribe = null;
    if (typeof off == 'function') tried(off as () => unknown);
  };

  const enabled = (): Promise<Given> => {
    const now = Date.now();
    if (asking && now - asked_at < asked_ms) return asking;
    asked_at = now;
    const mine: Promise<Given> = after(
      vow(() => apply(enable, entry, [location.host])),
      (given) => {
        if (asking == mine) asking = null;
        const made = givenBy(given);
        // The same object again keeps the methods that it was first seen with.
        return injected && made.of == injected.of ? injected : made;
      },
      (error: unknown) => {
        if (asking == mine) asking = null;
        throw error;
      },
    );
    asking = mine;
    return mine;
  };

  /** This interface has no question without a prompt: a wallet that knows the page answers at once, and only one that it stood for is asked. */
  const connect = async (asked: Asked) => {
    chains = asked.chains ?? [];
    let given: Given;
    try {
      given = await enabled();
    } catch (error) {
      isPending = toFault(error, 'wm_connect').code == -32002;
      throw error;
    }
    isPending = false;
    const accounts = await read(given);
    injected = given;
    known = accounts;
    // None is no refusal: "Connect 0 account(s)" is how polkadot-js 0.63 opens its window (packages/extension-ui/src/Popup/Authorize).
    if (accounts.length) subscribe(given);
    return { accounts };
  };

  const sign = async (method: string, input: object) => {
    if (!injected) throw fault(4100, "This account isn't connected");
    const { signer, signs } = injected;
    const run = signs(method);
    if (!run) throw fault(4200, `The wallet doesn't support ${method}`);
    const answer = (await vow(() => apply(run, signer, [input]))) as Foreign | null;
    const signature = tried(() => answer?.signature);
    if (typeof signature != 'string' || !fits(signature_form, signature)) throw unreadable();
    return { signature };
  };

  /** Told apart by comparing: a table would find what stands on Object.prototype. */
  const asked = (method: string, params: Asked): Promise<unknown> => {
    if (method == 'wm_connect') return connect(params);
    if (method == 'wm_disconnect') {
      // There is no call for it: ours forgets.
      round++;
      stop();
      injected = null;
      known = [];
      return vow(() => null);
    }
    // A wallet of this family is on no network of its own: each request names it.
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
      if (fits(words[i]![1], message)) return { code: words[i]![0], message };
    return thrown;
  }

  /** Wallets do not always tell, and one that had a question open does not tell at all: looked at again when the person comes back. */
  const look = (): void => {
    const of = injected;
    const now = round;
    if (of && known.length)
      void after(
        vow<Account[]>(() => read(of)),
        (list) => {
          if (now == round) take(list);
        },
        () => undefined,
      );
    else if (isPending)
      void after(
        vow<Given>(() => enabled()),
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
    request: exactly(asked, toFault),
    on(event, fn) {
      if (event != 'accounts') return () => undefined;
      listeners.add(fn);
      const leave = hearing(['focus', 'eip6963:requestProvider'], look);
      return () => {
        listeners.delete(fn);
        leave();
      };
    },
  };
}
