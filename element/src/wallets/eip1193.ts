// Any EIP-1193 provider in the engine's one shape (docs/spec/page-wallets.md sections 0, 1.2, 1.4). It translates and never decides.

import type { PageWallet } from '../engine/border';
import { after, apply, freeze, parse, sealed, vow } from '../captured';
import type { Request } from './announced';
import { toWalletFault } from './fault';
import { exact } from './foreign';

/** what of a provider we rely on; the rest is foreign */
export interface Eip1193Like {
  request(args: { method: string; params?: unknown }): Promise<unknown>;
  on?(event: string, fn: (value: unknown) => void): unknown;
  removeListener?(event: string, fn: (value: unknown) => void): unknown;
  off?(event: string, fn: (value: unknown) => void): unknown;
}

type Account = { chain: string; address: string };

/** after a request that moves it the wallet may be on another chain: some emit it only later, and a host reads the chain at once. So long
 * it may take to say where. */
const chain_wait_ms = 1_000;

/** Hex text by the standard; decimal text and numbers are seen. */
export function toChain(value: unknown): string | null {
  const id = typeof value == 'number' ? value : typeof value == 'string' && value ? Number(value) : NaN;
  return Number.isSafeInteger(id) && id > 0 ? `eip155:${id}` : null;
}

const toAccounts = (list: unknown, chain: string): Account[] =>
  (Array.isArray(list) ? list.slice(0, 64) : [])
    .filter((address): address is string => typeof address == 'string' && /^0x[0-9a-f]{40}$/i.test(address))
    .map((address) => ({ chain, address }));

/** What is asked of the wallet is what the engine wrote, to the letter, or nothing is asked (docs/spec/security.md T2). */
function argumentsOf(method: string, text: string): { method: string; params?: unknown } {
  const params = exact(text);
  return params === null ? { method } : { method, params };
}

/**
 * `request` as it was when the wallet was found: a replacement that a script puts there later is never called. Called with the provider as
 * `this`: providers use it, some block detached calls by a proxy. What the engine asks passes nothing that the page can exchange.
 */
export function adaptEip1193(
  provider: Eip1193Like,
  request: Request = provider.request,
): Pick<PageWallet, 'request' | 'on'> {
  let chain: string | null = null;
  const chainListeners = new Set<(chain: string) => void>();
  const send = (args: { method: string; params?: unknown }) =>
    vow(() => apply(request, provider, [freeze(args)]));
  const ask = (method: string, params?: unknown): Promise<unknown> =>
    send(params === undefined ? { method } : { method, params: sealed(params) });
  const readChain = async (): Promise<string | null> => (chain = toChain(await ask('eth_chainId')) ?? chain);

  /** A chain the wallet has not emitted yet is emitted before the answer that switched it. */
  const moved = async <T>(answer: T): Promise<T> => {
    const before = chain;
    const late = new Promise<null>((resolve) => setTimeout(resolve, chain_wait_ms, null));
    const now = await Promise.race([readChain().catch(() => null), late]);
    if (now && now != before) chainListeners.forEach((fn) => fn(now));
    return answer;
  };

  /** the first question leaves in the same tick: a wallet's window needs the tap */
  const connect = async (silent: boolean) => {
    const list = await ask(silent ? 'eth_accounts' : 'eth_requestAccounts');
    if (silent && !(Array.isArray(list) && list.length)) return { accounts: [] };
    const now = await readChain();
    return now ? { accounts: toAccounts(list, now), chain: now } : { accounts: [] };
  };

  /** Told apart by comparing: a table would find what stands on Object.prototype. */
  const asked = (method: string, text: string): Promise<unknown> => {
    if (method == 'wm_connect') return connect(!!(parse(text) as { silent?: boolean }).silent);
    // A courtesy: a wallet that does not know it is left alone.
    if (method == 'wm_disconnect')
      return after(
        ask('wallet_revokePermissions', [{ eth_accounts: {} }]),
        () => null,
        () => null,
      );
    if (method == 'wm_switchChain') {
      const { chain: wanted } = parse(text) as { chain: string };
      const chainId = '0x' + Number(wanted.split(':')[1]).toString(16);
      return after(ask('wallet_switchEthereumChain', [{ chainId }]), () => null);
    }
    return send(argumentsOf(method, text));
  };

  return {
    request: (method, text) =>
      after(
        asked(method, text),
        method == 'wallet_switchEthereumChain' || method == 'wallet_addEthereumChain' ? moved : undefined,
        (error: unknown) => {
          throw toWalletFault(error, method);
        },
      ),
    on(event, fn) {
      const tell: Record<typeof event, [string, (value: unknown) => void]> = {
        accounts: [
          'accountsChanged',
          async (list) => {
            const now = chain ?? (await readChain().catch(() => null));
            // What is no list says nothing: an empty list would be a log-out.
            if (now && Array.isArray(list)) fn(toAccounts(list, now));
          },
        ],
        chain: [
          'chainChanged',
          (value) => {
            const now = toChain(value);
            if (now) fn((chain = now));
          },
        ],
        disconnect: ['disconnect', (error) => fn(toWalletFault(error, event))],
        message: ['message', fn],
      };
      const [name, listener] = tell[event];
      if (event == 'chain') chainListeners.add(fn);
      try {
        provider.on?.(name, listener);
      } catch {
        // a provider without events still connects
      }
      return () => {
        chainListeners.delete(fn);
        try {
          if (provider.removeListener) provider.removeListener(name, listener);
          else provider.off?.(name, listener);
        } catch {
          // it is gone, then
        }
      };
    },
  };
}
