// What wagmi is told: the state of the engine, and nothing else. It is compared at every change, so that a word that wagmi
// did not take (it takes none while it connects or reconnects itself) is said again until the two agree.

import type { WalletModalHandle } from 'wallet-modal';

/** Of wagmi's emitter, what is used. */
export interface EmitterLike {
  emit(name: 'connect' | 'change', data: Connected): void;
  emit(name: 'disconnect'): void;
  listenerCount(name: 'change'): number;
}

export interface Connected {
  accounts: readonly `0x${string}`[];
  chainId: number;
}

/** the first wait before something is said again; each further one is twice as long */
export const FOLLOW_AGAIN_MS = 250;
/** how often: two minutes in all, then the next change says it */
export const FOLLOW_AGAIN_MAX = 9;
/** wagmi's storage has written by then: what changed after our answer was of a connection that wagmi did not have yet */
export const FOLLOW_STORED_MS = 1_000;

export class Following {
  readonly #modal: WalletModalHandle;
  readonly #emitter: EmitterLike;
  /** what wagmi knows of us by our last word */
  #told = '';
  /** where the wallet stands, as the provider has said it; also a chain that is not configured */
  #chain = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #tries = 0;
  #isOn = false;
  /** wagmi has called disconnect(), and sets its own state when that is through */
  isLeaving = false;

  constructor(modal: WalletModalHandle, emitter: EmitterLike) {
    this.#modal = modal;
    this.#emitter = emitter;
    const moved = (chainId: unknown): void => {
      this.#chain = Number(chainId);
      this.check();
    };
    const provider = modal.getProvider('eip155');
    provider.on('chainChanged', moved);
    provider.on('connect', (info) => moved((info as { chainId: string }).chainId));
    provider.on('disconnect', () => {
      this.#chain = 0;
      this.check();
    });
    modal.subscribeAccount(() => this.check(), 'eip155');
    // A config that is being made has no place for a connection yet.
    queueMicrotask(() => {
      this.#isOn = true;
      this.check();
    });
  }

  /** Who is connected now, the present account first. */
  read(): Connected | null {
    const { isConnected, address, allAccounts, caipAddress } = this.#modal.getAccount('eip155');
    if (!isConnected || !address) return null;
    const others = allAccounts.map((one) => one.address).filter((one) => one != address);
    const chainId = this.#chain || Number(caipAddress?.split(':')[1]);
    return chainId ? { accounts: [address, ...others] as `0x${string}`[], chainId } : null;
  }

  /** An answer of ours to wagmi's own call. It is set when wagmi's storage has written: what changes until then is said once more. */
  answer(): Connected | null {
    const now = this.read();
    const answered = (this.#told = written(now));
    setTimeout(() => {
      if (this.#told == answered) return;
      this.#told = '';
      this.check();
    }, FOLLOW_STORED_MS);
    return now;
  }

  /** Says what wagmi does not know yet. */
  check(): void {
    if (!this.#isOn) return;
    const now = this.read();
    const isKnown = this.#emitter.listenerCount('change') > 0;
    if (!now) {
      this.#rest();
      if (isKnown && !this.isLeaving) this.#emitter.emit('disconnect');
      return;
    }
    if (isKnown && this.#told == written(now)) return this.#rest();
    this.#told = written(now);
    this.#emitter.emit(isKnown ? 'change' : 'connect', now);
    // wagmi listens to changes of a connection that it has taken
    if (!isKnown && !this.#emitter.listenerCount('change')) this.#later();
  }

  #later(): void {
    clearTimeout(this.#timer);
    if (this.#tries >= FOLLOW_AGAIN_MAX) return;
    this.#timer = setTimeout(() => this.check(), FOLLOW_AGAIN_MS * 2 ** this.#tries++);
  }

  #rest(): void {
    clearTimeout(this.#timer);
    this.#tries = 0;
  }
}

const written = (now: Connected | null): string => (now ? `${now.accounts.join()} ${now.chainId}` : '');
