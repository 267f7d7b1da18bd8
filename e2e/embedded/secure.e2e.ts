// The secure site as a page meets it: who is spoken to, logging in by mail, sessions, faults (docs/spec/embedded-frame.md sections 3 to 5 and 11).
import { HOST_URLS, PAGE_URL } from '../support/ports';
import { expect, test } from '../support/test';
import {
  codeFor,
  freshEmail,
  logIn,
  mails,
  NONCE,
  openPeer,
  readyPeer,
  SECURE_URL,
  TWIN_URL,
  userOf,
} from './peer';

test.describe('who is spoken to', () => {
  test('an allowed page gets READY with its nonce, and answers to its ids', async ({ page }) => {
    const peer = await openPeer(page);
    expect(await peer.event('READY')).toEqual({
      type: '@w3m-frame/READY',
      nonce: NONCE,
      payload: { version: '1', port: true },
    });
    await peer.send({ type: '@w3m-app/GET_CHAIN_ID', id: 'abc1' });
    await expect
      .poll(async () => (await peer.said()).find(({ id }) => id === 'abc1'))
      .toEqual({
        type: '@w3m-frame/GET_CHAIN_ID_SUCCESS',
        id: 'abc1',
        nonce: NONCE,
        payload: { chainId: 1337 },
      });
  });

  test('a page of another origin cannot frame it, whatever it claims', async ({ page, watch }) => {
    const peer = await openPeer(page, { origin: HOST_URLS.explorer, claims: PAGE_URL });
    await expect.poll(() => watch.problems.length).toBeGreaterThan(0);
    watch.expectProblem(/frame-ancestors/);
    watch.problems.splice(0);
    await page.waitForTimeout(500);
    expect(await peer.said()).toEqual([]);
  });

  test('a page that claims another allowed origin than its own hears nothing', async ({ page }) => {
    const peer = await openPeer(page, { claims: TWIN_URL });
    await page.frameLocator('iframe').locator('body').waitFor({ state: 'attached' });
    await page.waitForTimeout(500);
    const email = freshEmail();
    await peer.send({ type: '@w3m-app/CONNECT_EMAIL', id: 'abc2', payload: { email } });
    await page.waitForTimeout(1_500);
    expect(await peer.said()).toEqual([]);
    // And nothing is done for it.
    expect(await mails(email)).toEqual([]);
  });

  test('an origin or project that is not allowed gets no document', async ({ request }) => {
    const status = async (query: string) => (await request.get(`${SECURE_URL}/sdk?${query}`)).status();
    expect(await status(`projectId=demo&origin=${PAGE_URL}`)).toBe(200);
    expect(await status(`projectId=demo&origin=${HOST_URLS.explorer}`)).toBe(403);
    expect(await status('projectId=demo')).toBe(403);
    expect(await status(`projectId=nobody&origin=${PAGE_URL}`)).toBe(403);
  });

  test('what is not of the table is dropped without a word, and an id counts once', async ({ page }) => {
    const peer = await readyPeer(page);
    const before = (await peer.said()).length;
    const type = '@w3m-app/GET_CHAIN_ID';
    const deep = JSON.parse('['.repeat(20) + ']'.repeat(20)) as unknown;
    for (const message of [
      'text',
      null,
      { type },
      { type, id: 7 },
      { type, id: 'not an id' },
      { type: 'x@w3m-app/GET_CHAIN_ID', id: 'bad1' },
      { type: '@w3m-app/GET_CHAIN_ID_', id: 'bad2' },
      { type: '@w3m-app/toString', id: 'bad3' },
      { type: '@w3m-frame/GET_CHAIN_ID', id: 'bad4' },
      { type: '@w3m-app/CONNECT_OTP', id: 'bad5', payload: { otp: '12345' } },
      { type: '@w3m-app/CONNECT_EMAIL', id: 'bad6', payload: { email: { at: 1 } } },
      { type, id: 'bad7', nonce: 'another' },
      { type, id: 'bad8', payload: { deep } },
      { type, id: 'bad9', payload: { long: 'x'.repeat(300_000) } },
    ])
      await peer.send(message);
    await page.evaluate(() => {
      const { send } = window as unknown as { send(message: unknown): void };
      send({ type: '@w3m-app/GET_CHAIN_ID', id: 'bad10', payload: JSON.parse('{"__proto__": {}}') });
    });
    await peer.send({ type, id: 'once1' });
    await expect.poll(async () => (await peer.said()).length).toBe(before + 1);
    await peer.send({ type, id: 'once1' });
    expect((await peer.call('GET_CHAIN_ID')).ok).toBe(true);
    expect((await peer.said()).map(({ id }) => id).slice(before, before + 1)).toEqual(['once1']);
    expect(await peer.said()).toHaveLength(before + 2);
  });

  test('another window of the same origin is not the page', async ({ page, context }) => {
    const peer = await readyPeer(page);
    const before = (await peer.said()).length;
    // The page's own frame and the frame's own window: right origin, wrong source.
    await page.evaluate(() => {
      const inner = document.createElement('iframe');
      document.body.append(inner);
      const script = inner.contentDocument!.createElement('script');
      script.textContent = `parent.frame.contentWindow.postMessage({ type: '@w3m-app/GET_CHAIN_ID', id: 'stolen1' }, '*')`;
      inner.contentDocument!.body.append(script);
    });
    await page.waitForTimeout(500);
    expect(await peer.said()).toHaveLength(before);
    expect(context.pages()).toHaveLength(1);
  });

  test('a port with the right nonce takes the conversation over', async ({ page }) => {
    await readyPeer(page);
    const answer = await page.evaluate(async (nonce) => {
      const { frame } = window as unknown as { frame: HTMLIFrameElement };
      const { port1, port2 } = new MessageChannel();
      const origin = new URL(frame.src).origin;
      frame.contentWindow!.postMessage({ type: '@w3m-app/PORT', nonce }, origin, [port2]);
      const heard = new Promise((resolve) => (port1.onmessage = (event) => resolve(event.data)));
      port1.postMessage({ type: '@w3m-app/GET_CHAIN_ID', id: 'port1' });
      return heard;
    }, NONCE);
    expect(answer).toMatchObject({ type: '@w3m-frame/GET_CHAIN_ID_SUCCESS', id: 'port1' });
  });
});

test.describe('logging in by mail', () => {
  test('a new browser opens the link of a mail, then types the code; a known one types the code', async ({
    page,
    context,
  }) => {
    const peer = await readyPeer(page);
    const email = freshEmail();
    expect(await peer.call('GET_USER')).toEqual({ ok: false, payload: { message: 'Nobody is logged in' } });
    expect(await peer.call('CONNECT_EMAIL', { email })).toEqual({
      ok: true,
      payload: { action: 'VERIFY_DEVICE' },
    });
    const approved = await peer.begin('CONNECT_DEVICE');
    const box = await context.newPage();
    await box.goto(`${SECURE_URL}/mailbox?address=${email}`);
    await box.getByTestId('mail-link').click();
    await expect(box.getByTestId('device-approved')).toBeVisible();
    expect(await approved()).toEqual({ ok: true });
    await box.goto(`${SECURE_URL}/mailbox?address=${email}`);
    const otp = await box.getByTestId('mail-code').first().innerText();
    expect(otp).toMatch(/^\d{6}$/);
    expect(await peer.call('CONNECT_OTP', { otp })).toEqual({ ok: true });
    expect((await peer.event('SESSION_UPDATE')).payload!.token).toMatch(/^[\da-f]{64}$/);
    const first = await userOf(peer);
    expect(first).toMatchObject({ email, chainId: 1337, preferredAccountType: 'eoa' });
    expect(first.address).toMatch(/^0x[\da-fA-F]{40}$/);
    expect(first.accounts).toEqual([
      { address: first.address, type: 'eoa' },
      { address: expect.stringMatching(/^0x/) as unknown, type: 'smartAccount' },
    ]);
    expect(first.smartAccountDeployed).toBe(false);

    // Live session: nothing to type.
    expect((await peer.call('CONNECT_EMAIL', { email })).payload).toEqual({ action: 'CONNECT' });
    expect(await peer.call('SIGN_OUT')).toEqual({ ok: true });
    expect((await peer.call('GET_USER')).ok).toBe(false);
    // Known browser: the code at once; the same person, the same address.
    expect((await peer.call('CONNECT_EMAIL', { email })).payload).toEqual({ action: 'VERIFY_OTP' });
    expect((await peer.call('CONNECT_OTP', { otp: await codeFor(email) })).ok).toBe(true);
    expect((await userOf(peer)).address).toBe(first.address);
  });

  test('a wrong code is said, the sixth try is too late, and asking again has its time', async ({ page }) => {
    const peer = await readyPeer(page);
    const email = freshEmail();
    await logIn(peer, email);
    await peer.call('SIGN_OUT');
    expect((await peer.call('CONNECT_EMAIL', { email })).ok).toBe(true);
    const again = await peer.call('CONNECT_EMAIL', { email });
    expect(again.payload!.message).toMatch(/^Please try again after (29|28) seconds$/);
    const right = await codeFor(email);
    const otp = right === '000000' ? '000001' : '000000';
    for (let tries = 0; tries < 4; tries += 1)
      expect(await peer.call('CONNECT_OTP', { otp })).toEqual({
        ok: false,
        payload: { message: "That code isn't right" },
      });
    const over = { ok: false, payload: { message: 'This code is no longer valid. Request a new code' } };
    expect(await peer.call('CONNECT_OTP', { otp })).toEqual(over);
    expect(await peer.call('CONNECT_OTP', { otp: right })).toEqual(over);
    expect(await peer.call('CONNECT_EMAIL', { email: 'nobody' })).toEqual({
      ok: false,
      payload: { message: 'This is not a valid email address' },
    });
  });

  test('the same person has the same address in another browser', async ({ page, browser }) => {
    const email = freshEmail();
    const first = await logIn(await readyPeer(page), email);
    const elsewhere = await browser.newContext();
    const peer = await readyPeer(await elsewhere.newPage());
    expect((await peer.call('CONNECT_EMAIL', { email })).payload).toEqual({ action: 'VERIFY_DEVICE' });
    await fetch((await mails(email))[0]!.link!);
    await peer.call('CONNECT_DEVICE');
    await peer.call('CONNECT_OTP', { otp: await codeFor(email) });
    expect((await userOf(peer)).address).toBe(first.address);
    // And somebody else has another.
    await peer.call('SIGN_OUT');
    expect((await logIn(peer, freshEmail())).address).not.toBe(first.address);
    await elsewhere.close();
  });

  test('a session outlives a reload of the page, and ends with the sign-out', async ({ page }) => {
    const peer = await readyPeer(page);
    const { address } = await logIn(peer, freshEmail());
    const { token } = (await peer.event('SESSION_UPDATE')).payload!;
    const again = await readyPeer(page);
    expect((await again.call('IS_CONNECTED', { token })).payload).toEqual({ isConnected: true });
    expect((await userOf(again)).address).toBe(address);
    expect((await again.call('IS_CONNECTED', { token: 'f'.repeat(64) })).payload).toEqual({
      isConnected: true,
    });
    await again.call('SIGN_OUT');
    expect((await again.call('IS_CONNECTED', { token })).payload).toEqual({ isConnected: false });
  });

  test('a session of one site is none of another', async ({ page }) => {
    const peer = await readyPeer(page);
    await logIn(peer, freshEmail());
    const { token } = (await peer.event('SESSION_UPDATE')).payload!;
    const other = await readyPeer(page, { origin: TWIN_URL });
    expect((await other.call('IS_CONNECTED', { token })).payload).toEqual({ isConnected: false });
    // And there, as a third party, a login works as well.
    expect((await logIn(other, freshEmail())).address).toMatch(/^0x/);
  });

  test('a page without a word of storage logs in all the same', async ({ page }) => {
    await page.addInitScript(() => {
      const blocked = () => {
        throw new DOMException('blocked', 'SecurityError');
      };
      if (window === window.top) return;
      Object.defineProperty(window, 'localStorage', { get: blocked });
      Object.defineProperty(window, 'indexedDB', { get: blocked });
    });
    const peer = await readyPeer(page);
    expect((await logIn(peer, freshEmail())).address).toMatch(/^0x/);
  });

  test('the key of this browser cannot be read out, and the seed lies under it', async ({ page }) => {
    const peer = await readyPeer(page);
    await logIn(peer, freshEmail());
    const box = await page.context().newPage();
    await box.goto(`${SECURE_URL}/mailbox`);
    const kept = await box.evaluate(async () => {
      const db = await new Promise<IDBDatabase>((resolve) => {
        const request = indexedDB.open('embedded-wallet');
        request.onsuccess = () => resolve(request.result);
      });
      const all = (store: string) =>
        new Promise<unknown[]>((resolve) => {
          const request = db.transaction(store).objectStore(store).getAll();
          request.onsuccess = () => resolve(request.result);
        });
      const [key] = (await all('keys')) as CryptoKey[];
      const seeds = (await all('seeds')) as { iv: Uint8Array; data: ArrayBuffer }[];
      const out = await crypto.subtle.exportKey('raw', key!).then(
        () => 'read',
        () => 'refused',
      );
      return { extractable: key!.extractable, out, bytes: seeds.map(({ data }) => data.byteLength) };
    });
    // 32 bytes and the tag of AES-GCM.
    expect(kept).toEqual({ extractable: false, out: 'refused', bytes: [48] });
  });

  test('an address is changed by a code to the old and a code to the new one', async ({ page }) => {
    const peer = await readyPeer(page);
    const [old, next] = [freshEmail(), freshEmail()];
    const { address } = await logIn(peer, old);
    expect((await peer.call('UPDATE_EMAIL_PRIMARY_OTP', { otp: '123456' })).ok).toBe(false);
    expect((await peer.call('UPDATE_EMAIL', { email: next })).payload).toEqual({
      action: 'VERIFY_PRIMARY_OTP',
    });
    // Not before the old address has agreed.
    expect((await peer.call('UPDATE_EMAIL_SECONDARY_OTP', { otp: '123456' })).payload!.message).toBe(
      'The code from the old address comes first',
    );
    expect(await mails(next)).toEqual([]);
    expect(await peer.call('UPDATE_EMAIL_PRIMARY_OTP', { otp: await codeFor(old) })).toEqual({ ok: true });
    expect(await peer.call('UPDATE_EMAIL_SECONDARY_OTP', { otp: await codeFor(next) })).toEqual({
      ok: true,
      payload: { newEmail: next },
    });
    expect(await userOf(peer)).toMatchObject({ email: next, address });
    await peer.call('SIGN_OUT');
    expect((await logIn(peer, next)).address).toBe(address);
  });
});

test.describe('networks and accounts', () => {
  test('the frame says which network it is on, and refuses one it does not know', async ({ page }) => {
    const peer = await readyPeer(page);
    await logIn(peer, freshEmail());
    expect((await peer.call('SWITCH_NETWORK', { chainId: 'eip155:1338' })).payload).toEqual({
      chainId: 1338,
    });
    expect((await peer.call('GET_CHAIN_ID')).payload).toEqual({ chainId: 1338 });
    expect((await peer.call('SWITCH_NETWORK', { chainId: 1 })).payload).toEqual({
      message: 'This network is not supported by the embedded wallet',
    });
    expect((await userOf(peer, { chainId: 1339 })).chainId).toBe(1339);
    expect((await peer.call('GET_CHAIN_ID')).payload).toEqual({ chainId: 1339 });
  });
});

test.describe('faults', () => {
  const types = async (peer: Awaited<ReturnType<typeof openPeer>>) =>
    (await peer.said()).map(({ type }) => type.replace('@w3m-frame/', ''));

  test('no-ready says nothing', async ({ page }) => {
    const peer = await openPeer(page, { fault: 'no-ready' });
    await page.waitForTimeout(1_500);
    expect(await types(peer)).toEqual([]);
  });

  test('slow-ready says it late', async ({ page }) => {
    const peer = await openPeer(page, { fault: 'slow-ready' });
    await page.waitForTimeout(1_500);
    expect(await types(peer)).toEqual([]);
    await peer.event('READY');
  });

  test('bad-origin: somebody else says it', async ({ page }) => {
    const heard: string[] = [];
    await page.exposeFunction('heard', (origin: string, type: string) => heard.push(`${origin} ${type}`));
    await page.addInitScript(() => {
      if (window !== window.top) return;
      const { heard } = window as unknown as { heard(origin: string, type: string): void };
      window.addEventListener('message', ({ origin, data }) =>
        heard(origin, (data as { type: string }).type),
      );
    });
    const peer = await openPeer(page, { fault: 'bad-origin' });
    const stranger = SECURE_URL.replace('localhost', '127.0.0.1');
    await expect.poll(() => heard).toContain(`${stranger} @w3m-frame/READY`);
    expect(await types(peer)).toEqual([]);
  });

  test('drop-answers goes silent once it is synced', async ({ page }) => {
    const peer = await readyPeer(page, { fault: 'drop-answers' });
    await peer.send({ type: '@w3m-app/GET_CHAIN_ID', id: 'lost1' });
    await page.waitForTimeout(1_500);
    expect(await types(peer)).toEqual(['READY', 'SYNC_DAPP_DATA_SUCCESS']);
  });

  test('double-ready says it twice', async ({ page }) => {
    const peer = await openPeer(page, { fault: 'double-ready' });
    await expect.poll(() => types(peer)).toEqual(['READY', 'READY']);
  });

  test('wrong-id answers to another id', async ({ page }) => {
    const peer = await openPeer(page, { fault: 'wrong-id' });
    await peer.event('READY');
    await peer.send({ type: '@w3m-app/GET_CHAIN_ID', id: 'mine1' });
    await expect.poll(async () => (await peer.said()).map(({ id }) => id)).toContain('mine10');
    expect((await peer.said()).map(({ id }) => id)).not.toContain('mine1');
  });

  test('RELOAD is answered, then the frame is ready anew', async ({ page }) => {
    const peer = await readyPeer(page);
    expect(await peer.call('RELOAD')).toEqual({ ok: true });
    await expect.poll(async () => (await types(peer)).filter((type) => type === 'READY').length).toBe(2);
  });
});
