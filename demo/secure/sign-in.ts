/** One-click sign-in (docs/spec/embedded-frame.md section 4, siwxMessage): signs an ERC-4361 message together with a login. */
import { createSiweMessage } from 'viem/siwe';
import type { Address, Hex, LocalAccount } from 'viem';
import { PAGE } from './page';

const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);
const date = (value: unknown): Date | undefined => {
  const read = new Date(String(value));
  return value === undefined || Number.isNaN(read.getTime()) ? undefined : read;
};

/** The message and its signature. It is signed without asking, so it can only name the requesting page. */
export async function signIn(
  owner: LocalAccount,
  address: Address,
  chainId: number,
  asked: Record<string, unknown>,
): Promise<{ message: string; signature: Hex; siwxMessage: Record<string, unknown> }> {
  const { host, origin } = new URL(PAGE);
  const uri = text(asked['uri']) ?? '';
  if (asked['domain'] !== host || !URL.canParse(uri) || new URL(uri).origin !== origin)
    throw new Error('The sign-in message names another site than the one that asks');
  if (asked['chainId'] !== `eip155:${chainId}`)
    throw new Error('The sign-in message names another network than the active one');
  const resources = Array.isArray(asked['resources']) ? asked['resources'].map(String) : undefined;
  const message = createSiweMessage({
    address,
    chainId,
    domain: host,
    uri,
    version: '1',
    nonce: text(asked['nonce']) ?? '',
    issuedAt: date(asked['issuedAt']) ?? new Date(),
    statement: text(asked['statement']),
    requestId: text(asked['requestId']),
    notBefore: date(asked['notBefore']),
    expirationTime: date(asked['expirationTime']),
    resources,
  });
  return {
    message,
    signature: await owner.signMessage({ message }),
    siwxMessage: { ...asked, accountAddress: address },
  };
}
