// A wallet of solana: it registers itself by the Wallet Standard, and signs in Node, so that the page holds no key.
import { signedBySolana, solanaKey } from '../keys/solana.mjs';
import type { SolanaHabit } from '../habits';
import type { ScriptedPage } from '../page';
import { ScriptedWallet } from './scripted';
import { solanaInPage } from './solana-page';

export interface SolanaScript {
  name?: string;
  /** words of its keys */
  words?: readonly string[];
  /** JSON-RPC of the node by which it sends; without one it signs, and sends nowhere */
  node?: string;
  /** features that it has not, `solana:signIn` */
  missingFeatures?: readonly string[];
  /** what it does as some real wallets do */
  habits?: readonly SolanaHabit[];
  /** so long after the page has begun it comes */
  delayMs?: number;
}

export interface SolanaRequest {
  /** `connect`, `silent`, `disconnect`, `signMessage`, `signIn`, `signTransaction`, `signAndSendTransaction` */
  method: string;
  chain?: string;
  account?: string;
  /** of a message or transaction, in base64 */
  bytes: string[];
}

export class SolanaWallet extends ScriptedWallet<SolanaRequest> {
  readonly row: string;
  /** what is signed instead of what was asked */
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

  /** Before the page is loaded. */
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

  /** Of the key of a word. */
  static address(word: string): string {
    return solanaKey(word).address;
  }

  /** Of the account at this place, else of the current one. */
  address(index = this.#shared[0] ?? 0): string {
    return SolanaWallet.address(this.#words[index]!);
  }

  /** In the wallet's own window: the accounts the page has become these of its keys, the current one first; `quietly`: without a word. */
  accounts(indexes: readonly number[], quietly = false): Promise<void> {
    this.#shared = indexes;
    return this.tell(quietly ? 'quietly' : 'accounts', indexes);
  }

  /** In the wallet's own window: another account. */
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
    const given = request.bytes.map((text) => Uint8Array.from(Buffer.from(text, 'base64')));
    if (request.method == 'signMessage' || request.method == 'signIn')
      return given.map((message) => [...sign(message)]);
    const signed = given.map((bytes) => signedBySolana(this.tamper(bytes), word));
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
