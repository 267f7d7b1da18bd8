// One chunk for the account and its settings.

export { Account } from './account/account';
export { Activity } from './activity/activity';
export { AccountSettings } from './account-settings/account-settings';
