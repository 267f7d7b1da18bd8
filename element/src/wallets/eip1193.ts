// Any EIP-1193 provider in the engine's one shape (docs/spec/page-wallets.md sections 0, 1.2, 1.4). It translates and never decides.

import type { PageWallet } from '../engine/border';
import {
  after,
  apply,
  filterItems,
  cut,
  matches,
  findItem,
  freeze,
  isArray,
  mapped,
  parse,
  sealed,
  Unique,
  Vow,
  within,
} from '../captured';
import type { Request } from './announced';
import { toWalletFault } from './fault';
import { methodsOf } from './methods';
import { readList } from './standard';
import { exact, fault, callSoon, attempt } from './foreign';

/** The members of a provider that are used; others are foreign. */
export interface Eip1193Like {
  request(args: { method: string; params?: unknown }): Promise<unknown>;
  on?(event: string, fn: (value: unknown) => void): unknown;
  removeListener?(event: string, fn: (value: unknown) => void): unknown;
  off?(event: string, fn: (value: unknown) => void): unknown;
}

type Account = { chain: string; address: string };

/**
 * how long to wait for the chain after a request that changes it. Some wallets emit the change late, and pages read the chain at once.
 */
const chain_wait_ms = 1_000;
/** a list of permissions that arrives later is ignored */
const permissions_wait_ms = 5_000;

/** Reads hex text as in the standard, and also decimal text and numbers, which some wallets use. */
export function toChain(value: unknown): string | null {
  const id = typeof value == 'number' ? value : typeof value == 'string' && value ? +value : NaN;
  return id > 0 && id <= 2 ** 53 - 1 && id % 1 == 0 ? `eip155:${id}` : null;
}

const accounts_max = 64;
const permissions_max = 256;
const isAddress = (address: unknown): address is string =>
  typeof address == 'string' && address.length == 42 && matches(/^0x[0-9a-f]{40}$/i, address);

const toAccounts = (list: unknown, chain: string): Account[] =>
  mapped(filterItems(readList(list, accounts_max), isAddress), (address) => ({ chain, address }));

/** A number as hex, because the page can replace `toString`. */
export function toQuantity(number: number): string {
  let text = '';
  for (let rest = number; rest >= 1 || !text; rest = (rest - (rest % 16)) / 16)
    text = '0123456789abcdef'[rest % 16]! + text;
  return `0x${text}`;
}

/** The wallet gets exactly what the engine wrote, or isn't called (docs/spec/security.md T2). */
function argumentsOf(method: string, text: string): { method: string; params?: unknown } {
  const params = exact(text);
  return params === null ? { method } : { method, params };
}

/**
 * The wallet's background script has ended, so it never responds again (@metamask/providers 22, src/BaseProvider.ts,
 * `_handleDisconnect`).
 */
const gone_code = 1011;

/** Rejects open and later requests once a wallet reports that it has lost its connection to the page. */
function aliveness(
  methodOf: ReturnType<typeof methodsOf>,
  provider: Eip1193Like,
): <T>(asked: Promise<T>) => Promise<T> {
  const waiting = new Unique<(error: Error) => void>();
  let isGone = false;
  let isHeard = false;
  const lostConnection = () => fault(4900, 'The wallet lost its connection to this page. Reload the page');
  const hear = (): void => {
    isHeard = true;
    const on = methodOf('on');
    const listener = (error: unknown): void => {
      if (toWalletFault(error, 'disconnect').code != gone_code) return;
      isGone = true;
      waiting.each((fail) => fail(lostConnection()));
    };
    if (on) apply(on, provider, ['disconnect', listener]);
  };
  return <T>(asked: Promise<T>): Promise<T> =>
    new Vow<T>((settle, fail) => {
      if (!isHeard) attempt(hear);
      if (isGone) fail(lostConnection());
      waiting.add(fail);
      void after(
        asked,
        (answer) => {
          waiting.delete(fail);
          settle(answer);
        },
        (error: unknown) => {
          waiting.delete(fail);
          fail(error);
        },
      );
    });
}

/**
 * Uses `request` as it was when the wallet was found: a later replacement is never called. It is called with the provider as `this`,
 * because some providers reject detached calls. The engine's requests pass through nothing that the page can replace. `isRemembered`:
 * whether the accounts come from the page's storage without calling the wallet.
 */
export function adaptEip1193(
  provider: Eip1193Like,
  request: Request = provider.request,
  isRemembered?: () => boolean,
): Pick<PageWallet, 'request' | 'on'> {
  let chain: string | null = null;
  const chainListeners = new Unique<(chain: string) => void>();
  const methodOf = methodsOf(provider, ['on', 'removeListener', 'off']);
  const isAlive = aliveness(methodOf, provider);
  const send = (args: { method: string; params?: unknown }) =>
    isAlive(callSoon(() => apply(request, provider, [freeze(args)])));
  const ask = (method: string, params?: unknown): Promise<unknown> =>
    send(params === undefined ? { method } : { method, params: sealed(params) });
  const readChain = async (): Promise<string | null> => (chain = toChain(await ask('eth_chainId')) ?? chain);

  /** Emits a chain that the wallet hasn't emitted yet, before the response of the request that switched it. */
  const withNewChain = async <T>(answer: T): Promise<T> => {
    const before = chain;
    const now = await within(chain_wait_ms, readChain());
    if (now && now != before) chainListeners.each((fn) => fn(now));
    return answer;
  };

  /**
   * No account means that the wallet is locked, unless its permissions (EIP-2255) include no accounts. While Rabby is locked, it also
   * lists none (0.94, src/background/controller/provider/controller.ts, `walletGetPermissions`).
   */
  const isRevoked = async (): Promise<boolean> => {
    if (attempt(() => (provider as { isRabby?: unknown }).isRabby)) return false;
    const list = await within(permissions_wait_ms, ask('wallet_getPermissions'));
    if (!isArray(list)) return false;
    return !findItem(
      readList(list, permissions_max),
      (one) => attempt(() => (one as { parentCapability?: unknown }).parentCapability) == 'eth_accounts',
    );
  };

  /** sends the first request in the same task, because a wallet's window needs the click */
  const connect = async (silent: boolean) => {
    const list = await ask(silent ? 'eth_accounts' : 'eth_requestAccounts');
    if (silent && isArray(list) && !list.length)
      return (await isRevoked()) ? { accounts: [], revoked: true } : { accounts: [] };
    if (silent && !isArray(list)) return { accounts: [] };
    const now = await readChain();
    if (!now) return { accounts: [] };
    const result = { accounts: toAccounts(list, now), chain: now };
    return silent && isRemembered?.() ? { ...result, remembered: true } : result;
  };

  /** Compares names one by one: a lookup table would also find members of Object.prototype. */
  const respond = (method: string, text: string): Promise<unknown> => {
    if (method == 'wm_connect') return connect(!!(parse(text) as { silent?: boolean }).silent);
    // Optional for wallets: an error is ignored.
    if (method == 'wm_disconnect')
      return after(
        ask('wallet_revokePermissions', [{ eth_accounts: {} }]),
        () => null,
        () => null,
      );
    if (method == 'wm_switchChain') {
      const { chain: wanted } = parse(text) as { chain: string };
      const chainId = toQuantity(+cut(wanted, 'eip155:'.length));
      return after(ask('wallet_switchEthereumChain', [{ chainId }]), () => null);
    }
    return send(argumentsOf(method, text));
  };

  return {
    request: (method, text) =>
      after(
        respond(method, text),
        method == 'wallet_switchEthereumChain' || method == 'wallet_addEthereumChain'
          ? withNewChain
          : undefined,
        (error: unknown) => {
          throw toWalletFault(error, method);
        },
      ),
    on(event, fn) {
      let news = 0;
      const tell: Record<typeof event, readonly [string, (value: unknown) => void]> = {
        accounts: [
          'accountsChanged',
          async (list) => {
            // Anything but a list is ignored. An empty list means locked or disconnected, on any chain.
            if (!isArray(list)) return;
            const mine = ++news;
            if (!list.length) return fn([]);
            const now = chain ?? (await after(readChain(), undefined, () => null));
            // A later event takes precedence, also one that needed no chain.
            if (now && mine == news) fn(toAccounts(list, now));
          },
        ],
        chain: [
          'chainChanged',
          (value) => {
            const now = toChain(value);
            if (now) fn((chain = now));
          },
        ],
        // Wallets report a chain that they can't reach temporarily without a specific code, or with a different one.
        disconnect: [
          'disconnect',
          (error) => {
            const why = toWalletFault(error, event);
            if (why.code == gone_code) fn(why);
          },
        ],
        message: ['message', fn],
      };
      const { 0: name, 1: listener } = tell[event];
      if (event == 'chain') chainListeners.add(fn);
      try {
        const on = methodOf('on');
        if (on) apply(on, provider, [name, listener]);
      } catch {
        // a provider without events can still connect
      }
      return () => {
        chainListeners.delete(fn);
        try {
          const off = methodOf('removeListener') ?? methodOf('off');
          if (off) apply(off, provider, [name, listener]);
        } catch {
          // the listener no longer exists
        }
      };
    },
  };
}
