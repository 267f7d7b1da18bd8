// A wallet with Keplr's interface in the engine's one shape (docs/spec/page-wallets.md section 5, docs/spec/rpc.md section 3). It
// translates and never decides. The wallet gets exactly what the engine wrote (docs/spec/security.md T2).

import type { PageWallet } from '../engine/border';
import {
  add,
  after,
  apply,
  filterItems,
  cut,
  matches,
  freeze,
  has,
  listenAll,
  mapped,
  parse,
  sealed,
  size,
  Unique,
  vow,
} from '../captured';
import { written } from '../written';
import { copyBytes, fromBase64, toBase64, toHex } from './bytes';
import { toWalletFault } from './fault';
import { exactly, fault, attempt, unreadable } from './foreign';
import { methodsOf } from './methods';
import { readList } from './standard';

/** The members of a wallet that are used. Every property might be a getter, and other members are foreign. */
export interface Keplr {
  readonly [name: string]: unknown;
}

type Account = { chain: string; address: string; publicKey?: string; label?: string };
type Key = { chain: string; algo: string; address: string; pubkey: string };

/** The networks that a wallet has enabled, and those that were skipped. */
interface Enabled {
  chains: string[];
  out: string[];
}

/** A wallet's accounts on some networks, and the networks without one. */
interface FoundAccounts {
  accounts: Account[];
  ids: Key[];
  unread: string[];
}

/** The description of a network, for a wallet that doesn't know it (decision 231, "Cosmos networks and prefixes"). */
interface NetworkInfo {
  chain: string;
  name: string;
  symbol: string;
  decimals: number;
  rpc?: string;
  cosmos: {
    bech32Prefix?: string;
    coinType?: number;
    rest?: string;
    feeCurrencies?: { coinDenom: string; coinMinimalDenom: string; coinDecimals: number }[];
    gasPriceStep?: { low: number; average: number; high: number };
  };
}

/** The fields of the engine's requests. */
interface EngineParams {
  chains?: string[];
  networks?: NetworkInfo[];
  silent?: boolean;
  chain?: string;
  signerAddress?: string;
  chainId?: string;
  signDoc?: unknown;
  data?: string;
}

const prefix = 'cosmos:';
const text_length_max = 128;
const name_length_max = 64;
const key_bytes_max = 65;
const document_bytes_max = 262_144;
/** how long an unanswered prompt for a key blocks the same request; after that, the wallet might have lost it */
const asked_ms = 300_000;
/** The errors of Keplr 0.12.309 (packages/background/src/chains/service.ts), of its versions of 2024, of Leap and of Cosmostation. */
const no_chain =
  /no (?:modular )?chain info|chain (?:info )?(?:is )?not (?:found|supported)|unknown chain|invalid chain/i;

const isText = (value: unknown, length_max: number): value is string =>
  typeof value == 'string' && !!value && value.length <= length_max;
const toReference = (chain: string): string => cut(chain, prefix.length);

function joined<T>(one: readonly T[], other: readonly T[]): T[] {
  const all: T[] = [];
  for (let i = 0; i < one.length + other.length; i++)
    add(all, i < one.length ? one[i]! : other[i - one.length]!);
  return all;
}

/** A network in the wallet's format; null if the page describes too little of it. */
function toSuggestion({ chain, name, symbol, decimals, rpc, cosmos }: NetworkInfo): object | null {
  const { bech32Prefix: own, rest, coinType, feeCurrencies, gasPriceStep } = cosmos;
  if (!own || !rest || !rpc || !feeCurrencies?.length) return null;
  const currencies = mapped(feeCurrencies, ({ coinDenom, coinMinimalDenom, coinDecimals }) => ({
    coinDenom,
    coinMinimalDenom,
    coinDecimals,
  }));
  const stake = filterItems(currencies, (of) => of.coinDenom == symbol && of.coinDecimals == decimals)[0];
  return {
    chainId: toReference(chain),
    chainName: name,
    rpc,
    rest,
    bip44: { coinType: coinType ?? 118 },
    bech32Config: {
      bech32PrefixAccAddr: own,
      bech32PrefixAccPub: `${own}pub`,
      bech32PrefixValAddr: `${own}valoper`,
      bech32PrefixValPub: `${own}valoperpub`,
      bech32PrefixConsAddr: `${own}valcons`,
      bech32PrefixConsPub: `${own}valconspub`,
    },
    currencies,
    feeCurrencies: mapped(currencies, (of) => (gasPriceStep ? { ...of, gasPriceStep } : of)),
    stakeCurrency: stake ?? currencies[0],
  };
}

export function adaptCosmos(wallet: Keplr, event: string): Pick<PageWallet, 'request' | 'on'> {
  /** networks that it has enabled for the page, including those where the current account has no key */
  let enabled: string[] = [];
  /** the accounts that it last reported */
  let lastAccounts: Account[] = [];
  /** the type of each key, by chain; the response to `cosmos_getAccounts` */
  let keys: Key[] = [];
  /** counts connections and disconnections, so that responses of an earlier one are ignored */
  let round = 0;
  /** the open prompt: a second click waits for its result and opens no second window */
  let asking: { what: string; since: number; answer: Promise<FoundAccounts> } | null = null;
  /** whether its accounts are being read */
  let isLooking = false;
  const listeners = new Unique<(accounts: Account[]) => void>();

  const methodOf = methodsOf(wallet, [
    'enable',
    'disable',
    'getKey',
    'getKeysSettled',
    'experimentalSuggestChain',
    'signArbitrary',
    'signAmino',
    'signDirect',
  ]);
  const call = (method: string, args: unknown[]): Promise<unknown> => {
    const run = methodOf(method);
    if (!run) throw fault(4200, `The wallet doesn't support ${method}`);
    return vow(() => apply(run, wallet, args));
  };

  /** Reads the wallet's key as an account; null if it is invalid. */
  const toAccount = (chain: string, given: unknown): { account: Account; key: Key } | null => {
    const key = given as Keplr | null;
    const address = attempt(() => key!.bech32Address);
    const publicKey = attempt(() => copyBytes(key!.pubKey, key_bytes_max));
    const algo = attempt(() => key!.algo);
    if (!isText(address, text_length_max) || !publicKey || !size(publicKey)) return null;
    const label = attempt(() => key!.name);
    const account: Account = { chain, address, publicKey: toHex(publicKey) };
    if (isText(label, name_length_max)) account.label = label;
    const kind = isText(algo, name_length_max) ? algo : 'secp256k1';
    return { account, key: { chain, algo: kind, address, pubkey: toBase64(publicKey) } };
  };

  /** The key of each network, or the error. If a hardware wallet has no key for one network, the others still work. */
  const readKeys = async (chains: readonly string[]): Promise<{ key?: unknown; error?: unknown }[]> => {
    const all: { key?: unknown; error?: unknown }[] = [];
    if (methodOf('getKeysSettled')) {
      const list = readList(await call('getKeysSettled', [mapped(chains, toReference)]), chains.length);
      for (let i = 0; i < chains.length; i++) {
        const one = list[i] as Keplr | undefined;
        const value = attempt(() => one!.value);
        add(all, value ? { key: value } : { error: attempt(() => one!.reason) ?? unreadable() });
      }
      return all;
    }
    for (let i = 0; i < chains.length; i++)
      try {
        add(all, { key: await call('getKey', [toReference(chains[i]!)]) });
      } catch (error) {
        // a user who declines one network declines all of them
        if (toWalletFault(error, 'getKey').code == 4001) throw error;
        add(all, { error });
      }
    return all;
  };

  const read = async (chains: readonly string[], mine: number): Promise<FoundAccounts> => {
    const all = await readKeys(chains);
    if (mine != round) throw fault(4100, "This account isn't connected");
    const result: FoundAccounts = { accounts: [], ids: [], unread: [] };
    let first: unknown = null;
    for (let i = 0; i < chains.length; i++) {
      const { key, error } = all[i]!;
      const one = key ? toAccount(chains[i]!, key) : null;
      if (one) {
        add(result.accounts, one.account);
        add(result.ids, one.key);
      } else {
        first ??= error ?? unreadable();
        add(result.unread, chains[i]!);
      }
    }
    if (!result.accounts.length && first) throw first;
    return result;
  };

  /**
   * Enables all networks with one prompt, and returns the enabled and the skipped ones. Suggests a network that the wallet doesn't know
   * once, if the page describes it. If the user declines that network, the others stay.
   */
  const enable = async ({ chains = [], networks = [], silent }: EngineParams): Promise<Enabled> => {
    let left = chains;
    const out: string[] = [];
    const suggested = new Unique<string>();
    const leaveOut = (unknown: string, error: unknown): void => {
      if (left.length == 1) throw error;
      left = filterItems(left, (chain) => chain != unknown);
      add(out, unknown);
    };
    for (;;) {
      try {
        await call('enable', [mapped(left, toReference)]);
        return { chains: left, out };
      } catch (error) {
        const { message } = toWalletFault(error, 'enable');
        // the longest match: one network's name might be the beginning of another's
        let match: string | undefined;
        for (let i = 0; i < left.length; i++)
          if (has(message, toReference(left[i]!)) && !(match && match.length >= left[i]!.length))
            match = left[i];
        const unknown = match ?? (left.length == 1 ? left[0] : undefined);
        if (!matches(no_chain, message) || unknown === undefined) throw error;
        const network = filterItems(networks, ({ chain }) => chain == unknown)[0];
        const suggestion = network && !silent && !suggested.has(unknown) ? toSuggestion(network) : null;
        const missing = fault(4901, `Network not found: ${network?.name ?? toReference(unknown)}`);
        if (!suggestion) {
          leaveOut(unknown, missing);
          continue;
        }
        suggested.add(unknown);
        try {
          await call('experimentalSuggestChain', [sealed(suggestion)]);
        } catch (refused) {
          leaveOut(unknown, refused);
        }
      }
    }
  };

  /** A wallet has one open prompt at a time. The same request again waits for its result. */
  const once = (what: string, ask: () => Promise<FoundAccounts>): Promise<FoundAccounts> => {
    const at = Date.now();
    if (!asking || asking.what != what || at - asking.since > asked_ms) {
      const answer = vow<FoundAccounts>(ask);
      const over = () => {
        if (asking?.answer == answer) asking = null;
      };
      asking = { what, since: at, answer };
      void after(answer, over, over);
    }
    return asking.answer;
  };

  const keep = (found: FoundAccounts): Account[] => {
    lastAccounts = found.accounts;
    keys = found.ids;
    return lastAccounts;
  };

  /**
   * This interface can't be read without a possible prompt. A wallet that knows the page responds without one, so only a wallet with a
   * stored connection is called.
   */
  const connect = (asked: EngineParams): Promise<{ accounts: Account[]; unread?: string[] }> =>
    after(
      once(`connect ${written(asked.chains)}`, async () => {
        const mine = ++round;
        const { chains, out } = await enable(asked);
        const result = await read(chains, mine);
        enabled = chains;
        keep(result);
        return { ...result, unread: joined(result.unread, out) };
      }),
      ({ accounts, unread }) => ({ accounts, ...(unread.length && { unread }) }),
    );

  /** A Cosmos wallet has no current network, because each request names it. A network that is new here is enabled. */
  const switchTo = (asked: EngineParams): Promise<{ accounts: Account[] }> => {
    const { chain = '' } = asked;
    const isHere = (of: { chain: string }) => of.chain == chain;
    const there = () => filterItems(lastAccounts, isHere);
    if (there().length) return vow(() => ({ accounts: there() }));
    const mine = round;
    return after(
      once(`switch ${chain}`, async () => {
        await enable({ ...asked, chains: [chain] });
        const result = await read([chain], mine);
        enabled = joined(
          filterItems(enabled, (of) => of != chain),
          [chain],
        );
        const isElse = (of: { chain: string }) => of.chain != chain;
        keep({
          accounts: joined(filterItems(lastAccounts, isElse), result.accounts),
          ids: joined(filterItems(keys, isElse), result.ids),
          unread: [],
        });
        return result;
      }),
      ({ accounts }) => ({ accounts }),
    );
  };

  const toSignature = (given: unknown): object => {
    const of = given as Keplr | null;
    const value = attempt(() => of!.signature);
    const key = attempt(() => of!.pub_key) as Keplr | undefined;
    const type = attempt(() => key!.type);
    const own = attempt(() => key!.value);
    if (!isText(value, text_length_max) || !isText(type, text_length_max) || !isText(own, text_length_max))
      throw unreadable();
    return { pub_key: { type, value: own }, signature: value };
  };

  const bytesOf = (text: unknown): Uint8Array => {
    const bytes = typeof text == 'string' ? fromBase64(text) : null;
    if (!bytes) throw fault(-32602, 'The sign document has invalid base64');
    return bytes;
  };

  const signDirect = async (chain: string, { signerAddress, signDoc }: EngineParams) => {
    const doc = signDoc as Keplr;
    const { bodyBytes, authInfoBytes, chainId, accountNumber } = doc;
    const input = freeze({
      __proto__: null,
      bodyBytes: bytesOf(bodyBytes),
      authInfoBytes: bytesOf(authInfoBytes),
      chainId,
      accountNumber,
    });
    const answer = (await call('signDirect', [chain, signerAddress, input])) as Keplr | null;
    const signed = attempt(() => answer!.signed) as Keplr | undefined;
    const half = (name: string): string => {
      const bytes = attempt(() => copyBytes(signed![name], document_bytes_max));
      if (!bytes) throw unreadable();
      return toBase64(bytes);
    };
    const id = attempt(() => signed!.chainId);
    const number = attempt(() => `${signed!.accountNumber as string}`);
    if (!isText(id, text_length_max) || !isText(number, text_length_max)) throw unreadable();
    return {
      signed: {
        bodyBytes: half('bodyBytes'),
        authInfoBytes: half('authInfoBytes'),
        chainId: id,
        accountNumber: number,
      },
      signature: toSignature(attempt(() => answer!.signature)),
    };
  };

  const signAmino = async (chain: string, { signerAddress, signDoc }: EngineParams) => {
    const answer = (await call('signAmino', [chain, signerAddress, sealed(signDoc)])) as Keplr | null;
    const text = attempt(() => written(answer!.signed));
    if (!text || text.length > document_bytes_max) throw unreadable();
    return { signed: parse(text) as object, signature: toSignature(attempt(() => answer!.signature)) };
  };

  /** Compares names one by one: a lookup table would also find members of Object.prototype. */
  const respond = (method: string, params: EngineParams): Promise<unknown> => {
    if (method == 'wm_connect') return connect(params);
    if (method == 'wm_disconnect') {
      round++;
      asking = null;
      const chains = mapped(enabled, toReference);
      enabled = [];
      lastAccounts = [];
      keys = [];
      // Wallets don't need to support it. If this one doesn't, only our state is cleared.
      return methodOf('disable') ? after(call('disable', [chains]), () => null) : vow(() => null);
    }
    if (method == 'wm_switchChain') return switchTo(params);
    if (method == 'wm_signsIn') return vow(() => false);
    const { chainId = '', signerAddress } = params;
    if (method == 'cosmos_getAccounts') {
      const own = filterItems(keys, ({ chain }) => toReference(chain) == chainId);
      return vow(() => mapped(own, ({ algo, address, pubkey }) => ({ algo, address, pubkey })));
    }
    if (method == 'cosmos_signArbitrary')
      return after(call('signArbitrary', [chainId, signerAddress, params.data]), toSignature);
    if (method == 'cosmos_signAmino') return signAmino(chainId, params);
    if (method == 'cosmos_signDirect') return signDirect(chainId, params);
    throw fault(4200, 'Unknown method');
  };

  /**
   * Reads the accounts after the wallet's own event, when it is unlocked. Any other call would open the window of a locked wallet, or of
   * one whose access the user has revoked.
   */
  const look = (): void => {
    if (!lastAccounts.length || isLooking || asking) return;
    isLooking = true;
    const mine = round;
    void after(
      vow<FoundAccounts>(() => read(enabled, mine)),
      (found) => {
        isLooking = false;
        if (mine != round) return;
        const before = written(lastAccounts);
        const list = keep(found);
        if (written(list) != before) listeners.each((fn) => fn(list));
      },
      () => {
        isLooking = false;
      },
    );
  };

  return {
    request: exactly(respond),
    on(what, fn) {
      if (what != 'accounts') return () => undefined;
      listeners.add(fn);
      const leave = listenAll([event], look);
      return () => {
        listeners.delete(fn);
        leave();
      };
    },
  };
}
