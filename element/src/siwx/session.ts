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
  // eslint-disable-next-line no-restricted-globals -- the name of a network
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
  let text = '';
  // By its places: the functions of texts and lists are the page's.
  const put = (of: string): void => {
    const one = `${of}`;
    for (let i = 0; i < one.length; i++)
      if (one[i] == '\n' || one[i] == '\r')
        throw new TypeError('A field of the message contains a line break');
    text += text ? `\n${one}` : one;
  };
  const line = (name: string, value?: string): void => void (value && put(`${name}: ${value}`));
  put(`${domain} wants you to sign in with your ${network ? `${network} ` : ''}account:`);
  put(accountAddress);
  put('');
  if (statement) put(statement);
  put('');
  line('URI', message.uri);
  line('Version', message.version);
  line('Chain ID', chain);
  line('Nonce', message.nonce);
  line('Issued At', message.issuedAt);
  line('Expiration Time', message.expirationTime);
  line('Not Before', message.notBefore);
  line('Request ID', message.requestId);
  if (resources?.length) put('Resources:');
  for (let i = 0; i < (resources?.length ?? 0); i++) put(`- ${resources![i]}`);
  return text;
}

/** Makes a nonce of 24 random letters and digits (142 bits) with the browser's random number generator. */
export function makeNonce(): string {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
  let nonce = '';
  while (nonce.length < 24) {
    // eslint-disable-next-line no-restricted-globals -- a nonce that the page makes proves nothing to a server, which makes its own
    const bytes = crypto.getRandomValues(new Uint8Array(32));
    for (let i = 0; i < 32 && nonce.length < 24; i++)
      // what is left over of 256 would make some letters likelier
      if (bytes[i]! < 248) nonce += letters[bytes[i]! % 62];
  }
  return nonce;
}

/** as many are kept in a browser: the last ones */
export const sessions_max = 20;

const isText = (value: unknown): boolean => typeof value == 'string';

/** Whatever else lies in the storage: one damaged record must not take the others along. */
export const isSession = (one: SIWXSession | null): one is SIWXSession =>
  isText(one?.data?.chainId) &&
  isText(one?.data?.accountAddress) &&
  isText(one?.message) &&
  isText(one?.signature);

export const isOf =
  (chainId: string, address: string) =>
  ({ data }: SIWXSession): boolean =>
    data.chainId == chainId &&
    (data.accountAddress == address ||
      // eslint-disable-next-line no-restricted-syntax -- an account and its network
      (chainId.startsWith('eip155:') && data.accountAddress.toLowerCase() == address.toLowerCase()));

/** A time of EIP-4361. `Date.parse` alone reads "soon 2099" too, and what it cannot read is neither before nor after. */
const time = (value: unknown): number =>
  // eslint-disable-next-line no-restricted-syntax -- a time
  /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/i.test(value as string)
    ? Date.parse(value as string)
    : NaN;

/** A time that is none ends the session: taken for none at all it would hold for ever. */
export const isValid = ({ data: { expirationTime, notBefore } }: SIWXSession): boolean =>
  (expirationTime === undefined || time(expirationTime) > Date.now()) &&
  (notBefore === undefined || time(notBefore) <= Date.now());
