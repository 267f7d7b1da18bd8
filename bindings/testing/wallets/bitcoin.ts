// Bitcoin wallets: one for the Wallet Standard, one for sats-connect (WBIP), UniSat, Leather, and two older interfaces: unsecured tokens
// (JWT) and Phantom's own global. Each adds itself to the page and signs in Node, so the page doesn't have the keys. Their state is in
// Node too, so it survives a reload.
import type { BitcoinHabit } from '../habits';
import { BitcoinKey, idOf, MAINNET, toBase64, toHex } from '../keys/bitcoin.mjs';
import type { ScriptedPage } from '../page';
import { bitcoinInPage } from './bitcoin-page';
import { ScriptedWallet, type Refusal } from './scripted';

export type Dialect = 'standard' | 'sats' | 'unisat' | 'leather' | 'jwt' | 'phantom';

/** Wallets with their own global have its name. */
const placed: Partial<Record<Dialect, string>> = {
  unisat: 'UniSat',
  leather: 'Leather',
  jwt: 'Xverse',
  phantom: 'Phantom',
};
export type AddressKind = 'p2wpkh' | 'p2tr' | 'p2sh' | 'p2pkh';

export interface BitcoinScript {
  dialect?: Dialect;
  name?: string;
  /** its network; wallets like UniSat don't support `regtest` */
  chain?: string;
  /** the type of the address for payments, and of the one for collectibles */
  paymentAddress?: AddressKind;
  ordinalsAddress?: AddressKind | null;
  /** the node's REST URL (Esplora's API), through which it broadcasts; without it, it only signs */
  node?: string;
  /** turns on habits of real wallets */
  habits?: readonly BitcoinHabit[];
  /** delay after the page starts until it appears */
  delayMs?: number;
}

export interface BitcoinRequest {
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

interface State {
  chain: string;
  accounts: { address: string; publicKey: string; purpose: string; addressType: string }[];
}

const slug = (name: string) => name.toLowerCase().replaceAll(' ', '-');
const words = ['account 1', 'account 2'] as const;

type Script = Required<Omit<BitcoinScript, 'node'>> & Pick<BitcoinScript, 'node'>;

export class BitcoinWallet extends ScriptedWallet<BitcoinRequest> {
  /** Sends each transfer to this address instead of the requested one. */
  redirectTo: string | null = null;
  readonly row: string;
  protected override readonly no: Refusal;
  readonly #script: Script;
  #chain: string;
  #word: string = words[0];
  #isGranted = false;

  private constructor(page: ScriptedPage, script: Script) {
    super(page);
    const message = 'User rejected the request.';
    this.no =
      script.dialect == 'jwt' ? { message } : { code: script.dialect == 'sats' ? -32000 : 4001, message };
    this.#script = script;
    this.#chain = script.chain;
    const name = placed[script.dialect] ?? script.name;
    // a wallet with a known rdns has a row with that
    this.row = `wallet-selector-${script.dialect == 'phantom' ? 'app.phantom' : `bip122:${slug(name)}`}`;
  }

  /** Adds it to the page. Call it before the page loads. */
  static async install(page: ScriptedPage, script: BitcoinScript = {}): Promise<BitcoinWallet> {
    const settings: Script = {
      dialect: 'standard',
      name: 'Test Coin',
      chain: MAINNET,
      paymentAddress: 'p2wpkh',
      ordinalsAddress: script.dialect == 'unisat' ? null : 'p2tr',
      delayMs: 0,
      habits: [],
      ...script,
    };
    const wallet = new BitcoinWallet(page, settings);
    const { dialect, name, delayMs, habits } = settings;
    await wallet.install(bitcoinInPage, { dialect, name, delayMs, habits: [...habits] });
    return wallet;
  }

  /** A key of the current account or another word, on its network or another one. */
  key(kind: AddressKind = this.#script.paymentAddress, word = this.#word, chain = this.#chain): BitcoinKey {
    return new BitcoinKey(word, kind, chain);
  }

  /** Simulates the user in the wallet's window: switches the account or network, or revokes access; `quietly`: without an event. */
  async goes(
    to: { word?: (typeof words)[number]; chain?: string; isGranted?: boolean },
    quietly = false,
  ): Promise<void> {
    this.#word = to.word ?? this.#word;
    const isElsewhere = !!to.chain && to.chain != this.#chain;
    this.#chain = to.chain ?? this.#chain;
    this.#isGranted = to.isGranted ?? this.#isGranted;
    const what = quietly ? 'nothing' : isElsewhere ? 'network' : 'account';
    await this.tell(what, this.#isGranted && !this.isLocked ? this.#told() : null);
  }

  /** Simulates the user in the wallet's window: switches to another word's account. */
  switchAccount(word: (typeof words)[number]): Promise<void> {
    return this.goes({ word });
  }

  /** Simulates the user in the wallet's window: switches to another network, by CAIP-2 ID. */
  switchNetwork(chain: string): Promise<void> {
    return this.goes({ chain });
  }

  protected locked(): Promise<void> {
    return this.goes({});
  }

  protected isPrompt(method: string): boolean {
    return method != 'silent' && method != 'disconnect';
  }

  #told(): State {
    const { paymentAddress, ordinalsAddress } = this.#script;
    const of = (kind: AddressKind, purpose: string) => {
      const { address, publicKeyHex } = this.key(kind);
      return { address, publicKey: publicKeyHex, purpose, addressType: kind };
    };
    const accounts = [
      of(paymentAddress, 'payment'),
      ...(ordinalsAddress ? [of(ordinalsAddress, 'ordinals')] : []),
    ];
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

  protected async respond({
    method,
    address,
    message,
    protocol,
    psbt,
    inputs,
    to,
    sats,
    chain,
  }: BitcoinRequest): Promise<unknown> {
    if (method == 'connect') {
      this.#isGranted = true;
      this.#chain = chain ?? this.#chain;
    }
    if (method == 'connect' || method == 'silent')
      return this.#isGranted && !this.isLocked ? this.#told() : null;
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
    return this.#send(key, this.redirectTo ?? to!, BigInt(sats!));
  }

  async #send(key: BitcoinKey, to: string, sats: bigint): Promise<string> {
    const { node } = this.#script;
    const invented = { txid: '11'.repeat(32), vout: 0, value: Number(sats) + 10_000 };
    const read = async () => (await (await fetch(`${node}/address/${key.address}/utxo`)).json()) as Coin[];
    const raw = key.pay(node ? await read() : [invented], to, sats, { chain: this.#chain });
    if (!node) return idOf(raw);
    const answer = await fetch(`${node}/tx`, { method: 'POST', body: toHex(raw) });
    const text = await answer.text();
    if (!answer.ok) throw new Error(text);
    return text;
  }
}

interface Coin {
  txid: string;
  vout: number;
  value: number;
}
