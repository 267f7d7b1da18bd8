// The built-in functions for what the page's `siwx` omits (docs/spec/public-api.md section 9): a message for this page with a random
// nonce, and sessions stored in this browser (docs/spec/services.md C, `siwx_sessions`). A page that needs proof uses its own server.

import {
  add,
  after,
  apply,
  filterItems,
  call,
  findItem,
  builtIn,
  isArray,
  keys,
  mapped,
  parse,
  delay,
} from '../captured';
import { isStorage } from '../data/is-storage';
import type { Options, OwnStorage } from '../options';
import { written } from '../written';
import { isOf, isSession, isValid, makeNonce, nameOf, sessions_max, textOf, valid_ms } from './session';
import type { OwnSIWX, SIWX, SIWXMessage, SIWXSession } from './types';

const key = 'wallet-modal:siwx_sessions';

/** The text of a message. An unknown namespace is written as it is. */
export function formatMessage(message: Omit<SIWXMessage, 'toString'>): string {
  // eslint-disable-next-line no-restricted-syntax -- the ID of a network
  const [family = '', reference] = message.chainId.split(':');
  return textOf(message, nameOf(family) ?? family, reference);
}

/** The storage: the page's own (option `storage` as an object), or the browser's. */
type RecordStore = Pick<OwnStorage, 'get' | 'set' | 'remove'>;

const storage = builtIn<Storage>('localStorage');
const browsers: RecordStore = {
  get: (name) => call(storage, 'getItem', [name]),
  set: (name, value) => call(storage, 'setItem', [name, value]),
  remove: (name) => call(storage, 'removeItem', [name]),
};

/** Ignores damaged records. */
async function read(from: RecordStore): Promise<SIWXSession[]> {
  try {
    const list: unknown = parse((await from.get(key)) ?? '[]');
    return isArray(list) ? filterItems(list, isSession) : [];
  } catch {
    return [];
  }
}

/** A page without storage, or with `storage: 'memory'`, keeps sessions until a reload. */
let memorySessions: SIWXSession[] | null = null;

async function write(sessions: SIWXSession[], to: RecordStore | null): Promise<void> {
  try {
    if (!to) throw null;
    if (sessions.length)
      await to.set(key, written(filterItems(sessions, (_, at) => at >= sessions.length - sessions_max))!);
    else await to.remove(key);
    memorySessions = null;
  } catch {
    memorySessions = sessions;
  }
}

function builtInSIWX({ statement }: OwnSIWX, storage: Options['storage']): SIWX {
  const own = storage && typeof storage == 'object' && isStorage(storage) ? storage : browsers;
  const to = storage == 'memory' ? null : own;
  const all = async (): Promise<SIWXSession[]> => memorySessions ?? (to ? read(to) : []);
  /** one change after the other, because the page's own storage might be slow */
  let turn: Promise<unknown> = delay(0);
  const change = (make: (all: SIWXSession[]) => SIWXSession[]): Promise<void> => {
    const changed = after(turn, async () => write(make(await all()), to));
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
      await change((all) => {
        const others = filterItems(all, (one) => !isOf(chainId, accountAddress)(one));
        add(others, session);
        return others;
      });
    },
    async revokeSession(chainId, address) {
      await change((all) => filterItems(all, (one) => !isOf(chainId, address)(one)));
    },
    async setSessions(sessions) {
      await change(() => sessions);
    },
    async getSessions(chainId, address) {
      await turn;
      return filterItems(await all(), (one) => isOf(chainId, address)(one) && isValid(one));
    },
  };
}

/** Returns the page's own object if it is complete. Otherwise, adds the missing functions. */
export function complete(own: OwnSIWX | true, storage?: Options['storage']): SIWX {
  const functions = own === true ? {} : own;
  const mine = builtInSIWX(functions, storage);
  const names = keys(mine) as (keyof SIWX)[];
  if (!findItem(names, (name) => typeof functions[name] != 'function')) return functions as SIWX;
  // bound, because a method might need its object
  const hosts = { __proto__: null } as unknown as Record<string, unknown>;
  mapped(names, (name) => {
    const run = functions[name] as (() => unknown) | undefined;
    if (typeof run == 'function') hosts[name] = (...asked: never[]) => apply(run, functions, asked as []);
  });
  return {
    ...mine,
    ...hosts,
    getRequired: () => !!functions.getRequired?.(),
    signOutOnDisconnect: functions.signOutOnDisconnect !== false,
    signOutOnAccountChange: (functions.signOutOnAccountChange ?? functions.signOutOnDisconnect) !== false,
    promptAfterReload: functions.promptAfterReload !== false,
  };
}
