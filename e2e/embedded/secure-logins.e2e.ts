// The window of a login by a provider (docs/spec/embedded-frame.md section 6).
import type { Page } from '@playwright/test';
import { PAGE_URL } from '../support/ports';
import { expect, test } from '../support/test';
import { freshEmail, readyPeer, SECURE_URL, type Peer } from './peer';

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

test('redirects only to the opener after consent, and logs the same user in again', async ({ page }) => {
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
