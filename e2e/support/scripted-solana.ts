// A wallet of solana that a test writes: registers itself by the Wallet Standard, answers as told, and signs in Node, so that
// the page holds no key. What it was asked is said to Node, which a reload does not forget.
import type { Page } from '@playwright/test';
import { addressOf, keyPairOf } from '../../demo/solana/layout.mjs';
import { SOLANA_URL } from './ports';

export type SolanaFault = 'hang' | { code?: number; message: string };

export interface SolanaScript {
  name?: string;
  /** words of its keys; the node has given `account 1` and `account 2` coins and tokens */
  words?: readonly string[];
  /** so long after the page has begun it comes */
  late_ms?: number;
  /** features that it has not */
  lacks?: readonly string[];
}

export interface SolanaAsked {
  method: string;
  chain?: string;
  account?: string;
  /** of a message or transaction */
  bytes: string[];
}

export class ScriptedSolanaWallet {
  readonly asked: SolanaAsked[] = [];
  readonly row: string;
  /** what is signed instead of what was asked */
  alter: (transaction: Uint8Array) => Uint8Array = (transaction) => transaction;
  readonly #page: Page;
  readonly #words: readonly string[];

  private constructor(page: Page, name: string, words: readonly string[]) {
    this.#page = page;
    this.#words = words;
    this.row = `wallet-selector-solana:${name.toLowerCase().replace(/\W+/g, '-')}`;
  }

  /** Before the page is loaded. */
  static async install(page: Page, script: SolanaScript = {}): Promise<ScriptedSolanaWallet> {
    const { name = 'Scripted Sun', words = ['account 1', 'account 2'], late_ms = 0, lacks = [] } = script;
    const wallet = new ScriptedSolanaWallet(page, name, words);
    await page.exposeFunction('__solana', (text: string) => wallet.#answer(JSON.parse(text) as SolanaAsked));
    const keys = words.map((word) => [...keyPairOf(word).publicKey]);
    const addresses = words.map((word) => ScriptedSolanaWallet.address(word));
    await page.addInitScript(inPage, { name, addresses, keys, late_ms, lacks: [...lacks] });
    return wallet;
  }

  static address(word: string): string {
    return addressOf(word);
  }

  count(method: string): number {
    return this.asked.filter((one) => one.method == method).length;
  }

  last(method: string): SolanaAsked | undefined {
    return this.asked.filter((one) => one.method == method).at(-1);
  }

  /** Of the next requests of this method. */
  fault(method: string, fault: SolanaFault | null): Promise<void> {
    return this.#do('fault', method, fault);
  }

  /** Its accounts become these of its keys, the current one first; `quietly`: without a word. */
  accounts(indexes: readonly number[], quietly = false): Promise<void> {
    return this.#do(quietly ? 'quietly' : 'accounts', '', indexes);
  }

  #do(what: string, name: string, value: unknown): Promise<void> {
    return this.#page.evaluate(
      ([doing, first, second]) => {
        const { __sun } = window as unknown as { __sun: Record<string, (a: unknown, b: unknown) => void> };
        __sun[doing]!(first, second);
      },
      [what, name, value] as const,
    );
  }

  async #answer(asked: SolanaAsked): Promise<number[][]> {
    this.asked.push(asked);
    const word = this.#words.find((one) => ScriptedSolanaWallet.address(one) == asked.account);
    if (!word) return [];
    const { sign } = keyPairOf(word);
    const given = asked.bytes.map((text) => Uint8Array.from(Buffer.from(text, 'base64')));
    if (asked.method == 'signMessage' || asked.method == 'signIn')
      return given.map((message) => [...sign(message)]);
    const signed = given.map((bytes) => signedBy(this.alter(bytes), word));
    if (asked.method == 'signAndSendTransaction')
      for (const transaction of signed)
        await rpc('sendTransaction', [base64(transaction), { encoding: 'base64' }]);
    return signed.map((transaction) => [...transaction]);
  }
}

const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64');

/** The transaction with the signature of this word's key in its place. */
export function signedBy(transaction: Uint8Array, word: string): Uint8Array {
  const { publicKey, sign } = keyPairOf(word);
  const count = transaction[0]!;
  const message = transaction.subarray(1 + 64 * count);
  const first = message[0]! & 128 ? 5 : 4;
  const bytes = transaction.slice();
  for (let place = 0; place < count; place++) {
    const at = first + 32 * place;
    if (publicKey.every((byte, i) => message[at + i] == byte)) bytes.set(sign(message), 1 + 64 * place);
  }
  return bytes;
}

/** The transaction with one more of what its last instruction moves: a transfer of coins ends with the amount. */
export function oneMore(transaction: Uint8Array): Uint8Array {
  const bent = transaction.slice();
  bent[bent.length - 2] = (bent.at(-2)! + 1) & 255;
  return bent;
}

/** Asks the node of solana. */
export async function rpc<T = unknown>(method: string, params: unknown[] = []): Promise<T> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
  const answer = (await (await fetch(SOLANA_URL, { method: 'POST', body })).json()) as {
    result: T;
    error?: { code: number; message: string };
  };
  if (answer.error) throw new Error(`${method}: ${answer.error.message}`);
  return answer.result;
}

/** What the node has for tests beside its RPC: `faults`, `reset`, `give`, `pass`, `demo` (demo/README.md). */
export async function nodeControl<T = unknown>(what: string, body: object = {}): Promise<T> {
  const answer = await fetch(`${SOLANA_URL}/__${what}`, { method: 'POST', body: JSON.stringify(body) });
  return (await answer.json()) as T;
}

interface InPage {
  name: string;
  addresses: string[];
  keys: number[][];
  late_ms: number;
  lacks: string[];
}

/** Runs in the page; nothing from outside is visible in here. */
function inPage({ name, addresses, keys, late_ms, lacks }: InPage): void {
  if (window.top !== window) return;
  const memory = 'scripted:solana';
  const chains = ['solana:mainnet', 'solana:devnet', 'solana:localnet'];
  const faults: Record<string, unknown> = {};
  const listeners = new Set<(change: object) => void>();
  const all = addresses.map((address, i) => ({
    address,
    publicKey: Uint8Array.from(keys[i]!),
    chains,
    features: [],
  }));
  let granted = JSON.parse(localStorage.getItem(memory) ?? '[]') as number[];
  const accounts = () => granted.map((index) => all[index]!);
  const grant = (now: number[], quietly = false) => {
    granted = now;
    localStorage.setItem(memory, JSON.stringify(now));
    if (!quietly) listeners.forEach((listener) => listener({ accounts: accounts() }));
  };
  const toText = (bytes: Uint8Array) => btoa(String.fromCharCode(...bytes));
  const tell = async (
    method: string,
    inputs: {
      account?: { address: string };
      chain?: string;
      message?: Uint8Array;
      transaction?: Uint8Array;
    }[],
  ): Promise<Uint8Array[]> => {
    const [first] = inputs;
    const asked = {
      method,
      chain: first?.chain,
      account: first?.account?.address,
      bytes: inputs.map((input) => toText(input.message ?? input.transaction!)),
    };
    const { __solana } = window as unknown as { __solana(text: string): Promise<number[][]> };
    const fault = faults[method] as { message: string } | 'hang' | undefined;
    // It is asked all the same.
    const answer = await __solana(JSON.stringify(fault ? { ...asked, account: undefined } : asked));
    if (fault == 'hang') return new Promise(() => undefined);
    if (fault) throw Object.assign(new Error(fault.message), fault);
    return answer.map((bytes) => Uint8Array.from(bytes));
  };
  type Input = { account: { address: string }; message: Uint8Array; transaction: Uint8Array };
  const features: Record<string, object> = {
    'standard:connect': {
      connect: async (input?: { silent?: boolean }) => {
        await tell(input?.silent ? 'silent' : 'connect', []);
        if (!input?.silent && !granted.length) grant(all.map((_, index) => index));
        return { accounts: accounts() };
      },
    },
    'standard:disconnect': {
      disconnect: async () => {
        await tell('disconnect', []);
        grant([]);
      },
    },
    'standard:events': {
      on: (_event: string, listener: (change: object) => void) => {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
    },
    'solana:signMessage': {
      signMessage: async (...inputs: Input[]) =>
        (await tell('signMessage', inputs)).map((signature, i) => ({
          signature,
          signedMessage: inputs[i]!.message,
        })),
    },
    'solana:signIn': {
      signIn: async (input: Record<string, string>) => {
        const [account] = all;
        const lines = [
          `${input.domain} wants you to sign in with your Solana account:`,
          account!.address,
          '',
          ...(input.statement ? [input.statement, ''] : []),
          `URI: ${input.uri}`,
          `Version: ${input.version}`,
          `Chain ID: ${input.chainId}`,
          `Nonce: ${input.nonce}`,
          `Issued At: ${input.issuedAt}`,
          `Expiration Time: ${input.expirationTime}`,
        ];
        const signedMessage = new TextEncoder().encode(lines.join('\n'));
        const [signature] = await tell('signIn', [
          { account: account!, chain: input.chainId!, message: signedMessage },
        ]);
        if (!granted.length) grant(all.map((_, index) => index));
        return [{ account, signedMessage, signature }];
      },
    },
    'solana:signTransaction': {
      supportedTransactionVersions: ['legacy', 0],
      signTransaction: async (...inputs: Input[]) =>
        (await tell('signTransaction', inputs)).map((signedTransaction) => ({ signedTransaction })),
    },
    'solana:signAndSendTransaction': {
      supportedTransactionVersions: ['legacy', 0],
      signAndSendTransaction: async (...inputs: Input[]) =>
        (await tell('signAndSendTransaction', inputs)).map((bytes) => ({ signature: bytes.slice(1, 65) })),
    },
  };
  for (const feature of lacks) delete features[feature];
  const wallet = {
    version: '1.0.0',
    name,
    icon: 'data:image/svg+xml;base64,PHN2ZyB4bWxucz0iaHR0cDovL3d3dy53My5vcmcvMjAwMC9zdmciIHZpZXdCb3g9IjAgMCA5IDkiPjxwYXRoIGQ9Ik0wIDBoOXY5SDB6IiBmaWxsPSIjZTA4YTFlIi8+PC9zdmc+',
    chains,
    features,
    get accounts() {
      return accounts();
    },
  };
  (window as unknown as { __sun: object }).__sun = {
    fault: (method: string, fault: unknown) => void (faults[method] = fault),
    accounts: (_: string, indexes: number[]) => grant(indexes),
    quietly: (_: string, indexes: number[]) => grant(indexes, true),
  };
  type Api = { register(wallet: object): void };
  setTimeout(() => {
    addEventListener('wallet-standard:app-ready', (event) =>
      (event as CustomEvent<Api>).detail.register(wallet),
    );
    const detail = ({ register }: Api) => register(wallet);
    dispatchEvent(new CustomEvent('wallet-standard:register-wallet', { detail }));
  }, late_ms);
}
