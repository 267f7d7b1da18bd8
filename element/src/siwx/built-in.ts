// What is built in where the host's `siwx` says nothing (docs/spec/public-api.md section 9): a message with a random nonce for this very
// page, and sessions kept in this browser (docs/spec/services.md C, `siwx_sessions`). Who needs proof asks a server of its own.

import { isStorage } from '../data/is-storage';
import type { Options, OwnStorage } from '../options';
import type { OwnSIWX, SIWX, SIWXMessage, SIWXSession } from './types';

const key = 'wallet-modal:siwx_sessions';
const valid_ms = 7 * 24 * 60 * 60 * 1000;
const families: Record<string, string> = {
  eip155: 'Ethereum',
  solana: 'Solana',
  bip122: 'Bitcoin',
  polkadot: 'Polkadot',
  cosmos: 'Cosmos',
};

/** The text of a message, line by line (EIP-4361, CAIP-122). A line break in a field would forge the lines after it: it throws. */
export function formatMessage(message: Omit<SIWXMessage, 'toString'>): string {
  const { domain, accountAddress, chainId, statement, resources } = message;
  const [family = '', reference] = chainId.split(':');
  const line = (name: string, value?: string) => (value ? [`${name}: ${value}`] : []);
  const lines = [
    `${domain} wants you to sign in with your ${families[family] ?? family} account:`,
    accountAddress,
    '',
    ...(statement ? [statement] : []),
    '',
    ...line('URI', message.uri),
    ...line('Version', message.version),
    ...line('Chain ID', reference),
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
function makeNonce(): string {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
  let nonce = '';
  while (nonce.length < 24)
    for (const byte of crypto.getRandomValues(new Uint8Array(32)))
      // what is left over of 256 would make some letters likelier
      if (byte < 248 && nonce.length < 24) nonce += letters[byte % 62];
  return nonce;
}

const isText = (value: unknown): boolean => typeof value == 'string';

/** Whatever else lies in the storage: one damaged record must not take the others along. */
const isSession = (one: SIWXSession | null): boolean =>
  [one?.data?.chainId, one?.data?.accountAddress, one?.message, one?.signature].every(isText);

/** Where they are kept: the page's own (option `storage` as an object), or the browser's. */
type Kept = Pick<OwnStorage, 'get' | 'set' | 'remove'>;

const browsers: Kept = {
  get: (name) => localStorage[name] as string | undefined,
  set: (name, value) => (localStorage[name] = value),
  remove: (name) => localStorage.removeItem(name),
};

/** Damaged records are no sessions. */
async function read(from: Kept): Promise<SIWXSession[]> {
  try {
    const list: unknown = JSON.parse((await from.get(key)) ?? '[]');
    return Array.isArray(list) ? list.filter(isSession) : [];
  } catch {
    return [];
  }
}

/** The page without storage, and one that wants none (option `storage: 'memory'`), remembers until it is reloaded. */
let kept: SIWXSession[] | null = null;

async function write(sessions: SIWXSession[], to: Kept | null): Promise<void> {
  try {
    if (!to) throw null;
    if (sessions.length) await to.set(key, JSON.stringify(sessions.slice(-20)));
    else await to.remove(key);
    kept = null;
  } catch {
    kept = sessions;
  }
}

const isOf =
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
const isValid = ({ data: { expirationTime, notBefore } }: SIWXSession): boolean =>
  (expirationTime === undefined || time(expirationTime) > Date.now()) &&
  (notBefore === undefined || time(notBefore) <= Date.now());

function builtIn({ statement }: OwnSIWX, storage: Options['storage']): SIWX {
  const own = storage && typeof storage == 'object' && isStorage(storage) ? storage : browsers;
  const to = storage == 'memory' ? null : own;
  const all = async (): Promise<SIWXSession[]> => kept ?? (to ? read(to) : []);
  /** one change after the other: the page's own storage may take its time */
  let turn: Promise<unknown> = Promise.resolve();
  const change = (make: (all: SIWXSession[]) => SIWXSession[]): Promise<void> => {
    const changed = turn.then(async () => write(make(await all()), to));
    turn = changed;
    return changed;
  };
  return {
    async createMessage({ accountAddress, chainId, notBefore }) {
      const now = Date.now();
      const fields = {
        accountAddress,
        chainId,
        domain: location.host,
        uri: location.origin,
        version: '1' as const,
        nonce: makeNonce(),
        issuedAt: new Date(now).toISOString(),
        expirationTime: new Date(now + valid_ms).toISOString(),
        ...(notBefore ? { notBefore } : {}),
        ...(statement ? { statement } : {}),
      };
      return { ...fields, toString: () => formatMessage(fields) };
    },
    async addSession(session) {
      const { chainId, accountAddress } = session.data;
      await change((all) => [...all.filter((one) => !isOf(chainId, accountAddress)(one)), session]);
    },
    async revokeSession(chainId, address) {
      await change((all) => all.filter((one) => !isOf(chainId, address)(one)));
    },
    async setSessions(sessions) {
      await change(() => sessions);
    },
    async getSessions(chainId, address) {
      await turn;
      return (await all()).filter((one) => isOf(chainId, address)(one) && isValid(one));
    },
  };
}

/** The host's own object when it is whole: then it is used as it is; else what is missing is filled in. */
export function complete(own: OwnSIWX | true, storage?: Options['storage']): SIWX {
  const given = own === true ? {} : own;
  const mine = builtIn(given, storage);
  const names = Object.keys(mine) as (keyof SIWX)[];
  if (names.every((name) => typeof given[name] == 'function')) return given as SIWX;
  // bound: a method may need its object
  const hosts = names.flatMap((name) =>
    typeof given[name] == 'function' ? [[name, (given[name] as () => unknown).bind(given)]] : [],
  );
  return {
    ...mine,
    ...Object.fromEntries(hosts),
    getRequired: () => !!given.getRequired?.(),
    signOutOnDisconnect: given.signOutOnDisconnect !== false,
  };
}
