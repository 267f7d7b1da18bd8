// Option `migrateFrom`: imports connections, recent wallets and the network from another prefix of localStorage, once
// (docs/spec/services.md C, requirement 3.35; decision 151, "`migrateFrom`"). It reads our records and plain values, which AppKit stores
// under `@appkit/`. The other modal's records stay. An imported connection is treated like any stored one: the wallet must confirm it.

import type { Options } from '../options';

const prefix = 'wallet-modal:';
/** exists once this page has stored anything; from then on our records apply */
const version = 'storage_version';

type Fields = Record<string, unknown>;

const isObject = (value: unknown): value is Fields => typeof value == 'object' && !!value;

/** Connections that need more than these keys: a session's keys, or the login of an embedded wallet. */
const elsewhere = /walletconnect|auth/i;

/**
 * Connections by namespace, without those that can't be restored, with the network as a string, and with at most one connected per
 * namespace.
 */
function connections(value: unknown, old: (name: string) => unknown): Fields | undefined {
  if (!isObject(value)) return;
  const result: Fields = {};
  const isOver = old('connection_status') == 'disconnected';
  for (const [namespace, list] of Object.entries(value)) {
    if (!Array.isArray(list)) continue;
    const current = old(`${namespace}:connected_connector_id`);
    let isTaken = false;
    const ones = list.filter(isObject).flatMap((one) => {
      const { connectorId, accounts, caipNetwork, recent } = one;
      if (typeof connectorId != 'string' || elsewhere.test(connectorId)) return [];
      const networkId = isObject(caipNetwork) ? caipNetwork.caipNetworkId : caipNetwork;
      const was = isOver || isTaken || !!recent || (current != null && current != connectorId);
      isTaken ||= !was;
      return [{ connectorId, accounts, caipNetwork: networkId, ...(was && { recent: true }) }];
    });
    if (ones.length) result[namespace] = ones;
  }
  return Object.keys(result).length ? result : undefined;
}

/** The imported keys, and the conversion of each. */
const takers: Record<string, (value: unknown, old: (name: string) => unknown) => unknown> = {
  connections,
  recent_wallets: (value) => (Array.isArray(value) ? value.filter(isObject) : undefined),
  active_caip_network_id: (value) => (typeof value == 'string' ? value : undefined),
  wallet_name: (value) => (typeof value == 'string' ? value : undefined),
};

/** Parses one of our records, JSON, or plain text. */
function read(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) && value.v === 1 && 'value' in value ? value.value : value;
  } catch {
    return text;
  }
}

/** Returns whether a connection was imported. Imports nothing if any record of ours exists. */
export async function migrate({ migrateFrom, storage }: Options): Promise<boolean> {
  if (typeof migrateFrom != 'string' || !migrateFrom || migrateFrom == prefix || storage == 'memory')
    return false;
  const own = typeof storage == 'object' && storage;
  const names = [version, ...Object.keys(takers)];
  for (const name of names)
    if (own ? await own.get(prefix + name) : localStorage.getItem(prefix + name)) return false;
  const keep = (name: string, value: unknown): unknown => {
    const record = JSON.stringify({ v: 1, seq: 1, value });
    return own ? own.set(prefix + name, record) : localStorage.setItem(prefix + name, record);
  };
  const old = (name: string): unknown => {
    const text = localStorage.getItem(migrateFrom + name);
    return text == null ? undefined : read(text);
  };
  let isConnected = false;
  for (const [name, take] of Object.entries(takers)) {
    const value = take(old(name), old);
    if (value === undefined) continue;
    // The mark is written first: it only says that records might exist.
    if (name == 'connections') {
      isConnected = Object.values(value as Record<string, Fields[]>).some((list) =>
        list.some(({ recent }) => !recent),
      );
      if (isConnected) await keep('connection_status', 'connected');
    }
    await keep(name, value);
  }
  return isConnected;
}
