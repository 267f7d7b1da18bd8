// The adapters that `adapters: [...]` lists. The engine supports every namespace already, so an adapter only selects one, and returns the
// provider in the shape that pages of that stack expect.

import type { Options, WalletModalHandle } from 'wallet-modal';
import { warnUnsupported } from '../shared/warn-once';
import { UNSUPPORTED_ADAPTER } from './gone';
import type { AppKitNetwork, ChainNamespace } from './types';

export interface AdapterParams {
  networks?: readonly AppKitNetwork[];
  projectId?: string;
}

type Unsupported = Record<keyof typeof UNSUPPORTED_ADAPTER, (...args: unknown[]) => undefined>;
const Base = class {} as new () => Unsupported;

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

  /** The provider of this namespace, as `useAppKitProvider` returns it: one object for the life of the page. */
  providerOf(handle: WalletModalHandle): unknown {
    return handle.getProvider(this.namespace);
  }

  /** The adapter's parameters that are options of the modal; the options of createAppKit override them. */
  options(): Options {
    return {};
  }

  /** Called once the modal of the page exists. */
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
