// `wallet-modal/appkit/ethers`: `@reown/appkit-adapter-ethers`. `useAppKitProvider('eip155').walletProvider` goes into `new BrowserProvider(...)`.

import { Adapter } from './adapter';
import { unsupported } from './gone-exports';

export class EthersAdapter extends Adapter {
  readonly namespace = 'eip155';
  constructor() {
    super('ethers');
  }
}
export const EthersHelpersUtil = unsupported('EthersHelpersUtil');
export type { Eip1193Provider as Provider, RequestArguments } from 'wallet-modal';
export type { Metadata } from './types';
