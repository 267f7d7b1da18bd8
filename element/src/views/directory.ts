// One chunk for the directory: finding a wallet, and installing one.

export { AllWallets } from './all-wallets/all-wallets';
export { Downloads } from './downloads/downloads';
export { GetWallet } from './get-wallet/get-wallet';
