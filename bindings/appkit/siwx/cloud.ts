// AppKit's sign-in with its own servers.

import type { SIWXSession } from 'wallet-modal';
import { warnUnsupported } from '../../shared/warn-once';
import { UNSUPPORTED_SIWX } from '../gone';
import { DefaultSIWX, type SIWXParts } from './parts';

type Listener = (session: SIWXSession | undefined) => void;
type Unsupported = Record<
  Exclude<keyof typeof UNSUPPORTED_SIWX, 'verify' | 'ReownAuthentication'>,
  () => Promise<undefined>
>;
const WithGone = DefaultSIWX as unknown as new (params?: Partial<SIWXParts>) => DefaultSIWX & Unsupported;

/** It has no server behind it: only this browser knows who is signed in. */
export class ReownAuthentication extends WithGone {
  readonly #heard = new Set<Listener>();

  constructor({ required = true }: ReownAuthentication.ConstructorParams = {}) {
    super({ required });
    warnUnsupported('ReownAuthentication', UNSUPPORTED_SIWX.ReownAuthentication);
  }

  override async addSession(session: SIWXSession): Promise<void> {
    await super.addSession(session);
    this.#tell(session);
  }
  override async setSessions(sessions: SIWXSession[]): Promise<void> {
    await super.setSessions(sessions);
    this.#tell(sessions[0]);
  }
  override async revokeSession(chainId: string, address: string): Promise<void> {
    await super.revokeSession(chainId, address);
    this.#tell(undefined);
  }
  on(_event: 'sessionChanged', callback: Listener): () => void {
    this.#heard.add(callback);
    return () => void this.#heard.delete(callback);
  }
  removeAllListeners(): void {
    this.#heard.clear();
  }
  #tell(session: SIWXSession | undefined): void {
    for (const listener of [...this.#heard]) listener(session);
  }

  static {
    for (const [name, way] of Object.entries(UNSUPPORTED_SIWX))
      if (name != 'verify' && name != 'ReownAuthentication')
        Object.defineProperty(this.prototype, name, {
          configurable: true,
          writable: true,
          value: async () => warnUnsupported(`ReownAuthentication.${name}`, way),
        });
  }
}
// eslint-disable-next-line @typescript-eslint/no-namespace -- pages name its types by the class
export declare namespace ReownAuthentication {
  type ConstructorParams = {
    localAuthStorageKey?: string;
    localNonceStorageKey?: string;
    required?: boolean;
  };
}
