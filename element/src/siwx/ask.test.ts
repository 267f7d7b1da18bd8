// @vitest-environment jsdom
import { createSiweMessage } from 'viem/siwe';
import { describe, expect, test, vi } from 'vitest';
import { callSIWX } from '../engine/siwx';
import type { page as Page } from '../page';
import { answer, siwxOf } from './ask';
import type { SIWXMessage, SIWXSession } from './types';

const ADDRESS = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const of = { accountAddress: ADDRESS, chainId: 'eip155:1' };
const pageWith = (options: object) => ({ options }) as unknown as typeof Page;

function host() {
  const calls: unknown[][] = [];
  const note =
    (name: string, result?: unknown) =>
    (...given: unknown[]): Promise<unknown> => {
      calls.push([name, ...given]);
      return Promise.resolve(result);
    };
  const message = { ...of, domain: 'd', uri: 'u', version: '1', nonce: 'n', toString: () => 'the text' };
  return {
    asked: calls,
    siwx: {
      createMessage: note('createMessage', message as SIWXMessage),
      addSession: note('addSession'),
      revokeSession: note('revokeSession', 'ignored'),
      setSessions: note('setSessions'),
      getSessions: note('getSessions', [1]),
    },
  };
}

describe('requests of the engine', () => {
  test('go to the host’s methods with their own arguments', async () => {
    const { asked, siwx } = host();
    const page = pageWith({ siwx });
    expect(JSON.parse(JSON.stringify(await answer(page, 'createMessage', of)))).toEqual({
      ...of,
      domain: 'd',
      uri: 'u',
      version: '1',
      nonce: 'n',
      text: 'the text',
    });
    const where = { chainId: 'eip155:1', address: ADDRESS };
    expect(await answer(page, 'getSessions', where)).toEqual([1]);
    expect(await answer(page, 'revokeSession', where)).toBeUndefined();
    await answer(page, 'addSession', { message: 'm' });
    await answer(page, 'setSessions', []);
    expect(asked).toEqual([
      ['createMessage', of],
      ['getSessions', 'eip155:1', ADDRESS],
      ['revokeSession', 'eip155:1', ADDRESS],
      ['addSession', { message: 'm' }],
      ['setSessions', []],
    ]);
    expect(siwxOf(page)).toBe(siwx);
  });

  test("keep built-in sessions in memory with storage: 'memory'", async () => {
    const session = { data: { ...of }, message: 'm', signature: '0x' };
    const page = pageWith({ siwx: true, storage: 'memory' });
    await answer(page, 'addSession', session);
    expect(localStorage).toHaveLength(0);
    expect(await answer(page, 'getSessions', { chainId: of.chainId, address: ADDRESS })).toEqual([session]);
    await answer(page, 'setSessions', []);
  });

  test('reject for a message without text, a throwing method and an unknown one', async () => {
    const { siwx } = host();
    const bare = pageWith({ siwx: { ...siwx, createMessage: async () => ({ domain: 'd' }) } });
    await expect(answer(bare, 'createMessage', of)).rejects.toThrow('must return a message with toString()');
    const throwing = pageWith({
      siwx: {
        ...siwx,
        addSession: () => {
          throw new Error('no');
        },
      },
    });
    await expect(answer(throwing, 'addSession', {})).rejects.toThrow('no');
    await expect(answer(pageWith({ siwx }), 'constructor', {})).rejects.toThrow('Unknown method');
    await expect(answer(pageWith({}), 'getSessions', {})).rejects.toThrow('SIWX is not enabled');
  });

  test('answer settings synchronously from the host’s options', () => {
    const settings = (options: object) => callSIWX(pageWith(options), 'settings', null);
    const both = (required: boolean, signOutOnDisconnect = true) => ({
      required,
      signOutOnDisconnect,
      signOutOnAccountChange: signOutOnDisconnect,
      promptAfterReload: true,
      inPage: true,
    });
    const hosts = (required: boolean) => ({
      required,
      signOutOnDisconnect: true,
      signOutOnAccountChange: true,
      promptAfterReload: true,
    });
    const older = (required: boolean) => ({ ...hosts(required), signOutOnNetworkChange: true });
    expect(settings({ siwx: {} })).toEqual(both(false));
    expect(settings({ siwx: true })).toEqual(both(false));
    const getSessions = async () => [];
    expect(settings({ siwx: { getSessions } })).toEqual({ ...hosts(false), inPage: false });
    // a complete object whose sessions the page could have written; only its own flag counts
    expect(settings({ siwx: { getSessions, inPage: true } })).toEqual({ ...hosts(false), inPage: true });
    expect(settings({ siwx: { getSessions, inPage: 'no' } })).toEqual({ ...hosts(false), inPage: false });
    expect(settings({ siwx: { getRequired: () => true, signOutOnDisconnect: false } })).toEqual(
      both(true, false),
    );
    expect(settings({ siwx: { promptAfterReload: false } })).toEqual({
      ...both(false),
      promptAfterReload: false,
    });
    expect(settings({ siweConfig: { options: { promptAfterReload: false } } })).toEqual({
      ...older(true),
      promptAfterReload: false,
    });
    const throwing = () => {
      throw new Error('a fault');
    };
    expect(settings({ siwx: { getRequired: throwing } })).toEqual(both(true));
    expect(settings({ siweConfig: {} })).toEqual(older(true));
    expect(settings({ siweConfig: { required: false } })).toEqual(older(false));
    expect(settings({ siweConfig: { methods: {}, options: { required: false } } })).toEqual(older(false));
  });
});

describe('repeats a sign-out that overtook its sign-in @10.61', () => {
  const BOB = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC';
  const where = { chainId: of.chainId, address: ADDRESS };
  const sessionOf = (accountAddress: string) => ({
    data: { ...of, accountAddress },
    message: 'm',
    signature: '0x',
  });
  /** A sign-in object that responds when the test says so. */
  function slow() {
    const waiting: { yes(): void; no(): void }[] = [];
    const answers = () =>
      new Promise<void>((yes, no) => waiting.push({ yes, no: () => no(new Error('lost')) }));
    const siwx = {
      ...host().siwx,
      addSession: answers,
      setSessions: answers,
      revokeSession: vi.fn(async () => {}),
    };
    const page = pageWith({ siwx });
    const add = (address = ADDRESS) =>
      answer(page, 'addSession', sessionOf(address)).then(
        () => 'yes',
        () => 'no',
      );
    return { siwx, page, add, waiting, out: () => answer(page, 'revokeSession', where) };
  }

  test.each(['yes', 'no'] as const)('once the sign-in’s answer was %s', async (how) => {
    const { siwx, page, add, waiting, out } = slow();
    const added = add();
    await out();
    waiting[0]![how]();
    expect(await added).toBe(how);
    expect(siwx.revokeSession.mock.calls).toEqual([
      [of.chainId, ADDRESS],
      [of.chainId, ADDRESS],
    ]);
    const all = answer(page, 'setSessions', [sessionOf(BOB), sessionOf(ADDRESS.toLowerCase())]);
    await out();
    waiting[1]!.yes();
    await all;
    expect(siwx.revokeSession).toHaveBeenCalledTimes(4);
  });

  test('but not one before, after, of another account or before a newer sign-in', async () => {
    const { siwx, add, waiting, out } = slow();
    await out();
    const first = add();
    waiting[0]!.yes();
    await first;
    await out();
    const other = add(BOB);
    await out();
    waiting[1]!.yes();
    await other;
    expect(siwx.revokeSession).toHaveBeenCalledTimes(3);
    const failing = add();
    await out();
    const newer = add(BOB);
    waiting[3]!.yes();
    waiting[2]!.no();
    await Promise.all([failing, newer]);
    expect(siwx.revokeSession).toHaveBeenCalledTimes(4);
    // a late session that the server accepted has replaced the newer one
    const late = add();
    await out();
    const last = add(BOB);
    waiting[5]!.yes();
    waiting[4]!.yes();
    await Promise.all([late, last]);
    expect(siwx.revokeSession).toHaveBeenCalledTimes(6);
  });
});

describe('siweConfig', () => {
  const session = { address: ADDRESS.toLowerCase(), chainId: 1 };
  function older(more: object = {}) {
    const siweConfig = {
      getNonce: vi.fn(async () => 'nonce1234'),
      createMessage: vi.fn(
        (args: Record<string, unknown>) => `${args.address} ${args.chainId} ${args.nonce}`,
      ),
      verifyMessage: vi.fn(async () => true),
      getSession: vi.fn(async (): Promise<unknown> => session),
      signOut: vi.fn(async () => true),
      onSignIn: vi.fn(),
      onSignOut: vi.fn(),
      ...more,
    };
    const page = pageWith({ siweConfig });
    return { siweConfig, page, ask: (method: string, given: unknown) => answer(page, method, given) };
  }
  const where = { chainId: 'eip155:1', address: ADDRESS };

  test('names account and network in its message, with the host’s nonce', async () => {
    const { ask, siweConfig } = older({
      getMessageParams: async () => ({ domain: 'd', uri: 'u', statement: 's' }),
    });
    expect(await ask('createMessage', of)).toMatchObject({
      domain: 'd',
      uri: 'u',
      statement: 's',
      nonce: 'nonce1234',
      text: `did:pkh:eip155:1:${ADDRESS} 1 nonce1234`,
    });
    expect(siweConfig.createMessage.mock.calls[0]![0]).toMatchObject({
      domain: 'd',
      statement: 's',
      version: '1',
    });
    siweConfig.getNonce.mockResolvedValue('');
    await expect(ask('createMessage', of)).rejects.toThrow('getNonce() returned no nonce');
  });

  test('takes its fields from the text that another library wrote', async () => {
    const { ask } = older({
      createMessage: ({ address, chainId, nonce, uri, domain }: Record<string, string>) =>
        createSiweMessage({
          address: address!.slice(-42) as `0x${string}`,
          chainId: Number(chainId),
          domain: domain!,
          nonce: nonce!,
          uri: uri!,
          version: '1',
          issuedAt: new Date(5),
          expirationTime: new Date(6),
          notBefore: new Date(4),
          requestId: 'r',
          statement: 'Hello.',
          resources: ['ipfs://a', 'ipfs://b'],
        }),
    });
    expect(await ask('createMessage', of)).toMatchObject({
      domain: location.host,
      issuedAt: '1970-01-01T00:00:00.005Z',
      expirationTime: '1970-01-01T00:00:00.006Z',
      notBefore: '1970-01-01T00:00:00.004Z',
      requestId: 'r',
      statement: 'Hello.',
      resources: ['ipfs://a', 'ipfs://b'],
    });
  });

  test('keeps a session only if the host verifies it', async () => {
    const { ask, siweConfig } = older();
    const session = { data: of, message: 'm', signature: '0x' };
    await ask('addSession', session);
    expect(siweConfig.verifyMessage).toHaveBeenCalledWith({
      message: 'm',
      signature: '0x',
      cacao: undefined,
    });
    expect(siweConfig.onSignIn).toHaveBeenCalledWith({ address: ADDRESS, chainId: 1 });
    siweConfig.verifyMessage.mockResolvedValue(false);
    await expect(ask('addSession', session)).rejects.toThrow('verifyMessage() returned false');
    await ask('setSessions', []);
    expect(siweConfig.signOut).toHaveBeenCalledTimes(1);
    expect(siweConfig.onSignOut).toHaveBeenCalledTimes(1);
  });

  test('names its session’s account and network, which the engine compares @10.61', async () => {
    const data = async (ask: ReturnType<typeof older>['ask'], given: object) =>
      ((await ask('getSessions', { ...where, ...given })) as SIWXSession[]).map(({ data }) => [
        data.accountAddress,
        data.chainId,
      ]);
    const { ask, siweConfig } = older();
    const BOB = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC';
    expect(await data(ask, {})).toEqual([[ADDRESS, 'eip155:1']]);
    expect(await data(ask, { chainId: 'eip155:10' })).toEqual([[ADDRESS, 'eip155:1']]);
    expect(await data(ask, { address: BOB })).toEqual([[session.address, 'eip155:1']]);
    expect(siweConfig.signOut).not.toHaveBeenCalled();
    siweConfig.getSession.mockResolvedValue({});
    expect(await data(ask, {})).toEqual([[undefined, 'eip155:1']]);
    siweConfig.getSession.mockResolvedValue(null);
    expect(await data(ask, {})).toEqual([]);
    const lax = older({ signOutOnNetworkChange: false });
    expect(await data(lax.ask, { chainId: 'eip155:10' })).toEqual([[ADDRESS, 'eip155:10']]);
    expect(await data(lax.ask, { address: BOB })).toEqual([[session.address, 'eip155:1']]);
    // the first account keeps its session, which doesn't become the second one's
    const own = older({ signOutOnAccountChange: false });
    expect(await data(own.ask, { address: BOB })).toEqual([[session.address, 'eip155:1']]);
    for (const address of [`eip155:1:${ADDRESS}`, `did:pkh:eip155:1:${ADDRESS}`])
      for (const chainId of [1, '1', 'eip155:1']) {
        siweConfig.getSession.mockResolvedValue({ address, chainId });
        expect(await data(ask, {})).toEqual([[ADDRESS, 'eip155:1']]);
        expect(await data(ask, { address: BOB })).toEqual([[ADDRESS, 'eip155:1']]);
      }
    siweConfig.getSession.mockResolvedValue({ address: '', chainId: null });
    expect(await data(ask, {})).toEqual([[undefined, 'eip155:1']]);
    const loose = older({ signOutOnAccountChange: false, signOutOnNetworkChange: false });
    expect(await data(loose.ask, { chainId: 'solana:1' })).toEqual([]);
  });

  test('fails a sign-out that the host denies, so that it is tried again @10.61', async () => {
    const { ask, siweConfig } = older({ signOut: vi.fn(async (): Promise<unknown> => false) });
    await expect(ask('revokeSession', where)).rejects.toThrow('signOut() returned false');
    expect(siweConfig.onSignOut).not.toHaveBeenCalled();
    siweConfig.signOut.mockResolvedValue(undefined as never);
    await ask('revokeSession', where);
    expect(siweConfig.onSignOut).toHaveBeenCalledTimes(1);
  });

  test('is the same made by a helper, and getSIWX returns one object for it', async () => {
    const { siweConfig } = older();
    const page = pageWith({
      siweConfig: { methods: siweConfig, options: { signOutOnNetworkChange: false } },
    });
    expect(await answer(page, 'getSessions', { ...where, chainId: 'eip155:10' })).toHaveLength(1);
    expect(siwxOf(page)).toBe(siwxOf(page));
    expect(page.signIn!.made.getRequired!()).toBe(true);
  });

  test.each([undefined, true, false])(
    'requires sign-in and ends with a disconnect as its options say: %s',
    (said) => {
      for (const options of [
        { siweConfig: { ...older().siweConfig, required: said, signOutOnDisconnect: said } },
        { siwx: { getRequired: () => said !== false, signOutOnDisconnect: said } },
      ]) {
        const siwx = siwxOf(pageWith(options));
        expect([siwx.getRequired!(), siwx.signOutOnDisconnect]).toEqual([said !== false, said !== false]);
      }
      const flags = { signOutOnAccountChange: said, promptAfterReload: said };
      const made = siwxOf(pageWith({ siweConfig: { ...older().siweConfig, ...flags } }));
      expect(made).toMatchObject({
        signOutOnAccountChange: said !== false,
        promptAfterReload: said !== false,
        signOutOnDisconnect: true,
      });
    },
  );
});
