// Message, checks and storage as one object for the option `siwx`.

import type { SIWX, SIWXMessage, SIWXSession } from 'wallet-modal';
import { makeNonce, valid_ms } from '../../../element/src/siwx/session';
import { InformalMessenger, type SIWXInput, type SIWXMessenger } from './messenger';
import { LocalStorage, type SIWXStorage } from './storage';
import { BIP122Verifier, EIP155Verifier, isByModal, SolanaVerifier, type SIWXVerifier } from './verifiers';

/** Message, checks and storage in one: what `createAppKit` takes as `siwx`. */
abstract class Parts implements SIWX {
  readonly #messenger: SIWXMessenger;
  readonly #verifiers: SIWXVerifier[];
  readonly #storage: SIWXStorage;
  required: boolean;
  /** @internal The modal counts a session of this storage by its signature alone, for a script of the page can write there. */
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
  /** What is no longer good is passed over, and stays: a newer one may have been kept in its place while it was looked at. */
  async getSessions(chainId: string, address: string): Promise<SIWXSession[]> {
    const kept = await this.#storage.get(chainId, address);
    const good = await Promise.all(kept.map((one) => this.verifySession(one)));
    return kept.filter((_, index) => good[index]);
  }
  revokeSession(chainId: string, address: string): Promise<void> {
    return this.#storage.delete(chainId, address);
  }
  /** By every verifier of its family, and there has to be one. */
  protected async verifySession(session: SIWXSession): Promise<boolean> {
    const asked = this.#verifiers.filter((one) => one.shouldVerify(session));
    const all = await Promise.all(asked.map((one) => isByModal(one) || one.verify(session)));
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
  /** false: who refuses to sign stays connected */
  required?: boolean;
}

/** where AppKit keeps them: who has signed in before the move stays so */
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
