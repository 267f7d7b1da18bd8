// `wallet-modal/appkit/siwx`: `@reown/appkit-siwx`. What these classes make is the option `siwx`: a message for this page, and sessions kept where
// the page says. The modal verifies a signature before a session is handed over, and again whenever a kept one is to count; what getSessions
// gives to others is what is kept. Who needs proof asks a server of its own.

import type { SIWX, SIWXMessage, SIWXSession } from 'wallet-modal';
import { sayOnce } from '../shared/say-once';
import { GONE_SIWX } from './gone';
import { sentence } from './siwx-text';
import type { CaipNetworkId, ChainNamespace } from './types';

export type { SIWX as SIWXConfig, SIWXMessage, SIWXSession } from 'wallet-modal';

export type SIWXInput = Parameters<SIWX['createMessage']>[0] & { chainId: CaipNetworkId };
type Data = SIWXSession['data'];

/** Makes the message. */
export abstract class SIWXMessenger {
  domain: string;
  uri: string;
  statement?: string;
  resources?: string[];
  protected abstract readonly version: string;
  /** from then on, in milliseconds */
  protected expiration?: number;
  protected getNonce: SIWXMessenger.ConstructorParams['getNonce'];
  protected getRequestId?: SIWXMessenger.ConstructorParams['getRequestId'];

  constructor(params: SIWXMessenger.ConstructorParams) {
    this.domain = params.domain;
    this.uri = params.uri;
    this.getNonce = params.getNonce;
    if (params.statement !== undefined) this.statement = params.statement;
    if (params.resources) this.resources = params.resources;
    if (params.expiration !== undefined) this.expiration = params.expiration;
    if (params.getRequestId) this.getRequestId = params.getRequestId;
  }

  /** The text that is signed. */
  protected abstract stringify(data: Data): string;

  async createMessage(input: SIWXInput): Promise<SIWXMessage> {
    const more: Partial<Data> = {
      statement: this.statement,
      resources: this.resources,
      requestId: await this.getRequestId?.(),
      expirationTime: this.getExpirationTime(input),
      notBefore: this.getNotBefore(input),
    } as Partial<Data>;
    const data: Data = {
      accountAddress: input.accountAddress,
      chainId: input.chainId,
      domain: this.domain,
      uri: this.uri,
      version: this.version,
      nonce: await this.getNonce(input),
      issuedAt: this.getIssuedAt(),
      ...Object.fromEntries(Object.entries(more).filter(([, value]) => value !== undefined)),
    };
    return { ...data, toString: () => this.stringify(data) };
  }

  protected getExpirationTime({ notBefore }: Pick<SIWXInput, 'notBefore'>): string | undefined {
    if (this.expiration === undefined) return undefined;
    const from = notBefore ? Date.parse(notBefore) : Date.now();
    return this.stringifyDate(new Date(from + this.expiration));
  }
  protected getNotBefore({ notBefore }: Pick<SIWXInput, 'notBefore'>): string | undefined {
    return notBefore ? this.stringifyDate(new Date(notBefore)) : undefined;
  }
  protected getIssuedAt(): string {
    return this.stringifyDate(new Date());
  }
  protected stringifyDate(date: Date): string {
    return date.toISOString();
  }
}
// eslint-disable-next-line @typescript-eslint/no-namespace -- pages name its types by the class
export declare namespace SIWXMessenger {
  interface ConstructorParams {
    domain: string;
    uri: string;
    statement?: string;
    resources?: string[];
    expiration?: number;
    getNonce: (input: SIWXInput) => Promise<string>;
    getRequestId?: () => Promise<string | undefined>;
  }
}

/** The text of EIP-4361, without its scheme. */
export class InformalMessenger extends SIWXMessenger {
  protected readonly version = '1';
  readonly #clearChainIdNamespace: boolean;

  constructor({ clearChainIdNamespace = false, ...params }: InformalMessenger.ConstructorParams) {
    super(params);
    this.#clearChainIdNamespace = clearChainIdNamespace;
  }

  protected getNetworkName(chainId: string): string | undefined {
    return sentence.networks[chainId.split(':')[0]!];
  }
  protected stringify(data: Data): string {
    const chain = this.#clearChainIdNamespace ? data.chainId.split(':')[1]! : data.chainId;
    return sentence.of(data, this.getNetworkName(data.chainId), chain);
  }
}
// eslint-disable-next-line @typescript-eslint/no-namespace -- as above
export declare namespace InformalMessenger {
  type ConstructorParams = SIWXMessenger.ConstructorParams & {
    /** `Chain ID: 1` in place of `Chain ID: eip155:1` */
    clearChainIdNamespace?: boolean;
  };
}

/** A check of the page's own, after the modal's. */
export abstract class SIWXVerifier {
  abstract readonly chainNamespace: ChainNamespace;
  shouldVerify(session: SIWXSession): boolean {
    return session.data.chainId.startsWith(`${this.chainNamespace}:`);
  }
  abstract verify(session: SIWXSession): Promise<boolean>;
}

/** Stands for the modal's check: in a page the session has passed it. Asked by itself it knows of no check, and says no. */
abstract class ByModal extends SIWXVerifier {
  async verify(_session: SIWXSession): Promise<boolean> {
    sayOnce('SIWXVerifier.verify', GONE_SIWX.verify);
    return false;
  }
}
const isByModal = (one: SIWXVerifier): boolean =>
  one instanceof ByModal && one.verify === ByModal.prototype.verify && !!globalThis.document;

export class EIP155Verifier extends ByModal {
  readonly chainNamespace = 'eip155';
}
export class SolanaVerifier extends ByModal {
  readonly chainNamespace = 'solana';
}
export class BIP122Verifier extends ByModal {
  readonly chainNamespace = 'bip122';
}

/** Where sessions are kept; nothing of it is verified here. */
export interface SIWXStorage {
  add(session: SIWXSession): Promise<void>;
  set(sessions: SIWXSession[]): Promise<void>;
  get(chainId: string, address: string): Promise<SIWXSession[]>;
  delete(chainId: string, address: string): Promise<void>;
}

const isSame = ({ data }: SIWXSession, chainId: string, address: string): boolean =>
  data.chainId == chainId &&
  (data.accountAddress == address ||
    (chainId.startsWith('eip155:') && data.accountAddress.toLowerCase() == address.toLowerCase()));
const isSession = (one: SIWXSession | null): boolean =>
  [one?.data?.chainId, one?.data?.accountAddress, one?.message, one?.signature].every(
    (text) => typeof text == 'string',
  );

/** In the localStorage of the page, under its key. What is damaged there is no session. */
export class LocalStorage implements SIWXStorage {
  readonly #key: string;

  constructor({ key }: LocalStorage.ConstructorParams) {
    this.#key = key;
  }

  async add(session: SIWXSession): Promise<void> {
    const { chainId, accountAddress } = session.data;
    this.#write([...this.#read().filter((one) => !isSame(one, chainId, accountAddress)), session]);
  }
  async set(sessions: SIWXSession[]): Promise<void> {
    this.#write(sessions);
  }
  async get(chainId: string, address: string): Promise<SIWXSession[]> {
    return this.#read().filter((one) => isSame(one, chainId, address) && isInTime(one));
  }
  async delete(chainId: string, address: string): Promise<void> {
    this.#write(this.#read().filter((one) => !isSame(one, chainId, address)));
  }

  #read(): SIWXSession[] {
    try {
      const list: unknown = JSON.parse(localStorage.getItem(this.#key) ?? '[]');
      return Array.isArray(list) ? list.filter(isSession) : [];
    } catch {
      return [];
    }
  }
  #write(sessions: SIWXSession[]): void {
    localStorage.setItem(this.#key, JSON.stringify(sessions));
  }
}
// eslint-disable-next-line @typescript-eslint/no-namespace -- as above
export declare namespace LocalStorage {
  type ConstructorParams = { key: string };
  type Sessions = SIWXSession[];
}

/** A time of EIP-4361: `Date.parse` alone reads "soon 2099" too. */
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/i;
const time = (value: string | undefined): number | undefined =>
  value === undefined ? undefined : TIME.test(value) ? Date.parse(value) : NaN;
/** A time that is none ends a session. */
function isInTime({ data }: SIWXSession): boolean {
  const [end, begin] = [time(data.expirationTime), time(data.notBefore)];
  return (end === undefined || end > Date.now()) && (begin === undefined || begin <= Date.now());
}

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
  /** One that is no longer good is gone. */
  async getSessions(chainId: string, address: string): Promise<SIWXSession[]> {
    const kept = await this.#storage.get(chainId, address);
    const good = await Promise.all(kept.map((one) => this.verifySession(one)));
    if (good.includes(false)) {
      await this.#storage.delete(chainId, address);
      for (const [index, one] of kept.entries()) if (good[index]) await this.#storage.add(one);
    }
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
      if (!(await this.verifySession(one))) throw new Error('the sign-in session is not valid');
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
/** as long as what is built in holds */
const valid_ms = 7 * 24 * 60 * 60 * 1000;

export class DefaultSIWX extends Parts {
  constructor(params: Partial<SIWXParts> = {}) {
    const { host = '', origin = '' } = globalThis.location ?? {};
    super({
      messenger: new InformalMessenger({
        domain: host,
        uri: origin,
        expiration: valid_ms,
        getNonce: async () => nonce(),
      }),
      verifiers: [new EIP155Verifier(), new SolanaVerifier(), new BIP122Verifier()],
      storage: new LocalStorage({ key: KEY }),
      ...params,
    });
  }
}

/** 128 bits, in letters and digits */
const nonce = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  );

type Heard = (session: SIWXSession | undefined) => void;
type Gone = Record<
  Exclude<keyof typeof GONE_SIWX, 'verify' | 'ReownAuthentication'>,
  () => Promise<undefined>
>;
const WithGone = DefaultSIWX as unknown as new (params?: Partial<SIWXParts>) => DefaultSIWX & Gone;

/** There is no cloud behind it: who signs in is known to this browser. */
export class ReownAuthentication extends WithGone {
  readonly #heard = new Set<Heard>();

  constructor({ required = true }: ReownAuthentication.ConstructorParams = {}) {
    super({ required });
    sayOnce('ReownAuthentication', GONE_SIWX.ReownAuthentication);
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
  on(_event: 'sessionChanged', callback: Heard): () => void {
    this.#heard.add(callback);
    return () => void this.#heard.delete(callback);
  }
  removeAllListeners(): void {
    this.#heard.clear();
  }
  #tell(session: SIWXSession | undefined): void {
    for (const heard of [...this.#heard]) heard(session);
  }

  static {
    for (const [name, way] of Object.entries(GONE_SIWX))
      if (name != 'verify' && name != 'ReownAuthentication')
        Object.defineProperty(this.prototype, name, {
          configurable: true,
          writable: true,
          value: async () => sayOnce(`ReownAuthentication.${name}`, way),
        });
  }
}
// eslint-disable-next-line @typescript-eslint/no-namespace -- as above
export declare namespace ReownAuthentication {
  type ConstructorParams = {
    localAuthStorageKey?: string;
    localNonceStorageKey?: string;
    required?: boolean;
  };
}
export { ReownAuthentication as CloudAuthSIWX };
