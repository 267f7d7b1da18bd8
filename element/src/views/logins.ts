// The chunk of the ways to log in: Connect has room for them from its first moment, and they come right behind it.

export { ConnectSocials } from './connect-socials/connect-socials';
export { Create } from './create/create';
export { Logins } from './logins/group';
export { LegalBox } from './logins/legal-box';
