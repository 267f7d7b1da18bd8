// An Ethereum wallet: it announces itself with EIP-6963 and is an EIP-1193 provider. It signs with its own keys and broadcasts through
// its network's node, which also responds to other requests. Error codes and messages are those of @metamask/rpc-errors 7
// (src/error-constants.ts); 4902 is that of MetaMask 13. Its behavior while locked is MetaMask's, too.
import { keccak256, numberToHex } from 'viem/utils';
import type { EthereumHabit } from '../habits';
import { ethereumKey, type EthereumKey } from '../keys/ethereum';
import type { ScriptedPage } from '../page';
import { ethereumInPage } from './ethereum-page';
import { ScriptedWallet, type Answer, type Refusal } from './scripted';

export interface EthereumScript {
  name?: string;
  /** its reverse DNS name, which a listing can match */
  rdns?: string;
  uuid?: string;
  icon?: string;
  /** words of its keys, the current one first */
  words?: readonly string[];
  /** replaces the keys with addresses whose keys are in its node, as in a developer's node */
  accounts?: readonly string[];
  /** the networks it knows, by chain ID, with their JSON-RPC URLs; `null`: it signs but can't broadcast */
  chains?: Readonly<Record<number, string | null>>;
  /** its network; default: the lowest chain ID */
  chain?: number;
  /** whether the page has access from the start */
  granted?: boolean;
  /** its responses from the start */
  answers?: Readonly<Record<string, Answer>>;
  /** like MetaMask: it switches to a chain that was added */
  movesToAdded?: boolean;
  /** turns on habits of real wallets */
  habits?: readonly EthereumHabit[];
  /** the provider's flags, such as `isMetaMask` */
  flags?: readonly string[];
  /** delay after the page starts until it appears */
  delayMs?: number;
}

export interface EthereumRequest {
  method: string;
  params: unknown;
  /** whether the page already has access */
  granted: boolean;
  /** through a function with which another script replaced its own (habit `wrapped-late`) */
  wrapped?: boolean;
}

type Hex = `0x${string}`;

/** What the page does with the response. */
interface Outcome {
  value: unknown;
  grants?: boolean;
  event?: [string, unknown];
}

const ICON =
  'data:image/svg+xml,%3Csvg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"%3E%3Cpath d="M0 0h9v9H0z" fill="%23a3387a"/%3E%3C/svg%3E';
const RAW_ICON =
  'data:image/svg+xml;utf8,<svg xmlns="http://www.w3.org/2000/svg" width="100%" height="100%" viewBox="0 0 9 9"><path d="M0 0h9v9H0z" fill="rgb(163,56,122)"/></svg>';
/** a UUID of version 1 */
const ODD_UUID = 'd4dcb6e2-8f0a-1c7b-9a55-5b0d8f7a1c01';
/** the identity of a wallet with another global: its flag matches its rdns */
const OTHER_GLOBAL = { name: 'SubWallet', rdns: 'app.subwallet', flags: ['isSubWallet'] };
const PROMPTS =
  /^(eth_requestAccounts|personal_sign|eth_sign.*|eth_sendTransaction|wallet_(request|send|add|switch|watch|grant).*)$/;

/** Positional parameters; the object of a method that takes one (EIP-747) is a single parameter. */
const listOf = (params: unknown): never[] =>
  (Array.isArray(params) ? params : params == null ? [] : [params]) as never[];

const refusal = (code: number, message: string) => Object.assign(new Error(message), { code });

export class EthereumWallet extends ScriptedWallet<EthereumRequest> {
  readonly row: string;
  readonly rdns: string;
  /** the raw transactions that it has signed, oldest first */
  readonly signed: Hex[] = [];
  readonly #keys: readonly EthereumKey[];
  readonly #movesToAdded: boolean;
  readonly #habits: readonly EthereumHabit[];
  readonly #chains: Map<number, string | null>;
  readonly #all: readonly string[];
  #accounts: readonly string[];
  #chain: number;
  #isGranted: boolean;

  private constructor(page: ScriptedPage, script: EthereumScript, rdns: string) {
    super(page);
    this.rdns = rdns;
    this.row = `wallet-selector-${rdns}`;
    this.#keys = script.accounts ? [] : (script.words ?? ['account 1', 'account 2']).map(ethereumKey);
    // In lowercase, as most wallets return them.
    this.#all = script.accounts ?? this.#keys.map(({ address }) => address.toLowerCase());
    this.#accounts = this.#all;
    const chains = Object.entries(script.chains ?? { 1: null });
    this.#chains = new Map(chains.map(([id, url]) => [Number(id), url]));
    this.#chain = script.chain ?? Math.min(...this.#chains.keys());
    this.#isGranted = !!script.granted;
    this.#movesToAdded = !!script.movesToAdded;
    this.#habits = script.habits ?? [];
    for (const [method, answer] of Object.entries(script.answers ?? {})) void this.answer(method, answer);
  }

  /** Adds it to the page. Call it before the page loads. */
  static async install(page: ScriptedPage, script: EthereumScript = {}): Promise<EthereumWallet> {
    const { granted = false, delayMs = 0, habits = [] } = script;
    const has = (habit: EthereumHabit) => habits.includes(habit);
    const own = has('other-global') ? OTHER_GLOBAL : { name: 'Test Wallet', rdns: 'test.wallet', flags: [] };
    const { name = own.name, rdns = own.rdns, flags = own.flags } = script;
    const icon = script.icon ?? (has('raw-icon') ? RAW_ICON : has('no-icon') ? '' : ICON);
    const uuid = script.uuid ?? (has('odd-uuid') ? ODD_UUID : 'd4dcb6e2-8f0a-4c7b-9a55-5b0d8f7a1c01');
    const wallet = new EthereumWallet(page, script, rdns);
    const info = { uuid, name, rdns, icon };
    await wallet.install(ethereumInPage, { info, granted, delayMs, habits: [...habits], flags: [...flags] });
    return wallet;
  }

  /** Its accounts, the current one first. */
  get accounts(): readonly string[] {
    return this.#accounts;
  }

  /** The address of the current account; for its own keys with the EIP-55 checksum. */
  get address(): Hex {
    const [current] = this.#accounts;
    return this.#keyOf(current)?.address ?? (current as Hex);
  }

  /** The key of the current account as a viem account, to verify signatures. */
  get key(): EthereumKey {
    const key = this.#keyOf(this.#accounts[0]);
    if (!key) throw new Error('its node has the key');
    return key;
  }

  get chain(): number {
    return this.#chain;
  }

  /** The parameters of its first request. */
  params(method: string): unknown {
    return this.requests.find((one) => one.method == method)?.params;
  }

  /** Simulates the user in the wallet's window: sets the page's accounts, the current one first; `quietly`: without an event. */
  switchAccount(addresses: string | readonly string[], quietly = false): Promise<void> {
    this.#accounts = [addresses].flat();
    return quietly ? Promise.resolve() : this.emit('accountsChanged', [...this.#accounts]);
  }

  /** Simulates the user in the wallet's window: switches to another network. */
  switchNetwork(chain: number, quietly = false): Promise<void> {
    this.#chain = chain;
    return quietly ? Promise.resolve() : this.emit('chainChanged', numberToHex(chain));
  }

  /** Emits any event to the page. */
  emit(event: string, payload: unknown): Promise<void> {
    return this.tell(event, payload);
  }

  #has(habit: EthereumHabit): boolean {
    return this.#habits.includes(habit);
  }

  /** The accounts that it shares. */
  #shown(): readonly string[] {
    return this.#has('switched-while-closed') ? this.#accounts.slice(0, 1) : this.#accounts;
  }

  protected locked(isLocked: boolean): Promise<void> {
    return this.emit('accountsChanged', isLocked || !this.#isGranted ? [] : [...this.#shown()]);
  }

  protected override loaded({ params, granted }: EthereumRequest): void {
    this.#isGranted = granted;
    if (!granted) return;
    if (this.#has('locked-at-load') || this.#has('mute-at-load')) this.close();
    if (!this.#has('switched-while-closed')) return;
    const by = Number(params) % this.#all.length;
    this.#accounts = [...this.#all.slice(by), ...this.#all.slice(0, by)];
  }

  protected override waitsLocked(method: string): boolean {
    return super.waitsLocked(method) || this.#has('mute-at-load');
  }

  /** Enkrypt's error for an unknown network is that of its wallet_switchEthereumChain.ts. */
  protected override thrown({ method, params, granted }: EthereumRequest, error: Refusal): Refusal {
    if (!granted || !this.#has('errors-as-refusals')) return error;
    const [first] = (params ?? []) as { chainId?: string }[];
    const unknown = `wallet_switchEthereumChain: provided network ${first?.chainId} not supported`;
    const isUnknown = method == 'wallet_switchEthereumChain' && error.code == 4902;
    return { ...error, code: 4001, message: isUnknown ? unknown : error.message };
  }

  protected isPrompt(method: string): boolean {
    return PROMPTS.test(method);
  }

  protected override instead({ method }: EthereumRequest, value: unknown): Outcome {
    return this.#granting(method, value);
  }

  protected async respond({ method, params, granted }: EthereumRequest): Promise<Outcome> {
    this.#isGranted = granted;
    const outcome = await this.#do(method, listOf(params));
    return this.#granting(method, outcome.value, outcome.event);
  }

  #granting(method: string, value: unknown, event?: [string, unknown]): Outcome {
    const grants =
      method == 'eth_requestAccounts' ? true : method == 'wallet_revokePermissions' ? false : undefined;
    this.#isGranted = grants ?? this.#isGranted;
    return { value, grants, event };
  }

  async #do(method: string, params: never[]): Promise<Outcome> {
    // Missing elements of the parameters are never read.
    const [first, second] = params as [never, never];
    switch (method) {
      case 'eth_requestAccounts':
        return { value: this.#shown() };
      case 'eth_accounts':
        return { value: this.#isGranted && !this.isLocked ? this.#shown() : [] };
      case 'eth_chainId':
        return { value: numberToHex(this.#chain) };
      // also while locked: an empty list means that access was revoked (MetaMask)
      case 'wallet_getPermissions':
        return { value: this.#isGranted ? [{ parentCapability: 'eth_accounts', caveats: [] }] : [] };
      case 'wallet_requestPermissions':
        return { value: [{ parentCapability: 'eth_accounts', caveats: [] }] };
      case 'wallet_revokePermissions':
        return { value: null, event: ['accountsChanged', []] };
      case 'wallet_watchAsset':
        return { value: watchAsset(first) };
      case 'wallet_switchEthereumChain':
        return this.#switch(Number((first as { chainId: Hex }).chainId));
      case 'wallet_addEthereumChain':
        return this.#add(first);
    }
    const key = this.#keyOf(
      method == 'personal_sign' ? second : method == 'eth_sendTransaction' ? (first as Sends).from : first,
    );
    if (key && method == 'personal_sign')
      return { value: await key.signMessage({ message: { raw: first as Hex } }) };
    if (key && method == 'eth_signTypedData_v4')
      return { value: await key.signTypedData(typeof second == 'string' ? JSON.parse(second) : second) };
    if (key && method == 'eth_sendTransaction') return { value: await this.#send(key, first) };
    if (this.#keys.length && method.startsWith('wallet_')) throw refusal(-32601, `${method} is not known`);
    return { value: await this.#node(method, params) };
  }

  #keyOf(address: unknown): EthereumKey | undefined {
    if (typeof address != 'string') return undefined;
    return this.#keys.find((key) => key.address.toLowerCase() == address.toLowerCase());
  }

  async #send(key: EthereumKey, asked: Sends): Promise<Hex> {
    const { to, data, value, gas } = asked;
    const isAlone = !this.#chains.get(this.#chain);
    const of = <T>(method: string, ...params: unknown[]) => this.#node(method, params) as Promise<T>;
    const nonce = isAlone ? '0x0' : await of<Hex>('eth_getTransactionCount', key.address, 'pending');
    const limit =
      gas ?? (isAlone ? '0x5208' : await of<Hex>('eth_estimateGas', { ...asked, gas: undefined }));
    const price = BigInt(isAlone ? 1_000_000_000 : await of<Hex>('eth_gasPrice'));
    const raw = await key.signTransaction({
      type: 'eip1559',
      chainId: this.#chain,
      nonce: Number(nonce),
      to,
      data,
      value: BigInt(value ?? 0),
      gas: BigInt(limit),
      // Twice the current price, which still suffices when blocks fill up.
      maxFeePerGas: price * 2n,
      maxPriorityFeePerGas: price < 1_000_000_000n ? price : 1_000_000_000n,
    });
    this.signed.push(raw);
    return isAlone ? keccak256(raw) : of<Hex>('eth_sendRawTransaction', raw);
  }

  #switch(id: number): Outcome {
    if (!this.#chains.has(id)) throw refusal(4902, `Unrecognized chain ID ${id}`);
    const isNew = id != this.#chain;
    this.#chain = id;
    return { value: null, event: isNew ? ['chainChanged', numberToHex(id)] : undefined };
  }

  #add({ chainId, rpcUrls }: { chainId: Hex; rpcUrls?: string[] }): Outcome {
    const id = Number(chainId);
    if (!this.#chains.has(id)) this.#chains.set(id, rpcUrls?.[0] ?? null);
    return this.#movesToAdded ? this.#switch(id) : { value: null };
  }

  async #node(method: string, params: unknown): Promise<unknown> {
    const url = this.#chains.get(this.#chain);
    if (!url) throw refusal(4200, `This wallet has no node to ask for ${method}`);
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
    const headers = { 'content-type': 'application/json' };
    const answer = (await (await fetch(url, { method: 'POST', headers, body })).json()) as {
      result: unknown;
      error?: { code: number; message: string };
    };
    if (answer.error) throw refusal(answer.error.code, answer.error.message);
    return answer.result;
  }
}

/** EIP-747: adds a token by its address. The error code for an unreadable asset is a guess. */
function watchAsset(asset: { type?: unknown; options?: { address?: unknown } } | undefined): true {
  if (typeof asset?.type != 'string' || typeof asset.options?.address != 'string')
    throw refusal(-32602, 'Invalid parameters: type and options.address are required');
  return true;
}

interface Sends {
  from: Hex;
  to?: Hex;
  value?: Hex;
  data?: Hex;
  gas?: Hex;
}
