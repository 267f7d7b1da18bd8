// A wallet that speaks as Keplr does, in the engine's one shape (docs/spec/page-wallets.md section 5, docs/spec/rpc.md section 3). It
// translates and never decides. What is asked of a wallet is what the engine wrote (docs/spec/security.md T2).

import type { PageWallet } from '../engine/border';
import {
  after,
  apply,
  chosen,
  cut,
  fits,
  freeze,
  has,
  hearing,
  mapped,
  parse,
  sealed,
  size,
  Some,
  vow,
} from '../captured';
import { written } from '../written';
import { copied, fromBase64, toBase64, toHex } from './bytes';
import { toWalletFault } from './fault';
import { exactly, fault, tried, unreadable } from './foreign';
import { methodsOf } from './methods';

/** what of a wallet we rely on; every property may be a live getter, and the rest is foreign */
export interface Keplr {
  readonly [name: string]: unknown;
}

type Account = { chain: string; address: string; publicKey?: string; label?: string };

/** What a network says of itself, for a wallet that does not know it (docs/spec/decisions.md 21). */
interface Told {
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

/** What of a request the engine writes. */
interface Asked {
  chains?: string[];
  networks?: Told[];
  silent?: boolean;
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
/** a question of a key that nobody answered: after this the wallet may have lost it, and is asked again */
const asked_ms = 300_000;
const no_chain = /no chain info|chain (?:info )?(?:is )?not (?:found|supported)|unknown chain|invalid chain/i;

const isText = (value: unknown, length_max: number): value is string =>
  typeof value == 'string' && !!value && value.length <= length_max;
const toReference = (chain: string): string => cut(chain, prefix.length);

/** A network as a wallet takes it; null where the page says too little of it. */
function toSuggestion({ chain, name, symbol, decimals, rpc, cosmos }: Told): object | null {
  const { bech32Prefix: own, rest, coinType, feeCurrencies, gasPriceStep } = cosmos;
  if (!own || !rest || !rpc || !feeCurrencies?.length) return null;
  const currencies = mapped(feeCurrencies, ({ coinDenom, coinMinimalDenom, coinDecimals }) => ({
    coinDenom,
    coinMinimalDenom,
    coinDecimals,
  }));
  const stake = chosen(currencies, (of) => of.coinDenom == symbol && of.coinDecimals == decimals)[0];
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
  /** what it stands for, as it last said */
  let known: Account[] = [];
  /** the kind of key of each, by its chain; what answers `cosmos_getAccounts` */
  let keys: { chain: string; algo: string; address: string; pubkey: string }[] = [];
  /** counts connections and disconnections: what was of an earlier one is not heard any more */
  let round = 0;
  /** the wallet's question: a second press waits for the same answer, and no second window comes */
  let asking: { what: string; since: number; answer: Promise<Account[]> } | null = null;
  /** it is being looked at, or did not answer the last time: one that is locked would open its window with every look */
  let isLooking = false;
  const listeners = new Some<(accounts: Account[]) => void>();

  const methodOf = methodsOf(wallet, [
    'enable',
    'disable',
    'getKey',
    'experimentalSuggestChain',
    'signArbitrary',
    'signAmino',
    'signDirect',
  ]);
  const call = (method: string, args: unknown[]): Promise<unknown> => {
    const run = methodOf(method);
    if (!run) throw fault(4200, `the wallet has no ${method}`);
    return vow(() => apply(run, wallet, args));
  };

  const readKey = async (chain: string) => {
    const key = (await call('getKey', [toReference(chain)])) as Keplr | null;
    const address = tried(() => key!.bech32Address);
    const publicKey = tried(() => copied(key!.pubKey, key_bytes_max));
    const algo = tried(() => key!.algo);
    if (!isText(address, text_length_max) || !publicKey || !size(publicKey)) throw unreadable();
    const label = tried(() => key!.name);
    const account: Account = { chain, address, publicKey: toHex(publicKey) };
    if (isText(label, name_length_max)) account.label = label;
    const kind = isText(algo, name_length_max) ? algo : 'secp256k1';
    return { account, key: { chain, algo: kind, address, pubkey: toBase64(publicKey) } };
  };

  const read = async (chains: readonly string[], mine: number): Promise<Account[]> => {
    const all: Awaited<ReturnType<typeof readKey>>[] = [];
    for (let i = 0; i < chains.length; i++) all[i] = await readKey(chains[i]!);
    if (mine != round) throw fault(4100, 'this account is not connected');
    keys = mapped(all, ({ key }) => key);
    return mapped(all, ({ account }) => account);
  };

  /** All networks by one question. One that the wallet does not know is suggested once, where the page says what it is; else it is left out. */
  const enabled = async ({ chains = [], networks = [], silent }: Asked): Promise<string[]> => {
    let left = chains;
    const suggested = new Some<string>();
    for (;;) {
      try {
        await call('enable', [mapped(left, toReference)]);
        return left;
      } catch (error) {
        const { message } = toWalletFault(error, 'enable');
        // the longest: the name of one network may begin as that of another
        let named: string | undefined;
        for (let i = 0; i < left.length; i++)
          if (has(message, toReference(left[i]!)) && !(named && named.length >= left[i]!.length))
            named = left[i];
        const unknown = named ?? (left.length == 1 ? left[0] : undefined);
        if (!fits(no_chain, message) || unknown === undefined) throw error;
        const told = chosen(networks, ({ chain }) => chain == unknown)[0];
        const suggestion = told && !silent && !suggested.has(unknown) ? toSuggestion(told) : null;
        if (suggestion) {
          suggested.add(unknown);
          await call('experimentalSuggestChain', [sealed(suggestion)]);
          continue;
        }
        if (left.length == 1) throw fault(4901, `Network not found: ${told?.name ?? toReference(unknown)}`);
        left = chosen(left, (chain) => chain != unknown);
      }
    }
  };

  /** This interface has no question without a prompt: a wallet that knows the page answers at once, and only one that it stood for is asked. */
  const connect = (asked: Asked): Promise<{ accounts: Account[] }> => {
    const what = written(asked.chains)!;
    const at = Date.now();
    if (!asking || asking.what != what || at - asking.since > asked_ms) {
      const mine = ++round;
      const answer = after(
        vow<string[]>(() => enabled(asked)),
        (chains) => read(chains, mine),
      );
      const over = () => {
        if (asking?.answer == answer) asking = null;
      };
      asking = { what, since: at, answer };
      void after(answer, over, over);
    }
    return after(asking.answer, (accounts) => {
      known = accounts;
      isLooking = false;
      return { accounts };
    });
  };

  const toSignature = (given: unknown): object => {
    const of = given as Keplr | null;
    const value = tried(() => of!.signature);
    const key = tried(() => of!.pub_key) as Keplr | undefined;
    const type = tried(() => key!.type);
    const own = tried(() => key!.value);
    if (!isText(value, text_length_max) || !isText(type, text_length_max) || !isText(own, text_length_max))
      throw unreadable();
    return { pub_key: { type, value: own }, signature: value };
  };

  const bytesOf = (text: unknown): Uint8Array => {
    const bytes = typeof text == 'string' ? fromBase64(text) : null;
    if (!bytes) throw fault(-32602, 'the document has what is no base64');
    return bytes;
  };

  const signDirect = async (chain: string, { signerAddress, signDoc }: Asked) => {
    const asked = signDoc as Keplr;
    const { bodyBytes, authInfoBytes, chainId, accountNumber } = asked;
    const input = freeze({
      __proto__: null,
      bodyBytes: bytesOf(bodyBytes),
      authInfoBytes: bytesOf(authInfoBytes),
      chainId,
      accountNumber,
    });
    const answer = (await call('signDirect', [chain, signerAddress, input])) as Keplr | null;
    const signed = tried(() => answer!.signed) as Keplr | undefined;
    const half = (name: string): string => {
      const bytes = tried(() => copied(signed![name], document_bytes_max));
      if (!bytes) throw unreadable();
      return toBase64(bytes);
    };
    const id = tried(() => signed!.chainId);
    const number = tried(() => `${signed!.accountNumber as string}`);
    if (!isText(id, text_length_max) || !isText(number, text_length_max)) throw unreadable();
    return {
      signed: {
        bodyBytes: half('bodyBytes'),
        authInfoBytes: half('authInfoBytes'),
        chainId: id,
        accountNumber: number,
      },
      signature: toSignature(tried(() => answer!.signature)),
    };
  };

  const signAmino = async (chain: string, { signerAddress, signDoc }: Asked) => {
    const answer = (await call('signAmino', [chain, signerAddress, sealed(signDoc)])) as Keplr | null;
    const text = tried(() => written(answer!.signed));
    if (!text || text.length > document_bytes_max) throw unreadable();
    return { signed: parse(text) as object, signature: toSignature(tried(() => answer!.signature)) };
  };

  /** Told apart by comparing: a table would find what stands on Object.prototype. */
  const asked = (method: string, params: Asked): Promise<unknown> => {
    if (method == 'wm_connect') return connect(params);
    if (method == 'wm_disconnect') {
      round++;
      asking = null;
      const chains = mapped(known, ({ chain }) => toReference(chain));
      known = [];
      keys = [];
      // It is optional: where there is none, ours forgets.
      return methodOf('disable') ? after(call('disable', [chains]), () => null) : vow(() => null);
    }
    // A wallet of this family is on no network of its own: each request names it.
    if (method == 'wm_switchChain') return vow(() => null);
    if (method == 'wm_signsIn') return vow(() => false);
    const { chainId = '', signerAddress } = params;
    if (method == 'cosmos_getAccounts') {
      const own = chosen(keys, ({ chain }) => toReference(chain) == chainId);
      return vow(() => mapped(own, ({ algo, address, pubkey }) => ({ algo, address, pubkey })));
    }
    if (method == 'cosmos_signArbitrary')
      return after(call('signArbitrary', [chainId, signerAddress, params.data]), toSignature);
    if (method == 'cosmos_signAmino') return signAmino(chainId, params);
    if (method == 'cosmos_signDirect') return signDirect(chainId, params);
    throw fault(4200, 'unknown method');
  };

  /** Another account may be there: said by an event, or found when the person comes back. What does not answer says nothing. */
  const look = (): void => {
    if (!known.length || isLooking || asking) return;
    isLooking = true;
    const mine = round;
    const chains = mapped(known, ({ chain }) => chain);
    void after(
      vow<Account[]>(() => read(chains, mine)),
      (list) => {
        isLooking = false;
        if (mine != round || written(list) == written(known)) return;
        known = list;
        listeners.each((fn) => fn(list));
      },
      () => undefined,
    );
  };
  /** It says so itself: then it is open, and answers. */
  const heard = (): void => {
    isLooking = false;
    look();
  };

  return {
    request: exactly(asked),
    on(what, fn) {
      if (what != 'accounts') return () => undefined;
      listeners.add(fn);
      const leave = hearing(['focus', 'eip6963:requestProvider'], look);
      const leaveOwn = hearing([event], heard);
      return () => {
        listeners.delete(fn);
        leave();
        leaveOwn();
      };
    },
  };
}
