// `wallet-modal/appkit/siwx`: `@reown/appkit-siwx`. What these classes make is the option `siwx`: a message for this page, and sessions kept where
// the page says. The modal verifies a signature before a session is handed over, and again whenever a kept one is to count; what getSessions
// gives to others is what is kept. Who needs proof asks a server of its own.

export type { SIWX as SIWXConfig, SIWXMessage, SIWXSession } from 'wallet-modal';
export { InformalMessenger, SIWXMessenger, type SIWXInput } from './siwx/messenger';
export { BIP122Verifier, EIP155Verifier, SIWXVerifier, SolanaVerifier } from './siwx/verifiers';
export { LocalStorage, type SIWXStorage } from './siwx/storage';
export { DefaultSIWX, type SIWXParts } from './siwx/parts';
export { ReownAuthentication, ReownAuthentication as CloudAuthSIWX } from './siwx/cloud';
