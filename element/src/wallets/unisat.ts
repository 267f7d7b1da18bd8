// UniSat and wallets with its interface: Keplr, Bitget, Binance (docs/spec/page-wallets.md section 3.3), and OKX, which has one object
// per network (section 3.4). They have one account, for payments.

import { add, apply, filterItems, matches, findItem, freeze, isArray, mapped, vow } from '../captured';
import {
  plainData,
  chainOf,
  isAccount,
  isPlain,
  mainnet,
  nameOf,
  signet,
  testnet,
  testnet4,
  toAccount,
  toNumber,
  type Dialect,
  type Names,
  type PsbtRequest,
  type WalletState,
} from './bitcoin';
import { toHex } from './bytes';
import { toWalletFault } from './fault';
import { fault, attempt } from './foreign';
import { methodsOf } from './methods';
import { readList, type Foreign } from './standard';

const names: Names = [
  [mainnet, 'BITCOIN_MAINNET'],
  [testnet, 'BITCOIN_TESTNET'],
  [testnet4, 'BITCOIN_TESTNET4'],
  [signet, 'BITCOIN_SIGNET'],
];
/** limits the list that a wallet reports; it has one account */
const addresses_max = 16;
/** for wallets that only know the older names */
const older: Names = [
  [mainnet, 'livenet'],
  // Keplr's name, only for reading
  [mainnet, 'mainnet'],
  [testnet, 'testnet'],
  [signet, 'signet'],
];

const all = [
  'requestAccounts',
  'getAccounts',
  'connect',
  'disconnect',
  'getChain',
  'getNetwork',
  'switchChain',
  'switchNetwork',
  'getPublicKey',
  'signMessage',
  'signPsbt',
  'pushPsbt',
  'sendBitcoin',
  'on',
  'removeListener',
];

/** The current methods, called on their object because they use `this`. */
const calls = (provider: object) => {
  const methodOf = methodsOf(provider, all);
  return {
    provider,
    methodOf,
    has: (method: string): boolean => !!methodOf(method),
    call: (method: string, args: unknown[] = []): Promise<unknown> => {
      const run = methodOf(method);
      if (!run) throw fault(4200, `The wallet doesn't support ${method}`);
      return vow(() => apply(run, provider, args));
    },
  };
};

type Calls = ReturnType<typeof calls>;

/** The common part of both dialects: signing and broadcasting. */
function signing(now: () => Calls): Pick<Dialect, 'signMessage' | 'signPsbt' | 'push' | 'sendTransfer'> {
  const call = (method: string, args: unknown[]) => now().call(method, args);
  return {
    signMessage: (_, message, protocol) =>
      call('signMessage', [message, protocol == 'ecdsa' ? 'ecdsa' : 'bip322-simple']),
    async signPsbt(asked: PsbtRequest) {
      const { broadcast } = asked;
      if (broadcast && !now().has('pushPsbt'))
        throw fault(4200, "This wallet can't broadcast the transactions it signs");
      const toSignInputs: object[] = [];
      for (let i = 0; i < asked.inputs.length; i++) {
        const { index, address, sighashTypes } = asked.inputs[i]!;
        add(
          toSignInputs,
          plainData({
            index,
            address,
            ...(isPlain(asked.inputs[i]!) ? {} : { sighashTypes: freeze(sighashTypes) }),
          }),
        );
      }
      // Without the list, the wallet signs every input it can. By default it also finalizes inputs that others must still sign. Before a
      // broadcast it must finalize, because only its own finalizer can.
      const options = plainData({ autoFinalized: broadcast, toSignInputs: freeze(toSignInputs) });
      const psbt = await call('signPsbt', [toHex(asked.psbt), options]);
      return broadcast ? { psbt, unsent: true } : { psbt };
    },
    push: (psbt) => call('pushPsbt', [toHex(psbt)]),
    sendTransfer: (_, to, sats) => call('sendBitcoin', [to, toNumber(sats)]),
  };
}

/**
 * Keplr reports an account that it doesn't have as an empty address (@keplr-wallet/provider 0.12.313, src/inject.ts,
 * `_handleAccountsChanged`).
 */
const isNone = (said: unknown): boolean =>
  isArray(said) && findItem(readList(said, addresses_max), (one) => one !== '') === undefined;

/** Listens to `accountsChanged`, `networkChanged` and similar events. A list without an address is a disconnection. */
function listen(
  { provider, methodOf }: Calls,
  events: readonly string[],
  changed: (told?: WalletState) => void,
): () => void {
  const on = methodOf('on');
  const handlers = mapped(events, (event): [string, (said: unknown) => void] => [
    event,
    (said) => {
      const isGone = event == 'disconnect' || isNone(said);
      changed(isGone ? { chain: undefined, accounts: [] } : undefined);
    },
  ]);
  if (on) mapped(handlers, (one) => attempt(() => apply(on, provider, one)));
  return () => {
    const off = methodOf('removeListener');
    if (off) mapped(handlers, (one) => attempt(() => apply(off, provider, one)));
  };
}

/** `leaves`: for this wallet, an empty list means that access was revoked, not that it is locked. */
export function unisatDialect(provider: object, leaves = false): Dialect {
  const own = calls(provider);
  const { call, has } = own;

  const network = async (): Promise<string | undefined> => {
    if (has('getChain')) {
      const chain = (await call('getChain')) as Foreign | null;
      return chainOf(
        names,
        attempt(() => chain!.enum),
      );
    }
    return has('getNetwork') ? chainOf(older, await call('getNetwork')) : undefined;
  };

  /** its last state, and the address at that time: while the address is the same, nothing else is read */
  let last: { address: unknown; told: WalletState } | null = null;

  const toTold = async (list: unknown, chains: readonly string[]): Promise<WalletState> => {
    const address = readList(list, 1)[0];
    last = null;
    // access was revoked: every further call would open the wallet's window
    if (address === undefined || address === '')
      return { chain: undefined, accounts: [], ...(leaves && { revoked: true }) };
    const chain = (await network()) ?? chains[0] ?? mainnet;
    const key = has('getPublicKey') ? await call('getPublicKey') : undefined;
    const accounts = [toAccount({ address, publicKey: key }, chain, 'payment')];
    const state = { chain, accounts: filterItems(accounts, isAccount) };
    last = { address, told: state };
    return state;
  };

  const look = async (chains: readonly string[]): Promise<WalletState> => {
    const list = await call('getAccounts');
    if (last && readList(list, 1)[0] === last.address) return last.told;
    return toTold(list, chains);
  };

  const go = async (chain: string): Promise<unknown> =>
    has('switchChain')
      ? await call('switchChain', [nameOf(names, chain)])
      : await call('switchNetwork', [nameOf(older, chain)]);

  /**
   * If the page doesn't have the wallet's network, asks the wallet to switch to one that it has. If the user declines, the wallet stays
   * on its network.
   */
  const toOneOf = async (told: WalletState, chains: readonly string[]): Promise<WalletState> => {
    const at = told.chain;
    const to = chains[0];
    if (!at || to === undefined || findItem(chains, (chain) => chain == at) !== undefined) return told;
    try {
      await go(to);
    } catch (error) {
      if (toWalletFault(error, 'switchChain').code == 4001) return told;
      throw error;
    }
    return toTold(await call('requestAccounts'), [to]);
  };

  return {
    ...signing(() => own),
    ask: async (chains) => await toOneOf(await toTold(await call('requestAccounts'), chains), chains),
    look,
    leave: async () => (has('disconnect') ? await call('disconnect') : null),
    async switchTo(chain) {
      await go(chain);
      last = null;
      const state = await look([chain]);
      return state.accounts.length ? state : toTold(await call('requestAccounts'), [chain]);
    },
    listen: (changed) =>
      listen(own, ['accountsChanged', 'networkChanged', 'chainChanged', 'disconnect'], (told) => {
        last = null;
        changed(told);
      }),
  };
}

/** `objects`: one per network. */
export function okxDialect(objects: readonly (readonly [chain: string, object: object])[]): Dialect {
  const own = mapped(objects, (one) => calls(one[1]));
  let at = 0;
  let hear: (() => void) | null = null;
  const current = () => objects[at]!;
  const enter = (chain: string | undefined): void => {
    for (let i = 0; i < objects.length; i++) if (objects[i]![0] == chain) at = i;
    hear?.();
  };

  const stateOf = (answer: unknown): WalletState => {
    const chain = current()[0];
    const account = toAccount(answer, chain, 'payment');
    // the full public key if available: for a taproot account, the other one is only the x coordinate
    const key = attempt(() => (answer as Foreign).compressedPublicKey);
    if (account && typeof key == 'string' && matches(/^0[23][0-9a-f]{64}$/i, key)) account.publicKey = key;
    return { chain, accounts: filterItems([account], isAccount) };
  };
  const ask = async (chains: readonly string[]): Promise<WalletState> => {
    const here = findItem(chains, (chain) => findItem(objects, (one) => one[0] == chain) !== undefined);
    if (chains.length && here === undefined) throw fault(4901, "The wallet doesn't support this network");
    enter(here);
    return stateOf(await own[at]!.call('connect'));
  };

  return {
    ...signing(() => own[at]!),
    ask,
    async look(chains) {
      if (!hear) enter(chains[0]);
      const { has, call } = own[at]!;
      if (!has('getAccounts')) return null;
      const address = readList(await call('getAccounts'), 1)[0];
      return address === undefined ? null : stateOf(address);
    },
    leave: async () => {
      const { has, call } = own[at]!;
      return has('disconnect') ? await call('disconnect') : null;
    },
    async switchTo(chain) {
      const before = at;
      if (!findItem(objects, (one) => one[0] == chain))
        throw fault(4200, "The wallet doesn't support this network");
      try {
        return await ask([chain]);
      } catch (error) {
        at = before;
        hear?.();
        throw error;
      }
    },
    listen(changed) {
      let off: (() => void) | null = null;
      hear = () => {
        off?.();
        const events = ['accountsChanged', 'accountChanged', 'disconnect'];
        off = listen(own[at]!, events, changed);
      };
      hear();
      return () => {
        off?.();
        hear = null;
      };
    },
  };
}
