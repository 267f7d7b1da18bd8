// A session belongs to the key of the browser that logged in (docs/spec/embedded-frame.md section 12): what is read of it elsewhere opens nothing.
import { describe, expect, it } from 'vitest';
import { freshEmail, logIn, PAGE, readyPeer, userOf, type Peer } from './testing/peer';

const NOBODY = { ok: false, payload: { message: 'Nobody is logged in' } };
const PLACE = `wm:token:${PAGE}`;

const isConnected = async (peer: Peer, token?: unknown) =>
  (await peer.call('IS_CONNECTED', token === undefined ? {} : { token })).payload!['isConnected'];
const told = async (peer: Peer) => (await peer.event('SESSION_UPDATE')).payload!['token'];

describe('a session @10.60', () => {
  it('reaches the page under a name that opens nothing', async () => {
    const peer = await readyPeer();
    await logIn(peer, freshEmail());
    const token = peer.storage.get(PLACE)!;
    expect(token).toMatch(/^[\da-f]{64}$/);
    expect(await told(peer)).toMatch(/^[\da-f]{64}$/);
    expect(JSON.stringify(peer.said)).not.toContain(token);
    // Also as if it were the token.
    const storage = new Map([[PLACE, (await told(peer)) as string]]);
    const elsewhere = await readyPeer({ site: peer.site, storage });
    expect(await elsewhere.call('GET_USER')).toEqual(NOBODY);
  });

  it('does not open in another browser that has its token, its name and its device', async () => {
    const peer = await readyPeer();
    const { site } = peer;
    const { address } = await logIn(peer, freshEmail());
    const stolen = new Map(peer.storage);
    const thief = await readyPeer({ site, storage: stolen });
    const before = site.asked.length;
    expect(await isConnected(thief, await told(peer))).toBe(false);
    expect(stolen.has(PLACE), 'and is forgotten there').toBe(false);
    for (const [name, payload] of [
      ['GET_USER', {}],
      ['RPC_REQUEST', { method: 'personal_sign', params: ['0x61', address] }],
      ['RPC_REQUEST', { method: 'eth_sendTransaction', params: [{ from: address, to: address }] }],
      ['UPDATE_EMAIL', { email: freshEmail() }],
      ['SET_PREFERRED_ACCOUNT', { type: 'eoa' }],
      ['INIT_SMART_ACCOUNT', {}],
    ] as const) {
      stolen.set(PLACE, peer.storage.get(PLACE)!);
      expect(await thief.call(name, payload), name).toEqual(NOBODY);
      expect(thief.isAsking()).toBe(false);
    }
    stolen.set(PLACE, peer.storage.get(PLACE)!);
    await thief.call('SIGN_OUT');
    // The site has answered no call in the name of the session, the sealed seed least of all.
    const known = peer.storage.get(PLACE);
    expect(site.asked.slice(before).filter(({ body }) => body['token'] === known)).toEqual([]);
    expect((await userOf(peer))['address'], 'and the session lives on').toBe(address);
  });

  it('exists in a second tab, and after a reload', async () => {
    const peer = await readyPeer();
    const { site, storage, vault } = peer;
    const { address } = await logIn(peer, freshEmail());
    for (const tab of [
      await readyPeer({ site, storage, vault }),
      await readyPeer({ site, storage, vault }),
    ]) {
      expect(await isConnected(tab)).toBe(true);
      expect((await userOf(tab))['address']).toBe(address);
    }
    const key = vault.get('keys proof') as CryptoKeyPair;
    expect(key.privateKey.extractable).toBe(false);
    await expect(crypto.subtle.exportKey('jwk', key.privateKey)).rejects.toThrow();
  });

  it('ends with its key: a browser that has lost it logs in again', async () => {
    const email = freshEmail();
    const peer = await readyPeer();
    const { site, storage } = peer;
    const { address } = await logIn(peer, email);
    const bare = await readyPeer({ site, storage });
    expect(await isConnected(bare)).toBe(false);
    // The old token isn't in the way of a login.
    expect((await bare.call('CONNECT_EMAIL', { email })).payload).toEqual({ action: 'VERIFY_OTP' });
    expect((await bare.call('CONNECT_OTP', { otp: site.codeFor(email) })).ok).toBe(true);
    expect((await userOf(bare))['address']).toBe(address);
  });

  it('lives as long as the document if the browser refuses to store a key', async () => {
    const peer = await readyPeer({ vault: null });
    const { site, storage } = peer;
    const { address } = await logIn(peer, freshEmail());
    expect((await userOf(peer))['address']).toBe(address);
    expect(await isConnected(await readyPeer({ site, storage, vault: null }))).toBe(false);
  });
});

describe('a call', () => {
  it('is repeated once when the nonce has expired', async () => {
    const peer = await readyPeer();
    const { site } = peer;
    await logIn(peer, freshEmail());
    site.nonce = 'the second nonce';
    expect(await isConnected(peer)).toBe(true);
    // A site whose nonce never counts is not asked for ever.
    const nonces = Array.from({ length: 10 }, (_, at) => `nonce ${at}`);
    Object.defineProperty(site, 'nonce', { get: () => nonces.shift() ?? 'last' });
    expect((await peer.call('GET_USER')).ok).toBe(false);
    expect(nonces.length).toBeGreaterThan(2);
  });

  it('does not log out another tab that has logged in meanwhile', async () => {
    const peer = await readyPeer();
    const { site, storage, vault } = peer;
    const other = await readyPeer({ site, storage, vault });
    await logIn(peer, freshEmail());
    const old = storage.get(PLACE)!;
    await peer.call('SIGN_OUT');
    const { address } = await logIn(other, freshEmail());
    const next = storage.get(PLACE)!;
    // The first tab still asks with what it knew.
    storage.set(PLACE, old);
    const leaving = peer.call('SIGN_OUT');
    storage.set(PLACE, next);
    expect(await leaving).toEqual({ ok: true });
    expect((await userOf(other))['address']).toBe(address);
  });
});
