// A thief has everything of a login that can be read: what the page around the frame heard, and the whole text storage of the secure site. In
// another browser that opens nothing: the session belongs to a key that the first browser does not give away (RFC 9449; 10.60).
import { stringToHex, type Address } from 'viem';
import { PAGE_URL } from '../support/ports';
import { expect, test } from '../support/test';
import { freshEmail, logIn, readyPeer, rpc, SECURE_URL, userOf, type Peer } from './peer';

const NOBODY = { ok: false, payload: { message: 'Nobody is logged in' } };

/** The storage of the secure site, as a script of its own would read it. */
async function storageOf(peer: Peer): Promise<Record<string, string>> {
  const frame = peer.page.frames().find((one) => one.url().startsWith(`${SECURE_URL}/sdk`))!;
  return frame.evaluate(() => ({ ...localStorage }) as Record<string, string>);
}

test('a stolen session fails in another browser, and still works in its own @10.60', async ({
  page,
  browser,
  playwright,
}) => {
  const peer = await readyPeer(page);
  const { address } = (await logIn(peer, freshEmail())) as { address: Address };
  const stolen = await storageOf(peer);
  const token = stolen[`wm:token:${PAGE_URL}`]!;
  expect(token).toMatch(/^[\da-f]{64}$/);
  // The page itself never hears the token.
  expect(JSON.stringify(await peer.said())).not.toContain(token);
  const { token: name } = (await peer.event('SESSION_UPDATE')).payload!;

  const elsewhere = await browser.newContext();
  await elsewhere.addInitScript(
    ([site, storage]) => {
      if (location.origin === site)
        for (const [key, value] of Object.entries(storage as object))
          localStorage.setItem(key, String(value));
    },
    [SECURE_URL, stolen] as const,
  );
  const thief = await readyPeer(await elsewhere.newPage());
  for (const given of [token, name])
    expect((await thief.call('IS_CONNECTED', { token: given })).payload).toEqual({ isConnected: false });
  expect(await thief.call('GET_USER')).toEqual(NOBODY);
  expect(await thief.call('RPC_REQUEST', rpc('personal_sign', [stringToHex('mine'), address]))).toEqual(
    NOBODY,
  );
  expect(
    await thief.call(
      'RPC_REQUEST',
      rpc('eth_sendTransaction', [{ from: address, to: address, value: '0x1' }]),
    ),
  ).toEqual(NOBODY);
  await elsewhere.close();

  // And without a browser.
  const bare = await playwright.request.newContext();
  for (const call of ['session', 'seed', 'out', 'update']) {
    const answer = await bare.post(`${SECURE_URL}/api/${call}`, {
      headers: { origin: SECURE_URL },
      data: { origin: PAGE_URL, device: stolen['wm:device'], token },
    });
    expect(answer.status(), call).toBe(401);
    expect(await answer.json()).toEqual({ error: 'invalid_dpop_proof', message: expect.any(String) });
  }
  await bare.dispose();

  expect((await userOf(peer)).address).toBe(address);
});
