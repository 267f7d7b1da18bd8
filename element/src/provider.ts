// The provider of a namespace: EIP-1193 for eip155, and the same shape for the others. It is one object for the life of the page,
// whatever wallet is behind it (docs/spec/public-api.md section 5). It passes requests to the engine. Before the engine runs, it only
// responds to requests that need no engine.

import { add, after, apply, filterItems, findItem, lower } from './captured';
import type { Namespace, Status } from './contract';
import type { RequestArguments } from './engine/border';
import { checkEvent } from './handle/mistakes';
import { mustBeFunction } from './handle/reading';
import { unlessClosed } from './handle/unless-closed';
import { ignore, isStored, page, start, type Running } from './page';
import { WalletError } from './wallet-error';

/** The events of a provider (EIP-1193), each with its listener's arguments. */
export interface ProviderEvents {
  /** An account was connected. `chainId` is hexadecimal for `eip155`, otherwise a CAIP-2 ID. */
  connect: [info: { chainId: string }];
  /** The account was disconnected; the error has code 4900. */
  disconnect: [error: WalletError];
  /** The network has changed: a hexadecimal ID for `eip155`, otherwise a CAIP-2 ID. */
  chainChanged: [chainId: string];
  /** The account has changed. The list is empty after a disconnect. */
  accountsChanged: [accounts: string[]];
  /** The wallet has sent a message, such as a subscription's. */
  message: [message: { type: string; data: unknown }];
}

type ListenerOf<Name extends keyof ProviderEvents> = (...args: ProviderEvents[Name]) => void;
type Listener = (...args: unknown[]) => void;
/** one entry per `on` call: a listener added twice is called twice, as with an EventEmitter */
type Registration = { listener: Listener; once: boolean };

/** the fields of public events that this file reads */
interface News {
  namespace: string;
  status: Status;
  isConnected: boolean;
  address: string | null;
  caipAddress: string | null;
  caipNetworkId: string | null;
  /** of a message from the wallet (EIP-1193) */
  type: string;
  data: unknown;
}

/** Waits for a response until the handle is destroyed. */
type UntilEnd = <T>(ask: () => Promise<T>) => Promise<T>;

const eip155 = 'eip155';
const toChain = (caip: string): string => {
  /* eslint-disable no-restricted-syntax, no-restricted-globals -- a network */
  const [family, reference] = caip.split(':');
  return family == eip155 ? '0x' + Number(reference).toString(16) : `${family}:${reference}`;
  /* eslint-enable no-restricted-syntax, no-restricted-globals */
};

const noListeners = (): Record<string, Registration[] | undefined> => ({ __proto__: null }) as never;

/**
 * The provider of a namespace: EIP-1193 for `eip155`, and the same shape for the others. It is the same object for the life of the page,
 * whatever wallet is connected.
 */
export class Eip1193Provider {
  /** Tells this provider from a browser wallet's own. */
  readonly isWalletModal = true;
  readonly #owe: UntilEnd;
  readonly #of: Namespace;
  #listeners = noListeners();
  #status: Status = 'disconnected';
  #chain = '';
  #account = '';
  /** whether `connect` was emitted, without a `disconnect` since */
  #connected = false;
  /** before that, networks come only from storage, and the page has seen no other */
  #ready = false;

  /** @internal `events` emits the public wallet-* events: the handle */
  constructor(events: EventTarget, owe: UntilEnd, of: Namespace = eip155) {
    this.#owe = owe;
    this.#of = of;
    this.#catchUp();
    const hear = (name: string, fn: (news: News) => void) =>
      // The handle's own method checks names for mistakes, and `message` is internal.
      EventTarget.prototype.addEventListener.call(events, name, (event) => {
        const { detail } = event as CustomEvent<News>;
        if (detail.namespace == of || detail.namespace == 'all') fn(detail);
      });
    events.addEventListener('wallet-ready', () => (this.#ready = true));
    hear('wallet-status', ({ status }) => {
      this.#status = status;
      if (status == 'disconnected') this.#tellAccount('');
    });
    // A stored account isn't proven by a wallet until it is connected.
    hear('wallet-account-change', (news) => news.isConnected && this.#tellConnected(news));
    hear('wallet-connect', (news) => this.#tellConnected(news));
    hear('wallet-network-change', ({ caipNetworkId }) => {
      if (!caipNetworkId) return;
      // While a connection is being made, `connect` reports its chain.
      const counts = this.#account || (this.#ready && this.#status == 'disconnected');
      if (counts) this.#tellChain(toChain(caipNetworkId));
    });
    hear('message', ({ type, data }) => this.#connected && this.#tell('message', { type, data }));
    hear('wallet-disconnect', () => {
      this.#status = 'disconnected';
      this.#tellAccount('');
      if (this.#connected) this.#tell('disconnect', new WalletError({ code: 4900, message: 'Disconnected' }));
      this.#connected = false;
    });
  }

  /**
   * Sends a JSON-RPC request. Without an account, `eth_requestAccounts` opens the modal, reads go to the network's node, and others reject
   * with 4100. Rejects with 4001 if the user declines.
   */
  request(args: RequestArguments): Promise<unknown> {
    return this.#owe(() => this.#ask(args));
  }

  /** Adds a listener. Throws a TypeError if it isn't a function. */
  on<Name extends keyof ProviderEvents>(event: Name, listener: ListenerOf<Name>): this {
    return this.#add(event, listener as Listener, false);
  }

  /** The same as `on`. */
  addListener<Name extends keyof ProviderEvents>(event: Name, listener: ListenerOf<Name>): this {
    return this.#add(event, listener as Listener, false);
  }

  /** Adds a listener for the next event only. */
  once<Name extends keyof ProviderEvents>(event: Name, listener: ListenerOf<Name>): this {
    return this.#add(event, listener as Listener, true);
  }

  /** Removes a listener. One that was added twice is still called once. */
  removeListener<Name extends keyof ProviderEvents>(event: Name, listener: ListenerOf<Name>): this {
    const all = this.#listeners[event] ?? [];
    let last = all.length - 1;
    while (last >= 0 && all[last]!.listener != listener) last--;
    this.#listeners[event] = filterItems(all, (_, at) => at != last);
    return this;
  }

  /** The same as `removeListener`. */
  off<Name extends keyof ProviderEvents>(event: Name, listener: ListenerOf<Name>): this {
    return this.removeListener(event, listener);
  }

  /** Removes the listeners of one event, or of all events. */
  removeAllListeners(event?: keyof ProviderEvents): this {
    if (event == null) this.#listeners = noListeners();
    else delete this.#listeners[event];
    return this;
  }

  #add(event: string, listener: Listener, once: boolean): this {
    mustBeFunction(listener);
    checkEvent(event);
    const all = filterItems(this.#listeners[event] ?? [], () => true);
    add(all, { listener, once });
    this.#listeners[event] = all;
    return this;
  }

  /** The engine responds. For a request for accounts, it opens Connect once no stored connection is being restored. */
  async #ask({ method, params }: RequestArguments): Promise<unknown> {
    // eslint-disable-next-line no-restricted-syntax -- a method's name
    if (/_(getA|a)ccounts$/.test(method) && !page.starting && !isStored()) return [];
    // eslint-disable-next-line no-restricted-syntax -- a method's name
    if (!/_requestAccounts$/.test(method)) return await (await start()).request({ method, params }, this.#of);
    let run!: Running;
    let wasOpen = false;
    const accounts = await unlessClosed(start(), (running) => {
      run = running;
      wasOpen = run.snapshot('router').open;
      return run.request({ method, params }, this.#of);
    });
    // Connect was opened for this request, and then the stored wallet did connect.
    const { open, view } = run.snapshot('router');
    if (!wasOpen && open && view == 'Connect')
      void after(run.dispatch({ type: 'router.close', reason: 'success' }), ignore, ignore);
    return accounts;
  }

  /** The handle might be created after the engine, for an element of the page. Takes over the current state without emitting events. */
  #catchUp(): void {
    const { running } = page;
    if (!running) return;
    this.#ready = running.snapshot('state').initialized;
    const account = findItem(running.snapshot('accounts').list, (one) => one.namespace == this.#of);
    this.#status = account?.status ?? 'disconnected';
    if (!account?.isConnected || !account.address || !account.caipAddress) return;
    this.#account = this.#written(account.address);
    this.#chain = toChain(account.caipAddress);
    this.#connected = true;
  }

  /** An account in the form that requests for accounts return. */
  #written(address: string): string {
    return this.#of == eip155 ? lower(address) : address;
  }

  #tell(event: string, ...args: unknown[]): void {
    const all = this.#listeners[event] ?? [];
    for (let i = 0; i < all.length; i++) {
      const { listener, once } = all[i]!;
      if (once)
        this.#listeners[event] = filterItems(this.#listeners[event] ?? [], (other) => other != all[i]);
      try {
        apply(listener, undefined, args);
      } catch (error) {
        // The other listeners still run. The error is reported to the page asynchronously, as for any listener that throws.
        setTimeout(() => {
          throw error;
        });
      }
    }
  }

  /** Emits `connect` first, once per connection, then `accountsChanged` if the account is different. */
  #tellConnected({ address, caipAddress }: News): void {
    if (!address || !caipAddress) return;
    this.#status = 'connected';
    if (!this.#account) {
      this.#connected = true;
      this.#chain = toChain(caipAddress);
      this.#tell('connect', { chainId: this.#chain });
    }
    this.#tellAccount(this.#written(address));
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
