// `wallet-modal/appkit/ethers5`: `@reown/appkit-adapter-ethers5`. `useAppKitProvider('eip155').walletProvider` goes into `new ethers.providers.Web3Provider(...)`.

import { Adapter } from './adapter';
import { unsupported } from './gone-exports';

export class Ethers5Adapter extends Adapter {
  readonly namespace = 'eip155';
  constructor() {
    super('ethers5');
  }
}
export const EthersHelpersUtil = unsupported('EthersHelpersUtil');
export type { Eip1193Provider as Provider, RequestArguments } from 'wallet-modal';
export type { Metadata } from './types';
