// What signs in, by AppKit's names: as a page makes it, and as the modal asks it.
// @vitest-environment jsdom
import { renderHook } from '@testing-library/react';
import { createSiweMessage } from 'viem/siwe';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { askSIWX } from '../../element/src/engine/siwx';
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
const said = () => vi.mocked(console.warn).mock.calls.map(([text]) => text as string);

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
    const made = await messenger.createMessage({ ...input, notBefore: '2026-01-02T03:04:05.678Z' });
    expect(made).toMatchObject({ ...input, nonce: 'nonce8abc', requestId: 'r1', version: '1' });
    expect(made.expirationTime).toBe('2026-01-02T03:05:05.678Z');
    expect(String(made)).toBe(
      createSiweMessage({
        address: A,
        chainId: 1,
        domain: made.domain,
        uri: made.uri,
        version: '1',
        nonce: made.nonce,
        statement: 'Welcome.',
        issuedAt: new Date(made.issuedAt!),
        expirationTime: new Date(made.expirationTime!),
        notBefore: new Date(made.notBefore!),
        requestId: 'r1',
        resources: made.resources!,
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
  const made = await new siwx.InformalMessenger(params).createMessage(input);
  expect(() => String(made)).toThrow('line break');
});

describe('DefaultSIWX', () => {
  test('@10.41 keeps sessions where AppKit did, and returns valid ones by account', async () => {
    localStorage['@appkit/siwx'] = JSON.stringify([
      session(),
      { data: null },
      session({ chainId: 'eip155:10' }),
    ]);
    const made = new siwx.DefaultSIWX();
    // Whoever writes into the page's storage could have written this one: it is kept, and the engine counts it by its signature.
    const asked = (options: object) => askSIWX({ options } as never, 'settings', null);
    expect(asked({ siwx: made })).toMatchObject({ inPage: true });
    expect(asked({ siwx: new siwx.ReownAuthentication() })).toMatchObject({ inPage: true });
    expect(made.getRequired()).toBe(true);
    expect(new siwx.DefaultSIWX({ required: false }).getRequired()).toBe(false);
    expect(await made.getSessions('eip155:1', A.toLowerCase())).toEqual([session()]);
    expect(await made.getSessions('eip155:5', A)).toEqual([]);
    const late = session({ expirationTime: '2020-01-01T00:00:00Z' });
    await made.addSession(late);
    expect(await made.getSessions('eip155:1', A)).toEqual([]);
    await made.addSession(session({ expirationTime: 'soon 2099' }));
    expect(await made.getSessions('eip155:1', A)).toEqual([]);
    await made.addSession(session({ notBefore: '2099-01-01T00:00:00Z' }));
    expect(await made.getSessions('eip155:1', A)).toEqual([]);
    await made.setSessions([session()]);
    expect(await made.getSessions('eip155:1', A)).toHaveLength(1);
    await made.revokeSession('eip155:1', A);
    expect(await made.getSessions('eip155:1', A)).toEqual([]);
    localStorage['@appkit/siwx'] = '{';
    expect(await made.getSessions('eip155:1', A)).toEqual([]);
    expect(said()).toEqual([expect.stringContaining('ReownAuthentication')]);
  });

  test('@10.41 writes a new message for this page that expires', async () => {
    const made = new siwx.DefaultSIWX();
    const [one, other] = [await made.createMessage(input), await made.createMessage(input)];
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
    const made = new siwx.DefaultSIWX({ verifiers: [new siwx.EIP155Verifier(), new Own()] });
    await made.addSession(session());
    await expect(made.addSession(session({ chainId: 'solana:x' }))).rejects.toThrow('invalid');
    good = false;
    await expect(made.addSession(session())).rejects.toThrow('invalid');
    expect(await made.getSessions('eip155:1', A)).toEqual([]);
    good = true;
    expect(await made.getSessions('eip155:1', A)).toEqual([session()]);
  });

  test('@10.41 asks a subclass with its own verify', async () => {
    class Mine extends siwx.EIP155Verifier {
      override verify = async ({ message }: siwx.SIWXSession) => message != 'm';
    }
    const made = new siwx.DefaultSIWX({ verifiers: [new Mine()] });
    await expect(made.addSession(session())).rejects.toThrow('invalid');
    await made.addSession({ ...session(), message: 'another' });
    expect(await made.getSessions('eip155:1', A)).toHaveLength(1);
  });

  test('@10.41 removes no newer session after a slow check', async () => {
    let say = (_good: boolean): void => {};
    const said = new Promise<boolean>((resolve) => (say = resolve));
    class Slow extends siwx.SIWXVerifier {
      readonly chainNamespace = 'eip155';
      verify = async ({ message }: siwx.SIWXSession) => (message == 'm' ? said : true);
    }
    localStorage['@appkit/siwx'] = JSON.stringify([session()]);
    const made = new siwx.DefaultSIWX({ verifiers: [new Slow()] });
    const asked = made.getSessions('eip155:1', A);
    const newer = { ...session(), message: 'newer' };
    await made.addSession(newer);
    say(false);
    expect(await asked).toEqual([]);
    expect(await made.getSessions('eip155:1', A)).toEqual([newer]);
  });

  test('@10.41 ignores parts that are undefined', async () => {
    const left = { messenger: undefined, verifiers: undefined, storage: undefined, required: undefined };
    const made = new siwx.DefaultSIWX(left as never);
    expect(made.getRequired()).toBe(true);
    expect((await made.createMessage(input)).domain).toBe(location.host);
    await made.addSession(session());
    expect(JSON.parse(localStorage['@appkit/siwx'])).toEqual([session()]);
  });

  test('@10.41 remembers a session in memory if storage is denied or full', async () => {
    const full = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    const made = new siwx.DefaultSIWX({ storage: new siwx.LocalStorage({ key: 'full' }) });
    await made.addSession(session());
    // of the same key it is the same storage
    const again = new siwx.LocalStorage({ key: 'full' });
    expect(await again.get('eip155:1', A)).toEqual([session()]);
    await made.revokeSession('eip155:1', A);
    expect(await made.getSessions('eip155:1', A)).toEqual([]);
    vi.stubGlobal('document', undefined);
    await expect(again.add(session())).rejects.toThrow('full');
    full.mockRestore();
    vi.unstubAllGlobals();
    await made.addSession(session());
    expect(JSON.parse(localStorage.full)).toHaveLength(1);
  });

  test('@10.41 keeps the last twenty sessions', async () => {
    const made = new siwx.DefaultSIWX();
    for (let id = 1; id <= 21; id++) await made.addSession(session({ chainId: `eip155:${id}` }));
    expect(JSON.parse(localStorage['@appkit/siwx'])).toHaveLength(20);
    expect(await made.getSessions('eip155:1', A)).toEqual([]);
    expect(await made.getSessions('eip155:21', A)).toHaveLength(1);
  });

  test('@10.41 verifies nothing without a modal or on a server, and warns once', async () => {
    for (const Verifier of [siwx.EIP155Verifier, siwx.SolanaVerifier, siwx.BIP122Verifier])
      expect(await new Verifier().verify(session())).toBe(false);
    expect(said()).toEqual([expect.stringContaining('SIWXVerifier.verify')]);
    vi.stubGlobal('document', undefined);
    await expect(new siwx.DefaultSIWX().addSession(session())).rejects.toThrow('invalid');
  });
});

test('@10.41 signs in with ReownAuthentication, and warns of what has no counterpart', async () => {
  const made = new siwx.CloudAuthSIWX({ required: false });
  expect(made).toBeInstanceOf(siwx.ReownAuthentication);
  const heard = vi.fn();
  const leave = made.on('sessionChanged', heard);
  await made.addSession(session());
  await made.revokeSession('eip155:1', A);
  leave();
  await made.addSession(session());
  expect(heard.mock.calls).toEqual([[session()], [undefined]]);
  expect(await made.getSessionAccount()).toBeUndefined();
  new siwx.ReownAuthentication();
  expect(said().map((text) => /^\[wallet-modal\] ([\w.]+) isn't supported\./.exec(text)![1])).toEqual([
    'ReownAuthentication',
    'ReownAuthentication.getSessionAccount',
  ]);
});

test('@10.41 is accepted by createAppKit and returned by the hooks', async () => {
  const made = new siwx.DefaultSIWX();
  const modal = createAppKit({ projectId: 'p', networks: [mainnet], siwx: made });
  expect(modal.getSIWX()).toBe(made);
  expect(renderHook(() => useAppKitSIWX()).result.current).toBe(made);
  expect(useInVue().value).toBe(made);
});
