// The user's wallets, and the accounts of one wallet: one chunk, because one view leads to the other.

export { ProfileWallets } from './profile-wallets/profile-wallets';
export { SwitchAddress } from './switch-address/switch-address';
