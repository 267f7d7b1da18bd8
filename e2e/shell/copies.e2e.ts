// Two copies of our files in one page, each with all of its modules: as two scripts of one site bring them. The second one's page gets the handle
// of the first, and where there is none it hears why at once, instead of waiting for what nobody sees.
import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { fundedAddress } from '../support/chain';
import { expectClosed, still } from '../support/modal';
import { ScriptedWallet } from '../support/scripted';
import { expect, test } from '../support/test';

const dist = new URL('../../dist/', import.meta.url);
const types: Record<string, string> = {
  js: 'text/javascript',
  json: 'application/json',
  wasm: 'application/wasm',
};

interface Api {
  createWalletModal(options: object): {
    ready(): Promise<void>;
    open(): Promise<void>;
    getAccount(): { address?: string };
    getProvider(of: string): { request(args: object): Promise<unknown> };
  };
}
type Scope = { first: ReturnType<Api['createWalletModal']>; second: ReturnType<Api['createWalletModal']> };

/** The same files once more, in another folder. */
async function twoCopies(page: Page): Promise<{ engines: string[] }> {
  await page.route('**/copy/**', (route) => {
    const file = new URL(route.request().url()).pathname.replace('/copy/', '');
    return route.fulfill({
      body: readFileSync(new URL(file, dist)),
      contentType: types[file.split('.').at(-1)!]!,
    });
  });
  const engines: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (/\/engine-\w+\.wasm$/.test(pathname)) engines.push(pathname);
  });
  await page.goto('/?noauto&nowallet');
  return { engines };
}

/** Makes the modal by the files of this folder, and leaves the handle in the page. */
const make = (page: Page, folder: string, as: keyof Scope) =>
  page.evaluate(
    async ([from, name]) => {
      const { createWalletModal } = (await import(`/${from}/index.js`)) as Api;
      const { networks, services } = await (await fetch('/demo-config.json')).json();
      (window as unknown as Scope)[name as keyof Scope] = createWalletModal({
        projectId: 'demo',
        networks,
        services,
      });
    },
    [folder, as],
  );

test('a second copy shares the first one’s engine, handle and modal in ready() and in requests @2.1 @10.2', async ({
  page,
}) => {
  const account = await fundedAddress();
  const wallet = await ScriptedWallet.install(page, { accounts: [account] });
  const said: string[] = [];
  page.on('console', (message) => said.push(message.text()));
  const { engines } = await twoCopies(page);
  await make(page, 'dist', 'first');
  await make(page, 'copy', 'second');
  await page.evaluate(() => (window as unknown as Scope).second.ready());
  const accounts = page.evaluate(() =>
    (window as unknown as Scope).second.getProvider('eip155').request({ method: 'eth_requestAccounts' }),
  );
  await still(page, 'Connect');
  await page.getByTestId(wallet.row).click();
  expect(await accounts).toEqual([account.toLowerCase()]);
  await expectClosed(page);
  const [one, other] = await page.evaluate(() => {
    const { first, second } = window as unknown as Scope;
    return [first.getAccount().address, second.getAccount().address];
  });
  expect([one, other]).toEqual([account, account]);
  expect(engines).toHaveLength(1);
  expect(await page.locator('wallet-modal').count()).toBe(1);
  expect(said.filter((text) => text.includes('wallet-modal is loaded twice'))).toHaveLength(1);
});

test('a second copy rejects ready() and requests with the reason if only the first one’s elements exist, and its modal opens @2.1', async ({
  page,
}) => {
  const { engines } = await twoCopies(page);
  await page.evaluate(async () => {
    const url = '/dist/define.js';
    await import(url);
  });
  await make(page, 'copy', 'second');
  const outcomes = await page.evaluate(async () => {
    const { second } = window as unknown as Scope;
    const said = async (asked: Promise<unknown>) =>
      asked.then(
        () => 'done',
        ({ code, message }: { code: unknown; message: string }) => `${String(code)} ${message}`,
      );
    return [
      await said(second.ready()),
      await said(second.getProvider('eip155').request({ method: 'eth_requestAccounts' })),
    ];
  });
  const why = '-32603 wallet-modal is loaded twice. Load one version from one URL';
  expect(outcomes).toEqual([why, why]);
  expect(engines).toEqual([]);
});
