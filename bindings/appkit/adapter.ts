// What `adapters: [...]` lists. The engine has every family already, so an adapter of ours only says which one is meant, and brings the
// provider in the shape pages of that stack know.

import type { Options, WalletModalHandle } from 'wallet-modal';
import { warnUnsupported } from '../shared/warn-once';
import { UNSUPPORTED_ADAPTER } from './gone';
import type { AppKitNetwork, ChainNamespace } from './types';

export interface AdapterParams {
  networks?: readonly AppKitNetwork[];
  projectId?: string;
}

type Gone = Record<keyof typeof UNSUPPORTED_ADAPTER, (...args: unknown[]) => undefined>;
const Base = class {} as new () => Gone;

export abstract class Adapter extends Base {
  abstract readonly namespace: ChainNamespace;
  readonly adapterType: string;
  networks: readonly AppKitNetwork[];
  readonly projectId: string | undefined;

  constructor(adapterType: string, { networks = [], projectId }: AdapterParams = {}) {
    super();
    this.adapterType = adapterType;
    this.networks = networks;
    this.projectId = projectId;
  }

  /** The provider of this family, as `useAppKitProvider` gives it: one object for the life of the page. */
  providerOf(handle: WalletModalHandle): unknown {
    return handle.getProvider(this.namespace);
  }

  /** What it was given that is an option of the modal; what createAppKit is given itself counts for more. */
  options(): Options {
    return {};
  }

  /** The modal of the page is there. */
  attach(_handle: WalletModalHandle): void {}

  static {
    for (const [name, way] of Object.entries(UNSUPPORTED_ADAPTER))
      Object.defineProperty(this.prototype, name, {
        configurable: true,
        writable: true,
        value: () => warnUnsupported(`adapter.${name}`, way),
      });
  }
}
