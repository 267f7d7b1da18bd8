// The format of a sign-in session, independent of where it is stored: its text (EIP-4361, CAIP-122), nonce, times and account. Pure
// functions, which the bindings also bundle (bindings/README.md).

import type { SIWXMessage, SIWXSession } from './types';

/** how long a session is valid if the page sets no time */
export const valid_ms = 7 * 24 * 60 * 60 * 1000;

const families: Record<string, string> = {
  eip155: 'Ethereum',
  solana: 'Solana',
  bip122: 'Bitcoin',
  polkadot: 'Polkadot',
  cosmos: 'Cosmos',
};

/** The name of a known namespace in the first line of a text. */
export const nameOf = (family: string): string | undefined =>
  // eslint-disable-next-line no-restricted-globals -- the name of a network
  Object.hasOwn(families, family) ? families[family] : undefined;

/**
 * The text of a message, line by line. `network` and `chain` are in the text's format. Throws for a field with a line break, which could
 * forge the lines after it.
 */
export function textOf(
  message: Omit<SIWXMessage, 'toString'>,
  network: string | undefined,
  chain: string | undefined,
): string {
  const { domain, accountAddress, statement, resources } = message;
  let text = '';
  // By index, because the page can replace string and array methods.
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
      // using the rest of 256 would make some letters more likely
      if (bytes[i]! < 248) nonce += letters[bytes[i]! % 62];
  }
  return nonce;
}

/** the number of stored sessions: the last ones */
export const sessions_max = 20;

const isText = (value: unknown): boolean => typeof value == 'string';

/** Whether a stored value is a session: a damaged record must not affect the others. */
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

/** Parses a time of EIP-4361. `Date.parse` would also accept "soon 2099", and comparisons with NaN are always false. */
const time = (value: unknown): number =>
  // eslint-disable-next-line no-restricted-syntax -- a time
  /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/i.test(value as string)
    ? Date.parse(value as string)
    : NaN;

/** An invalid time ends the session. Ignoring it would make the session valid forever. */
export const isValid = ({ data: { expirationTime, notBefore } }: SIWXSession): boolean =>
  (expirationTime === undefined || time(expirationTime) > Date.now()) &&
  (notBefore === undefined || time(notBefore) <= Date.now());
