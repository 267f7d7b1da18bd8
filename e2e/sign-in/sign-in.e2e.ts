// Signing in with the wallet (SIWX): the question after connecting, what it leads to, and every way out of it. The host's object is the
// built-in one, one of the page's own, or the older shape.
import { SiweMessage } from 'siwe';
import { verifyMessage } from 'viem';
import { parseSiweMessage } from 'viem/siwe';
import {
  call,
  calm,
  card,
  confirm,
  create,
  dialog,
  expectClosed,
  focused,
  recordEvents,
  still,
  toast,
} from '../support/modal';
import { framesOf, watchFrames } from '../support/frames';
import {
  cancel,
  choose,
  close,
  createRequired,
  hearSignIns,
  makeRequired,
  sessions,
  sign,
  status,
  visitWith,
  type Stored,
} from '../support/sign-in';
import { SigningWallet } from '../support/signing-wallet';
import { expect, test } from '../support/test';

test.describe('after connecting', () => {
  test('shows, signs, verifies and stores the message, and asks nothing after a reload @1.26 @2.13 @4.37 @4.38', async ({
    page,
  }) => {
    const events = await hearSignIns(page);
    const wallet = await SigningWallet.install(page);
    await visitWith(page);
    await choose(page, wallet.row);
    await page.getByText('Read message').click();
    const shown = await card(page).locator('.sign-in code').innerText();
    expect(parseSiweMessage(shown)).toMatchObject({ address: wallet.address, chainId: 1337, version: '1' });
    expect(new SiweMessage(shown).toMessage(), 'npm siwe reads the same').toBe(shown);
    expect(wallet.count('personal_sign')).toBe(0);
    await confirm(sign(page));
    await expectClosed(page);
    const [session] = await sessions(page);
    expect(session!.message).toBe(shown);
    expect(session!.data).toMatchObject({ accountAddress: wallet.address, chainId: 'eip155:1337' });
    expect(await verifyMessage({ address: wallet.address, ...session! })).toBe(true);
    const { success } = await new SiweMessage(session!.message).verify({ signature: session!.signature });
    expect(success, 'npm siwe accepts it').toBe(true);
    expect(events).toEqual([
      ['wallet-sign-in', { address: wallet.address, chainId: 'eip155:1337', required: false }],
    ]);

    await page.reload();
    await create(page, { siwx: true });
    await expect.poll(() => call(page, 'getIsConnected')).toBe(true);
    await expect(dialog(page)).toBeHidden();
    expect(wallet.count('personal_sign')).toBe(1);
    await call(page, 'disconnect');
    await expect.poll(() => sessions(page)).toEqual([]);
  });

  test('reports a refusal, and can be retried @4.39 @8.19', async ({ page }) => {
    const wallet = await SigningWallet.install(page);
    await visitWith(page);
    await choose(page, wallet.row);
    wallet.refuseOnce('personal_sign');
    await confirm(sign(page));
    await expect(toast(page)).toHaveText(/Signature declined/);
    await expect(status(page).getByRole('heading')).toHaveText('Signature declined');
    expect(await sessions(page)).toEqual([]);
    await confirm(sign(page));
    await expectClosed(page);
    expect(await sessions(page)).toHaveLength(1);
  });
});

test.describe('a required sign-in', () => {
  test('cannot be closed: the X is marked and points to Cancel, which disconnects @4.40 @4.42', async ({
    page,
  }) => {
    const events = await recordEvents(page);
    const wallet = await SigningWallet.install(page);
    await createRequired(page);
    await choose(page, wallet.row);
    await expect(close(page)).toHaveAttribute('aria-disabled', 'true');
    for (const leave of [
      () => close(page).click({ force: true }),
      () => page.keyboard.press('Escape'),
      () => page.mouse.click(5, 5),
    ]) {
      await sign(page).focus();
      await leave();
      await expect.poll(() => focused(page)).toBe('w3m-connecting-siwe-cancel');
      await expect(dialog(page)).toBeVisible();
    }
    await expect(cancel(page)).toHaveAccessibleDescription(/Sign in to use this site/);
    expect(await call(page, 'getIsConnected')).toBe(false);
    await cancel(page).click();
    await expectClosed(page);
    expect(await call(page, 'getAccount')).toMatchObject({ status: 'disconnected' });
    expect(events.of('wallet-connect')).toEqual([]);
    expect(events.of('wallet-status').filter(({ status }) => status == 'connected')).toEqual([]);
  });

  test('shows no "Connected" before the signature, in no frame @4.37 @4.42', async ({ page }) => {
    const wallet = await SigningWallet.install(page);
    await watchFrames(page);
    await createRequired(page);
    await framesOf(page);
    await choose(page, wallet.row);
    await confirm(sign(page));
    await expectClosed(page);
    const frames = await framesOf(page);
    const texts = frames.flatMap(({ views }) => views.map(({ name, text }) => `${name}: ${text}`));
    expect(texts.some((text) => text.startsWith('SIWXSignMessage'))).toBe(true);
    expect(texts.filter((text) => /connected|you can use/i.test(text))).toEqual([]);
  });

  test('reports the connection after the signature, also after a reload meanwhile @4.37', async ({
    page,
  }) => {
    const events = await recordEvents(page);
    const wallet = await SigningWallet.install(page);
    await createRequired(page);
    await choose(page, wallet.row);
    await page.reload();
    await makeRequired(page);
    await still(page, 'SIWXSignMessage');
    expect(await call(page, 'getIsConnected')).toBe(false);
    await confirm(sign(page));
    await expectClosed(page);
    expect(await call(page, 'getIsConnected')).toBe(true);
    expect(events.of('wallet-connect')).toMatchObject([{ address: wallet.address }]);
  });
});

test.describe('the page’s own sign-in object', () => {
  test('calls its methods, returns it, and reports what it does not store @4.39', async ({ page }) => {
    const wallet = await SigningWallet.install(page);
    await page.goto('/?noauto&nowallet');
    await page.evaluate(async () => {
      const url = '/dist/index.js';
      const { createWalletModal } = await import(url);
      const { networks, services } = await (await fetch('/demo-config.json')).json();
      const stored: unknown[] = [];
      const siwx = {
        fails: 1,
        stored,
        async createMessage({ accountAddress, chainId }: { accountAddress: string; chainId: string }) {
          const { host: domain, origin: uri } = location;
          const fields = { accountAddress, chainId, domain, uri, version: '1', nonce: '12345678' };
          const text = [
            `${domain} wants you to sign in with your Demo Chain account:`,
            `${accountAddress}\n`,
            'Our own words.\n',
            `URI: ${uri}`,
            'Version: 1',
            `Chain ID: ${chainId.slice(7)}`,
            'Nonce: 12345678',
          ].join('\n');
          return { ...fields, statement: 'Our own words.', toString: () => text };
        },
        async addSession(session: unknown) {
          if (this.fails-- > 0) throw new Error('the server said no');
          this.stored.push(session);
        },
        getSessions: async () => stored,
        setSessions: async () => {},
        revokeSession: async () => {},
      };
      const walletModal = createWalletModal({ projectId: 'demo', networks, services, siwx });
      Object.assign(window, { walletModal, siwx });
    });
    await call(page, 'open');
    await still(page, 'Connect');
    await choose(page, wallet.row);
    await expect(status(page)).toContainText(new URL(page.url()).host);
    await confirm(sign(page));
    await expect(status(page).getByRole('heading')).toHaveText('Failed to sign message');
    await expect(toast(page), 'the view says it').toHaveCount(0);
    await card(page).getByText('Details').click();
    await expect(card(page)).toContainText('the server said no');
    await confirm(sign(page));
    await expectClosed(page);
    const [same, stored] = await page.evaluate(() => {
      const { walletModal, siwx } = window as never as {
        walletModal: { getSIWX(): unknown };
        siwx: { stored: Stored[] };
      };
      return [walletModal.getSIWX() === siwx, siwx.stored] as const;
    });
    expect(same).toBe(true);
    expect(await verifyMessage({ address: wallet.address, ...stored[0]! })).toBe(true);
  });

  test('wraps the older shape: nonce, verification and session of its server @5.2', async ({ page }) => {
    const wallet = await SigningWallet.install(page);
    await page.goto('/?noauto&nowallet');
    await page.evaluate(async () => {
      const url = '/dist/index.js';
      const { createWalletModal } = await import(url);
      const { networks, services } = await (await fetch('/demo-config.json')).json();
      const seen: Record<string, unknown> = {};
      let session: unknown = null;
      const siweConfig = {
        getNonce: async () => 'nonceofserver1',
        createMessage: (args: Record<'address' | 'nonce' | 'iat', string>) =>
          [
            `${location.host} wants you to sign in with your Ethereum account:`,
            `${args.address.split(':')[4]}\n`,
            `\nURI: ${location.origin}\nVersion: 1\nChain ID: 1337`,
            `Nonce: ${args.nonce}\nIssued At: ${args.iat}`,
          ].join('\n'),
        verifyMessage: async (given: unknown) => ((seen.given = given), true),
        getSession: async () => session,
        signOut: async () => ((session = null), (seen.out = true)),
        onSignIn: (signed: unknown) => void (session = signed),
      };
      const walletModal = createWalletModal({ projectId: 'demo', networks, services, siweConfig });
      Object.assign(window, { walletModal, seen });
    });
    await call(page, 'open');
    await still(page, 'Connect');
    await choose(page, wallet.row);
    await expect(close(page)).toHaveAttribute('aria-disabled', 'true');
    await confirm(sign(page));
    await expectClosed(page);
    const seen = () =>
      page.evaluate(() => (window as never as { seen: { given: Stored; out?: boolean } }).seen);
    const { given } = await seen();
    expect(given.message).toContain(`\n${wallet.address}\n`);
    expect(given.message).toContain('\nNonce: nonceofserver1\n');
    expect(await verifyMessage({ address: wallet.address, ...given })).toBe(true);
    await call(page, 'disconnect');
    await expect.poll(async () => (await seen()).out).toBe(true);
  });
});

test('reads and signs with only the keyboard @10.9', async ({ page }) => {
  const wallet = await SigningWallet.install(page);
  await visitWith(page);
  await page.getByTestId(wallet.row).press('Enter');
  await still(page, 'SIWXSignMessage');
  await expect.poll(() => focused(page)).toBe('w3m-connecting-siwe-sign');
  await page.keyboard.press('Shift+Tab');
  expect(await focused(page)).toBe('w3m-connecting-siwe-cancel');
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Enter');
  await expect(card(page).locator('.sign-in code')).toBeVisible();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await calm(page);
  await page.keyboard.press('Enter');
  await expectClosed(page);
  expect(await sessions(page)).toHaveLength(1);
});
