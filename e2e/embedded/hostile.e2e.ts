// Pages at work against a login and an approval, in a real browser (docs/spec/security.md T12, B5, H6, R25): forged messages with the
// right types, the right ids and the right nonce, from every window that is not the frame, and from the frame's own window when it is led
// elsewhere. Nothing is completed by them and nothing is lost: the true answer counts afterwards. What becomes of thousands of messages that
// do come from the frame is in the scenarios (engine/core/tests/scenarios/embedded/forged.rs).
import type { BrowserContext, Frame, Page } from '@playwright/test';
import { stringToHex, type Hex } from 'viem';
import { chain } from '../support/chain';
import { call, create, expectClosed, openCard, still, view } from '../support/modal';
import { HOST_URLS, PAGE_URL } from '../support/ports';
import { expect, test, type Watch } from '../support/test';
import {
  approve,
  askedAs,
  AUTH,
  came,
  connectedAs,
  giveEmail,
  keepMessages,
  logIn,
  openLink,
  request,
  resultOf,
  secureFrame,
  typeCode,
  visitLogin,
} from './host-page';
import { freshEmail, mails, openPeer, readyPeer, SECURE_URL } from './peer';

const STRANGER = HOST_URLS.explorer;
const SECURE_PORT = new URL(SECURE_URL).port;
/** What may be taken for the secure origin. */
const LOOK_ALIKES = {
  'another port': STRANGER,
  'the same machine by its number': `http://127.0.0.1:${SECURE_PORT}`,
  'a name below it': `http://secure.localhost:${SECURE_PORT}`,
  'its name with a dot behind': `http://localhost.:${SECURE_PORT}`,
};

/** Every origin has an empty page to attack from, and the host's page lets itself be framed and frames whatever somebody puts there. */
async function prepare(context: BrowserContext): Promise<void> {
  await keepMessages(context);
  // A page that a test makes up comes from nowhere: to Chromium such a one reaches this machine by permission only.
  await context.grantPermissions(['local-network-access']);
  await context.route(
    (url) => url.pathname === '/attack',
    (route) => route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>attack</title>' }),
  );
  await context.route(
    (url) => url.origin === PAGE_URL && url.pathname === '/',
    async (route) => {
      const answer = await route.fetch();
      const policy = answer.headers()['content-security-policy']!;
      expect(policy).toContain('frame-src ');
      const lax = policy.replace(/frame-src [^;]*/, 'frame-src *').replace(/frame-ancestors [^;]*/, '');
      await route.fulfill({
        response: answer,
        headers: { ...answer.headers(), 'content-security-policy': lax },
      });
    },
  );
}

/** Puts a frame of a stranger beside ours. */
async function sibling(page: Page, origin: string, sandbox?: string): Promise<Frame> {
  const name = `ad-${new URL(origin).host}-${sandbox ?? ''}`;
  await page.evaluate(
    ([src, called, rules]) => {
      const frame = document.createElement('iframe');
      if (rules !== null) frame.setAttribute('sandbox', rules);
      Object.assign(frame, { src, name: called });
      document.body.append(frame);
    },
    [`${origin}/attack`, name, sandbox ?? null] as const,
  );
  await expect.poll(() => page.frame(name)?.url()).toBe(`${origin}/attack`);
  return page.frame(name)!;
}

type Speaker = { who: Page | Frame; from: string; to: 'parent' | 'opener' | 'opened' };

/**
 * Says each of them to the page, and waits until the page has heard the last: a word of ours behind them, since our own frame may say
 * something of the same origin meanwhile.
 */
async function say(page: Page, { who, from, to }: Speaker, messages: unknown[]): Promise<void> {
  const last = crypto.randomUUID();
  await who.evaluate(
    ([target, list]) => {
      const at = (window as unknown as Record<string, Window>)[target]!;
      for (const message of list) at.postMessage(message, '*');
    },
    [to, [...messages, { last }]] as const,
  );
  await expect
    .poll(async () => (await came(page)).some((one) => one.from === from && one.data?.last === last))
    .toBe(true);
  // And what came has been read.
  await page.evaluate(() => new Promise((read) => requestAnimationFrame(() => setTimeout(read, 50))));
}

/** What the frame could say to a call that waits, and to none; all of it with the frame's own nonce. */
async function forged(page: Page, name: string, good: unknown[]): Promise<unknown[]> {
  const id = await askedAs(page, name);
  const nonce = new URL((await secureFrame(page)).url()).searchParams.get('nonce')!;
  const frame = (what: string) => `@w3m-frame/${what}`;
  return [
    ...good.map((payload) => ({ type: frame(`${name}_SUCCESS`), id, nonce, payload })),
    { type: frame(`${name}_SUCCESS`), id },
    { type: frame(`${name}_ERROR`), id, nonce, payload: { message: 'User rejected the request' } },
    { type: frame(`${name}_ERROR`), id },
    { type: frame('SESSION_UPDATE'), nonce, payload: { token: 'f'.repeat(64) } },
    { type: frame('READY'), nonce, payload: { version: '1' } },
    { type: frame('READY') },
  ];
}

/** A login and an approval, each under attack while it waits; both end as the person wants. */
async function attacked(page: Page, speakers: Speaker[]): Promise<void> {
  const email = freshEmail();
  await giveEmail(page, email);
  await still(page, 'EmailVerifyDevice');
  const logins = await forged(page, 'CONNECT_DEVICE', [null, { action: 'CONNECT' }]);
  for (const speaker of speakers) {
    await say(page, speaker, logins);
    await expect(view(page, 'EmailVerifyDevice'), speaker.from).toBeVisible();
    await expect(view(page, 'EmailVerifyOtp'), speaker.from).toHaveCount(0);
    await expect(page.getByRole('alert').filter({ hasText: /\S/ }), speaker.from).toHaveCount(0);
  }
  await openLink(email);
  await typeCode(page, email);
  const address = await connectedAs(page);

  const message = 'Pay nobody';
  const outcome = await request(page, 'personal_sign', [stringToHex(message), address]);
  await still(page, 'ApproveTransaction');
  const answers = await forged(page, 'RPC_REQUEST', [`0x${'11'.repeat(65)}`, true]);
  for (const speaker of speakers) {
    await say(page, speaker, answers);
    await expect(view(page, 'ApproveTransaction'), speaker.from).toBeVisible();
    expect(await outcome(), speaker.from).toBeNull();
  }
  await approve(page);
  await expectClosed(page);
  const signature = await resultOf<Hex>(outcome);
  expect(await chain.verifyMessage({ address, message, signature })).toBe(true);
  // The frame was told of the page once: nothing began anew.
  const told = (await came(await secureFrame(page))).filter(
    ({ data }) => data.type === '@w3m-app/SYNC_DAPP_DATA',
  );
  expect(told).toHaveLength(1);
  // And what is stored of the session is the site's own word.
  await page.reload();
  await create(page, AUTH);
  expect(await connectedAs(page)).toBe(address);
  const asked = (await came(await secureFrame(page))).find(
    ({ data }) => data.type === '@w3m-app/IS_CONNECTED',
  );
  expect(asked!.data.payload!.token).toMatch(/^[\da-f]{64}$/);
  expect(asked!.data.payload!.token).not.toBe('f'.repeat(64));
}

/** Names that no run of this machine answers to are led nowhere; the watch of the tests sees them all the same. */
function expectLookAlikes(watch: Watch): void {
  for (const origin of Object.values(LOOK_ALIKES))
    for (;;) {
      const at = watch.problems.indexOf(`request to another host: ${origin}/attack`);
      if (at < 0) break;
      watch.problems.splice(at, 1);
    }
}

test.describe('messages that are not from the frame', () => {
  for (const [what, origin, path] of [
    ['a stranger', STRANGER, '/attack'],
    ['a page of the secure site itself', SECURE_URL, '/mailbox'],
  ] as const)
    test(`from the opener, ${what}, complete no login or approval and cancel none`, async ({
      page,
      context,
    }) => {
      await prepare(context);
      await page.goto(`${origin}${path}`);
      const [opened] = await Promise.all([
        page.waitForEvent('popup'),
        page.evaluate(
          (url) => void Object.assign(window, { opened: window.open(url) }),
          `${PAGE_URL}/?noauto`,
        ),
      ]);
      await opened.waitForLoadState();
      await create(opened, AUTH);
      await attacked(opened, [{ who: page, from: origin, to: 'opened' }]);
      // Nor does it find our frame there: what is in a shadow tree has no name and no number.
      const found = await page.evaluate(() => {
        const { opened: it } = window as unknown as { opened: Window & Record<string, unknown> };
        return it.length;
      });
      expect(found).toBe(0);
    });

  test('from another site’s frame complete and cancel nothing', async ({ page, context }) => {
    await prepare(context);
    await visitLogin(page);
    const who = await sibling(page, STRANGER);
    await attacked(page, [{ who, from: STRANGER, to: 'parent' }]);
  });

  test('from a sandboxed frame with the origin null neither', async ({ page, context }) => {
    await prepare(context);
    await visitLogin(page);
    const who = await sibling(page, SECURE_URL, 'allow-scripts');
    await attacked(page, [{ who, from: 'null', to: 'parent' }]);
  });

  test('from sites with a similar origin neither', async ({ page, context, watch }) => {
    await prepare(context);
    await visitLogin(page);
    const speakers: Speaker[] = [];
    for (const origin of Object.values(LOOK_ALIKES))
      speakers.push({ who: await sibling(page, origin), from: origin, to: 'parent' });
    await attacked(page, speakers);
    expectLookAlikes(watch);
  });

  test('from the frame’s own window after it was navigated neither', async ({ page, context, watch }) => {
    await prepare(context);
    await visitLogin(page);
    const email = freshEmail();
    await giveEmail(page, email);
    await still(page, 'EmailVerifyDevice');
    const messages = await forged(page, 'CONNECT_DEVICE', [null]);
    const frame = await secureFrame(page);
    const home = frame.url();
    for (const origin of Object.values(LOOK_ALIKES)) {
      await frame.evaluate((url) => void (location.href = url), `${origin}/attack`);
      await expect.poll(() => frame.url()).toBe(`${origin}/attack`);
      await say(page, { who: frame, from: origin, to: 'parent' }, messages);
      await expect(view(page, 'EmailVerifyDevice'), origin).toBeVisible();
      await expect(view(page, 'EmailVerifyOtp'), origin).toHaveCount(0);
    }
    expectLookAlikes(watch);
    // Back at the site, it is ready anew: what it was asked is over, and that is said.
    await frame.evaluate((url) => void (location.href = url), home);
    await expect(page.getByRole('alert')).toContainText('Something went wrong');
    await askedAs(page, 'SYNC_DAPP_DATA');
  });
});

test.describe('the login window', () => {
  const status = (page: Page) => page.getByTestId('wm-social-status');

  /** What it could come back with. */
  const results = [
    { resultUri: `${SECURE_URL}/provider/callback?code=1&state=2` },
    { resultUri: `${SECURE_URL}/provider/callback?error=access_denied` },
  ];

  async function consent(popup: Page): Promise<void> {
    const name = `eve-${freshEmail().split('@')[0]}`;
    await popup.getByTestId('provider-username').fill(name);
    await popup.getByTestId('provider-email').fill(`${name}@work.example`);
    await popup.getByTestId('provider-continue').click();
  }

  for (const [what, origin] of [
    ['a stranger', STRANGER],
    ['the secure origin', SECURE_URL],
  ] as const)
    test(`ignores a window with the same name that was there before, of ${what}`, async ({
      page,
      context,
    }) => {
      await prepare(context);
      await page.goto(`${origin}/attack`);
      const opening = page.waitForEvent('popup');
      await page.evaluate(() => void window.open('/attack', 'wallet-modal-login'));
      const named = await opening;
      const hosting = page.waitForEvent('popup');
      await page.evaluate((url) => void Object.assign(window, { opened: window.open(url) }), PAGE_URL);
      const opened = await hosting;
      await opened.waitForFunction(() => 'walletModal' in window);
      await openCard(opened);
      const login = opened.waitForEvent('popup');
      await opened.getByTestId('social-selector-google').click();
      await still(opened, 'ConnectingSocial');
      const popup = await login;
      await expect(status(opened)).toHaveAttribute('data-phase', 'waiting');
      expect(named.url(), 'ours is another window').toBe(`${origin}/attack`);
      await named.evaluate(() => Object.assign(window, { opened: (opener as { opened: Window }).opened }));
      for (const who of [page, named]) {
        await say(opened, { who, from: origin, to: 'opened' }, results);
        await expect(status(opened)).toHaveAttribute('data-phase', 'waiting');
      }
      await consent(popup);
      await connectedAs(opened);
    });

  test('ignores another site’s message, and accepts the provider’s after the window returns @4.16', async ({
    page,
    context,
  }) => {
    await prepare(context);
    await page.goto('/');
    await page.waitForFunction(() => 'walletModal' in window);
    await openCard(page);
    const login = page.waitForEvent('popup');
    await page.getByTestId('social-selector-google').click();
    await still(page, 'ConnectingSocial');
    const popup = await login;
    await expect(popup.getByTestId('provider-continue')).toBeVisible();
    const own = popup.url();
    await popup.goto(`${STRANGER}/attack`);
    await say(page, { who: popup, from: STRANGER, to: 'opener' }, results);
    await expect(status(page)).toHaveAttribute('data-phase', 'waiting');
    await popup.goto(own);
    await consent(popup);
    await connectedAs(page);
  });

  test('ignores the result of another login, and completes its own', async ({ page, context, browser }) => {
    // Somebody logs in in a browser of his own, and stops at the result.
    const elsewhere = await browser.newContext();
    const his = await readyPeer(await elsewhere.newPage(), { query: `&wmState=${'ab'.repeat(16)}` });
    const { payload } = await his.call('GET_SOCIAL_REDIRECT_URI', { provider: 'google' });
    const uri = new URL(payload!.uri as string);
    const decided = await elsewhere.request.post(uri.href.replace(/authorize.*/, 'decide'), {
      form: {
        state: uri.searchParams.get('state')!,
        username: 'Eve',
        email: 'eve@google.example',
        decision: 'continue',
      },
      headers: { origin: SECURE_URL },
      maxRedirects: 0,
    });
    const result = new URL(decided.headers()['location']!, SECURE_URL).href;
    expect(new URL(result).searchParams.get('wmState')).toBe('ab'.repeat(16));
    await elsewhere.close();

    await prepare(context);
    await page.goto('/');
    await page.waitForFunction(() => 'walletModal' in window);
    await openCard(page);
    const [popup] = await Promise.all([
      page.waitForEvent('popup'),
      page.getByTestId('social-selector-google').click(),
    ]);
    await still(page, 'ConnectingSocial');
    await expect(popup.getByTestId('provider-continue')).toBeVisible();
    const own = popup.url();
    // Whoever can lead the window there does so: it comes from the secure origin, out of our very window.
    const told = async () => (await came(page)).filter(({ data }) => 'resultUri' in data).length;
    await popup.goto(result).catch(() => {});
    await expect.poll(told).toBe(1);
    await expect(status(page)).toHaveAttribute('data-phase', 'waiting');
    await expect(page.getByTestId('demo-status')).not.toHaveText('connected');
    const asked = (await came(await secureFrame(page))).map(({ data }) => data.type);
    expect(asked).not.toContain('@w3m-app/CONNECT_SOCIAL');

    await popup.goto(own);
    await consent(popup);
    await connectedAs(page);
  });
});

test.describe('pages that the secure site does not know', () => {
  test('does not load the site if an unknown page frames the host, and starts no login', async ({
    page,
    context,
    watch,
  }) => {
    await prepare(context);
    await page.goto(`${STRANGER}/attack`);
    await page.evaluate((src) => {
      const frame = document.createElement('iframe');
      Object.assign(frame, { src, name: 'host', width: 1_000, height: 800 });
      document.body.append(frame);
    }, `${PAGE_URL}/?noauto`);
    await expect.poll(() => page.frame('host')?.url()).toBe(`${PAGE_URL}/?noauto`);
    const host = page.frame('host')!;
    await host.waitForLoadState();
    await create(host as unknown as Page, AUTH);
    await call(host, 'open', { view: 'EmailLogin' });
    const email = freshEmail();
    await host.getByTestId('wui-email-input').fill(email);
    await host.getByTestId('wui-email-input').press('Enter');
    await expect.poll(() => watch.problems.some((text) => text.includes('frame-ancestors'))).toBe(true);
    watch.expectProblem(/frame-ancestors/);
    await expect(host.locator('#w3m-iframe')).toHaveCount(1);
    expect(page.frames().some((frame) => frame.url().startsWith(`${SECURE_URL}/sdk`))).toBe(false);
    expect(await mails(email)).toEqual([]);
  });

  test('ignores an unknown page whose window contains the frame', async ({ page, context }) => {
    await prepare(context);
    await page.goto(`${STRANGER}/attack`);
    const [opened] = await Promise.all([
      page.waitForEvent('popup'),
      page.evaluate((url) => void Object.assign(window, { opened: window.open(url) }), `${PAGE_URL}/attack`),
    ]);
    const peer = await openPeer(opened);
    await peer.event('READY');
    const before = await peer.said();
    const email = freshEmail();
    // In a light tree the frame is found by its number.
    await page.evaluate((address) => {
      const { opened: it } = window as unknown as { opened: Window };
      for (const [name, payload] of [
        ['CONNECT_EMAIL', { email: address }],
        ['GET_USER', {}],
        ['SIGN_OUT', undefined],
        ['RPC_REQUEST', { method: 'eth_accounts', params: [] }],
      ] as const)
        it.frames[0]!.postMessage({ type: `@w3m-app/${name}`, id: `stolen${name.length}`, payload }, '*');
    }, email);
    const frame = opened.frames().find((one) => one.url().startsWith(SECURE_URL))!;
    await expect.poll(async () => (await came(frame)).filter(({ from }) => from === STRANGER).length).toBe(4);
    // What comes after them is answered.
    expect((await peer.call('GET_CHAIN_ID')).ok).toBe(true);
    expect(await peer.said()).toHaveLength(before.length + 1);
    expect((await came(page)).filter(({ from }) => from === SECURE_URL)).toEqual([]);
    expect(await mails(email)).toEqual([]);
  });
});

test.describe('pages with replaced functions (docs/spec/security.md B17)', () => {
  for (const [what, write] of [
    ['toJSON on everything', () => void Object.assign(Object.prototype, { toJSON: () => 'polluted' })],
    ['once on everything', () => void Object.assign(Object.prototype, { once: true })],
    [
      'another JSON',
      () => {
        JSON.stringify = () => '{}';
      },
    ],
  ] as const)
    test(`logs in and approves with ${what}`, async ({ page }) => {
      await visitLogin(page);
      await page.evaluate(write);
      const address = await logIn(page);
      const message = 'as ever';
      const outcome = await request(page, 'personal_sign', [stringToHex(message), address]);
      await still(page, 'ApproveTransaction');
      await approve(page);
      await expectClosed(page);
      const signature = await resultOf<Hex>(outcome);
      expect(await chain.verifyMessage({ address, message, signature })).toBe(true);
    });
});

test('drops a message that is not JSON without an error of the page', async ({ page, context }) => {
  await keepMessages(context);
  await visitLogin(page);
  const email = freshEmail();
  await giveEmail(page, email);
  await still(page, 'EmailVerifyDevice');
  const id = await askedAs(page, 'CONNECT_DEVICE');
  const last = crypto.randomUUID();
  await (
    await secureFrame(page)
  ).evaluate(
    ([of, to, end]) => {
      const type = '@w3m-frame/CONNECT_DEVICE_SUCCESS';
      const round: Record<string, unknown> = { type, id: of };
      round.payload = round;
      for (const message of [{ type, id: of, payload: { big: 1n } }, round, { last: end }])
        parent.postMessage(message, to);
    },
    [id, PAGE_URL, last] as const,
  );
  await expect.poll(async () => (await came(page)).some(({ data }) => data?.last === last)).toBe(true);
  await expect(view(page, 'EmailVerifyDevice')).toBeVisible();
  await openLink(email);
  await typeCode(page, email);
  await connectedAs(page);
});
