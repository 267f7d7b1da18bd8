import { beforeEach, expect, test } from 'vitest';
import { migrate } from './migrate';

const A = '0x00000000000000000000000000000000000000a1';
const one = (connectorId: string, more: object = {}) => ({
  connectorId,
  accounts: [{ address: A }],
  ...more,
});
const put = (key: string, value: unknown, prefix = '@appkit/'): void =>
  localStorage.setItem(prefix + key, typeof value == 'string' ? value : JSON.stringify(value));
const value = (key: string): unknown => {
  const text = localStorage.getItem(`wallet-modal:${key}`);
  return text && (JSON.parse(text) as { value: unknown }).value;
};
const take = (more: object = {}) => migrate({ migrateFrom: '@appkit/', ...more });

beforeEach(() => localStorage.clear());

test('takes over connections, wallets and choices, and keeps the old records @3.35', async () => {
  put('connections', {
    eip155: [one('io.metamask', { caipNetwork: { caipNetworkId: 'eip155:10', name: 'OP' } })],
  });
  put('connection_status', 'connected');
  put('recent_wallets', [{ id: 'a', name: 'Fox' }]);
  put('active_caip_network_id', 'eip155:10');
  put('siwx_auth_token', 'secret');
  const before = { ...localStorage };
  expect(await take()).toBe(true);
  expect(value('connections')).toEqual({ eip155: [one('io.metamask', { caipNetwork: 'eip155:10' })] });
  expect([value('recent_wallets'), value('active_caip_network_id')]).toEqual([
    [{ id: 'a', name: 'Fox' }],
    'eip155:10',
  ]);
  expect(value('connection_status')).toBe('connected');
  expect(localStorage).toMatchObject(before);
  expect(JSON.stringify({ ...localStorage })).not.toContain('wallet-modal:siwx');
  // once
  expect(await take()).toBe(false);
});

test('connects one per namespace, and leaves out connections it can’t restore', async () => {
  put('connections', {
    eip155: [
      one('first'),
      one('walletConnect'),
      one('second'),
      one('ID_AUTH'),
      one('third', { recent: true }),
    ],
    solana: [one('walletConnect')],
    bip122: [one('a'), one('b')],
  });
  put('eip155:connected_connector_id', 'second');
  expect(await take()).toBe(true);
  const was = { recent: true };
  expect(value('connections')).toEqual({
    eip155: [one('first', was), one('second'), one('third', was)],
    bip122: [one('a'), one('b', was)],
  });
});

test('remembers a disconnected user without connecting', async () => {
  put('connections', { eip155: [one('first')] });
  put('connection_status', 'disconnected');
  expect(await take()).toBe(false);
  expect(value('connections')).toEqual({ eip155: [one('first', { recent: true })] });
  expect(value('connection_status')).toBeNull();
});

test('reads its own records under another prefix', async () => {
  put('connections', { v: 1, seq: 9, value: { eip155: [one('first')] } }, 'old:');
  expect(await migrate({ migrateFrom: 'old:' })).toBe(true);
  expect(value('connections')).toEqual({ eip155: [one('first')] });
});

test.each(['connections', 'storage_version', 'recent_wallets'])(
  'keeps its own records if %s is stored',
  async (key) => {
    put('connections', { eip155: [one('first')] });
    put(key, '{}', 'wallet-modal:');
    const before = { ...localStorage };
    expect(await take()).toBe(false);
    expect({ ...localStorage }).toEqual(before);
  },
);

test.each([
  'garbage',
  '{',
  'null',
  '5',
  '[]',
  '{"eip155":5}',
  '{"eip155":[null,5,{}]}',
  '{"__proto__":[{"connectorId":"x"}]}',
])('takes %s as no connection', async (text) => {
  for (const key of ['connections', 'recent_wallets']) put(key, text);
  expect(await take()).toBe(false);
  expect(value('connections')).toBeNull();
});

test('writes nothing without storage or a prefix, and writes to the host’s storage', async () => {
  put('connections', { eip155: [one('first')] });
  expect(await take({ storage: 'memory' })).toBe(false);
  for (const migrateFrom of ['', 'wallet-modal:', 5 as never])
    expect(await migrate({ migrateFrom })).toBe(false);
  expect(Object.keys(localStorage)).toEqual(['@appkit/connections']);
  const records = new Map<string, string>();
  const storage = {
    get: async (key: string) => records.get(key),
    set: async (key: string, text: string) => void records.set(key, text),
    remove: () => {},
  };
  expect(await take({ storage })).toBe(true);
  expect([...records.keys()]).toEqual(['wallet-modal:connection_status', 'wallet-modal:connections']);
  expect(Object.keys(localStorage)).toEqual(['@appkit/connections']);
});
