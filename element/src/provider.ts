// The EIP-1193 provider a host gets: one object for the page's life, whatever wallet is behind it (docs/spec/public-api.md section 5).
// Everything is asked of the engine; before it is there, only what needs no engine is answered.

import type { Status } from './contract';
import type { RequestArguments } from './engine/border';
import { mustBeFunction } from './handle/reading';
import { unlessClosed } from './handle/unless-closed';
import { isStored, page, start, type Running } from './page';
import { WalletError } from './wallet-error';

type Listener = (...args: unknown[]) => void;

/** of the details of the public events, what is read here */
interface News {
  namespace: string;
  status: Status;
  isConnected: boolean;
  address: string | null;
  caipAddress: string | null;
  caipNetworkId: string | null;
}

/** Waits for an answer for as long as the handle lives. */
type Owe = <T>(ask: () => Promise<T>) => Promise<T>;

const toHex = (caip: string): string => '0x' + Number(caip.split(':')[1]).toString(16);

const namespace = 'eip155';

export class Eip1193Provider {
  readonly isWalletModal = true;
  readonly #owe: Owe;
  readonly #listeners = new Map<string, Set<Listener>>();
  #status: Status = 'disconnected';
  #chain = '';
  #account = '';
  /** `connect` was emitted and no `disconnect` since */
  #connected = false;
  /** before, chains come from storage only: the host has seen no other one */
  #ready = false;

  /** `events` is what carries the public wallet-* events: the handle. */
  constructor(events: EventTarget, owe: Owe) {
    this.#owe = owe;
    this.#catchUp();
    const hear = (name: string, fn: (news: News) => void) =>
      events.addEventListener(name, (event) => {
        const { detail } = event as CustomEvent<News>;
        if (detail.namespace == namespace || detail.namespace == 'all') fn(detail);
      });
    events.addEventListener('wallet-ready', () => (this.#ready = true));
    hear('wallet-status', ({ status }) => {
      this.#status = status;
      if (status == 'disconnected') this.#tellAccount('');
    });
    // Until it is connected, a stored account is not proven by any wallet.
    hear('wallet-account-change', (news) => news.isConnected && this.#tellConnected(news));
    hear('wallet-connect', (news) => this.#tellConnected(news));
    hear('wallet-network-change', ({ caipNetworkId }) => {
      if (!caipNetworkId) return;
      // While a connection comes about, `connect` says its chain.
      const counts = this.#account || (this.#ready && this.#status == 'disconnected');
      if (counts) this.#tellChain(toHex(caipNetworkId));
    });
    hear('wallet-disconnect', () => {
      this.#status = 'disconnected';
      this.#tellAccount('');
      if (this.#connected) this.#tell('disconnect', new WalletError({ code: 4900, message: 'Disconnected' }));
      this.#connected = false;
    });
  }

  request(args: RequestArguments): Promise<unknown> {
    return this.#owe(() => this.#ask(args));
  }

  on(event: string, listener: Listener): this {
    mustBeFunction(listener);
    this.#listeners.set(event, (this.#listeners.get(event) ?? new Set()).add(listener));
    return this;
  }

  removeListener(event: string, listener: Listener): this {
    this.#listeners.get(event)?.delete(listener);
    return this;
  }

  /** The engine answers, and opens Connect for eth_requestAccounts once no stored connection is being restored. */
  async #ask({ method, params }: RequestArguments): Promise<unknown> {
    if (method == 'eth_accounts' && !page.starting && !isStored()) return [];
    if (method != 'eth_requestAccounts') return (await start()).request({ method, params });
    let run!: Running;
    let wasOpen = false;
    const accounts = await unlessClosed(start(), (running) => {
      run = running;
      wasOpen = run.snapshot('router').open;
      return run.request({ method, params });
    });
    // Opened for this question, and then the stored wallet came after all.
    const { open, view } = run.snapshot('router');
    if (!wasOpen && open && view == 'Connect')
      run.dispatch({ type: 'router.close', reason: 'success' }).catch(() => {});
    return accounts;
  }

  /** The handle may come after the engine (a bare element was there first): what is so already is no news. */
  #catchUp(): void {
    const { running } = page;
    if (!running) return;
    this.#ready = running.snapshot('state').initialized;
    const account = running.snapshot('accounts').list.find((one) => one.namespace == namespace);
    this.#status = account?.status ?? 'disconnected';
    if (!account?.isConnected || !account.address || !account.caipAddress) return;
    this.#account = account.address.toLowerCase();
    this.#chain = toHex(account.caipAddress);
    this.#connected = true;
  }

  #tell(event: string, ...args: unknown[]): void {
    for (const listener of [...(this.#listeners.get(event) ?? [])])
      try {
        listener(...args);
      } catch (error) {
        // The others hear it all the same; the page is told as by any listener that throws.
        setTimeout(() => {
          throw error;
        });
      }
  }

  /** `connect` first, once for each connection; then the account if it is another one, in lower case as eth_accounts has it. */
  #tellConnected({ address, caipAddress }: News): void {
    if (!address || !caipAddress) return;
    this.#status = 'connected';
    if (!this.#account) {
      this.#connected = true;
      this.#chain = toHex(caipAddress);
      this.#tell('connect', { chainId: this.#chain });
    }
    this.#tellAccount(address.toLowerCase());
  }

  #tellAccount(address: string): void {
    if (address == this.#account) return;
    this.#account = address;
    this.#tell('accountsChanged', address ? [address] : []);
  }

  #tellChain(chain: string): void {
    if (chain != this.#chain) this.#tell('chainChanged', (this.#chain = chain));
  }
}
