// Creates the sign-in message for an account (EIP-4361, CAIP-122).

import type { SIWX, SIWXMessage, SIWXSession } from 'wallet-modal';
import { nameOf, textOf } from '../../../element/src/siwx/session';
import type { CaipNetworkId } from '../types';

export type SIWXInput = Parameters<SIWX['createMessage']>[0] & { chainId: CaipNetworkId };
type Data = SIWXSession['data'];

/** Creates the message. */
export abstract class SIWXMessenger {
  domain: string;
  uri: string;
  statement?: string;
  resources?: string[];
  protected abstract readonly version: string;
  /** after the creation of the message, in milliseconds */
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

  /** Returns the text to sign. */
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
    return nameOf(chainId.split(':')[0]!);
  }
  protected stringify(data: Data): string {
    const chain = this.#clearChainIdNamespace ? data.chainId.split(':')[1]! : data.chainId;
    return textOf(data, this.getNetworkName(data.chainId), chain);
  }
}
// eslint-disable-next-line @typescript-eslint/no-namespace -- pages name its types by the class
export declare namespace InformalMessenger {
  type ConstructorParams = SIWXMessenger.ConstructorParams & {
    /** `Chain ID: 1` instead of `Chain ID: eip155:1` */
    clearChainIdNamespace?: boolean;
  };
}
