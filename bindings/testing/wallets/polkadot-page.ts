// The in-page part of a Polkadot wallet. The function can't use anything outside it. Its shapes are polkadot-js 0.63's
// (packages/extension-inject/src/bundle.ts, packages/extension-base/src/page/Injected.ts, Accounts.ts, Signer.ts; the message for a pending window:
// background/handlers/State.ts). ../habits.ts names the source of each habit.
import type { PolkadotHabit } from '../habits';

export interface PolkadotInPage {
  binding: string;
  key: string;
  all: { address: string; name: string; type: string }[];
  delayMs: number;
  habits: readonly PolkadotHabit[];
}

export function polkadotInPage({ binding, key, all, delayMs, habits }: PolkadotInPage): void {
  if (window.top !== window) return;
  const memory = `scripted:polkadot:${key}`;
  const listeners = new Set<(accounts: object[]) => void>();
  const has = (habit: PolkadotHabit) => habits.includes(habit);
  const forgets = has('forgets') || has('late-yes');
  const yes_ms = 6_000;
  /** resolves a request whose window was closed */
  let opened: (() => void) | null = null;
  const isWaiting = () => !!localStorage.getItem(`${memory}:window`);
  let grants = forgets ? [] : (JSON.parse(localStorage.getItem(memory) ?? '[]') as number[]);
  const accounts = () => grants.map((index) => all[index]!);
  const grant = (now: number[], quietly = false) => {
    grants = now;
    localStorage.setItem(memory, JSON.stringify(now));
    if (!quietly) listeners.forEach((listener) => listener(accounts()));
  };
  const tell = async (method: string, input?: object): Promise<string> => {
    type Response = { result?: string; error?: { message: string } };
    const { [binding]: ask } = window as unknown as Record<string, (text: string) => Promise<Response>>;
    const { result, error } = await ask!(JSON.stringify({ method, input }));
    if (error) throw new Error(error.message);
    return result!;
  };
  let id = 0;
  const injected = {
    accounts: {
      get: async () => accounts(),
      subscribe(listener: (accounts: object[]) => void) {
        listeners.add(listener);
        listener(accounts());
        return () => listeners.delete(listener);
      },
    },
    signer: {
      signRaw: async (input: object) => ({ id: ++id, signature: await tell('signRaw', input) }),
      signPayload: async (input: object) => ({ id: ++id, signature: await tell('signPayload', input) }),
    },
  };
  const entry = {
    version: '0.63.1',
    async enable() {
      if (grants.length) {
        await tell('enable');
        return injected;
      }
      if (isWaiting()) throw new Error(`The source ${origin} has a pending authorization request`);
      await tell('prompt');
      if (has('silent-close')) {
        localStorage.setItem(`${memory}:window`, 'open');
        await new Promise<void>((resolve) => (opened = resolve));
      }
      if (has('late-yes')) await new Promise((resolve) => setTimeout(resolve, yes_ms));
      grant(has('no-account') ? [] : all.map((_, index) => index));
      return injected;
    },
  };
  const own = window as unknown as { injectedWeb3?: Record<string, object> } & Record<string, unknown>;
  own[`${binding}_told`] = (what: string, indexes: number[]) => {
    if (what != 'open') return grant(indexes, what == 'quietly');
    localStorage.removeItem(`${memory}:window`);
    // the page with the request might be gone: it gets the wallet's decision when it asks again
    if (opened) opened();
    else grant(indexes, true);
  };
  const come = () => void ((own.injectedWeb3 ??= {})[key] = entry);
  if (delayMs) setTimeout(come, delayMs);
  else come();
}
