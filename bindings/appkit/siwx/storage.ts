// Stores sessions, and verifies nothing.

import type { SIWXSession } from 'wallet-modal';
import { isOf, isSession, isValid, sessions_max } from '../../../element/src/siwx/session';

export interface SIWXStorage {
  add(session: SIWXSession): Promise<void>;
  set(sessions: SIWXSession[]): Promise<void>;
  get(chainId: string, address: string): Promise<SIWXSession[]>;
  delete(chainId: string, address: string): Promise<void>;
}

/** key -> sessions that couldn't be written: without storage, or if it is full, they last until a reload */
const unwritten = new Map<string, SIWXSession[]>();

/** In the page's localStorage, under its key. Damaged records are ignored. */
export class LocalStorage implements SIWXStorage {
  readonly #key: string;

  constructor({ key }: LocalStorage.ConstructorParams) {
    this.#key = key;
  }

  async add(session: SIWXSession): Promise<void> {
    const isSame = isOf(session.data.chainId, session.data.accountAddress);
    this.#write([...this.#read().filter((one) => !isSame(one)), session]);
  }
  async set(sessions: SIWXSession[]): Promise<void> {
    this.#write(sessions);
  }
  async get(chainId: string, address: string): Promise<SIWXSession[]> {
    return this.#read().filter((one) => isOf(chainId, address)(one) && isValid(one));
  }
  async delete(chainId: string, address: string): Promise<void> {
    this.#write(this.#read().filter((one) => !isOf(chainId, address)(one)));
  }

  #read(): SIWXSession[] {
    const sessions = unwritten.get(this.#key);
    if (sessions) return sessions;
    try {
      const list: unknown = JSON.parse(localStorage.getItem(this.#key) ?? '[]');
      return Array.isArray(list) ? list.filter(isSession) : [];
    } catch {
      return [];
    }
  }
  #write(sessions: SIWXSession[]): void {
    const last = sessions.slice(-sessions_max);
    try {
      localStorage.setItem(this.#key, JSON.stringify(last));
      unwritten.delete(this.#key);
    } catch (error) {
      // On a server, they would be shared by all users.
      if (!globalThis.document) throw error;
      unwritten.set(this.#key, last);
    }
  }
}
// eslint-disable-next-line @typescript-eslint/no-namespace -- pages name its types by the class
export declare namespace LocalStorage {
  type ConstructorParams = { key: string };
  type Sessions = SIWXSession[];
}
