// A wallet a test writes: announces itself by EIP-6963, answers as told, and says to Node what it was asked (a reload forgets
// the page's memory, not Node's). What it has no answer for goes to the local chain, which signs for its account.
import type { Page } from '@playwright/test';
import { CHAIN_URL } from './ports';

export type Answer = 'wait' | { result: unknown } | { code: number; message: string };

export interface Script {
  name?: string;
  rdns?: string;
  uuid?: string;
  icon?: string;
  accounts: readonly string[];
  /** the page already has its accounts */
  granted?: boolean;
  answers?: Record<string, Answer>;
}

export interface Asked {
  method: string;
  params: unknown;
}

export class ScriptedWallet {
  readonly asked: Asked[] = [];
  readonly rdns: string;
  readonly #page: Page;

  private constructor(page: Page, rdns: string) {
    this.#page = page;
    this.rdns = rdns;
  }

  /** Before the page is loaded. */
  static async install(page: Page, script: Script): Promise<ScriptedWallet> {
    const rdns = script.rdns ?? 'test.scripted';
    const wallet = new ScriptedWallet(page, rdns);
    const binding = `__asked_${rdns.replace(/\W/g, '_')}`;
    await page.exposeFunction(binding, (method: string, params: string) =>
      wallet.asked.push({ method, params: JSON.parse(params) }),
    );
    await page.addInitScript(inPage, { ...script, rdns, binding, chainUrl: CHAIN_URL });
    return wallet;
  }

  get row(): string {
    return `wallet-selector-${this.rdns}`;
  }

  count(method: string): number {
    return this.asked.filter((one) => one.method == method).length;
  }

  params(method: string): unknown {
    return this.asked.find((one) => one.method == method)?.params;
  }

  /** From now on. */
  answer(method: string, answer: Answer): Promise<void> {
    return this.#do('answer', method, answer);
  }

  /** Answers the oldest request of this method that waits. */
  settle(method: string, answer: Exclude<Answer, 'wait'>): Promise<void> {
    return this.#do('settle', method, answer);
  }

  emit(event: string, payload: unknown): Promise<void> {
    return this.#do('emit', event, payload);
  }

  #do(what: 'answer' | 'settle' | 'emit', name: string, value: unknown): Promise<void> {
    return this.#page.evaluate(
      ([rdns, doing, first, second]) => {
        const { __scripted } = window as unknown as { __scripted: Record<string, Controls> };
        __scripted[rdns]![doing](first, second);
      },
      [this.rdns, what, name, value] as const,
    );
  }
}

interface Controls {
  answer(method: string, answer: unknown): void;
  settle(method: string, answer: unknown): void;
  emit(event: string, payload: unknown): void;
}

type InPage = Script & { rdns: string; binding: string; chainUrl: string };

/** Runs in the page; nothing from outside is visible in here. */
function inPage({ name, rdns, uuid, icon, accounts, granted, answers, binding, chainUrl }: InPage): void {
  type Waiting = { resolve(value: unknown): void; reject(error: unknown): void };
  const memory = `scripted:${rdns}`;
  const remember = (value: string): void => {
    try {
      localStorage.setItem(memory, value);
    } catch {
      // denied: the grant lasts as long as the page
    }
  };
  let isGranted = !!granted;
  /** The same in every tab of the page, as with a real wallet. */
  const knows = (): boolean => {
    try {
      return (localStorage.getItem(memory) ?? (isGranted ? 'granted' : '')) == 'granted';
    } catch {
      return isGranted;
    }
  };
  const told: Record<string, unknown> = { ...answers };
  const waiting: Record<string, Waiting[]> = {};
  const listeners: Record<string, ((payload: unknown) => void)[]> = {};

  const give = (
    answer: { result?: unknown; code?: number; message?: string },
    { resolve, reject }: Waiting,
  ) =>
    'result' in answer ? resolve(answer.result) : reject(Object.assign(new Error(answer.message), answer));

  const ofChain = async (method: string, params: unknown): Promise<unknown> => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: params ?? [] });
    const headers = { 'content-type': 'application/json' };
    const answer = await (await fetch(chainUrl, { method: 'POST', headers, body })).json();
    if (answer.error) throw Object.assign(new Error(answer.error.message), { code: answer.error.code });
    return answer.result;
  };

  const own: Record<string, () => unknown> = {
    eth_requestAccounts: () => {
      isGranted = true;
      remember('granted');
      return accounts;
    },
    eth_accounts: () => (knows() ? accounts : []),
    eth_chainId: () => '0x539',
    wallet_revokePermissions: () => {
      isGranted = false;
      remember('');
      return null;
    },
  };

  const provider = {
    request({ method, params }: { method: string; params?: unknown }): Promise<unknown> {
      const tell = (window as unknown as Record<string, (m: string, p: string) => void>)[binding];
      tell!(method, JSON.stringify(params ?? null));
      const answer = told[method] as 'wait' | { result?: unknown; code?: number } | undefined;
      return new Promise((resolve, reject) => {
        const asker = {
          resolve: (value: unknown) => {
            if (method == 'eth_requestAccounts') own[method]!();
            resolve(value);
          },
          reject,
        };
        if (answer == 'wait') (waiting[method] ??= []).push(asker);
        else if (answer) give(answer, asker);
        else if (own[method]) asker.resolve(own[method]());
        else ofChain(method, params).then(resolve, reject);
      });
    },
    on(event: string, listener: (payload: unknown) => void) {
      (listeners[event] ??= []).push(listener);
      return provider;
    },
    removeListener(event: string, listener: (payload: unknown) => void) {
      listeners[event] = (listeners[event] ?? []).filter((other) => other != listener);
      return provider;
    },
  };

  const all = ((window as unknown as { __scripted?: Record<string, Controls> }).__scripted ??= {});
  all[rdns] = {
    answer: (method, answer) => void (told[method] = answer),
    settle: (method, answer) => {
      const next = waiting[method]?.shift();
      if (!next) throw new Error(`nobody waits for ${method}`);
      give(answer as { result?: unknown }, next);
    },
    emit: (event, payload) => (listeners[event] ?? []).forEach((listener) => listener(payload)),
  };

  const info = Object.freeze({
    uuid: uuid ?? 'd4dcb6e2-8f0a-4c7b-9a55-5b0d8f7a1c01',
    name: name ?? 'Scripted',
    rdns,
    icon:
      icon ??
      'data:image/svg+xml,%3Csvg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"%3E%3Cpath d="M0 0h9v9H0z" fill="%23a3387a"/%3E%3C/svg%3E',
  });
  const announce = () =>
    window.dispatchEvent(
      new CustomEvent('eip6963:announceProvider', { detail: Object.freeze({ info, provider }) }),
    );
  window.addEventListener('eip6963:requestProvider', announce);
  announce();
}
