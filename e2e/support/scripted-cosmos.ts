// A wallet of cosmos that a test writes: it puts itself where Keplr does, answers as told, and signs in Node by cosmjs, so that the page holds no
// key. What it was asked is said to Node, which a reload does not forget.
import type { Page } from '@playwright/test';
import { makeSignDoc, Secp256k1Wallet, serializeSignDoc, type StdSignature } from '@cosmjs/amino';
import { Secp256k1, Secp256k1Signature, sha256 } from '@cosmjs/crypto';
import { fromBase64, toBase64, toUtf8 } from '@cosmjs/encoding';
import { DirectSecp256k1Wallet } from '@cosmjs/proto-signing';
import { accountOf, CHAIN_ID, PREFIX } from '../../demo/cosmos/layout.mjs';
import { COSMOS_URL } from './ports';

export type CosmosFault = 'hang' | { message: string };

export interface CosmosScript {
  /** where it stands, and so its row */
  place?: 'keplr' | 'leap';
  /** of its keys, the current one first; the node has given `account 1` and `account 2` coins */
  words?: readonly string[];
  /** chains that it knows; others are suggested to it */
  chains?: readonly string[];
  /** so long after the page has begun it comes */
  late_ms?: number;
}

export interface CosmosAsked {
  /** `prompt` is an `enable` that asks a person, `enable` one that does not */
  method: string;
  chains?: string[];
  signer?: string;
  document?: Record<string, string>;
  words?: string;
  info?: Record<string, unknown>;
}

/** The document of words (ADR-36). */
export const words = (signer: string, text: string) =>
  makeSignDoc(
    [{ type: 'sign/MsgSignData', value: { signer, data: toBase64(toUtf8(text)) } }],
    { gas: '0', amount: [] },
    '',
    '',
    0,
    0,
  );

/** Whether the account of a word has signed these words: by cosmjs. */
export function isSigned(word: string, text: string, { pub_key, signature }: StdSignature): boolean {
  const { key, address } = accountOf(word);
  if (pub_key.value !== toBase64(key)) return false;
  const own = Secp256k1Signature.fromFixedLength(fromBase64(signature));
  return Secp256k1.verifySignature(own, sha256(serializeSignDoc(words(address, text))), key);
}

/** Words, as the account of a word signs them. */
export async function signWords(word: string, text: string): Promise<StdSignature> {
  const { secret, address } = accountOf(word);
  const wallet = await Secp256k1Wallet.fromKey(secret, PREFIX);
  return (await wallet.signAmino(address, words(address, text))).signature;
}

export class ScriptedCosmosWallet {
  readonly asked: CosmosAsked[] = [];
  readonly row: string;
  readonly words: readonly string[];
  /** a document of amino that is signed instead of what was asked */
  alter: (document: Record<string, unknown>) => Record<string, unknown> = (document) => document;
  readonly #page: Page;
  readonly #place: string;

  private constructor(page: Page, place: string, keys: readonly string[]) {
    this.#page = page;
    this.#place = place;
    this.words = keys;
    this.row = place == 'keplr' ? 'wallet-selector-app.keplr' : `wallet-selector-cosmos:${place}`;
  }

  /** Before the page is loaded. */
  static async install(page: Page, script: CosmosScript = {}): Promise<ScriptedCosmosWallet> {
    const { place = 'keplr', words: keys = ['account 1', 'account 2'], late_ms = 0 } = script;
    const wallet = new ScriptedCosmosWallet(page, place, keys);
    const answer = (text: string) => wallet.#answer(JSON.parse(text) as CosmosAsked);
    await page.exposeFunction(`__cosmos_${place}`, answer);
    const all = keys.map((word) => {
      const { key, address } = accountOf(word);
      return { name: word, address, key: [...key] };
    });
    await page.addInitScript(inPage, { place, all, late_ms, chains: [...(script.chains ?? [CHAIN_ID])] });
    return wallet;
  }

  address(index = 0): string {
    return accountOf(this.words[index]!).address;
  }

  count(method: string): number {
    return this.asked.filter((one) => one.method == method).length;
  }

  last(method: string): CosmosAsked | undefined {
    return this.asked.filter((one) => one.method == method).at(-1);
  }

  /** Of the next requests of this method. */
  fault(method: string, fault: CosmosFault | null): Promise<void> {
    return this.#do('fault', method, fault);
  }

  /** This one of its keys becomes the current one; `quietly`: without a word. */
  use(index: number, quietly = false): Promise<void> {
    return this.#do(quietly ? 'quietly' : 'use', '', index);
  }

  #do(what: string, name: string, value: unknown): Promise<void> {
    return this.#page.evaluate(
      ([place, doing, first, second]) => {
        const { __stars } = window as unknown as {
          __stars: Record<string, Record<string, (a: unknown, b: unknown) => void>>;
        };
        __stars[place]![doing]!(first, second);
      },
      [this.#place, what, name, value] as const,
    );
  }

  async #answer(asked: CosmosAsked): Promise<string> {
    this.asked.push(asked);
    const word = this.words.find((one) => accountOf(one).address == asked.signer);
    if (!word) return 'null';
    const { secret, address } = accountOf(word);
    if (asked.method == 'signArbitrary') return JSON.stringify(await signWords(word, asked.words!));
    if (asked.method == 'signAmino') {
      const wallet = await Secp256k1Wallet.fromKey(secret, PREFIX);
      return JSON.stringify(await wallet.signAmino(address, this.alter(asked.document!) as never));
    }
    const { bodyBytes, authInfoBytes, chainId, accountNumber } = asked.document!;
    const wallet = await DirectSecp256k1Wallet.fromKey(secret, PREFIX);
    const { signature } = await wallet.signDirect(address, {
      bodyBytes: fromBase64(bodyBytes!),
      authInfoBytes: fromBase64(authInfoBytes!),
      chainId: chainId!,
      accountNumber: BigInt(accountNumber!),
    });
    return JSON.stringify({ signature });
  }
}

/** Reads from the node of cosmos, or sends it something. */
export async function rest<T = unknown>(path: string, body?: object): Promise<T> {
  const more = body ? { method: 'POST', body: JSON.stringify(body) } : {};
  return (await (await fetch(`${COSMOS_URL}${path}`, more)).json()) as T;
}

/** Sends signed bytes; what the network says of them. */
export async function send(bytes: Uint8Array): Promise<{ code: number; txhash: string; raw_log: string }> {
  const given = { tx_bytes: toBase64(bytes), mode: 'BROADCAST_MODE_SYNC' };
  return (await rest<{ tx_response: never }>('/cosmos/tx/v1beta1/txs', given)).tx_response;
}

/** What the node has for tests beside its REST: `faults`, `reset`, `give`, `demo` (demo/README.md). */
export const nodeControl = <T = unknown>(what: string, body: object = {}): Promise<T> =>
  rest<T>(`/__${what}`, body);

interface InPage {
  place: string;
  all: { name: string; address: string; key: number[] }[];
  chains: string[];
  late_ms: number;
}

/** Runs in the page; nothing from outside is visible in here. */
function inPage({ place, all, chains, late_ms }: InPage): void {
  if (window.top !== window) return;
  const memory = `scripted:cosmos:${place}`;
  const faults: Record<string, unknown> = {};
  const state = JSON.parse(localStorage.getItem(memory) ?? '{"allowed":[],"known":[],"current":0}') as {
    allowed: string[];
    known: string[];
    current: number;
  };
  const keep = () => localStorage.setItem(memory, JSON.stringify(state));
  const isKnown = (chain: string) => chains.includes(chain) || state.known.includes(chain);
  const tell = async (asked: { method: string; [name: string]: unknown }): Promise<never> => {
    const own = window as unknown as Record<string, (text: string) => Promise<string>>;
    const fault = faults[asked.method] as { message: string } | 'hang' | undefined;
    // It is asked all the same.
    const answer = await own[`__cosmos_${place}`]!(
      JSON.stringify(fault ? { ...asked, signer: undefined } : asked),
    );
    if (fault == 'hang') return new Promise(() => undefined);
    if (fault) throw new Error(fault.message);
    return JSON.parse(answer) as never;
  };
  const toText = (bytes: Uint8Array) => btoa(String.fromCharCode(...bytes));
  const may = (chain: string) => {
    if (!isKnown(chain)) throw new Error(`There is no chain info for ${chain}`);
    if (!state.allowed.includes(chain)) throw new Error(`${location.origin} is not permitted`);
  };
  const wallet = {
    mode: 'extension',
    version: '0.12.0',
    async enable(given: string | string[]) {
      const asked = [given].flat();
      const unknown = asked.find((chain) => !isKnown(chain));
      if (unknown) throw new Error(`There is no chain info for ${unknown}`);
      const isNew = asked.some((chain) => !state.allowed.includes(chain));
      await tell({ method: isNew ? 'prompt' : 'enable', chains: asked });
      state.allowed = [...new Set([...state.allowed, ...asked])];
      keep();
    },
    async disable() {
      await tell({ method: 'disable' });
      state.allowed = [];
      keep();
    },
    async getKey(chain: string) {
      may(chain);
      const { name, address, key } = all[state.current]!;
      return { name, algo: 'secp256k1', pubKey: Uint8Array.from(key), bech32Address: address };
    },
    async signArbitrary(chain: string, signer: string, data: string) {
      may(chain);
      return tell({ method: 'signArbitrary', signer, words: data });
    },
    async signAmino(chain: string, signer: string, document: object) {
      may(chain);
      return tell({ method: 'signAmino', signer, document });
    },
    async signDirect(chain: string, signer: string, of: Record<string, never>) {
      may(chain);
      const { bodyBytes, authInfoBytes, chainId, accountNumber } = of;
      const document = {
        bodyBytes: toText(bodyBytes!),
        authInfoBytes: toText(authInfoBytes!),
        chainId,
        accountNumber: String(accountNumber),
      };
      const { signature } = (await tell({ method: 'signDirect', signer, document })) as { signature: object };
      return { signed: { ...of }, signature };
    },
    async experimentalSuggestChain(info: { chainId: string }) {
      await tell({ method: 'suggest', info });
      state.known.push(info.chainId);
      keep();
    },
  };
  const own = window as unknown as { __stars?: Record<string, object> } & Record<string, unknown>;
  const say = () => dispatchEvent(new Event(`${place}_keystorechange`));
  (own.__stars ??= {})[place] = {
    fault: (method: string, fault: unknown) => void (faults[method] = fault),
    use: (_: string, index: number) => {
      state.current = index;
      keep();
      say();
    },
    quietly: (_: string, index: number) => {
      state.current = index;
      keep();
    },
  };
  const come = () => void (own[place] = wallet);
  if (late_ms) setTimeout(come, late_ms);
  else come();
}
