// A wallet of polkadot that a test writes: it puts itself into `window.injectedWeb3`, answers as told, and signs in Node by
// @polkadot/util-crypto, so that the page holds no key. What it was asked is said to Node, which a reload does not forget.
import type { Page } from '@playwright/test';
import type { SignerPayloadJSON } from '@polkadot/types/types';
import { hexToU8a, u8aConcat, u8aToHex, u8aWrapBytes } from '@polkadot/util';
import {
  blake2AsU8a,
  cryptoWaitReady,
  ed25519PairFromSeed,
  ed25519Sign,
  encodeAddress,
  secp256k1PairFromSeed,
  secp256k1Sign,
  sr25519PairFromSeed,
  sr25519Sign,
} from '@polkadot/util-crypto';
import { PREFIX, registry, seedOf } from '../../demo/polkadot/layout.mjs';
import { POLKADOT_URL } from './ports';

export type KeyKind = 'ed25519' | 'sr25519' | 'ecdsa';
export type PolkadotFault = 'hang' | { message: string };

/** A network hashes what is longer before it is signed. */
const hashed_above_bytes = 256;
const kinds: readonly KeyKind[] = ['ed25519', 'sr25519', 'ecdsa'];

/** A key of a word; `account 1` and `account 2` of ed25519 have coins. */
export class PolkadotKey {
  readonly address: string;
  readonly account: Uint8Array;
  readonly #pair: { publicKey: Uint8Array; secretKey: Uint8Array };

  constructor(
    readonly kind: KeyKind,
    word: string,
    prefix: number = PREFIX,
  ) {
    const make = { ed25519: ed25519PairFromSeed, sr25519: sr25519PairFromSeed, ecdsa: secp256k1PairFromSeed };
    this.#pair = make[kind](seedOf(word));
    const { publicKey } = this.#pair;
    this.account = kind == 'ecdsa' ? blake2AsU8a(publicKey) : publicKey;
    this.address = encodeAddress(this.account, prefix);
  }

  sign(bytes: Uint8Array): Uint8Array {
    if (this.kind == 'ed25519') return ed25519Sign(bytes, this.#pair);
    if (this.kind == 'sr25519') return sr25519Sign(bytes, this.#pair);
    return secp256k1Sign(bytes, this.#pair, 'blake2');
  }

  /** Of a transaction, with the byte of its kind. */
  signPayload(payload: object): string {
    const written = registry.createType('ExtrinsicPayload', payload as SignerPayloadJSON, { version: 4 });
    const bytes = written.toU8a({ method: true });
    const message = bytes.length > hashed_above_bytes ? blake2AsU8a(bytes) : bytes;
    return u8aToHex(u8aConcat([kinds.indexOf(this.kind)], this.sign(message)));
  }
}

export interface PolkadotScript {
  /** under which it is there */
  key?: string;
  /** kind and word of each of its accounts */
  accounts?: readonly (readonly [KeyKind, string])[];
  /** so long after the page has begun it comes */
  late_ms?: number;
}

export interface PolkadotAsked {
  /** `enable` without a question, `prompt` with one, `signRaw`, `signPayload` */
  method: string;
  input?: { address: string; data?: string; type?: string } & Partial<SignerPayloadJSON>;
}

export class ScriptedPolkadotWallet {
  readonly asked: PolkadotAsked[] = [];
  readonly row: string;
  readonly keys: readonly PolkadotKey[];
  readonly #page: Page;
  readonly #key: string;

  private constructor(page: Page, key: string, keys: readonly PolkadotKey[]) {
    this.#page = page;
    this.#key = key;
    this.keys = keys;
    this.row = `wallet-selector-polkadot:${key}`;
  }

  /** Before the page is loaded. */
  static async install(page: Page, script: PolkadotScript = {}): Promise<ScriptedPolkadotWallet> {
    await cryptoWaitReady();
    const { key = 'scripted-moon', late_ms = 0 } = script;
    const accounts = script.accounts ?? [
      ['sr25519', 'account 1'],
      ['ed25519', 'account 1'],
      ['ecdsa', 'account 1'],
    ];
    const keys = accounts.map(([kind, word]) => new PolkadotKey(kind, word));
    const wallet = new ScriptedPolkadotWallet(page, key, keys);
    const answer = (text: string) => wallet.#answer(JSON.parse(text) as PolkadotAsked);
    await page.exposeFunction(`__polkadot_${key}`, answer);
    const all = keys.map(({ address, kind }, at) => ({ address, name: accounts[at]![1], type: kind }));
    await page.addInitScript(inPage, { key, all, late_ms });
    return wallet;
  }

  count(method: string): number {
    return this.asked.filter((one) => one.method == method).length;
  }

  last(method: string): PolkadotAsked | undefined {
    return this.asked.filter((one) => one.method == method).at(-1);
  }

  /** Of the next requests of this method. */
  fault(method: string, fault: PolkadotFault | null): Promise<void> {
    return this.#do('fault', method, fault);
  }

  /** Its accounts become these of its keys, the current one first; `quietly`: without a word. */
  accounts(indexes: readonly number[], quietly = false): Promise<void> {
    return this.#do(quietly ? 'quietly' : 'accounts', '', indexes);
  }

  #do(what: string, name: string, value: unknown): Promise<void> {
    return this.#page.evaluate(
      ([key, doing, first, second]) => {
        const { __moons } = window as unknown as {
          __moons: Record<string, Record<string, (a: unknown, b: unknown) => void>>;
        };
        __moons[key]![doing]!(first, second);
      },
      [this.#key, what, name, value] as const,
    );
  }

  #answer(asked: PolkadotAsked): string {
    this.asked.push(asked);
    const by = this.keys.find(({ address }) => address == asked.input?.address);
    if (!by) return '';
    if (asked.method == 'signRaw') return u8aToHex(by.sign(u8aWrapBytes(hexToU8a(asked.input!.data))));
    return by.signPayload(asked.input!);
  }
}

/** Asks the node of polkadot. */
export async function rpc<T = unknown>(method: string, params: unknown[] = []): Promise<T> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
  const answer = (await (await fetch(POLKADOT_URL, { method: 'POST', body })).json()) as {
    result: T;
    error?: { message: string; data?: string };
  };
  if (answer.error) throw new Error(`${method}: ${answer.error.data ?? answer.error.message}`);
  return answer.result;
}

/** What the node has for tests beside its RPC: `faults`, `reset`, `give`, `demo` (demo/README.md). */
export async function nodeControl<T = unknown>(what: string, body: object = {}): Promise<T> {
  const answer = await fetch(`${POLKADOT_URL}/__${what}`, { method: 'POST', body: JSON.stringify(body) });
  return (await answer.json()) as T;
}

interface InPage {
  key: string;
  all: { address: string; name: string; type: string }[];
  late_ms: number;
}

/** Runs in the page; nothing from outside is visible in here. */
function inPage({ key, all, late_ms }: InPage): void {
  if (window.top !== window) return;
  const memory = `scripted:polkadot:${key}`;
  const faults: Record<string, unknown> = {};
  const listeners = new Set<(accounts: object[]) => void>();
  let granted = JSON.parse(localStorage.getItem(memory) ?? '[]') as number[];
  const accounts = () => granted.map((index) => all[index]!);
  const grant = (now: number[], quietly = false) => {
    granted = now;
    localStorage.setItem(memory, JSON.stringify(now));
    if (!quietly) listeners.forEach((listener) => listener(accounts()));
  };
  const tell = async (method: string, input?: object): Promise<string> => {
    const own = window as unknown as Record<string, (text: string) => Promise<string>>;
    const fault = faults[method] as { message: string } | 'hang' | undefined;
    // It is asked all the same.
    const answer = await own[`__polkadot_${key}`]!(JSON.stringify(fault ? { method } : { method, input }));
    if (fault == 'hang') return new Promise(() => undefined);
    if (fault) throw new Error(fault.message);
    return answer;
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
    version: '0.62.1',
    async enable() {
      await tell(granted.length ? 'enable' : 'prompt');
      if (!granted.length) grant(all.map((_, index) => index));
      return injected;
    },
  };
  type Own = { injectedWeb3?: Record<string, object>; __moons?: Record<string, object> };
  const own = window as unknown as Own;
  (own.__moons ??= {})[key] = {
    fault: (method: string, fault: unknown) => void (faults[method] = fault),
    accounts: (_: string, indexes: number[]) => grant(indexes),
    quietly: (_: string, indexes: number[]) => grant(indexes, true),
  };
  const come = () => void ((own.injectedWeb3 ??= {})[key] = entry);
  if (late_ms) setTimeout(come, late_ms);
  else come();
}
