// One chunk for the account and what is set about it.

export { Account } from './account/account';
export { AccountSettings } from './account-settings/account-settings';
