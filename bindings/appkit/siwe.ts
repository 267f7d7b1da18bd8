// `wallet-modal/appkit/siwe`: `@reown/appkit-siwe`. It creates the option `siweConfig` and the text of an EIP-4361 sign-in.

import type { SIWEConfig } from 'wallet-modal';
import { unsupported } from './gone-exports';

export type { SIWEConfig, SIWEConfig as AppKitSIWEClient } from 'wallet-modal';
export interface SIWESession {
  address: string;
  chainId: number;
}
export interface SIWECreateMessageArgs {
  chainId: number;
  domain: string;
  nonce: string;
  uri: string;
  address: string;
  version: '1';
  nbf?: string;
  exp?: string;
  statement?: string;
  requestId?: string;
  resources?: string[];
  iat?: string;
}
export type SIWEMessageArgs = { chains: number[]; methods?: string[] } & Omit<
  SIWECreateMessageArgs,
  'address' | 'chainId' | 'nonce' | 'version'
>;
export interface SIWEVerifyMessageArgs {
  message: string;
  signature: string;
  cacao?: unknown;
}

export function createSIWEConfig(config: SIWEConfig): SIWEConfig {
  return config;
}

/** `did:pkh:eip155:1:0x...` */
const DID = /^did:pkh:([^:]+):([^:]+):(.+)$/;
export const getDidAddress = (iss: string): string | undefined => DID.exec(iss)?.[3];
export const getDidChainId = (iss: string): string | undefined => DID.exec(iss)?.[2];

/** The text of EIP-4361. `address` is a `did:pkh:` or a plain address; `iss` overrides it. */
export function formatMessage(args: Partial<SIWECreateMessageArgs> & { aud?: string }, iss?: string): string {
  const did = iss ?? args.address ?? '';
  const address = getDidAddress(did) ?? did;
  const chainId = getDidChainId(did) ?? args.chainId ?? 1;
  const optional: [label: string, value: string | undefined][] = [
    ['Issued At', args.iat ?? new Date().toISOString()],
    ['Expiration Time', args.exp],
    ['Not Before', args.nbf],
    ['Request ID', args.requestId],
  ];
  return [
    `${args.domain} wants you to sign in with your Ethereum account:`,
    address,
    '',
    ...(args.statement ? [args.statement, ''] : ['']),
    `URI: ${args.aud ?? args.uri}`,
    `Version: ${args.version ?? '1'}`,
    `Chain ID: ${chainId}`,
    `Nonce: ${args.nonce}`,
    ...optional.filter(([, value]) => value).map(([label, value]) => `${label}: ${value}`),
    ...(args.resources?.length ? ['Resources:', ...args.resources.map((one) => `- ${one}`)] : []),
  ].join('\n');
}

/** Returns the line after the first one. */
export const getAddressFromMessage = (message: string): string =>
  /^.+ wants you to sign in with your .+ account:\n(\S+)/.exec(message)?.[1] ?? '';
/** The CAIP-2 ID of its chain; Ethereum if it has none. */
export const getChainIdFromMessage = (message: string): string =>
  `eip155:${/^Chain ID: (?:eip155:)?(\d+)$/m.exec(message)?.[1] ?? 1}`;

export const mapToSIWX = unsupported('mapToSIWX');
export const verifySignature = unsupported('verifySignature');
export const SIWEController = unsupported('SIWEController');
export const W3mConnectingSiwe = unsupported('W3mConnectingSiwe');
export const W3mConnectingSiweView = unsupported('W3mConnectingSiweView');
