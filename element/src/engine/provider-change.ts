// `wallet-provider-change` (docs/spec/public-api.md section 4): a namespace got a provider, got another one, or lost it. Derived from the
// events for connecting and disconnecting.

import type { Namespace, Slices, Status } from '../contract';

/** the events after which a provider might have changed */
export interface ProviderNews {
  namespace: Namespace;
  connectorId: string;
  status?: Status;
}

interface Source {
  snapshot<K extends keyof Slices>(slice: K): Slices[K];
}

/** The providers that the handle returns. */
type ProviderOf = (namespace: Namespace) => unknown;

export class ProviderChange {
  /** the connector behind each namespace's provider, as last emitted */
  readonly #told = new Map<Namespace, string>();

  /** The detail to emit after this event, if any. */
  after(
    name: string,
    { namespace, connectorId, status }: ProviderNews,
    source: Source,
    providerOf: ProviderOf,
  ): object | null {
    const last = this.#told.get(namespace);
    if (name == 'wallet-connect' && last != connectorId) {
      this.#told.set(namespace, connectorId);
      const connector = source.snapshot('connections').connectors.find(({ id }) => id == connectorId);
      return { namespace, type: connector?.type ?? null, provider: providerOf(namespace) };
    }
    if (name != 'wallet-status' || status != 'disconnected' || !last) return null;
    this.#told.delete(namespace);
    return { namespace, type: null, provider: null };
  }
}
