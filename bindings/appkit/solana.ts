// `wallet-modal/appkit/solana`: `@reown/appkit-adapter-solana`. The provider takes and returns transactions of the page's
// @solana/web3.js.

import {
  Connection as NodeConnection,
  PublicKey,
  type Commitment,
  type ConnectionConfig,
} from '@solana/web3.js';
import type { WalletModalHandle } from 'wallet-modal';
import { warnOnce } from '../shared/warn-once';
import { Adapter } from './adapter';
import { unsupported } from './gone-exports';
import { solanaProvider, type Provider as Shape } from './solana-provider';

export type { AnyTransaction } from './solana-provider';
export type Provider = Shape<PublicKey>;
export type Connection = NodeConnection;

export interface AdapterOptions {
  connectionSettings?: Commitment | ConnectionConfig;
  /** wallets of @solana/wallet-adapter: the modal finds browser wallets through the Wallet Standard */
  wallets?: readonly unknown[];
  registerWalletStandard?: boolean;
}

export class SolanaAdapter extends Adapter {
  readonly namespace = 'solana';
  readonly #settings: Commitment | ConnectionConfig;
  #provider: Provider | undefined;
  #connection: { url: string; made: Connection } | undefined;

  constructor({ connectionSettings = 'confirmed', wallets, registerWalletStandard }: AdapterOptions = {}) {
    super('solana');
    this.#settings = connectionSettings;
    if (wallets?.length)
      warnOnce(
        'SolanaAdapter.wallets',
        'Remove this option. The modal finds browser wallets through the Wallet Standard.',
      );
    if (registerWalletStandard)
      warnOnce(
        'SolanaAdapter.registerWalletStandard',
        'Pass the option `announceProvider: true` to createAppKit.',
      );
  }

  override providerOf(handle: WalletModalHandle): Provider {
    return (this.#provider ??= solanaProvider(handle, PublicKey));
  }

  /** A connection to the network's node; the same object while the URL is the same. */
  connectionTo(url: string): Connection {
    if (this.#connection?.url != url)
      this.#connection = { url, made: new NodeConnection(url, this.#settings) };
    return this.#connection.made;
  }
}

export const SolStoreUtil = unsupported('SolStoreUtil');
export const SolConstantsUtil = unsupported('SolConstantsUtil');
export const SolHelpersUtil = unsupported('SolHelpersUtil');
export const SPL_COMPUTE_BUDGET_CONSTANTS = unsupported('SPL_COMPUTE_BUDGET_CONSTANTS');
