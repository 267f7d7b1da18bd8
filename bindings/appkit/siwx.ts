// `wallet-modal/appkit/siwx`: `@reown/appkit-siwx`. These classes create the option `siwx`: a message for this page, and sessions stored
// where the page says. The modal verifies a signature before it passes on a session, and again before a stored session counts.
// getSessions returns to other callers what is stored. A page that needs proof uses its own server.

export type { SIWX as SIWXConfig, SIWXMessage, SIWXSession } from 'wallet-modal';
export { InformalMessenger, SIWXMessenger, type SIWXInput } from './siwx/messenger';
export { BIP122Verifier, EIP155Verifier, SIWXVerifier, SolanaVerifier } from './siwx/verifiers';
export { LocalStorage, type SIWXStorage } from './siwx/storage';
export { DefaultSIWX, type SIWXParts } from './siwx/parts';
export { ReownAuthentication, ReownAuthentication as CloudAuthSIWX } from './siwx/cloud';
