// A Solana wallet: it registers itself through the Wallet Standard and signs in Node, so the page doesn't have the keys.
import { signedBySolana, solanaKey } from '../keys/solana.mjs';
import type { SolanaHabit } from '../habits';
import type { ScriptedPage } from '../page';
import { ScriptedWallet } from './scripted';
import { solanaInPage } from './solana-page';

export interface SolanaScript {
  name?: string;
  /** words of its keys */
  words?: readonly string[];
  /** the JSON-RPC URL through which it broadcasts; without it, it only signs */
  node?: string;
  /** features that it lacks, such as `solana:signIn` */
  missingFeatures?: readonly string[];
  /** turns on habits of real wallets */
  habits?: readonly SolanaHabit[];
  /** delay after the page starts until it appears */
  delayMs?: number;
}

export interface SolanaRequest {
  /** `connect`, `silent`, `disconnect`, `signMessage`, `signIn`, `signTransaction`, `signAndSendTransaction` */
  method: string;
  chain?: string;
  account?: string;
  /** messages or transactions, in base64 */
  bytes: string[];
}

export class SolanaWallet extends ScriptedWallet<SolanaRequest> {
  readonly row: string;
  /** changes a transaction before it is signed */
  tamper: (transaction: Uint8Array) => Uint8Array = (transaction) => transaction;
  readonly #words: readonly string[];
  readonly #node: string | undefined;
  #shared: readonly number[];

  private constructor(page: ScriptedPage, name: string, words: readonly string[], node?: string) {
    super(page);
    this.#words = words;
    this.#node = node;
    this.#shared = words.map((_, index) => index);
    this.row = `wallet-selector-solana:${name.toLowerCase().replace(/\W+/g, '-')}`;
  }

  /** Adds it to the page. Call it before the page loads. */
  static async install(page: ScriptedPage, script: SolanaScript = {}): Promise<SolanaWallet> {
    const {
      name = 'Test Sun',
      words = ['account 1', 'account 2'],
      delayMs = 0,
      missingFeatures = [],
      habits = [],
    } = script;
    const wallet = new SolanaWallet(page, name, words, script.node);
    const keys = words.map((word) => [...solanaKey(word).publicKey]);
    const addresses = words.map((word) => SolanaWallet.address(word));
    await wallet.install(solanaInPage, {
      name,
      addresses,
      keys,
      delayMs,
      missingFeatures: [...missingFeatures],
      habits: [...habits],
    });
    return wallet;
  }

  /** The address of a word's key. */
  static address(word: string): string {
    return solanaKey(word).address;
  }

  /** The address of the account at this index, or of the current one. */
  address(index = this.#shared[0] ?? 0): string {
    return SolanaWallet.address(this.#words[index]!);
  }

  /** Simulates the user in the wallet's window: sets the page's accounts by index, the current one first; `quietly`: without an event. */
  accounts(indexes: readonly number[], quietly = false): Promise<void> {
    this.#shared = indexes;
    return this.tell(quietly ? 'quietly' : 'accounts', indexes);
  }

  /** Simulates the user in the wallet's window: switches the account. */
  switchAccount(index: number): Promise<void> {
    return this.accounts([index]);
  }

  protected locked(isLocked: boolean): Promise<void> {
    return this.tell('lock', isLocked ? [1] : []);
  }

  protected isPrompt(method: string): boolean {
    return method != 'silent' && method != 'disconnect';
  }

  protected override instead(_request: SolanaRequest, result: unknown): unknown {
    return result ?? [];
  }

  protected async respond(request: SolanaRequest): Promise<number[][]> {
    const word = this.#words.find((one) => SolanaWallet.address(one) == request.account);
    if (!word) return [];
    const { sign } = solanaKey(word);
    const transactions = request.bytes.map((text) => Uint8Array.from(Buffer.from(text, 'base64')));
    if (request.method == 'signMessage' || request.method == 'signIn')
      return transactions.map((message) => [...sign(message)]);
    const signed = transactions.map((bytes) => signedBySolana(this.tamper(bytes), word));
    if (request.method == 'signAndSendTransaction') for (const bytes of signed) await this.#send(bytes);
    return signed.map((transaction) => [...transaction]);
  }

  async #send(transaction: Uint8Array): Promise<void> {
    if (!this.#node) return;
    const params = [Buffer.from(transaction).toString('base64'), { encoding: 'base64' }];
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'sendTransaction', params });
    const headers = { 'content-type': 'application/json' };
    const answer = (await (await fetch(this.#node, { method: 'POST', headers, body })).json()) as {
      error?: { code: number; message: string };
    };
    if (answer.error) throw Object.assign(new Error(answer.error.message), { code: answer.error.code });
  }
}
