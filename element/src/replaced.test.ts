// @vitest-environment node
// Functions that a script replaces after the entry has loaded see no request, response, key, code or token (10.60).
import { afterEach, describe, expect, test, vi } from 'vitest';
import { complete } from './siwx/built-in';
import { fromSiwe } from './siwx/siwe';
import type { SIWXSession } from './siwx/types';
import { HostedStore } from './engine/own-storage';
import { page } from './page';
import { Eip1193Provider } from './provider';
import { holds, recorded } from './testing/recorder';

const SECRET = 'top-secret-7f3a';
const chainId = 'eip155:1';
const address = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const session = {
  data: { chainId, accountAddress: address, domain: 'd', uri: 'u', version: '1', nonce: 'n' },
  message: 'm',
  signature: SECRET,
} as SIWXSession;

/** Records without any browser function. */
function records() {
  const all = { __proto__: null } as unknown as Record<string, string | undefined>;
  return {
    all,
    get: async (key: string) => all[key] as string,
    set: async (key: string, value: string) => void (all[key] = value),
    remove: async (key: string) => void delete all[key],
  };
}

/** Runs a function and searches the observations for the secret; first proves the recorder itself. */
async function isSeen(run: () => unknown): Promise<boolean> {
  expect(holds(await recorded(() => [SECRET].map((one) => one)), SECRET)).toBe(true);
  return holds(await recorded(run), SECRET);
}

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  page.starting = null;
});

describe('@10.60 functions that are replaced see nothing of', () => {
  test('the records in a storage of the host’s own', async () => {
    const own = records();
    const store = new HostedStore(own, () => {}, new AbortController().signal);
    let read: unknown;
    vi.stubGlobal('navigator', {});
    const run = async () => {
      await store.answer('commit', ['frame:session_token', SECRET, 'wallet_id', 'w']);
      await store.answer('hold', ['frame:session_token']);
      read = await store.answer('load', []);
    };
    expect(await isSeen(run)).toBe(false);
    expect(read).toEqual(['wallet_id', 'w', 'frame:session_token', SECRET]);
  });

  test('a sign-in session that is kept in the page', async () => {
    const own = records();
    let read: unknown;
    const run = async () => {
      const siwx = complete(true, own);
      await siwx.addSession(session);
      read = await siwx.getSessions(chainId, address);
      await siwx.setSessions([session]);
    };
    expect(await isSeen(run)).toBe(false);
    expect(read).toEqual([session]);
  });

  test('a sign-in session on its way to a method of the host’s', async () => {
    let params: unknown;
    const host = {
      addSession(one: SIWXSession) {
        params = one;
        return undefined as never;
      },
    };
    // The page's `bind` could return another function.
    let bound = 0;
    vi.spyOn(Function.prototype, 'bind').mockImplementation(() => () => void bound++);
    const siwx = complete(host);
    vi.restoreAllMocks();
    expect(await isSeen(() => siwx.addSession(session))).toBe(false);
    expect(bound).toBe(0);
    expect(params).toBe(session);
  });

  test('the message of a sign-in, with its nonce', async () => {
    let text = '';
    const run = async () => {
      const siwx = fromSiwe({
        getNonce: async () => SECRET,
        createMessage: ({ nonce }: { nonce: string }) =>
          `d wants you to sign in:\n0x\n\nHello\n\nNonce: ${nonce}\nIssued At: now\nResources:\n- a\n- b`,
        getMessageParams: async () => ({ domain: 'd', uri: 'u', iat: 'i' }),
      } as never);
      const message = await siwx.createMessage({ accountAddress: address, chainId });
      text = `${message.issuedAt} ${message.statement} ${message.resources![0]} ${message.resources![1]}`;
      await complete(true).createMessage({ accountAddress: SECRET, chainId });
    };
    vi.stubGlobal('location', { host: 'd', origin: 'https://d' });
    expect(await isSeen(run)).toBe(false);
    expect(text).toBe('now Hello a b');
  });

  test('a provider’s request, its response and the listener’s value', async () => {
    const results: unknown[] = [];
    let count = 0;
    const ours = [(value: unknown) => (results[count++] = value)][0]!;
    const events = new EventTarget();
    let hear!: (event: unknown) => void;
    const real = EventTarget.prototype.addEventListener;
    vi.spyOn(EventTarget.prototype, 'addEventListener').mockImplementation(function (
      this: EventTarget,
      name,
      fn,
    ) {
      if (name == 'message') hear = fn as typeof hear;
      real.call(this, name, fn);
    });
    const provider = new Eip1193Provider(events, (ask) => ask());
    events.dispatchEvent(
      new CustomEvent('wallet-connect', {
        detail: { namespace: 'eip155', address: '0xA', caipAddress: 'eip155:1:0xA' },
      }),
    );
    const running = {
      request: async ({ params }: { params: unknown }) => params,
      snapshot: () => ({ open: false }),
    };
    page.starting = Promise.resolve(running as never);
    const run = async () => {
      provider.on('message', ours);
      provider.once('message', ours);
      results[count++] = await provider.request({ method: 'eth_sendTransaction', params: SECRET });
      hear({ detail: { namespace: 'eip155', type: 't', data: SECRET } });
      provider.removeListener('message', ours);
      hear({ detail: { namespace: 'eip155', type: 't', data: SECRET } });
    };
    expect(await isSeen(run)).toBe(false);
    const message = { type: 't', data: SECRET };
    expect(results).toEqual([SECRET, message, message]);
  });
});
