// One chunk for the directory of wallets: looking for one, and getting one.

export { AllWallets } from './all-wallets/all-wallets';
export { Downloads } from './downloads/downloads';
export { GetWallet } from './get-wallet/get-wallet';
