// The secure site in a browser: who may frame it and is spoken to, what it keeps (docs/spec/embedded-frame.md sections 3 to 5 and 11). Everything it
// says and does is proven without one: demo/secure/*.test.ts, demo/services/tests/hosts/secure.rs.
import { HOST_URLS, PAGE_URL } from '../support/ports';
import { expect, test } from '../support/test';
import { freshEmail, logIn, mails, openPeer, readyPeer, SECURE_URL, TWIN_URL } from './peer';

test.describe('which page it responds to', () => {
  test('refuses a page of another origin in a frame, even if it claims its origin', async ({
    page,
    watch,
  }) => {
    const peer = await openPeer(page, { origin: HOST_URLS.explorer, claims: PAGE_URL });
    await expect.poll(() => watch.problems.length).toBeGreaterThan(0);
    watch.expectProblem(/frame-ancestors/);
    watch.problems.splice(0);
    await page.waitForTimeout(500);
    expect(await peer.said()).toEqual([]);
  });

  test('ignores a page that claims another allowed origin than its own', async ({ page }) => {
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

  test('ignores another window of the same origin', async ({ page, context }) => {
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
});

test.describe('stored data', () => {
  test('keeps the session of one site from another', async ({ page }) => {
    const peer = await readyPeer(page);
    await logIn(peer, freshEmail());
    const { token } = (await peer.event('SESSION_UPDATE')).payload!;
    const other = await readyPeer(page, { origin: TWIN_URL });
    expect((await other.call('IS_CONNECTED', { token })).payload).toEqual({ isConnected: false });
    // And there, as a third party, a login works as well.
    expect((await logIn(other, freshEmail())).address).toMatch(/^0x/);
  });

  test('logs in for a page without the storage message', async ({ page }) => {
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

  test('keeps the browser’s keys unexportable, and the seed encrypted under one', async ({ page }) => {
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
      const [key, pair] = (await all('keys')) as [CryptoKey, CryptoKeyPair];
      const seeds = (await all('seeds')) as { iv: Uint8Array; data: ArrayBuffer }[];
      const out = (format: 'raw' | 'jwk', one: CryptoKey) =>
        crypto.subtle.exportKey(format, one).then(
          () => 'read',
          () => 'refused',
        );
      return {
        extractable: [key.extractable, pair.privateKey.extractable],
        out: [await out('raw', key), await out('jwk', pair.privateKey)],
        bytes: seeds.map(({ data }) => data.byteLength),
      };
    });
    // 32 bytes and the tag of AES-GCM.
    expect(kept).toEqual({ extractable: [false, false], out: ['refused', 'refused'], bytes: [48] });
  });
});

test.describe('faults', () => {
  const types = async (peer: Awaited<ReturnType<typeof openPeer>>) =>
    (await peer.said()).map(({ type }) => type.replace('@w3m-frame/', ''));

  test('bad-origin: another origin sends the response', async ({ page }) => {
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

  test('responds to RELOAD, and the frame becomes ready again', async ({ page }) => {
    const peer = await readyPeer(page);
    expect(await peer.call('RELOAD')).toEqual({ ok: true });
    await expect.poll(async () => (await types(peer)).filter((type) => type === 'READY').length).toBe(2);
  });
});
