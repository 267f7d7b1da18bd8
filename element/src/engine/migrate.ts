// Option `migrateFrom`: what another prefix of localStorage says of connections, of wallets used before and of the network is taken over, once
// (docs/spec/services.md C, requirement 3.35; docs/spec/decisions.md 151). Read are records of ours and plain values, as AppKit keeps them
// under `@appkit/`. Theirs stay where they are. What is taken counts as anything stored does: the wallet is asked before anybody is connected.

import type { Options } from '../options';

const prefix = 'wallet-modal:';
/** there once this page has stored anything: from then on ours counts */
const version = 'storage_version';

type Fields = Record<string, unknown>;

const isObject = (value: unknown): value is Fields => typeof value == 'object' && !!value;

/** Connections that live by what is not in these keys: a session's keys, the login of an embedded wallet. */
const elsewhere = /walletconnect|auth/i;

/** By family; without those that could not come back, with the network as text, and one of each family connected at most. */
function connections(value: unknown, old: (name: string) => unknown): Fields | undefined {
  if (!isObject(value)) return;
  const kept: Fields = {};
  const isOver = old('connection_status') == 'disconnected';
  for (const [namespace, list] of Object.entries(value)) {
    if (!Array.isArray(list)) continue;
    const current = old(`${namespace}:connected_connector_id`);
    let isTaken = false;
    const ones = list.filter(isObject).flatMap((one) => {
      const { connectorId, accounts, caipNetwork, recent } = one;
      if (typeof connectorId != 'string' || elsewhere.test(connectorId)) return [];
      const named = isObject(caipNetwork) ? caipNetwork.caipNetworkId : caipNetwork;
      const was = isOver || isTaken || !!recent || (current != null && current != connectorId);
      isTaken ||= !was;
      return [{ connectorId, accounts, caipNetwork: named, ...(was && { recent: true }) }];
    });
    if (ones.length) kept[namespace] = ones;
  }
  return Object.keys(kept).length ? kept : undefined;
}

/** What is taken, and as what. */
const takers: Record<string, (value: unknown, old: (name: string) => unknown) => unknown> = {
  connections,
  recent_wallets: (value) => (Array.isArray(value) ? value.filter(isObject) : undefined),
  active_caip_network_id: (value) => (typeof value == 'string' ? value : undefined),
  wallet_name: (value) => (typeof value == 'string' ? value : undefined),
};

/** A record of ours, JSON, or the plain text. */
function read(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) && value.v === 1 && 'value' in value ? value.value : value;
  } catch {
    return text;
  }
}

/** Whether somebody was connected by what was taken; nothing is taken where anything of ours is stored. */
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
    // The mark first: it says no more than that there is something to look at.
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
