// One chunk for choosing a name.

export { ChooseAccountName } from './choose-account-name/choose-account-name';
export { RegisterAccountName } from './register-account-name/register-account-name';
export { RegisterAccountNameSuccess } from './register-account-name-success/register-account-name-success';
