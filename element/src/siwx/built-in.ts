// What is built in where the host's `siwx` says nothing (docs/spec/public-api.md section 9): a message with a random nonce for this very
// page, and sessions kept in this browser (docs/spec/services.md C, `siwx_sessions`). Who needs proof asks a server of its own.

import { isStorage } from '../data/is-storage';
import type { Options, OwnStorage } from '../options';
import { isOf, isSession, isValid, makeNonce, nameOf, sessions_max, textOf, valid_ms } from './session';
import type { OwnSIWX, SIWX, SIWXMessage, SIWXSession } from './types';

const key = 'wallet-modal:siwx_sessions';

/** The text of a message; a family that we do not know is named as it is. */
export function formatMessage(message: Omit<SIWXMessage, 'toString'>): string {
  const [family = '', reference] = message.chainId.split(':');
  return textOf(message, nameOf(family) ?? family, reference);
}

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
    if (sessions.length) await to.set(key, JSON.stringify(sessions.slice(-sessions_max)));
    else await to.remove(key);
    kept = null;
  } catch {
    kept = sessions;
  }
}

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
    signOutOnAccountChange: (given.signOutOnAccountChange ?? given.signOutOnDisconnect) !== false,
    asksAfterReload: given.asksAfterReload !== false,
  };
}
