// Wallets of bitcoin that a test writes: one of the Wallet Standard, one as sats-connect has them, one as UniSat. Each puts itself into the page,
// answers as told, and signs in Node by @scure/btc-signer (demo/bitcoin/layout.mjs), so that the page holds no key. What it was asked and what it
// stands for is in Node, which a reload does not forget.
import type { Page } from '@playwright/test';
import { BitcoinKey, CHAIN, toBase64, toHex } from '../../demo/bitcoin/layout.mjs';
import { BITCOIN_URL } from './ports';

export type Dialect = 'standard' | 'sats' | 'unisat';
export type AddressKind = 'p2wpkh' | 'p2tr' | 'p2sh' | 'p2pkh';
export type BitcoinFault = 'hang' | { code?: number; message: string };

export interface BitcoinScript {
  dialect?: Dialect;
  name?: string;
  /** where it stands; wallets as UniSat know no `regtest` */
  chain?: string;
  /** kind of the address for payments, and of the one for what is collected */
  pays?: AddressKind;
  holds?: AddressKind | null;
  /** so long after the page has begun it comes */
  late_ms?: number;
}

export interface BitcoinAsked {
  /** `connect`, `silent`, `disconnect`, `switch`, `signMessage`, `signPsbt`, `send` */
  method: string;
  address?: string;
  message?: string;
  protocol?: string;
  psbt?: string;
  inputs?: Record<string, number[]>;
  to?: string;
  sats?: string;
  chain?: string;
}

interface Told {
  chain: string;
  accounts: { address: string; publicKey: string; purpose: string; addressType: string }[];
}

const slug = (name: string) => name.toLowerCase().replaceAll(' ', '-');
const words = ['account 1', 'account 2'] as const;

export class ScriptedBitcoinWallet {
  readonly asked: BitcoinAsked[] = [];
  /** whom it pays, whatever it is asked for */
  instead: string | null = null;
  readonly row: string;
  readonly #page: Page;
  readonly #script: Required<BitcoinScript>;
  readonly #faults = new Map<string, BitcoinFault>();
  #chain: string;
  #word: string = words[0];
  #isGranted = false;

  private constructor(page: Page, script: Required<BitcoinScript>) {
    this.#page = page;
    this.#script = script;
    this.#chain = script.chain;
    const name = script.dialect == 'unisat' ? 'UniSat' : script.name;
    this.row = `wallet-selector-bip122:${slug(name)}`;
  }

  /** Before the page is loaded. */
  static async install(page: Page, script: BitcoinScript = {}): Promise<ScriptedBitcoinWallet> {
    const whole: Required<BitcoinScript> = {
      dialect: 'standard',
      name: 'Scripted Coin',
      chain: CHAIN,
      pays: 'p2wpkh',
      holds: script.dialect == 'unisat' ? null : 'p2tr',
      late_ms: 0,
      ...script,
    };
    const wallet = new ScriptedBitcoinWallet(page, whole);
    await page.exposeFunction(`__bitcoin_${whole.dialect}`, (text: string) =>
      wallet.#answer(JSON.parse(text) as BitcoinAsked),
    );
    const { dialect, name, late_ms } = whole;
    await page.addInitScript(inPage, { dialect, name, late_ms });
    return wallet;
  }

  /** Of the current account, or another; where it stands, or elsewhere. */
  key(kind: AddressKind = this.#script.pays, word = this.#word, chain = this.#chain): BitcoinKey {
    return new BitcoinKey(word, kind, chain);
  }

  count(method: string): number {
    return this.asked.filter((one) => one.method == method).length;
  }

  last(method: string): BitcoinAsked | undefined {
    return this.asked.filter((one) => one.method == method).at(-1);
  }

  /** Of the next requests of this method. */
  fault(method: string, fault: BitcoinFault | null): void {
    if (fault) this.#faults.set(method, fault);
    else this.#faults.delete(method);
  }

  /** Its own menu: the other account, another network, or none any more; `quietly`: without a word. */
  async goes(
    to: { word?: (typeof words)[number]; chain?: string; isGranted?: boolean },
    quietly = false,
  ): Promise<void> {
    this.#word = to.word ?? this.#word;
    const isElsewhere = !!to.chain && to.chain != this.#chain;
    this.#chain = to.chain ?? this.#chain;
    this.#isGranted = to.isGranted ?? this.#isGranted;
    await this.#page.evaluate(
      ([dialect, told, what]) => {
        const { [`__coin_${dialect}`]: say } = window as unknown as Record<
          string,
          (told: unknown, what: unknown) => void
        >;
        say!(told, what);
      },
      [
        this.#script.dialect,
        this.#isGranted ? this.#told() : null,
        quietly ? 'nothing' : isElsewhere ? 'network' : 'account',
      ] as const,
    );
  }

  #told(): Told {
    const { pays, holds } = this.#script;
    const of = (kind: AddressKind, purpose: string) => {
      const { address, publicKeyHex } = this.key(kind);
      return { address, publicKey: publicKeyHex, purpose, addressType: kind };
    };
    const accounts = [of(pays, 'payment'), ...(holds ? [of(holds, 'ordinals')] : [])];
    return { chain: this.#chain, accounts };
  }

  #keyOf(address: string | undefined): BitcoinKey {
    for (const word of words)
      for (const kind of ['p2wpkh', 'p2tr', 'p2sh', 'p2pkh'] as const) {
        const key = this.key(kind, word);
        if (key.address == address) return key;
      }
    throw new Error(`no key for ${address}`);
  }

  async #answer(asked: BitcoinAsked): Promise<{ result?: unknown; fault?: BitcoinFault }> {
    this.asked.push(asked);
    const fault = this.#faults.get(asked.method);
    if (fault) return { fault };
    return { result: await this.#done(asked) };
  }

  async #done({ method, address, message, protocol, psbt, inputs, to, sats, chain }: BitcoinAsked) {
    if (method == 'connect') this.#isGranted = true;
    if (method == 'connect' || method == 'silent') return this.#isGranted ? this.#told() : null;
    if (method == 'disconnect') return void (this.#isGranted = false);
    if (method == 'switch') {
      this.#chain = chain!;
      return this.#told();
    }
    if (method == 'signMessage') {
      const key = this.#keyOf(address);
      const form = protocol ?? (key.kind == 'p2tr' ? 'bip322' : 'ecdsa');
      return toBase64(key.signMessage(message!, form));
    }
    if (method == 'signPsbt') {
      let bytes: Uint8Array = Uint8Array.from(Buffer.from(psbt!, 'base64'));
      for (const [of, indexes] of Object.entries(inputs!)) bytes = this.#keyOf(of).signPsbt(bytes, indexes);
      return toBase64(bytes);
    }
    const key = this.key();
    const coins = await rest<object[]>(`address/${key.address}/utxo`);
    return sent(key.pay(coins, this.instead ?? to!, BigInt(sats!)));
  }
}

/** Asks the node of bitcoin. */
export async function rest<T>(path: string): Promise<T> {
  const answer = await fetch(`${BITCOIN_URL}/${path}`);
  if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`);
  const text = await answer.text();
  return (/^[[{]/.test(text) ? JSON.parse(text) : text) as T;
}

/** Sends a transaction: its id. */
export async function sent(raw: Uint8Array): Promise<string> {
  const answer = await fetch(`${BITCOIN_URL}/tx`, { method: 'POST', body: toHex(raw) });
  const text = await answer.text();
  if (!answer.ok) throw new Error(text);
  return text;
}

/** What the node has for tests beside its REST: `faults`, `reset`, `give`, `mine` (demo/README.md). */
export async function nodeControl<T = unknown>(what: string, body: object = {}): Promise<T> {
  const answer = await fetch(`${BITCOIN_URL}/__${what}`, { method: 'POST', body: JSON.stringify(body) });
  return (await answer.json()) as T;
}

interface InPage {
  dialect: Dialect;
  name: string;
  late_ms: number;
}

/** Runs in the page; nothing from outside is visible in here. */
function inPage({ dialect, name, late_ms }: InPage): void {
  if (window.top !== window) return;
  type Said = { chain: string; accounts: { address: string; publicKey: string; purpose: string }[] } | null;
  type Listener = (said: unknown) => void;
  const memory = `scripted:bitcoin:${dialect}`;
  const names = [
    ['bip122:000000000019d6689c085ae165831e93', 'bitcoin:mainnet', 'Mainnet', 'BITCOIN_MAINNET'],
    ['bip122:000000000933ea01ad0ee984209779ba', 'bitcoin:testnet', 'Testnet', 'BITCOIN_TESTNET'],
    ['bip122:0f9188f13cb7b2c71f2a335e3a4fc328', 'bitcoin:regtest', 'Regtest', 'BITCOIN_REGTEST'],
  ];
  const nameOf = (chain: string, column: number) => names.find(([of]) => of == chain)![column]!;
  const chainOf = (text: string, column: number) => names.find((row) => row[column] == text)![0]!;
  /** what it stands for, as it was last said */
  let told = JSON.parse(localStorage.getItem(memory) ?? 'null') as Said;
  const keep = (now: Said) => localStorage.setItem(memory, JSON.stringify((told = now)));
  const listeners = new Map<string, Set<Listener>>();
  const tell = (event: string, said?: unknown) => listeners.get(event)?.forEach((listener) => listener(said));
  const hear = (event: string, listener: Listener) => {
    listeners.set(event, (listeners.get(event) ?? new Set()).add(listener));
    return () => listeners.get(event)!.delete(listener);
  };

  type Fault = 'hang' | { code?: number; message: string };
  const ask = async <T>(method: string, more: object = {}): Promise<T> => {
    const { [`__bitcoin_${dialect}`]: node } = window as unknown as Record<
      string,
      (text: string) => Promise<{ result?: T; fault?: Fault }>
    >;
    const { result, fault } = await node!(JSON.stringify({ method, ...more }));
    if (fault == 'hang') return new Promise(() => undefined);
    if (fault) throw Object.assign(new Error(fault.message), fault);
    return result!;
  };
  const asks = async (method: string, more: object = {}): Promise<NonNullable<Said>> => {
    const answer = await ask<Said>(method, more);
    keep(answer);
    return answer!;
  };
  const bytesOf = (base64: string) => Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
  const textOf = (bytes: Uint8Array) => btoa(String.fromCharCode(...bytes));
  const hexOf = (bytes: Uint8Array) =>
    Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  const fromHex = (hex: string) => Uint8Array.from(hex.match(/../g)!, (byte) => parseInt(byte, 16));

  const standard = (): void => {
    const own = new Map<string, object>();
    const accounts = () =>
      (told?.accounts ?? []).map(({ address, publicKey, purpose }) => {
        const object = own.get(address) ?? {
          address,
          publicKey: fromHex(publicKey),
          purpose,
          chains: [nameOf(told!.chain, 1)],
          features: [],
        };
        own.set(address, object);
        return object;
      });
    type Input = {
      account: { address: string };
      message: Uint8Array;
      psbt: Uint8Array;
      inputsToSign: { account: { address: string }; signingIndexes: number[] }[];
    };
    const features = {
      'bitcoin:connect': { connect: async () => (await asks('connect'), { accounts: accounts() }) },
      'bitcoin:disconnect': { disconnect: async () => (await ask('disconnect'), keep(null)) },
      'bitcoin:events': { on: hear },
      'bitcoin:switchNetwork': {
        switchNetwork: async (chain: string) => void (await asks('switch', { chain })),
      },
      'bitcoin:signMessage': {
        signMessage: async ({ account, message }: Input) => {
          const text = new TextDecoder().decode(message);
          const signature = await ask<string>('signMessage', { address: account.address, message: text });
          return [{ signedMessage: message, signature: bytesOf(signature) }];
        },
      },
      'bitcoin:signTransaction': {
        signTransaction: async ({ psbt, inputsToSign }: Input) => {
          const inputs: Record<string, number[]> = {};
          for (const { account, signingIndexes } of inputsToSign)
            inputs[account.address] = [...(inputs[account.address] ?? []), ...signingIndexes];
          const signed = await ask<string>('signPsbt', { psbt: textOf(psbt), inputs });
          return [{ signedPsbt: bytesOf(signed) }];
        },
      },
    };
    const wallet = {
      version: '1.0.0',
      name,
      icon: 'data:image/svg+xml;base64,PHN2ZyB4bWxucz0iaHR0cDovL3d3dy53My5vcmcvMjAwMC9zdmciIHZpZXdCb3g9IjAgMCA5IDkiPjxwYXRoIGQ9Ik0wIDBoOXY5SDB6IiBmaWxsPSIjZjc5MzFhIi8+PC9zdmc+',
      chains: names.map(([, chain]) => chain),
      features,
      get accounts() {
        return accounts();
      },
    };
    type Api = { register(wallet: object): void };
    addEventListener('wallet-standard:app-ready', (event) =>
      (event as CustomEvent<Api>).detail.register(wallet),
    );
    const detail = ({ register }: Api) => register(wallet);
    dispatchEvent(new CustomEvent('wallet-standard:register-wallet', { detail }));
    say = (what) => what != 'nothing' && tell('change', { accounts: accounts() });
  };

  const sats = (): void => {
    const network = () => ({ bitcoin: { name: nameOf(told!.chain, 2) }, stacks: { name: 'mocknet' } });
    const whole = () => ({ addresses: told!.accounts, walletType: 'software', network: network() });
    const refused = (code: number, message: string) => Object.assign(new Error(message), { code });
    type Params = {
      address: string;
      message: string;
      protocol?: string;
      name: string;
      psbt: string;
      signInputs: Record<string, number[]>;
      recipients: { address: string; amount: number }[];
    };
    const methods: Record<string, (params: Params) => unknown> = {
      wallet_connect: async () => (await asks('connect'), whole()),
      wallet_getAccount: async () => {
        if (!(await asks('silent'))) throw refused(-32002, 'Access denied');
        return whole();
      },
      wallet_getNetwork: () => network(),
      wallet_changeNetwork: async ({ name: to }) => (
        await asks('switch', { chain: chainOf(to, 2) }),
        tell('networkChange'),
        null
      ),
      wallet_disconnect: async () => (await ask('disconnect'), keep(null), null),
      signMessage: async ({ address, message, protocol }) => ({
        signature: await ask('signMessage', { address, message, protocol: protocol?.toLowerCase() }),
        address,
        protocol,
      }),
      signPsbt: async ({ psbt, signInputs }) => ({
        psbt: await ask('signPsbt', { psbt, inputs: signInputs }),
      }),
      sendTransfer: async ({ recipients: [one] }) => ({
        txid: await ask('send', { to: one!.address, sats: `${one!.amount}` }),
      }),
    };
    const provider = {
      async request(method: string, params: Params) {
        try {
          if (!Object.hasOwn(methods, method)) throw refused(-32601, 'Method not found');
          return { jsonrpc: '2.0', id: '1', result: await methods[method]!(params) };
        } catch (error) {
          const { code = -32603, message } = error as { code?: number; message: string };
          return { jsonrpc: '2.0', id: '1', error: { code, message } };
        }
      },
      addListener: ({ eventName, cb }: { eventName: string; cb: Listener }) => hear(eventName, cb),
    };
    const all = window as unknown as { ScriptedCoin: object; btc_providers?: object[] };
    all.ScriptedCoin = provider;
    all.btc_providers = [...(all.btc_providers ?? []), { id: 'ScriptedCoin', name, icon: '' }];
    say = (what) => {
      if (what == 'nothing') return;
      tell(told ? (what == 'network' ? 'networkChange' : 'accountChange') : 'disconnect', { type: what });
    };
  };

  const unisat = (): void => {
    const addresses = () => (told?.accounts ?? []).map(({ address }) => address);
    type Sign = { toSignInputs: { index: number; address: string }[] };
    const provider = {
      requestAccounts: async () => (await asks('connect'), addresses()),
      getAccounts: async () => (await asks('silent'), addresses()),
      getPublicKey: async () => told!.accounts[0]!.publicKey,
      getChain: async () => ({ enum: nameOf(told!.chain, 3) }),
      switchChain: async (to: string) => void (await asks('switch', { chain: chainOf(to, 3) })),
      signMessage: (message: string, type: string) =>
        ask('signMessage', {
          address: addresses()[0],
          message,
          protocol: type == 'ecdsa' ? 'ecdsa' : 'bip322',
        }),
      signPsbt: async (hex: string, { toSignInputs }: Sign) => {
        const inputs: Record<string, number[]> = {};
        for (const { index, address } of toSignInputs) (inputs[address] ??= []).push(index);
        return hexOf(bytesOf(await ask('signPsbt', { psbt: textOf(fromHex(hex)), inputs })));
      },
      sendBitcoin: (to: string, amount: number) => ask('send', { to, sats: `${amount}` }),
      disconnect: async () => (await ask('disconnect'), keep(null)),
      on: hear,
      removeListener: (event: string, listener: Listener) => listeners.get(event)?.delete(listener),
    };
    Object.assign(window, { unisat: provider });
    dispatchEvent(new Event('unisat#initialized'));
    say = (what) => {
      if (what == 'network') tell('networkChanged', told && nameOf(told.chain, 3));
      if (what != 'nothing') tell('accountsChanged', addresses());
    };
  };

  let say: (what: string) => void = () => undefined;
  Object.assign(window, {
    [`__coin_${dialect}`]: (now: Said, what: string) => {
      keep(now);
      say(what);
    },
  });
  setTimeout({ standard, sats, unisat }[dialect], late_ms);
}
