// The EIP-1193 provider a host gets: one object for the page's life, whatever wallet is behind it (public-api.md section 5).
// Everything is asked of the engine; before it is there, only what needs no engine is answered.

import type { RequestArguments } from './engine/border';
import { isStored, page, start } from './page';
import { WalletError } from './wallet-error';
import type { WalletModal } from './wallet-modal';

type Listener = (...args: unknown[]) => void;

const toHex = (caip: string | null | undefined): string =>
  '0x' + Number(caip?.split(':')[1] ?? 0).toString(16);

const namespace = 'eip155';

export class Eip1193Provider {
  readonly isWalletModal = true;
  readonly #listeners = new Map<string, Set<Listener>>();
  #chain = '';
  #accounts = '';

  /** `events` is what carries the public wallet-* events: the handle. */
  constructor(events: EventTarget) {
    const ours = (fn: (detail: Record<string, unknown>) => void) => (event: Event) => {
      const { detail } = event as CustomEvent;
      if (detail.namespace == namespace || detail.namespace == 'all') fn(detail);
    };
    events.addEventListener(
      'wallet-connect',
      ours(({ caipAddress, address }) => {
        this.#chain = toHex(caipAddress as string);
        this.#tell('connect', { chainId: this.#chain });
        this.#tellAccounts([address as string]);
      }),
    );
    events.addEventListener(
      'wallet-network-change',
      ours(({ caipNetworkId }) => {
        const now = toHex(caipNetworkId as string);
        if (now != this.#chain) this.#tell('chainChanged', (this.#chain = now));
      }),
    );
    events.addEventListener(
      'wallet-account-change',
      ours(({ address }) => address && this.#tellAccounts([address as string])),
    );
    events.addEventListener(
      'wallet-disconnect',
      ours(() => {
        this.#tellAccounts([]);
        this.#tell('disconnect', new WalletError({ code: 4900, message: 'Disconnected' }));
      }),
    );
  }

  async request({ method, params }: RequestArguments): Promise<unknown> {
    if (method == 'eth_accounts' && !page.starting && !isStored()) return [];
    if (method == 'eth_requestAccounts') await this.#connected();
    return (await start()).request(namespace, { method, params });
  }

  on(event: string, listener: Listener): this {
    this.#listeners.set(event, (this.#listeners.get(event) ?? new Set()).add(listener));
    return this;
  }

  removeListener(event: string, listener: Listener): this {
    this.#listeners.get(event)?.delete(listener);
    return this;
  }

  #tell(event: string, ...args: unknown[]): void {
    for (const listener of [...(this.#listeners.get(event) ?? [])]) listener(...args);
  }

  #tellAccounts(list: string[]): void {
    const text = `${list}`;
    if (text == this.#accounts) return;
    this.#accounts = text;
    this.#tell('accountsChanged', list);
  }

  /** Opens Connect and waits: for a connection, or for the modal to be closed without one. */
  async #connected(): Promise<void> {
    const isConnected = () =>
      page.running?.snapshot('accounts').list.some((one) => one.namespace == namespace && one.isConnected);
    // A stored connection is asked first: it may be back in a moment, without anybody's help.
    if (isStored()) await start().then((run) => run.ready);
    if (isConnected()) return;
    const modal = page.element as WalletModal;
    const refused = () => new WalletError({ code: 4001, message: 'User rejected the request.' });
    const stop = new AbortController();
    const { signal } = stop;
    try {
      await new Promise<void>((resolve, reject) => {
        const events = page.handle!;
        events.addEventListener(
          'wallet-connect',
          (event) => (event as CustomEvent).detail.namespace == namespace && resolve(),
          { signal },
        );
        events.addEventListener('wallet-close', () => (isConnected() ? resolve() : reject(refused())), {
          signal,
        });
        modal
          .open({ view: 'Connect', namespace })
          .then(() => page.running?.snapshot('router').open || isConnected() || reject(refused()), reject);
      });
    } finally {
      stop.abort();
    }
  }
}
