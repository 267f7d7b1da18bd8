// `wallet-modal/appkit/bitcoin`: `@reown/appkit-adapter-bitcoin`. The provider uses strings instead of bytes.

import type { WalletModalHandle } from 'wallet-modal';
import { Adapter, type AdapterParams } from './adapter';
import { bitcoinProvider, type BitcoinConnector } from './bitcoin-provider';
import { unsupported } from './gone-exports';

export { AddressPurpose } from './bitcoin-provider';
export type { AccountAddress, BitcoinConnector, SignPSBTParams } from './bitcoin-provider';

export class BitcoinAdapter extends Adapter {
  readonly namespace = 'bip122';
  #provider: BitcoinConnector | undefined;
  constructor(params?: AdapterParams) {
    super('bitcoin', params);
  }
  override providerOf(handle: WalletModalHandle): BitcoinConnector {
    return (this.#provider ??= bitcoinProvider(handle));
  }
}
export const mapSatsConnectAddressPurpose = unsupported('mapSatsConnectAddressPurpose');
