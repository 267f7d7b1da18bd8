// A wallet with a key of its own: announces itself in the page, and is answered in Node, where viem signs and sends. It says yes
// to everything unless told otherwise, gives its address in lower case as most wallets do, and starts on one chain of the three;
// the others it has to be told of.
import type { Page } from '@playwright/test';
import {
  createTestClient,
  createWalletClient,
  http,
  numberToHex,
  parseEther,
  type Address,
  type Hex,
} from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { CHAIN_URLS } from './ports';

const urlOf = (id: number): string | undefined => CHAIN_URLS[id - 1337];

interface Refusal {
  code: number;
  message: string;
}

export class SigningWallet {
  readonly account = privateKeyToAccount(generatePrivateKey());
  readonly asked: string[] = [];
  readonly row = 'wallet-selector-test.signing';
  readonly #known = new Set([1337]);
  readonly #page: Page;
  /** as the best known wallet: a chain that was added is the chain it stands on */
  readonly #movesToAdded: boolean;
  #chain = 1337;
  #granted = false;
  #refusals = new Map<string, Refusal>();

  private constructor(page: Page, movesToAdded: boolean) {
    this.#page = page;
    this.#movesToAdded = movesToAdded;
  }

  /** Before the page is loaded; its account has ten Ether on every chain. */
  static async install(page: Page, { movesToAdded = false } = {}): Promise<SigningWallet> {
    const wallet = new SigningWallet(page, movesToAdded);
    for (const url of CHAIN_URLS)
      await createTestClient({ mode: 'anvil', transport: http(url) }).setBalance({
        address: wallet.address,
        value: parseEther('10'),
      });
    await page.exposeFunction('__signing', (method: string, params: string) =>
      wallet.#answer(method, JSON.parse(params) as unknown[]),
    );
    await page.addInitScript(inPage);
    return wallet;
  }

  get address(): Address {
    return this.account.address;
  }

  /** Once, the next request of this method. */
  refuse(method: string, refusal: Refusal = { code: 4001, message: 'User rejected the request.' }): void {
    this.#refusals.set(method, refusal);
  }

  count = (method: string): number => this.asked.filter((one) => one == method).length;

  emit(event: string, payload: unknown): Promise<void> {
    return this.#page.evaluate(
      ([name, value]) =>
        (window as unknown as { __signingEmit(n: string, v: unknown): void }).__signingEmit(
          name as string,
          value,
        ),
      [event, payload],
    );
  }

  /** `{result}` or `{code, message}`, and what is told afterwards. */
  async #answer(method: string, params: unknown[]): Promise<object> {
    this.asked.push(method);
    const refusal = this.#refusals.get(method);
    this.#refusals.delete(method);
    if (refusal) return refusal;
    try {
      return await this.#do(method, params);
    } catch (error) {
      const { code = -32603, message } = error as { code?: number; message: string };
      return { code, message };
    }
  }

  async #do(method: string, params: unknown[]): Promise<object> {
    const [first, second] = params as [never, never];
    switch (method) {
      case 'eth_requestAccounts':
        this.#granted = true;
        return { result: [this.address.toLowerCase()] };
      case 'eth_accounts':
        return { result: this.#granted ? [this.address.toLowerCase()] : [] };
      case 'eth_chainId':
        return { result: numberToHex(this.#chain) };
      case 'wallet_requestPermissions':
        return { result: [{ parentCapability: 'eth_accounts', caveats: [] }] };
      case 'wallet_revokePermissions':
        this.#granted = false;
        return { result: null, emit: ['accountsChanged', []] };
      case 'personal_sign':
        return { result: await this.account.signMessage({ message: { raw: first as Hex } }) };
      case 'eth_signTypedData_v4':
        return { result: await this.account.signTypedData(JSON.parse(second)) };
      case 'eth_sendTransaction':
        return { result: await this.#send(first) };
      case 'wallet_switchEthereumChain':
        return this.#switch(Number((first as { chainId: Hex }).chainId));
      case 'wallet_addEthereumChain':
        return this.#add(first);
      default:
        return { code: -32601, message: `${method} is not known` };
    }
  }

  async #send({ to, value, data, gas }: { to: Address; value?: Hex; data?: Hex; gas?: Hex }): Promise<Hex> {
    const client = createWalletClient({ account: this.account, transport: http(urlOf(this.#chain)) });
    return client.sendTransaction({
      chain: null,
      to,
      value: BigInt(value ?? 0),
      data,
      ...(gas ? { gas: BigInt(gas) } : {}),
    });
  }

  #switch(id: number): object {
    if (!this.#known.has(id)) return { code: 4902, message: `Unrecognized chain ID ${id}` };
    const isNew = id != this.#chain;
    this.#chain = id;
    return { result: null, ...(isNew ? { emit: ['chainChanged', numberToHex(id)] } : {}) };
  }

  #add({ chainId, rpcUrls }: { chainId: Hex; rpcUrls: string[] }): object {
    const id = Number(chainId);
    if (!rpcUrls?.some((url) => url.replace(/\/$/, '') == urlOf(id)))
      return { code: -32602, message: 'not the chain of this url' };
    this.#known.add(id);
    return this.#movesToAdded ? this.#switch(id) : { result: null };
  }
}

/** Runs in the page; nothing from outside is visible in here. */
function inPage(): void {
  type Listener = (payload: unknown) => void;
  const listeners: Record<string, Listener[]> = {};
  const scope = window as unknown as {
    __signing(method: string, params: string): Promise<Record<string, unknown>>;
    __signingEmit(event: string, payload: unknown): void;
  };
  scope.__signingEmit = (event, payload) => (listeners[event] ?? []).forEach((fn) => fn(payload));
  const provider = {
    async request({ method, params }: { method: string; params?: unknown }): Promise<unknown> {
      const answer = await scope.__signing(method, JSON.stringify(params ?? []));
      if (!('result' in answer))
        throw Object.assign(new Error(String(answer.message)), { code: answer.code });
      // As wallets do: first the answer, the event a moment later.
      const [event, payload] = (answer.emit ?? []) as [string, unknown];
      if (event) setTimeout(() => scope.__signingEmit(event, payload), 20);
      return answer.result;
    },
    on(event: string, fn: Listener) {
      (listeners[event] ??= []).push(fn);
      return provider;
    },
    removeListener(event: string, fn: Listener) {
      listeners[event] = (listeners[event] ?? []).filter((other) => other != fn);
      return provider;
    },
  };
  const info = Object.freeze({
    uuid: '3f2b6a52-6c1d-4a58-9d0e-2f6f0c8f1a77',
    name: 'Signing',
    rdns: 'test.signing',
    icon: 'data:,',
  });
  const tell = () =>
    dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail: Object.freeze({ info, provider }) }));
  addEventListener('eip6963:requestProvider', tell);
  tell();
}
