// Messenger, verifiers and storage as one object for the option `siwx`.

import type { SIWX, SIWXMessage, SIWXSession } from 'wallet-modal';
import { makeNonce, valid_ms } from '../../../element/src/siwx/session';
import { InformalMessenger, type SIWXInput, type SIWXMessenger } from './messenger';
import { LocalStorage, type SIWXStorage } from './storage';
import { BIP122Verifier, EIP155Verifier, isByModal, SolanaVerifier, type SIWXVerifier } from './verifiers';

/** Messenger, verifiers and storage in one: the `siwx` of `createAppKit`. */
abstract class Parts implements SIWX {
  readonly #messenger: SIWXMessenger;
  readonly #verifiers: SIWXVerifier[];
  readonly #storage: SIWXStorage;
  required: boolean;
  /** @internal The modal trusts a session of this storage only with a valid signature, because a page script can write there. */
  readonly inPage = true;

  constructor({ messenger, verifiers, storage, required = true }: SIWXParts) {
    this.#messenger = messenger;
    this.#verifiers = verifiers;
    this.#storage = storage;
    this.required = required;
  }

  createMessage(input: SIWXInput): Promise<SIWXMessage> {
    return this.#messenger.createMessage(input);
  }
  async addSession(session: SIWXSession): Promise<void> {
    await this.#must([session]);
    await this.#storage.add(session);
  }
  async setSessions(sessions: SIWXSession[]): Promise<void> {
    await this.#must(sessions);
    await this.#storage.set(sessions);
  }
  /** An expired session is skipped but not removed: a newer one might have replaced it during the check. */
  async getSessions(chainId: string, address: string): Promise<SIWXSession[]> {
    const sessions = await this.#storage.get(chainId, address);
    const good = await Promise.all(sessions.map((one) => this.verifySession(one)));
    return sessions.filter((_, index) => good[index]);
  }
  revokeSession(chainId: string, address: string): Promise<void> {
    return this.#storage.delete(chainId, address);
  }
  /** Verifies with every verifier of its namespace. There must be at least one. */
  protected async verifySession(session: SIWXSession): Promise<boolean> {
    const verifiers = this.#verifiers.filter((one) => one.shouldVerify(session));
    const all = await Promise.all(verifiers.map((one) => isByModal(one) || one.verify(session)));
    return all.length > 0 && all.every(Boolean);
  }
  getRequired(): boolean {
    return this.required;
  }

  async #must(sessions: SIWXSession[]): Promise<void> {
    for (const one of sessions)
      if (!(await this.verifySession(one))) throw new Error('The sign-in session is invalid');
  }
}
export interface SIWXParts {
  messenger: SIWXMessenger;
  verifiers: SIWXVerifier[];
  storage: SIWXStorage;
  /** false: a user who declines to sign stays connected */
  required?: boolean;
}

/** AppKit's key, so that signed-in users stay signed in when you migrate */
const KEY = '@appkit/siwx';

export class DefaultSIWX extends Parts {
  constructor(params: Partial<SIWXParts> = {}) {
    const { host = '', origin = '' } = globalThis.location ?? {};
    super({
      messenger:
        params.messenger ??
        new InformalMessenger({
          domain: host,
          uri: origin,
          expiration: valid_ms,
          getNonce: async () => makeNonce(),
        }),
      verifiers: params.verifiers ?? [new EIP155Verifier(), new SolanaVerifier(), new BIP122Verifier()],
      storage: params.storage ?? new LocalStorage({ key: KEY }),
      required: params.required ?? true,
    });
  }
}
