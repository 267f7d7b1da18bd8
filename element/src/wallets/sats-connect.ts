// Bitcoin wallets with the interface of WBIP-004 and sats-connect: Xverse, Fordefi, Magic Eden (docs/spec/page-wallets.md section 3.1).

import { add, apply, filterItems, findItem, freeze, mapped, vow } from '../captured';
import { methodsOf } from './methods';
import {
  plainData,
  chainOf,
  isAccount,
  mainnet,
  nameOf,
  refuseSpecial,
  regtest,
  signet,
  testnet,
  testnet4,
  toAccount,
  toNumber,
  type Account,
  type Dialect,
  type Names,
  type PsbtRequest,
  type Purpose,
  type WalletState,
} from './bitcoin';
import { toBase64 } from './bytes';
import { toWalletFault } from './fault';
import { fault, attempt, unreadable } from './foreign';
import { readList, type Foreign } from './standard';

const names: Names = [
  [mainnet, 'Mainnet'],
  [testnet, 'Testnet'],
  [testnet4, 'Testnet4'],
  [signet, 'Signet'],
  [regtest, 'Regtest'],
];
const accounts_max = 100;
/** older wallets reject a request with other purposes */
const purposes = freeze(['payment', 'ordinals', 'stacks']);

/** This interface uses codes with other meanings than EIP-1193 (section 0). */
const codes = [
  [-32000, 4001],
  [-32001, 4200],
  [-32002, 4100],
  [-32601, 4200],
] as const;

type Run = (...args: unknown[]) => unknown;

/** Throws {code, message} with the codes of EIP-1193. */
export function throwBy(
  table: readonly (readonly [number, number])[],
  error: unknown,
  method: string,
): never {
  const read = toWalletFault(error, method);
  // passed on unchanged: without a code, the message decides
  if ('uncoded' in read) throw error;
  const { code, message } = read;
  for (let i = 0; i < table.length; i++) if (table[i]![0] == code) throw fault(table[i]![1], message);
  throw fault(code, message);
}

/** A wallet's `request`, as it was when found. A rejection is a response with an error, or is thrown. */
export function requestOf(provider: object, table: readonly (readonly [number, number])[]) {
  const run = (provider as Foreign).request as Run;
  return async (method: string, params?: object): Promise<Foreign> => {
    let answer: Foreign | null;
    try {
      answer = await vow<Foreign | null>(() =>
        apply(run, provider, params ? [method, params] : [method, null]),
      );
    } catch (error) {
      const inner = attempt(() => (error as Foreign).error);
      return throwBy(table, typeof inner == 'object' && inner ? inner : error, method);
    }
    const error = attempt(() => answer!.error);
    if (error !== undefined && error !== null) return throwBy(table, error, method);
    const result = attempt(() => answer!.result);
    return (typeof result == 'object' && result ? result : {}) as Foreign;
  };
}

const isMissing = (error: unknown): boolean => attempt(() => (error as { code?: unknown }).code) == 4200;
const isUnconnected = (error: unknown): boolean =>
  isMissing(error) || attempt(() => (error as { code?: unknown }).code) == 4100;

/** Maps the purpose that it states; null for purposes that we don't support. */
const purposeOf = (of: Foreign): Purpose | null => {
  const purpose = attempt(() => of.purpose);
  if (purpose === undefined || purpose == 'payment') return 'payment';
  return purpose == 'ordinals' ? 'ordinal' : purpose == 'stacks' ? 'stx' : null;
};

export const accountsOf = (list: unknown, chain: string): Account[] =>
  filterItems(
    mapped(readList(list, accounts_max), (one) => {
      if (typeof one != 'object' || !one) return null;
      const purpose = purposeOf(one as Foreign);
      return purpose && toAccount(one, chain, purpose);
    }),
    isAccount,
  );

const networkOf = (of: Foreign | undefined): string | undefined =>
  chainOf(
    names,
    attempt(() => ((of!.network as Foreign).bitcoin as Foreign).name),
  );

export function satsDialect(provider: object): Dialect {
  const call = requestOf(provider, codes);
  const methodOf = methodsOf(provider, ['addListener']);

  /** Its network, read without a prompt; undefined if it doesn't report one. */
  const network = async (): Promise<string | undefined> => {
    let response: Foreign;
    try {
      response = await call('wallet_getNetwork');
    } catch {
      return undefined;
    }
    return chainOf(
      names,
      attempt(() => (response.bitcoin as Foreign).name),
    );
  };

  const toTold = async (answer: Foreign, chains: readonly string[]): Promise<WalletState> => {
    const list = attempt(() => answer.addresses) ?? answer;
    // A wallet that doesn't report its network was asked for the page's: the engine checks that its addresses belong to it.
    const chain = networkOf(answer) ?? (await network()) ?? chains[0];
    if (!chain) throw unreadable();
    return { chain, accounts: accountsOf(list, chain) };
  };

  /** Tries another method only if the wallet doesn't know the first. A rejection is final, and no second window opens. */
  const ask = async (chains: readonly string[]): Promise<WalletState> => {
    const chain = chains[0];
    const isNamed = chain && findItem(names, (one) => one[0] == chain);
    const ways: [string, object][] = [
      [
        'wallet_connect',
        plainData({ addresses: purposes, ...(isNamed ? { network: nameOf(names, chain) } : {}) }),
      ],
      ['getAddresses', plainData({ purposes })],
      ['getAccounts', plainData({ purposes })],
    ];
    for (let i = 0; ; i++)
      try {
        return await toTold(await call(ways[i]![0], ways[i]![1]), chains);
      } catch (error) {
        if (i + 1 == ways.length || !isMissing(error)) throw error;
      }
  };

  const look = async (chains: readonly string[]): Promise<WalletState | null> => {
    try {
      return await toTold(await call('wallet_getAccount'), chains);
    } catch (error) {
      if (isUnconnected(error)) return null;
      throw error;
    }
  };

  return {
    ask,
    look,
    leave: () => call('wallet_disconnect'),
    async switchTo(chain) {
      await call('wallet_changeNetwork', plainData({ name: nameOf(names, chain) }));
      // Its addresses are different there.
      return (await look([chain])) ?? (await ask([chain]));
    },
    async signMessage(by, message, protocol) {
      const params = plainData({
        address: by.address,
        message,
        protocol: protocol == 'ecdsa' ? 'ECDSA' : 'BIP322',
      });
      const answer = await call('signMessage', params);
      const signer = attempt(() => answer.address);
      if (signer !== undefined && signer != by.address) throw unreadable();
      return attempt(() => answer.signature);
    },
    takes: refuseSpecial,
    async signPsbt(asked: PsbtRequest) {
      const signInputs: Record<string, number[]> = { __proto__: null } as never;
      for (let i = 0; i < asked.inputs.length; i++) {
        const { address, index } = asked.inputs[i]!;
        const list = (signInputs[address] ??= []);
        add(list, index);
      }
      const answer = await call(
        'signPsbt',
        plainData({ psbt: toBase64(asked.psbt), signInputs: freeze(signInputs), broadcast: asked.broadcast }),
      );
      return { psbt: attempt(() => answer.psbt), txid: attempt(() => answer.txid) };
    },
    async sendTransfer(_, to, sats) {
      const recipients = freeze([plainData({ address: to, amount: toNumber(sats) })]);
      const answer = await call('sendTransfer', plainData({ recipients }));
      return attempt(() => answer.txid);
    },
    listen(changed) {
      const listen = methodOf('addListener');
      if (!listen) return;
      const all: unknown[] = [];
      const hear = (eventName: string, cb: () => void) => {
        // Some take an object, some a name and a function; a wallet that takes the other form ignores this one.
        add(
          all,
          attempt(() => apply(listen, provider, [{ eventName, cb }])),
        );
        add(
          all,
          attempt(() => apply(listen, provider, [eventName, cb])),
        );
      };
      hear('accountChange', () => changed());
      hear('networkChange', () => changed());
      hear('disconnect', () => changed({ chain: undefined, accounts: [] }));
      return () => mapped(all, (off) => typeof off == 'function' && attempt(off as () => unknown));
    },
  };
}
