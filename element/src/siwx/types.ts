// Signing in with the wallet (docs/spec/public-api.md section 9): what a host gives as option `siwx`, or as the older `siweConfig`.
// Types only: this file compiles to nothing.

/** CAIP-2. */
type ChainId = string;

export interface SIWXMessage {
  accountAddress: string;
  chainId: ChainId;
  domain: string;
  uri: string;
  version: string;
  nonce: string;
  notBefore?: string;
  statement?: string;
  resources?: string[];
  requestId?: string;
  issuedAt?: string;
  expirationTime?: string;
  /** the text that is signed (EIP-4361, CAIP-122) */
  toString(): string;
}

export interface SIWXSession {
  data: Omit<SIWXMessage, 'toString'>;
  message: string;
  signature: string;
  /** the signed object, when it came with a WalletConnect session (CAIP-74) */
  cacao?: unknown;
}

export interface SIWX {
  createMessage(input: {
    accountAddress: string;
    chainId: ChainId;
    notBefore?: string;
  }): Promise<SIWXMessage>;
  /** its signature has been verified; a host with a server verifies it there once more */
  addSession(session: SIWXSession): Promise<void>;
  revokeSession(chainId: ChainId, address: string): Promise<void>;
  setSessions(sessions: SIWXSession[]): Promise<void>;
  /** valid, unexpired ones only; one of another account than the connected one is revoked */
  getSessions(chainId: ChainId, address: string): Promise<SIWXSession[]>;
  /** no account is connected without a session; default false */
  getRequired?(): boolean;
  /** default true */
  signOutOnDisconnect?: boolean;
  /** default as `signOutOnDisconnect`: when another account of the wallet is connected, the session of the first one ends */
  signOutOnAccountChange?: boolean;
  /** default true; false: an account of which a reload finds no required session is not connected until the person connects it again */
  promptAfterReload?: boolean;
}

/** What a host leaves out is built in: a local message, sessions kept in this browser. */
export type OwnSIWX = Partial<SIWX> & { statement?: string };

/** The older shape. */
export interface SIWEConfig {
  getNonce(address?: string): Promise<string>;
  /** `address` is `did:pkh:` and the CAIP-10 id; `chainId` the number */
  createMessage(args: Record<string, unknown>): string;
  verifyMessage(args: { message: string; signature: string; cacao?: unknown }): Promise<boolean>;
  /** one without an `address` counts only for the account that signed in on this page */
  getSession(): Promise<{ address: string; chainId: number } | null>;
  signOut(): Promise<boolean>;
  getMessageParams?(): Promise<Record<string, unknown>>;
  onSignIn?(session?: { address: string; chainId: number }): void;
  onSignOut?(): void;
  enabled?: boolean;
  /** default true */
  required?: boolean;
  signOutOnDisconnect?: boolean;
  /** default true, as of `SIWX` */
  promptAfterReload?: boolean;
  signOutOnAccountChange?: boolean;
  signOutOnNetworkChange?: boolean;
}
