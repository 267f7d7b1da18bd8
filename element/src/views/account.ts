// One chunk for the account and what is set about it.

export { Account } from './account/account';
export { Activity } from './activity/activity';
export { AccountSettings } from './account-settings/account-settings';
