// A session at a server ends with its account: against the guide's server, with a reload, a lock, a lost answer and a second user of the page.
import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import type { Page, Route } from '@playwright/test';
import { ethereumKey } from '../../bindings/testing/keys/ethereum';
import { EthereumWallet } from '../../bindings/testing/wallets/ethereum';
import { block } from '../guide/blocks';
import { call, confirm, expectClosed, still } from '../support/modal';
import { CHAIN_URL, PAGE_URL } from '../support/ports';
import { hearSignIns, sign } from '../support/sign-in';
import { expect, test } from '../support/test';

interface Session {
  message: string;
  signature: string;
  data: Record<string, unknown>;
}
interface Visitor {
  nonce?: string;
  address?: string;
  session?: Session;
}
type Api = Record<string, (visitor: Visitor, body: unknown) => unknown>;

/** The guide's server, which has this page for its shop. */
async function guideServer(file: string): Promise<Api> {
  const ours = [
    ["'localhost:5173'", `'${new URL(PAGE_URL).host}'`],
    ['chain: mainnet', 'chain: { ...mainnet, id: 1337 }'],
  ] as const;
  writeFileSync(
    file,
    ours.reduce((text, [guide, here]) => text.replace(guide, here), block('sign-in-server.mjs')),
  );
  return ((await import(file)) as { api: Api }).api;
}

/** What the server answers with; a test loses an answer, or keeps the server from hearing. */
type Way = (route: Route, name: string, answer: () => Promise<unknown>) => Promise<void>;
const honest: Way = async (route, _, answer) => route.fulfill({ json: await answer() });

/** One browser of a shop: its cookie is `visitor`. */
async function shop(page: Page, file: string) {
  const api = await guideServer(file);
  const visitor: Visitor = {};
  const calls: string[] = [];
  const server = { visitor, calls, api, way: honest };
  await page.route('**/api/*', async (route) => {
    const name = new URL(route.request().url()).pathname.slice('/api/'.length);
    calls.push(name);
    const answer = async () => api[name]!(visitor, route.request().postDataJSON());
    await server.way(route, name, answer).catch(() => route.fulfill({ status: 403, json: {} }));
  });
  return server;
}

/** The guide's page, with a message of its own. */
async function visit(page: Page, isRequired: boolean): Promise<void> {
  await page.goto('/?noauto&nowallet');
  await make(page, isRequired);
}

async function make(page: Page, isRequired: boolean): Promise<void> {
  await page.evaluate(async (required) => {
    const url = '/dist/index.js';
    const { createWalletModal } = await import(url);
    const { networks, services } = await (await fetch('/demo-config.json')).json();
    const server = async (name: string, body: object = {}) => {
      const headers = { 'content-type': 'application/json' };
      const answer = await fetch(`/api/${name}`, { method: 'POST', headers, body: JSON.stringify(body) });
      if (!answer.ok) throw new Error(`${name}: ${answer.status}`);
      return answer.json();
    };
    const siwx = {
      getRequired: () => required,
      async createMessage({ accountAddress, chainId }: Record<'accountAddress' | 'chainId', string>) {
        const { nonce } = await server('nonce');
        const issuedAt = new Date().toISOString();
        const text = [
          `${location.host} wants you to sign in with your Ethereum account:`,
          accountAddress,
          '',
          'Sign in to My shop.',
          '',
          `URI: ${location.origin}`,
          'Version: 1',
          `Chain ID: ${chainId.split(':')[1]}`,
          `Nonce: ${nonce}`,
          `Issued At: ${issuedAt}`,
        ].join('\n');
        return {
          accountAddress,
          chainId,
          domain: location.host,
          uri: location.origin,
          version: '1',
          nonce,
          issuedAt,
          statement: 'Sign in to My shop.',
          toString: () => text,
        };
      },
      addSession: (session: object) => server('sign-in', session),
      getSessions: () => server('sessions'),
      revokeSession: (chainId: string, address: string) => server('sign-out', { chainId, address }),
      setSessions: ([session]: object[]) => server(session ? 'sign-in' : 'sign-out', session ?? {}),
    };
    const walletModal = createWalletModal({ projectId: 'demo', networks, services, siwx });
    Object.assign(window, { walletModal });
  }, isRequired);
}

/** The page again, as its user comes back to it. */
async function again(page: Page, isRequired: boolean): Promise<void> {
  await page.reload();
  await make(page, isRequired);
}

/** A wallet of two accounts, which are in small letters as it tells them. */
async function install(page: Page): Promise<{ wallet: EthereumWallet; alice: string; bob: string }> {
  const words = [randomUUID(), randomUUID()];
  const [alice, bob] = words.map((one) => ethereumKey(one).address.toLowerCase()) as [string, string];
  const wallet = await EthereumWallet.install(page, { words, chains: { 1337: CHAIN_URL } });
  return { wallet, alice, bob };
}

const signedIn = (server: { visitor: Visitor }) => server.visitor.address?.toLowerCase();

/** Signs in from the list of wallets. */
async function signIn(page: Page, wallet: EthereumWallet): Promise<void> {
  await call(page, 'open');
  await still(page, 'Connect');
  await page.getByTestId(wallet.row).click();
  await still(page, 'SIWXSignMessage');
  await confirm(sign(page));
}

interface Handle {
  walletModal: { getAccount(): { status: string }; disconnect(): Promise<void> };
}

for (const isRequired of [true, false])
  test.describe(`a sign-in that is ${isRequired ? 'required' : 'optional'}`, () => {
    test('a reload and a locked wallet keep the session, a disconnect ends it, and the next user starts without one @10.58 @10.61', async ({
      page,
    }, info) => {
      const server = await shop(page, info.outputPath('server.mjs'));
      const heard = await hearSignIns(page);
      const { wallet, alice, bob } = await install(page);
      await visit(page, isRequired);
      await signIn(page, wallet);
      await expectClosed(page);
      expect(signedIn(server)).toBe(alice);
      await again(page, isRequired);
      await expect
        .poll(() =>
          page.evaluate(
            () =>
              (
                window as never as { walletModal: { getAccount(): { status: string } } }
              ).walletModal.getAccount().status,
          ),
        )
        .toBe('connected');
      expect(signedIn(server)).toBe(alice);
      expect(server.calls).not.toContain('sign-out');
      const status = () => page.evaluate(() => (window as never as Handle).walletModal.getAccount().status);
      await wallet.lock();
      await expect.poll(status).toBe('disconnected');
      await wallet.unlock();
      await expect.poll(status).toBe('connected');
      expect(signedIn(server)).toBe(alice);
      expect(server.calls).not.toContain('sign-out');
      await wallet.lock();
      await expect.poll(status).toBe('disconnected');
      await page.evaluate(() => (window as never as Handle).walletModal.disconnect());
      await expect.poll(() => signedIn(server)).toBeUndefined();
      await wallet.unlock();
      // another user of this page
      await wallet.switchAccount(bob, true);
      await signIn(page, wallet);
      await expectClosed(page);
      expect(signedIn(server)).toBe(bob);
      await expect
        .poll(() => heard.map(([name, of]) => [name, (of as { address: string }).address.toLowerCase()]))
        .toEqual([
          ['wallet-sign-in', alice],
          ['wallet-sign-out', alice],
          ['wallet-sign-in', bob],
        ]);
    });

    test('handles a locked wallet, and one with another account, after a reload @10.61', async ({
      page,
    }, info) => {
      const server = await shop(page, info.outputPath('server.mjs'));
      const { wallet, alice, bob } = await install(page);
      await visit(page, isRequired);
      await signIn(page, wallet);
      await expectClosed(page);
      expect(signedIn(server)).toBe(alice);
      await page.goto('about:blank');
      await wallet.lock();
      await visit(page, isRequired);
      const status = () => page.evaluate(() => (window as never as Handle).walletModal.getAccount().status);
      await expect.poll(status, { timeout: 15_000 }).toBe('disconnected');
      expect(signedIn(server)).toBe(alice);
      await wallet.unlock();
      await expect.poll(status).toBe('connected');
      expect(signedIn(server)).toBe(alice);
      await page.goto('about:blank');
      await wallet.switchAccount(bob, true);
      await visit(page, isRequired);
      await expect.poll(() => signedIn(server)).toBeUndefined();
    });

    test('ends a sign-in with a lost response when its account leaves @10.61', async ({ page }, info) => {
      const server = await shop(page, info.outputPath('server.mjs'));
      const { wallet, alice } = await install(page);
      await visit(page, isRequired);
      server.way = async (route, name, answer) => {
        const json = await answer();
        await (name == 'sign-in' ? route.abort() : route.fulfill({ json }));
      };
      await signIn(page, wallet);
      await expect.poll(() => signedIn(server)).toBe(alice);
      server.way = honest;
      await call(page, 'disconnect');
      await expect.poll(() => signedIn(server)).toBeUndefined();
    });

    test('ends a session without a record in this browser when another user connects @10.61', async ({
      page,
    }, info) => {
      const server = await shop(page, info.outputPath('server.mjs'));
      const { wallet, bob } = await install(page);
      await visit(page, isRequired);
      await signIn(page, wallet);
      await expectClosed(page);
      expect(signedIn(server)).toBeDefined();
      await page.evaluate(async () => {
        localStorage.clear();
        for (const { name } of await indexedDB.databases()) indexedDB.deleteDatabase(name!);
      });
      await page.goto('about:blank');
      await wallet.switchAccount(bob, true);
      await visit(page, isRequired);
      await call(page, 'open');
      await still(page, 'Connect');
      await page.getByTestId(wallet.row).click();
      await still(page, 'SIWXSignMessage');
      expect(signedIn(server)).toBeUndefined();
    });

    test('ends the session of an account when the wallet changes to another, and not the other’s @10.61', async ({
      page,
    }, info) => {
      const server = await shop(page, info.outputPath('server.mjs'));
      const { wallet, alice, bob } = await install(page);
      await visit(page, isRequired);
      await signIn(page, wallet);
      await expectClosed(page);
      expect(signedIn(server)).toBe(alice);
      await wallet.switchAccount([bob, alice]);
      await expect.poll(() => signedIn(server)).toBeUndefined();
      await still(page, 'SIWXSignMessage');
      await confirm(sign(page));
      await expectClosed(page);
      expect(signedIn(server)).toBe(bob);
    });
  });

test("the guide's server keeps only what was signed @10.61", async ({ page }, info) => {
  const server = await shop(page, info.outputPath('server.mjs'));
  const { wallet } = await install(page);
  const heard: Session[] = [];
  server.way = async (route, name, answer) => {
    if (name != 'sign-in') return honest(route, name, answer);
    heard.push(route.request().postDataJSON() as Session);
    return route.fulfill({ json: {} });
  };
  await visit(page, false);
  await signIn(page, wallet);
  await expect.poll(() => heard.length).toBe(1);
  const { message, signature, data } = heard[0]!;
  const { nonce } = server.visitor;
  const post = (changed: object | null): Promise<unknown> => {
    const visitor: Visitor = { nonce };
    const body = { message, signature, data: changed && { ...data, ...changed } };
    return Promise.resolve(server.api['sign-in']!(visitor, body)).then(() => visitor);
  };
  const victim = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
  for (const changed of [
    null,
    { accountAddress: victim },
    { chainId: 'eip155:1' },
    { domain: 'other.shop' },
    { expirationTime: '2099-01-01T00:00:00.000Z' },
    { role: 'admin' },
    { accountAddress: [wallet.address] },
  ])
    await expect(post(changed), JSON.stringify(changed)).rejects.toThrow('The fields differ');
  const onMainnet = message.replace('Chain ID: 1337', 'Chain ID: 1');
  const elsewhere = {
    message: onMainnet,
    signature: await wallet.key.signMessage({ message: onMainnet }),
    data: { ...data, chainId: 'eip155:1' },
  };
  await expect(Promise.resolve(server.api['sign-in']!({ nonce } as Visitor, elsewhere))).rejects.toThrow(
    'this network is not supported',
  );
  expect(await post({ accountAddress: wallet.address.toLowerCase(), statement: 'Admin.' })).toMatchObject({
    address: wallet.address,
    session: {
      data: { accountAddress: wallet.address, chainId: 'eip155:1337', statement: 'Sign in to My shop.' },
    },
  });
});
