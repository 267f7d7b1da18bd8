// The chunk of the logins. Connect reserves space for them, and it loads right after Connect.

export { ConnectSocials } from './connect-socials/connect-socials';
export { Create } from './create/create';
export { Logins } from './logins/group';
export { LegalBox } from './logins/legal-box';
