// Sign-in with AppKit's API: created by a page, and called by the modal.
// @vitest-environment jsdom
import { renderHook } from '@testing-library/react';
import { createSiweMessage } from 'viem/siwe';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { callSIWX } from '../../element/src/engine/siwx';
import { freshPage } from '../../element/src/testing/engine';
import { forgetSaid } from '../shared/warn-once';
import { AppKit, createAppKit } from './index';
import * as siwx from './siwx';
import { useAppKitSIWX } from './siwx-react';
import { useAppKitSIWX as useInVue } from './siwx-vue';
import { A, mainnet } from './testing';

vi.mock('virtual:engine', () => import('../../element/src/testing/engine'));
vi.mock('virtual:engine-glue', async () => (await import('../../element/src/testing/engine')).loadGlue());

const input = { accountAddress: A, chainId: 'eip155:1' } as const;
const session = (more: object = {}): siwx.SIWXSession => ({
  data: { ...input, domain: 'd', uri: 'u', version: '1', nonce: 'n', ...more } as never,
  message: 'm',
  signature: '0x',
});
const warnings = () => vi.mocked(console.warn).mock.calls.map(([text]) => text as string);

beforeEach(() => {
  freshPage();
  forgetSaid();
  localStorage.clear();
  vi.spyOn(console, 'warn').mockImplementation(() => {});
});
afterEach(() => {
  vi.unstubAllGlobals();
  AppKit.instance?.handle?.destroy();
  delete AppKit.instance;
  document.body.replaceChildren();
});

describe('message', () => {
  test('@10.41 has the lines that viem writes for EIP-4361', async () => {
    const messenger = new siwx.InformalMessenger({
      domain: 'harbour.test',
      uri: 'https://harbour.test',
      statement: 'Welcome.',
      resources: ['https://harbour.test/a'],
      expiration: 60_000,
      getNonce: async ({ chainId }) => `nonce${chainId.length}abc`,
      getRequestId: async () => 'r1',
      clearChainIdNamespace: true,
    });
    const message = await messenger.createMessage({ ...input, notBefore: '2026-01-02T03:04:05.678Z' });
    expect(message).toMatchObject({ ...input, nonce: 'nonce8abc', requestId: 'r1', version: '1' });
    expect(message.expirationTime).toBe('2026-01-02T03:05:05.678Z');
    expect(String(message)).toBe(
      createSiweMessage({
        address: A,
        chainId: 1,
        domain: message.domain,
        uri: message.uri,
        version: '1',
        nonce: message.nonce,
        statement: 'Welcome.',
        issuedAt: new Date(message.issuedAt!),
        expirationTime: new Date(message.expirationTime!),
        notBefore: new Date(message.notBefore!),
        requestId: 'r1',
        resources: message.resources!,
      }),
    );
  });

  test('@10.41 names network and namespace unless cleared, or as the page’s class writes', async () => {
    const params = { domain: 'd', uri: 'u', getNonce: async () => 'n' };
    const solana = { accountAddress: 'S', chainId: 'solana:x' } as const;
    const text = String(await new siwx.InformalMessenger(params).createMessage(solana));
    expect(text).toMatch(/^d wants you to sign in with your Solana account:\nS\n/);
    expect(text).toContain('\nChain ID: solana:x\n');
    expect(text).not.toContain('undefined');
    class Own extends siwx.SIWXMessenger {
      protected readonly version = '2';
      protected override getIssuedAt = () => 'then';
      protected stringify = (data: { issuedAt?: string }) => `own ${data.issuedAt}`;
    }
    const unknown = { accountAddress: 'S', chainId: 'constructor:x' } as const;
    expect(String(await new siwx.InformalMessenger(params).createMessage(unknown as never))).toMatch(
      /^d wants you to sign in with your account:\n/,
    );
    const own = await new Own(params).createMessage(input);
    expect([String(own), own.version]).toEqual(['own then', '2']);
  });
});

test('@10.41 throws for a line break in a field', async () => {
  const statement = 'Hello.\n\nURI: https://evil.example';
  const params = { domain: 'd', uri: 'u', statement, getNonce: async () => 'n' };
  const message = await new siwx.InformalMessenger(params).createMessage(input);
  expect(() => String(message)).toThrow('line break');
});

describe('DefaultSIWX', () => {
  test('@10.41 keeps sessions where AppKit did, and returns valid ones by account', async () => {
    localStorage['@appkit/siwx'] = JSON.stringify([
      session(),
      { data: null },
      session({ chainId: 'eip155:10' }),
    ]);
    const config = new siwx.DefaultSIWX();
    // A page script could have written this session: it is stored, and the engine verifies its signature.
    const settingsOf = (options: object) => callSIWX({ options } as never, 'settings', null);
    expect(settingsOf({ siwx: config })).toMatchObject({ inPage: true });
    expect(settingsOf({ siwx: new siwx.ReownAuthentication() })).toMatchObject({ inPage: true });
    expect(config.getRequired()).toBe(true);
    expect(new siwx.DefaultSIWX({ required: false }).getRequired()).toBe(false);
    expect(await config.getSessions('eip155:1', A.toLowerCase())).toEqual([session()]);
    expect(await config.getSessions('eip155:5', A)).toEqual([]);
    const late = session({ expirationTime: '2020-01-01T00:00:00Z' });
    await config.addSession(late);
    expect(await config.getSessions('eip155:1', A)).toEqual([]);
    await config.addSession(session({ expirationTime: 'soon 2099' }));
    expect(await config.getSessions('eip155:1', A)).toEqual([]);
    await config.addSession(session({ notBefore: '2099-01-01T00:00:00Z' }));
    expect(await config.getSessions('eip155:1', A)).toEqual([]);
    await config.setSessions([session()]);
    expect(await config.getSessions('eip155:1', A)).toHaveLength(1);
    await config.revokeSession('eip155:1', A);
    expect(await config.getSessions('eip155:1', A)).toEqual([]);
    localStorage['@appkit/siwx'] = '{';
    expect(await config.getSessions('eip155:1', A)).toEqual([]);
    expect(warnings()).toEqual([expect.stringContaining('ReownAuthentication')]);
  });

  test('@10.41 writes a new message for this page that expires', async () => {
    const config = new siwx.DefaultSIWX();
    const [one, other] = [await config.createMessage(input), await config.createMessage(input)];
    expect([one.domain, one.uri]).toEqual([location.host, location.origin]);
    expect(one.nonce).toMatch(/^[\da-z]{24}$/i);
    expect(other.nonce).not.toBe(one.nonce);
    expect(Date.parse(one.expirationTime!) - Date.parse(one.issuedAt!)).toBeLessThanOrEqual(604_800_000);
  });

  test('@10.41 uses the page’s verifier, and refuses a namespace without one', async () => {
    let good = true;
    class Own extends siwx.SIWXVerifier {
      readonly chainNamespace = 'eip155';
      verify = async () => good;
    }
    const config = new siwx.DefaultSIWX({ verifiers: [new siwx.EIP155Verifier(), new Own()] });
    await config.addSession(session());
    await expect(config.addSession(session({ chainId: 'solana:x' }))).rejects.toThrow('invalid');
    good = false;
    await expect(config.addSession(session())).rejects.toThrow('invalid');
    expect(await config.getSessions('eip155:1', A)).toEqual([]);
    good = true;
    expect(await config.getSessions('eip155:1', A)).toEqual([session()]);
  });

  test('@10.41 asks a subclass with its own verify', async () => {
    class Mine extends siwx.EIP155Verifier {
      override verify = async ({ message }: siwx.SIWXSession) => message != 'm';
    }
    const config = new siwx.DefaultSIWX({ verifiers: [new Mine()] });
    await expect(config.addSession(session())).rejects.toThrow('invalid');
    await config.addSession({ ...session(), message: 'another' });
    expect(await config.getSessions('eip155:1', A)).toHaveLength(1);
  });

  test('@10.41 removes no newer session after a slow check', async () => {
    let say = (_good: boolean): void => {};
    const verdict = new Promise<boolean>((resolve) => (say = resolve));
    class Slow extends siwx.SIWXVerifier {
      readonly chainNamespace = 'eip155';
      verify = async ({ message }: siwx.SIWXSession) => (message == 'm' ? verdict : true);
    }
    localStorage['@appkit/siwx'] = JSON.stringify([session()]);
    const config = new siwx.DefaultSIWX({ verifiers: [new Slow()] });
    const sessions = config.getSessions('eip155:1', A);
    const newer = { ...session(), message: 'newer' };
    await config.addSession(newer);
    say(false);
    expect(await sessions).toEqual([]);
    expect(await config.getSessions('eip155:1', A)).toEqual([newer]);
  });

  test('@10.41 ignores parts that are undefined', async () => {
    const left = { messenger: undefined, verifiers: undefined, storage: undefined, required: undefined };
    const config = new siwx.DefaultSIWX(left as never);
    expect(config.getRequired()).toBe(true);
    expect((await config.createMessage(input)).domain).toBe(location.host);
    await config.addSession(session());
    expect(JSON.parse(localStorage['@appkit/siwx'])).toEqual([session()]);
  });

  test('@10.41 remembers a session in memory if storage is denied or full', async () => {
    const full = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    const config = new siwx.DefaultSIWX({ storage: new siwx.LocalStorage({ key: 'full' }) });
    await config.addSession(session());
    // the same key means the same storage
    const again = new siwx.LocalStorage({ key: 'full' });
    expect(await again.get('eip155:1', A)).toEqual([session()]);
    await config.revokeSession('eip155:1', A);
    expect(await config.getSessions('eip155:1', A)).toEqual([]);
    vi.stubGlobal('document', undefined);
    await expect(again.add(session())).rejects.toThrow('full');
    full.mockRestore();
    vi.unstubAllGlobals();
    await config.addSession(session());
    expect(JSON.parse(localStorage.full)).toHaveLength(1);
  });

  test('@10.41 keeps the last twenty sessions', async () => {
    const config = new siwx.DefaultSIWX();
    for (let id = 1; id <= 21; id++) await config.addSession(session({ chainId: `eip155:${id}` }));
    expect(JSON.parse(localStorage['@appkit/siwx'])).toHaveLength(20);
    expect(await config.getSessions('eip155:1', A)).toEqual([]);
    expect(await config.getSessions('eip155:21', A)).toHaveLength(1);
  });

  test('@10.41 verifies nothing without a modal or on a server, and warns once', async () => {
    for (const Verifier of [siwx.EIP155Verifier, siwx.SolanaVerifier, siwx.BIP122Verifier])
      expect(await new Verifier().verify(session())).toBe(false);
    expect(warnings()).toEqual([expect.stringContaining('SIWXVerifier.verify')]);
    vi.stubGlobal('document', undefined);
    await expect(new siwx.DefaultSIWX().addSession(session())).rejects.toThrow('invalid');
  });
});

test('@10.41 signs in with ReownAuthentication, and warns of what has no counterpart', async () => {
  const config = new siwx.CloudAuthSIWX({ required: false });
  expect(config).toBeInstanceOf(siwx.ReownAuthentication);
  const listener = vi.fn();
  const leave = config.on('sessionChanged', listener);
  await config.addSession(session());
  await config.revokeSession('eip155:1', A);
  leave();
  await config.addSession(session());
  expect(listener.mock.calls).toEqual([[session()], [undefined]]);
  expect(await config.getSessionAccount()).toBeUndefined();
  new siwx.ReownAuthentication();
  expect(warnings().map((text) => /^\[wallet-modal\] ([\w.]+) isn't supported\./.exec(text)![1])).toEqual([
    'ReownAuthentication',
    'ReownAuthentication.getSessionAccount',
  ]);
});

test('@10.41 is accepted by createAppKit and returned by the hooks', async () => {
  const config = new siwx.DefaultSIWX();
  const modal = createAppKit({ projectId: 'p', networks: [mainnet], siwx: config });
  expect(modal.getSIWX()).toBe(config);
  expect(renderHook(() => useAppKitSIWX()).result.current).toBe(config);
  expect(useInVue().value).toBe(config);
});
