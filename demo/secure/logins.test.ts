// Logging in by mail, by a provider and by Farcaster, sessions, and signing in along with it (docs/spec/embedded-frame.md sections 4 to 8), as far
// as the frame has a part in it. The windows and mails of a login are the site's: demo/services/tests/hosts/secure.rs.
import { verifyMessage, type Address, type Hex } from 'viem';
import { describe, expect, it } from 'vitest';
import { freshEmail, logIn, OTHER_PAGE, PAGE, readyPeer, userOf } from './testing/peer';

const NOBODY = { ok: false, payload: { message: 'Nobody is logged in' } };

describe('email login', () => {
  it('in a new browser the user opens the email’s link, then types the code; in a known one only the code', async () => {
    const peer = await readyPeer();
    const { site } = peer;
    const email = freshEmail();
    expect(await peer.call('GET_USER')).toEqual(NOBODY);
    const NONE = { ok: false, payload: { message: 'No login by email was begun' } };
    expect(await peer.call('CONNECT_DEVICE')).toEqual(NONE);
    expect(await peer.call('CONNECT_OTP', { otp: '100000' })).toEqual(NONE);
    expect(await peer.call('CONNECT_EMAIL', { email })).toEqual({
      ok: true,
      payload: { action: 'VERIFY_DEVICE' },
    });
    const approved = peer.call('CONNECT_DEVICE');
    await expect.poll(() => site.asked.at(-1)!.name).toBe('device');
    expect(peer.said.at(-1)!.type).toBe('@w3m-frame/CONNECT_EMAIL_SUCCESS');
    site.mails[0]!.open();
    expect(await approved).toEqual({ ok: true });
    expect(await peer.call('CONNECT_OTP', { otp: site.codeFor(email) })).toEqual({ ok: true });
    expect((await peer.event('SESSION_UPDATE')).payload!['token']).toMatch(/^[\da-f]{64}$/);
    const first = await userOf(peer);
    expect(first).toMatchObject({ email, chainId: 1337, preferredAccountType: 'eoa' });
    expect(first['address']).toMatch(/^0x[\da-fA-F]{40}$/);
    expect(first['accounts']).toEqual([
      { address: first['address'], type: 'eoa' },
      { address: expect.stringMatching(/^0x/) as unknown, type: 'smartAccount' },
    ]);
    expect(first['smartAccountDeployed']).toBe(false);

    // Live session: nothing to type.
    expect((await peer.call('CONNECT_EMAIL', { email })).payload).toEqual({ action: 'CONNECT' });
    expect(await peer.call('SIGN_OUT')).toEqual({ ok: true });
    expect(await peer.call('GET_USER')).toEqual(NOBODY);
    // Known browser: the code at once; the same person, the same address.
    expect((await peer.call('CONNECT_EMAIL', { email })).payload).toEqual({ action: 'VERIFY_OTP' });
    expect((await peer.call('CONNECT_OTP', { otp: site.codeFor(email) })).ok).toBe(true);
    expect((await userOf(peer))['address']).toBe(first['address']);
  });

  it('a wait for the link ends with the next login, and with a logout', async () => {
    const peer = await readyPeer();
    await peer.call('CONNECT_EMAIL', { email: freshEmail() });
    const first = peer.call('CONNECT_DEVICE');
    await expect.poll(() => peer.site.asked.at(-1)!.name).toBe('device');
    const second = peer.call('CONNECT_DEVICE');
    const over = { ok: false, payload: { message: 'Another login was begun' } };
    expect(await first).toEqual(over);
    await peer.call('SIGN_OUT');
    expect(await second).toEqual(over);
  });

  it('shows the site’s message after a rejection, and a general one without it', async () => {
    const peer = await readyPeer();
    const { site } = peer;
    const email = freshEmail();
    await logIn(peer, email);
    await peer.call('SIGN_OUT');
    for (const [name, call, payload] of [
      ['email', 'CONNECT_EMAIL', { email }],
      ['otp', 'CONNECT_OTP', { otp: '000000' }],
    ] as const) {
      await peer.call('CONNECT_EMAIL', { email });
      site.refusals.set(name, `Not now: ${name}`);
      expect(await peer.call(call, payload)).toEqual({ ok: false, payload: { message: `Not now: ${name}` } });
      site.refusals.clear();
    }
    expect(await peer.call('CONNECT_OTP', { otp: '000000' })).toEqual({
      ok: false,
      payload: { message: "That code isn't right" },
    });
    expect(await peer.call('GET_USER')).toEqual(NOBODY);
    site.isSilent = true;
    expect(await peer.call('GET_USER')).toEqual({
      ok: false,
      payload: { message: 'The secure site does not answer' },
    });
  });

  it('gives the same user the same address in another browser', async () => {
    const email = freshEmail();
    const here = await readyPeer();
    const first = await logIn(here, email);
    const peer = await readyPeer({ site: here.site });
    expect((await peer.call('CONNECT_EMAIL', { email })).payload).toEqual({ action: 'VERIFY_DEVICE' });
    peer.site.mails[0]!.open();
    await peer.call('CONNECT_DEVICE');
    await peer.call('CONNECT_OTP', { otp: peer.site.codeFor(email) });
    expect((await userOf(peer))['address']).toBe(first['address']);
    // And somebody else has another.
    await peer.call('SIGN_OUT');
    expect((await logIn(peer, freshEmail()))['address']).not.toBe(first['address']);
  });

  it('keeps a session after a reload, and ends it with the logout', async () => {
    const peer = await readyPeer();
    const { site, storage, vault } = peer;
    const { address } = await logIn(peer, freshEmail());
    const { token } = (await peer.event('SESSION_UPDATE')).payload!;
    const again = await readyPeer({ site, storage, vault });
    expect((await again.call('IS_CONNECTED', { token })).payload).toEqual({ isConnected: true });
    expect((await userOf(again))['address']).toBe(address);
    // What the page names doesn't matter.
    expect((await again.call('IS_CONNECTED', { token: 'f'.repeat(64) })).payload).toEqual({
      isConnected: true,
    });
    await again.call('SIGN_OUT');
    expect((await again.call('IS_CONNECTED', { token })).payload).toEqual({ isConnected: false });
  });

  it('keeps the session of one site from another', async () => {
    const peer = await readyPeer();
    const { site, storage, vault } = peer;
    await logIn(peer, freshEmail());
    const { token } = (await peer.event('SESSION_UPDATE')).payload!;
    const other = await readyPeer({ site, storage, vault, page: OTHER_PAGE });
    expect(await other.call('GET_USER')).toEqual(NOBODY);
    expect((await other.call('IS_CONNECTED', { token })).payload).toEqual({ isConnected: false });
    expect(site.asked.at(-1)!.body['origin']).toBe(OTHER_PAGE);
    // And there a login works as well, in the same browser.
    expect((await logIn(other, freshEmail()))['address']).toMatch(/^0x/);
    expect(new Set(site.asked.map(({ body }) => body['device'])).size).toBe(1);
  });

  it('changes an address with a code to the old and one to the new address', async () => {
    const peer = await readyPeer();
    const { site } = peer;
    const [old, next] = [freshEmail(), freshEmail()];
    const { address } = await logIn(peer, old);
    expect((await peer.call('UPDATE_EMAIL_PRIMARY_OTP', { otp: '123456' })).ok).toBe(false);
    expect((await peer.call('UPDATE_EMAIL', { email: next })).payload).toEqual({
      action: 'VERIFY_PRIMARY_OTP',
    });
    // Not before the old address has agreed.
    expect((await peer.call('UPDATE_EMAIL_SECONDARY_OTP', { otp: '123456' })).payload!['message']).toBe(
      'The code from the old address comes first',
    );
    expect((await peer.call('AWAIT_UPDATE_EMAIL')).payload!['message']).toContain('by two codes');
    const otp = (to: string) => ({ otp: site.codeFor(to) });
    expect(await peer.call('UPDATE_EMAIL_PRIMARY_OTP', otp(old))).toEqual({ ok: true });
    expect(await peer.call('UPDATE_EMAIL_SECONDARY_OTP', otp(next))).toEqual({
      ok: true,
      payload: { newEmail: next },
    });
    expect(await userOf(peer)).toMatchObject({ email: next, address });
    await peer.call('SIGN_OUT');
    expect((await logIn(peer, next))['address']).toBe(address);
  });
});

describe('provider login', () => {
  it("passes the page's own state along, and returns a session", async () => {
    const peer = await readyPeer({ query: '&wmState=abcdef0123456789' });
    const { payload } = await peer.call('GET_SOCIAL_REDIRECT_URI', { provider: 'google' });
    expect(payload).toEqual({ uri: expect.stringContaining('/provider/google/') as unknown });
    expect(peer.site.asked.at(-1)!.body).toMatchObject({ provider: 'google', nonce: 'abcdef0123456789' });
    const uri = 'http://secure.test/provider/callback?code=Ada';
    const connected = await peer.call('CONNECT_SOCIAL', { uri });
    expect(connected).toMatchObject({ ok: true, payload: { userName: 'Ada', chainId: 1337 } });
    expect((await peer.event('SESSION_UPDATE')).payload!['token']).toMatch(/^[\da-f]{64}$/);
    const { address } = connected.payload!;
    await peer.call('SIGN_OUT');
    expect((await peer.call('CONNECT_SOCIAL', { uri })).payload!['address']).toBe(address);
    await peer.call('SIGN_OUT');
    expect(await userOf(peer, { socialUri: uri })).toMatchObject({ address });
  });

  it('ignores a message in another format, and reports a rejected result without a session', async () => {
    const peer = await readyPeer({ query: '&wmState=short' });
    await peer.call('GET_SOCIAL_REDIRECT_URI', { provider: 'github' });
    expect(peer.site.asked.at(-1)!.body).toMatchObject({ provider: 'github', nonce: null });
    peer.site.refusals.set('social', 'The provider says: access_denied');
    expect(await peer.call('CONNECT_SOCIAL', { uri: 'http://secure.test/x?error=access_denied' })).toEqual({
      ok: false,
      payload: { message: 'The provider says: access_denied' },
    });
    expect(await peer.call('GET_USER')).toEqual(NOBODY);
  });
});

describe('Farcaster', () => {
  it('after the approval on its page, resolves the waiting call, also one from before the address', async () => {
    const peer = await readyPeer();
    const answer = peer.call('CONNECT_FARCASTER');
    expect((await peer.call('GET_FARCASTER_URI')).payload).toEqual({ url: 'http://secure.test/farcaster/1' });
    peer.site.farcaster = 'grace.eth';
    expect(await answer).toEqual({ ok: true, payload: { userName: 'grace.eth' } });
    expect(await userOf(peer)).toMatchObject({ email: null });
  });

  it('after a refusal, reports it, and a later wait ends the earlier', async () => {
    const peer = await readyPeer();
    await peer.call('GET_FARCASTER_URI');
    const first = peer.call('CONNECT_FARCASTER');
    await expect.poll(() => peer.site.asked.at(-1)!.name).toBe('farcaster-wait');
    const second = peer.call('CONNECT_FARCASTER');
    expect(await first).toEqual({ ok: false, payload: { message: 'Another login was begun' } });
    peer.site.farcaster = null;
    expect(await second).toEqual({ ok: false, payload: { message: 'The login was declined' } });
  });
});

describe('sign-in along with a login', () => {
  const { host } = new URL(PAGE);
  const asked = (more = {}) => ({
    accountAddress: '<<AccountAddress>>',
    chainId: 'eip155:1337',
    domain: host,
    uri: `${PAGE}/`,
    version: '1',
    nonce: 'abcdefgh12345678',
    statement: 'Welcome',
    ...more,
  });

  it('fills in and signs the message', async () => {
    const peer = await readyPeer();
    await logIn(peer, freshEmail());
    const user = await userOf(peer, { siwxMessage: asked() });
    const [address, message] = [user['address'] as Address, user['message'] as string];
    expect(message).toContain(`${host} wants you to sign in`);
    expect(message).toContain(address);
    expect(message).toContain('Nonce: abcdefgh12345678');
    expect(message).toContain('Welcome');
    expect(await verifyMessage({ address, message, signature: user['signature'] as Hex })).toBe(true);
    expect(user['siwxMessage']).toMatchObject({ accountAddress: address });
  });

  it('signs nothing in the name of another site, or for another network', async () => {
    const peer = await readyPeer();
    await logIn(peer, freshEmail());
    for (const more of [
      { domain: 'bank.example' },
      { uri: 'https://bank.example/' },
      { uri: 'nowhere' },
      { chainId: 'eip155:1' },
      { nonce: 'x' },
    ]) {
      const user = await peer.call('GET_USER', { siwxMessage: asked(more) });
      expect(user.ok, JSON.stringify(more)).toBe(false);
      expect(user.payload).not.toHaveProperty('signature');
    }
  });
});

describe('networks and accounts', () => {
  it('the frame reports its network, and rejects an unknown one', async () => {
    const peer = await readyPeer();
    await logIn(peer, freshEmail());
    expect((await peer.call('SWITCH_NETWORK', { chainId: 'eip155:1338' })).payload).toEqual({
      chainId: 1338,
    });
    expect((await peer.call('GET_CHAIN_ID')).payload).toEqual({ chainId: 1338 });
    expect((await peer.call('SWITCH_NETWORK', { chainId: 1 })).payload).toEqual({
      message: 'This network is not supported by the embedded wallet',
    });
    expect((await userOf(peer, { chainId: 1339 }))['chainId']).toBe(1339);
    expect((await peer.call('GET_CHAIN_ID')).payload).toEqual({ chainId: 1339 });
  });
});
