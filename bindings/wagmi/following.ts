// Keeps wagmi's state equal to the engine's. It compares them at every change, and retries a change that wagmi didn't accept (it accepts
// none while it connects or reconnects), until the two agree.

import type { WalletModalHandle } from 'wallet-modal';

/** The used members of wagmi's emitter. */
export interface EmitterLike {
  emit(name: 'connect' | 'change', data: Connected): void;
  emit(name: 'disconnect'): void;
  listenerCount(name: 'change'): number;
}

export interface Connected {
  accounts: readonly `0x${string}`[];
  chainId: number;
}

/** the wait before the first retry; each further wait is twice as long */
export const FOLLOW_AGAIN_MS = 250;
/** the number of retries, two minutes in total; then the next change tries again */
export const FOLLOW_AGAIN_MAX = 9;
/** wagmi has written its storage by then: changes just after our response belonged to a connection that wagmi didn't have yet */
export const FOLLOW_STORED_MS = 1_000;

export class Following {
  readonly #modal: WalletModalHandle;
  readonly #emitter: EmitterLike;
  /** wagmi's knowledge of us, as last emitted */
  #told = '';
  /** the wallet's chain, as the provider reported it, also one that isn't configured */
  #chain = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #tries = 0;
  #isOn = false;
  /** wagmi has called disconnect(), and sets its own state when that resolves */
  isLeaving = false;

  constructor(modal: WalletModalHandle, emitter: EmitterLike) {
    this.#modal = modal;
    this.#emitter = emitter;
    const onChain = (chainId: unknown): void => {
      this.#chain = Number(chainId);
      this.check();
    };
    const provider = modal.getProvider('eip155');
    provider.on('chainChanged', onChain);
    provider.on('connect', (info) => onChain((info as { chainId: string }).chainId));
    provider.on('disconnect', () => {
      this.#chain = 0;
      this.check();
    });
    modal.subscribeAccount(() => this.check(), 'eip155');
    // A config that is being created can't store a connection yet.
    queueMicrotask(() => {
      this.#isOn = true;
      this.check();
    });
  }

  /** The connected accounts, the current one first. */
  read(): Connected | null {
    const { isConnected, address, allAccounts, caipAddress } = this.#modal.getAccount('eip155');
    if (!isConnected || !address) return null;
    const others = allAccounts.map((one) => one.address).filter((one) => one != address);
    const chainId = this.#chain || Number(caipAddress?.split(':')[1]);
    return chainId ? { accounts: [address, ...others] as `0x${string}`[], chainId } : null;
  }

  /** The response to wagmi's own call. wagmi applies it after its storage has written, so changes until then are emitted again. */
  answer(): Connected | null {
    const now = this.read();
    const state = (this.#told = stateText(now));
    setTimeout(() => {
      if (this.#told == state) return;
      this.#told = '';
      this.check();
    }, FOLLOW_STORED_MS);
    return now;
  }

  /** Emits the changes that wagmi doesn't know yet. */
  check(): void {
    if (!this.#isOn) return;
    const now = this.read();
    const isKnown = this.#emitter.listenerCount('change') > 0;
    if (!now) {
      this.#rest();
      if (isKnown && !this.isLeaving) this.#emitter.emit('disconnect');
      return;
    }
    if (isKnown && this.#told == stateText(now)) return this.#rest();
    this.#told = stateText(now);
    this.#emitter.emit(isKnown ? 'change' : 'connect', now);
    // wagmi only listens to changes of a connection that it has accepted
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

const stateText = (now: Connected | null): string => (now ? `${now.accounts.join()} ${now.chainId}` : '');
