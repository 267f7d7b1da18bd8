// A Cosmos wallet: it uses Keplr's globals and signs in Node, so the page doesn't have the keys. It copies Keplr 0.12.309: the error for a declined
// request is from packages/background/src/interaction/service.ts. The in-page part names the other files.
import type { CosmosHabit } from '../habits';
import { aminoBytes, cosmosKey, directBytes, wordsOf } from '../keys/cosmos';
import type { ScriptedPage } from '../page';
import { cosmosInPage } from './cosmos-page';
import { ScriptedWallet, type Refusal } from './scripted';

export interface CosmosScript {
  /** its global, and so its row */
  place?: 'keplr' | 'leap';
  /** words of its keys, the current one first */
  words?: readonly string[];
  /** the prefix of its addresses on chains that `prefixes` doesn't name */
  prefix?: string;
  /** the prefix of its addresses by chain: `{ 'stargaze-1': 'stars' }` */
  prefixes?: Readonly<Record<string, string>>;
  /** chains without a key, like a Ledger on a chain with Ethereum keys */
  keyless?: readonly string[];
  /** chains that it knows; others must be suggested */
  chains?: readonly string[];
  /** turns on habits of real wallets */
  habits?: readonly CosmosHabit[];
  /** delay after the page starts until it appears */
  delayMs?: number;
}

export interface CosmosRequest {
  /**
   * `prompt` is an `enable` that asks the user, `enable` one that doesn't; `suggest`, `disable`, `signAmino`, `signDirect`,
   * `signArbitrary`
   */
  method: string;
  chains?: string[];
  signer?: string;
  document?: Record<string, string>;
  words?: string;
  info?: Record<string, unknown>;
}

export class CosmosWallet extends ScriptedWallet<CosmosRequest> {
  readonly row: string;
  readonly words: readonly string[];
  /** changes an amino document before it is signed */
  tamper: (document: Record<string, unknown>) => Record<string, unknown> = (document) => document;
  protected override readonly no: Refusal = { message: 'Request rejected' };
  readonly #prefix: string;
  readonly #prefixes: Readonly<Record<string, string>>;

  private constructor(
    page: ScriptedPage,
    {
      place,
      words,
      prefix,
      prefixes,
    }: Required<Pick<CosmosScript, 'place' | 'words' | 'prefix' | 'prefixes'>>,
  ) {
    super(page);
    this.words = words;
    this.#prefix = prefix;
    this.#prefixes = prefixes;
    this.row = place == 'keplr' ? 'wallet-selector-app.keplr' : `wallet-selector-cosmos:${place}`;
  }

  /** Adds it to the page. Call it before the page loads. */
  static async install(page: ScriptedPage, script: CosmosScript = {}): Promise<CosmosWallet> {
    const { place = 'keplr', words = ['account 1', 'account 2'], prefix = 'cosmos', delayMs = 0 } = script;
    const { prefixes = {}, habits = [] } = script;
    const wallet = new CosmosWallet(page, { place, words, prefix, prefixes });
    const all = words.map((word) => {
      const { key, address } = cosmosKey(word, prefix);
      const on = Object.entries(prefixes).map(([chain, own]) => [chain, cosmosKey(word, own).address]);
      return { name: word, address, key: [...key], on: Object.fromEntries(on) as Record<string, string> };
    });
    const chains = [...(script.chains ?? ['cosmoshub-4'])];
    const keyless = [...(script.keyless ?? [])];
    await wallet.install(cosmosInPage, { place, all, delayMs, chains, keyless, habits: [...habits] });
    return wallet;
  }

  /** `chain`: for chains with their own prefix. */
  address(index = 0, chain = ''): string {
    return cosmosKey(this.words[index]!, this.#prefixes[chain] ?? this.#prefix).address;
  }

  /** Simulates the user in the wallet's window: makes one of its keys current; `quietly`: without an event. */
  use(index: number, quietly = false): Promise<void> {
    return this.tell(quietly ? 'quietly' : 'use', index);
  }

  /** Simulates the user in the wallet's window: switches the account. */
  switchAccount(index: number): Promise<void> {
    return this.use(index);
  }

  protected async locked(): Promise<void> {
    // It emits nothing: the next request waits.
  }

  protected isPrompt(method: string): boolean {
    return method != 'enable' && method != 'disable';
  }

  protected override waitsLocked(): boolean {
    return true;
  }

  protected respond(request: CosmosRequest): unknown {
    const all = [this.#prefix, ...Object.values(this.#prefixes)];
    const keys = this.words.flatMap((word) => all.map((prefix) => cosmosKey(word, prefix)));
    const signer = keys.find((key) => key.address == request.signer);
    if (!signer) return null;
    const { address, sign } = signer;
    if (request.method == 'signArbitrary') return sign(aminoBytes(wordsOf(address, request.words!)));
    if (request.method == 'signAmino') {
      const signed = this.tamper(request.document!);
      return { signed, signature: sign(aminoBytes(signed)) };
    }
    const { bodyBytes, authInfoBytes, chainId, accountNumber } = request.document!;
    const bytes = directBytes({
      bodyBytes: Buffer.from(bodyBytes!, 'base64'),
      authInfoBytes: Buffer.from(authInfoBytes!, 'base64'),
      chainId: chainId!,
      accountNumber: accountNumber!,
    });
    return { signature: sign(bytes) };
  }
}
