// @vitest-environment node
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { AccountState } from '../contract';
import type { Eip1193Provider } from '../provider';
import { complete, type PolkadotProvider } from './polkadot';

const ALICE = '5GrwvaEF5zXb26Fz9rcQpDWS57CtERHpNehXCPcNoHGKutQY';
const BOB = '5FHneW46xGXgs5mUiveU4sbTyGBzmstUspZC92UhjJM694ty';
const signature = `0x${'7a'.repeat(64)}`;

let state: AccountState;
let listeners: Set<() => void>;

function createProvider(answer: () => unknown = () => ({ signature })) {
  const request = vi.fn(async (_: { method: string; params?: unknown }) => answer());
  const on = (_: string, fn: () => void) => listeners.add(fn);
  const removeListener = (_: string, fn: () => void) => listeners.delete(fn);
  const provider = { request, on, removeListener } as unknown as PolkadotProvider;
  complete(provider as Eip1193Provider, () => state);
  return { provider, request };
}

beforeEach(() => {
  listeners = new Set();
  state = { isConnected: true, allAccounts: [{ address: ALICE }, { address: BOB }] } as AccountState;
});

describe('Polkadot provider', () => {
  test('@1.12 gives accounts now and on every change until unsubscribed', async () => {
    const { provider } = createProvider();
    expect(await provider.accounts.get()).toEqual([{ address: ALICE }, { address: BOB }]);
    const lists: unknown[] = [];
    const stop = provider.accounts.subscribe((list) => lists.push(list.map(({ address }) => address)));
    state = { ...state, isConnected: false };
    listeners.forEach((fn) => fn());
    stop();
    expect([lists, listeners.size]).toEqual([[[ALICE, BOB], []], 0]);
  });

  test('@10.58 gives accounts with the wallet’s name and type', async () => {
    const account = { address: ALICE, label: 'Savings', algorithm: 'sr25519' };
    state = { ...state, allAccounts: [account, { address: BOB }] } as AccountState;
    expect(await createProvider().provider.accounts.get()).toEqual([
      { address: ALICE, name: 'Savings', type: 'sr25519' },
      { address: BOB },
    ]);
  });

  test('@6.4 requests payload and raw signatures with increasing IDs', async () => {
    const { provider, request } = createProvider();
    const payload = { address: ALICE, method: '0x00' };
    expect(await provider.signer.signPayload(payload)).toEqual({ id: 1, signature });
    const raw = { address: ALICE, type: 'bytes' };
    for (const data of ['Hello', '0x48656c6c6f'])
      expect(await provider.signer.signRaw({ ...raw, data })).toMatchObject({ signature });
    await provider.signer.signRaw({ ...raw, data: '0xefbbbf68' });
    expect(request.mock.calls.map(([asked]) => asked)).toEqual([
      { method: 'polkadot_signTransaction', params: { address: ALICE, transactionPayload: payload } },
      { method: 'polkadot_signMessage', params: { address: ALICE, message: 'Hello' } },
      { method: 'polkadot_signMessage', params: { address: ALICE, message: 'Hello' } },
      { method: 'polkadot_signMessage', params: { address: ALICE, message: '\ufeffh' } },
    ]);
  });

  test('@10.44 refuses raw data that isn’t text, and payloads sent as text', async () => {
    const { provider, request } = createProvider();
    const refused = (raw: object) =>
      expect(provider.signer.signRaw({ address: ALICE, ...raw } as never)).rejects.toMatchObject({
        code: -32602,
      });
    await refused({ data: '0xff00' });
    await refused({ data: 7 });
    await refused({ data: 'x'.repeat(131_073) });
    await refused({ data: '0x00', type: 'payload' });
    expect(request).not.toHaveBeenCalled();
  });

  test('rejects a response without a valid signature', async () => {
    for (const bad of [null, {}, { signature: 7 }, { signature: '0x' }, { signature: `${signature}7` }])
      await expect(
        createProvider(() => bad).provider.signer.signPayload({ address: ALICE }),
      ).rejects.toMatchObject({
        code: -32603,
      });
  });
});
