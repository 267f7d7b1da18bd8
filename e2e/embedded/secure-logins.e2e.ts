// Logging in by a provider, by Farcaster, and signing in along with it (docs/spec/embedded-frame.md sections 4, 6 to 8).
import type { Page } from '@playwright/test';
import { verifyMessage, type Address, type Hex } from 'viem';
import { PAGE_URL } from '../support/ports';
import { expect, test } from '../support/test';
import { freshEmail, logIn, readyPeer, SECURE_URL, userOf, type Peer } from './peer';

/** Opens the login window as the modal does; what it hands back is in `results`. */
async function loginWindow(peer: Peer, provider: string): Promise<Page> {
  const { payload } = await peer.call('GET_SOCIAL_REDIRECT_URI', { provider });
  const [popup] = await Promise.all([
    peer.page.context().waitForEvent('page'),
    peer.page.evaluate(
      ([loading, uri, target]) => {
        const here = window as unknown as { popup: Window; results: unknown[] };
        const results: unknown[] = (here.results = []);
        window.addEventListener('message', (event) => {
          if (event.origin === target && event.source === here.popup) results.push(event.data);
        });
        here.popup = window.open(loading, 'login', 'popup,width=600,height=800')!;
        setTimeout(() => (here.popup.location.href = uri), 200);
      },
      [`${SECURE_URL}/loading`, payload!.uri as string, SECURE_URL] as const,
    ),
  ]);
  return popup;
}

async function result(peer: Peer): Promise<string> {
  const read = () =>
    peer.page.evaluate(() => (window as unknown as { results: { resultUri: string }[] }).results);
  await expect.poll(async () => (await read()).length).toBe(1);
  return (await read())[0]!.resultUri;
}

test.describe('a login by a provider', () => {
  test('consent, callback to the opener alone, and a session; the same person comes back', async ({
    page,
  }) => {
    const peer = await readyPeer(page, { query: '&wmState=abcdef0123456789' });
    const username = `Ada ${freshEmail().split('@')[0]}`;
    const login = async () => {
      const popup = await loginWindow(peer, 'google');
      await expect(popup.getByTestId('provider-origin')).toHaveText(PAGE_URL);
      await popup.getByTestId('provider-username').fill(username);
      await popup.getByTestId('provider-email').fill('ada@work.example');
      await popup.getByTestId('provider-continue').click();
      const uri = await result(peer);
      await popup.close();
      return uri;
    };
    const uri = await login();
    expect(uri.startsWith(`${SECURE_URL}/provider/callback?`)).toBe(true);
    expect(new URL(uri).searchParams.get('wmState')).toBe('abcdef0123456789');
    const connected = await peer.call('CONNECT_SOCIAL', { uri });
    expect(connected).toMatchObject({
      ok: true,
      payload: { email: 'ada@work.example', userName: username, chainId: 1337 },
    });
    const { address } = connected.payload!;
    // A result counts once.
    expect((await peer.call('CONNECT_SOCIAL', { uri })).ok).toBe(false);
    await peer.call('SIGN_OUT');
    expect((await peer.call('CONNECT_SOCIAL', { uri: await login() })).payload!.address).toBe(address);
  });

  test('Cancel and Fail come back as errors', async ({ page }) => {
    const peer = await readyPeer(page);
    for (const [press, error] of [
      ['cancel', 'access_denied'],
      ['fail', 'server_error'],
    ] as const) {
      const popup = await loginWindow(peer, 'github');
      await popup.getByTestId(`provider-${press}`).click();
      const uri = await result(peer);
      expect(new URL(uri).searchParams.get('error')).toBe(error);
      expect((await peer.call('CONNECT_SOCIAL', { uri })).payload).toEqual({
        message: `The provider says: ${error}`,
      });
      await popup.close();
    }
  });

  test("another browser's result is not taken", async ({ page, browser }) => {
    const peer = await readyPeer(page);
    const popup = await loginWindow(peer, 'x');
    await popup.getByTestId('provider-continue').click();
    const uri = await result(peer);
    const elsewhere = await browser.newContext();
    const victim = await readyPeer(await elsewhere.newPage());
    expect((await victim.call('CONNECT_SOCIAL', { uri })).payload!.message).toContain('begun elsewhere');
    await elsewhere.close();
    expect((await peer.call('CONNECT_SOCIAL', { uri: `${PAGE_URL}/?code=1` })).ok).toBe(false);
  });

  test('without a window it returns to the page that asked, and to no other', async ({ page }) => {
    const peer = await readyPeer(page);
    const uriTo = async (back: string) => {
      const { payload } = await peer.call('GET_SOCIAL_REDIRECT_URI', { provider: 'discord' });
      const uri = new URL(payload!.uri as string);
      uri.searchParams.set('state', `${uri.searchParams.get('state')}--${encodeURIComponent(back)}`);
      return uri.href;
    };
    const window = await page.context().newPage();
    await window.goto(await uriTo(`${PAGE_URL}/favicon.svg?wm_state=abc`));
    await window.getByTestId('provider-continue').click();
    await window.waitForURL(`${PAGE_URL}/favicon.svg?*`);
    const back = new URL(window.url());
    expect(back.searchParams.get('wm_state')).toBe('abc');
    const uri = back.searchParams.get('result_uri')!;
    expect((await peer.call('CONNECT_SOCIAL', { uri })).ok).toBe(true);

    await window.goto(await uriTo('https://thief.example/'));
    await window.getByTestId('provider-continue').click();
    await expect(window.getByTestId('secure-problem')).toContainText('not the one that asked');
  });
});

test.describe('Farcaster', () => {
  test('approved on its page, the waiting call answers', async ({ page }) => {
    const peer = await readyPeer(page);
    const { payload } = await peer.call('GET_FARCASTER_URI');
    const answer = await peer.begin('CONNECT_FARCASTER');
    const phone = await page.context().newPage();
    await phone.goto(payload!.url as string);
    await expect(phone.getByTestId('farcaster-origin')).toHaveText(PAGE_URL);
    await phone.getByTestId('farcaster-username').fill('grace.eth');
    await phone.getByTestId('farcaster-approve').click();
    expect(await answer()).toEqual({ ok: true, payload: { userName: 'grace.eth' } });
    expect(await userOf(peer)).toMatchObject({ email: null });
    // The page is used up.
    await phone.goto(payload!.url as string);
    await expect(phone.getByTestId('secure-problem')).toBeVisible();
  });

  test('declined, it says so', async ({ page }) => {
    const peer = await readyPeer(page);
    const { payload } = await peer.call('GET_FARCASTER_URI');
    const answer = await peer.begin('CONNECT_FARCASTER');
    const phone = await page.context().newPage();
    await phone.goto(payload!.url as string);
    await phone.getByTestId('farcaster-decline').click();
    expect(await answer()).toEqual({ ok: false, payload: { message: 'The login was declined' } });
  });
});

test.describe('signing in along with a login', () => {
  const asked = (more = {}) => ({
    accountAddress: '<<AccountAddress>>',
    chainId: 'eip155:1337',
    domain: new URL(PAGE_URL).host,
    uri: `${PAGE_URL}/`,
    version: '1',
    nonce: 'abcdefgh12345678',
    statement: 'Welcome',
    ...more,
  });

  test('the message is filled in and signed', async ({ page }) => {
    const peer = await readyPeer(page);
    await logIn(peer, freshEmail());
    const user = await userOf(peer, { siwxMessage: asked() });
    const [address, message] = [user.address as Address, user.message as string];
    expect(message).toContain(`${new URL(PAGE_URL).host} wants you to sign in`);
    expect(message).toContain(address);
    expect(message).toContain('Nonce: abcdefgh12345678');
    expect(await verifyMessage({ address, message, signature: user.signature as Hex })).toBe(true);
    expect(user.siwxMessage).toMatchObject({ accountAddress: address });
  });

  test('in the name of another site, or for another network, nothing is signed', async ({ page }) => {
    const peer = await readyPeer(page);
    await logIn(peer, freshEmail());
    for (const more of [
      { domain: 'bank.example' },
      { uri: 'https://bank.example/' },
      { chainId: 'eip155:1' },
      { nonce: 'x' },
    ]) {
      const user = await peer.call('GET_USER', { siwxMessage: asked(more) });
      expect(user.ok, JSON.stringify(more)).toBe(false);
      expect(user.payload).not.toHaveProperty('signature');
    }
  });
});
