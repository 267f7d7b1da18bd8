// The wallets of one person, and the accounts of one of them: one chunk, for the one leads to the other.

export { ProfileWallets } from './profile-wallets/profile-wallets';
export { SwitchAddress } from './switch-address/switch-address';
