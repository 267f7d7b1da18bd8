// The types of sign-in (docs/spec/public-api.md section 9): the option `siwx`, and the older `siweConfig`. Only types: this file compiles
// to nothing.

/** A CAIP-2 ID. */
type ChainId = string;

/** The fields of a sign-in message (EIP-4361, CAIP-122). */
export interface SIWXMessage {
  /** The address that signs. */
  accountAddress: string;
  /** The network, as a CAIP-2 ID. */
  chainId: ChainId;
  /** The host of your page. */
  domain: string;
  /** The URL of your page. */
  uri: string;
  /** The version of the format: `1`. */
  version: string;
  /** A random text, from your server. */
  nonce: string;
  /** The time from which the message is valid (ISO 8601). */
  notBefore?: string;
  /** A sentence that the user reads. */
  statement?: string;
  /** URLs that belong to the message. */
  resources?: string[];
  /** An ID of your own. */
  requestId?: string;
  /** The time of the message (ISO 8601). */
  issuedAt?: string;
  /** The time at which the session ends (ISO 8601). */
  expirationTime?: string;
  /** Returns the text that the user signs. */
  toString(): string;
}

/** A sign-in session: what the user signed. */
export interface SIWXSession {
  /** The fields of the message. */
  data: Omit<SIWXMessage, 'toString'>;
  /** The text of the message. */
  message: string;
  /** The signature. */
  signature: string;
  /** The signed object, if it came with a WalletConnect session (CAIP-74). */
  cacao?: unknown;
}

/** Your sign-in functions (option `siwx`). */
export interface SIWX {
  /** Creates the message for an account. */
  createMessage(input: {
    accountAddress: string;
    chainId: ChainId;
    notBefore?: string;
  }): Promise<SIWXMessage>;
  /** Stores a session. The modal has verified the signature; verify it again on your server. */
  addSession(session: SIWXSession): Promise<void>;
  /** Ends the session of an account. */
  revokeSession(chainId: ChainId, address: string): Promise<void>;
  /** Replaces all sessions. */
  setSessions(sessions: SIWXSession[]): Promise<void>;
  /** Returns the valid sessions of an account. The modal revokes a session of another account. */
  getSessions(chainId: ChainId, address: string): Promise<SIWXSession[]>;
  /** Returns true if an account needs a session to be connected. Default: false. */
  getRequired?(): boolean;
  /** Ends the session when the account is disconnected. Default: true. */
  signOutOnDisconnect?: boolean;
  /** Ends the session when another account of the wallet is connected. Default: as `signOutOnDisconnect`. */
  signOutOnAccountChange?: boolean;
  /** Opens the modal if a reload finds no required session. If false, the account is disconnected instead. Default: true. */
  promptAfterReload?: boolean;
}

/** Sign-in functions of your own. Those that you omit are built in: a local message, and sessions in this browser. */
export type OwnSIWX = Partial<SIWX> & { statement?: string };

/** The older sign-in object (option `siweConfig`), for EVM networks only. */
export interface SIWEConfig {
  /** Returns a random text, from your server. */
  getNonce(address?: string): Promise<string>;
  /** Returns the text that the user signs. `address` is `did:pkh:` and the CAIP-10 ID; `chainId` is a number. */
  createMessage(args: Record<string, unknown>): string;
  /** Verifies a signature on your server. Returns false to refuse it. */
  verifyMessage(args: { message: string; signature: string; cacao?: unknown }): Promise<boolean>;
  /** Returns the session, or null. One without an `address` only counts for the account that signed in on this page. */
  getSession(): Promise<{ address: string; chainId: number } | null>;
  /** Ends the session. Returns false if that failed. */
  signOut(): Promise<boolean>;
  /** Returns more fields for the message. */
  getMessageParams?(): Promise<Record<string, unknown>>;
  /** The user has signed in. */
  onSignIn?(session?: { address: string; chainId: number }): void;
  /** The session has ended. */
  onSignOut?(): void;
  /** Turns sign-in off if false. Default: true. */
  enabled?: boolean;
  /** Requires a session to be connected. Default: true. */
  required?: boolean;
  /** Ends the session when the account is disconnected. Default: true. */
  signOutOnDisconnect?: boolean;
  /** As in `SIWX`. Default: true. */
  promptAfterReload?: boolean;
  /** Ends the session when another account of the wallet is connected. Default: true. */
  signOutOnAccountChange?: boolean;
  /** Ends the session when the network changes. Default: true. */
  signOutOnNetworkChange?: boolean;
}
