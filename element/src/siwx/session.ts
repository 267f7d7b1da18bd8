// What a sign-in session is, whoever keeps it: its text (EIP-4361, CAIP-122), its nonce, its times and whose it is. Values in, values out: the
// bindings have it in themselves too (bindings/README.md).

import type { SIWXMessage, SIWXSession } from './types';

/** how long a session holds whose page says nothing */
export const valid_ms = 7 * 24 * 60 * 60 * 1000;

const families: Record<string, string> = {
  eip155: 'Ethereum',
  solana: 'Solana',
  bip122: 'Bitcoin',
  polkadot: 'Polkadot',
  cosmos: 'Cosmos',
};

/** As the first line of a text names the network of a family that we know. */
export const nameOf = (family: string): string | undefined =>
  Object.hasOwn(families, family) ? families[family] : undefined;

/**
 * The text of a message, line by line. `network` and `chain` as the text has them. A line break in a field would forge the lines after it: it
 * throws.
 */
export function textOf(
  message: Omit<SIWXMessage, 'toString'>,
  network: string | undefined,
  chain: string | undefined,
): string {
  const { domain, accountAddress, statement, resources } = message;
  const line = (name: string, value?: string) => (value ? [`${name}: ${value}`] : []);
  const lines = [
    `${domain} wants you to sign in with your ${network ? `${network} ` : ''}account:`,
    accountAddress,
    '',
    ...(statement ? [statement] : []),
    '',
    ...line('URI', message.uri),
    ...line('Version', message.version),
    ...line('Chain ID', chain),
    ...line('Nonce', message.nonce),
    ...line('Issued At', message.issuedAt),
    ...line('Expiration Time', message.expirationTime),
    ...line('Not Before', message.notBefore),
    ...line('Request ID', message.requestId),
    ...(resources?.length ? ['Resources:', ...resources.map((one) => `- ${one}`)] : []),
  ];
  if (lines.some((one) => /[\r\n]/.test(one))) throw new TypeError('a field of the message has a line break');
  return lines.join('\n');
}

/** 24 letters and digits of the browser's own randomness: 142 bits. */
export function makeNonce(): string {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
  let nonce = '';
  while (nonce.length < 24)
    for (const byte of crypto.getRandomValues(new Uint8Array(32)))
      // what is left over of 256 would make some letters likelier
      if (byte < 248 && nonce.length < 24) nonce += letters[byte % 62];
  return nonce;
}

/** as many are kept in a browser: the last ones */
export const sessions_max = 20;

const isText = (value: unknown): boolean => typeof value == 'string';

/** Whatever else lies in the storage: one damaged record must not take the others along. */
export const isSession = (one: SIWXSession | null): boolean =>
  [one?.data?.chainId, one?.data?.accountAddress, one?.message, one?.signature].every(isText);

export const isOf =
  (chainId: string, address: string) =>
  ({ data }: SIWXSession): boolean =>
    data.chainId == chainId &&
    (data.accountAddress == address ||
      (chainId.startsWith('eip155:') && data.accountAddress.toLowerCase() == address.toLowerCase()));

/** A time of EIP-4361. `Date.parse` alone reads "soon 2099" too, and what it cannot read is neither before nor after. */
const time = (value: unknown): number =>
  /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/i.test(value as string)
    ? Date.parse(value as string)
    : NaN;

/** A time that is none ends the session: taken for none at all it would hold for ever. */
export const isValid = ({ data: { expirationTime, notBefore } }: SIWXSession): boolean =>
  (expirationTime === undefined || time(expirationTime) > Date.now()) &&
  (notBefore === undefined || time(notBefore) <= Date.now());
