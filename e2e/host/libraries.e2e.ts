// The EIP-1193 provider a host gets, unchanged under viem, ethers and @wagmi/core, in a real browser and under the strict policy
// (docs/spec/public-api.md section 5, requirement 10.38): one scenario in the words of each library.
import type { Page } from '@playwright/test';
import { build } from 'esbuild';
import { fileURLToPath } from 'node:url';
import { parseEther, parseUnits, verifyMessage, type Hex } from 'viem';
import type { Library } from './libraries/host';
import {
  chain,
  chainOf,
  freshAddress,
  fundedAddress,
  giveToken,
  tokenBalance,
  TOKENS,
} from '../support/chain';
import { call, create, dialog, expectClosed, still } from '../support/modal';
import { CHAIN_URLS } from '../support/ports';
import { SigningWallet } from '../support/signing-wallet';
import { expect, test } from '../support/test';

const bundle = build({
  entryPoints: [fileURLToPath(new URL('libraries/index.ts', import.meta.url))],
  bundle: true,
  write: false,
  minify: true,
  format: 'esm',
  platform: 'browser',
  target: 'es2022',
  define: { 'process.env.NODE_ENV': '"production"' },
}).then(({ outputFiles }) => outputFiles[0]!.text);

const chains = CHAIN_URLS.map((rpc, index) => ({ id: 1337 + index, name: `Demo ${index + 1}`, rpc }));

/** A page with the modal and, over its provider, one of the libraries. */
async function host(page: Page, name: string, options: Record<string, unknown> = {}): Promise<void> {
  const body = await bundle;
  await page.route('**/host-bundle.js', (route) =>
    route.fulfill({ body, contentType: 'text/javascript; charset=utf-8' }),
  );
  await page.goto('/?noauto&nowallet');
  await create(page, options);
  await page.evaluate(
    async ([library, list]) => {
      const url = '/host-bundle.js';
      const { use } = await import(url);
      const { walletModal } = window as unknown as { walletModal: { getProvider(n: string): unknown } };
      await use(library, walletModal.getProvider('eip155'), list);
    },
    [name, chains] as const,
  );
}

interface Rejected {
  rejected: true;
  names: string[];
  codes: unknown[];
}

/** Asks the library in the page; a rejection comes back with the names and codes of the error and of its causes. */
function ask<K extends keyof Library>(page: Page, method: K, ...args: unknown[]): Promise<unknown> {
  return page.evaluate(
    async ([name, values]) => {
      const { library } = window as unknown as { library: Record<string, unknown> };
      const found = library[name];
      if (typeof found != 'function') return found;
      try {
        return await (found as (...a: unknown[]) => unknown)(...values);
      } catch (thrown) {
        const chain: {
          name?: string;
          code?: unknown;
          cause?: unknown;
          error?: unknown;
          info?: { error?: unknown };
        }[] = [];
        let at = thrown as (typeof chain)[0] | undefined;
        while (at && chain.length < 10) {
          chain.push(at);
          at = (at.cause ?? at.error ?? at.info?.error) as typeof at;
        }
        return { rejected: true, names: chain.map((one) => one.name), codes: chain.map((one) => one.code) };
      }
    },
    [method, args] as const,
  );
}

/** Connects by the library's own call: our modal opens for it. */
async function connect(page: Page, wallet: SigningWallet): Promise<unknown> {
  const connected = ask(page, 'connect');
  await still(page, 'Connect');
  await page.getByTestId(wallet.row).click();
  const accounts = await connected;
  await expectClosed(page);
  return accounts;
}

/** An order of a contract is read to the person first. */
async function signTyped(page: Page, text: string): Promise<unknown> {
  const signed = ask(page, 'signTypedData', text);
  await still(page, 'ReviewRequest');
  // a press in the first half second does not count
  const confirm = page.getByTestId('wm-review-confirm');
  await expect(confirm).toBeVisible();
  await expect(async () => {
    if ((await confirm.count()) > 0) await confirm.click({ timeout: 1_000 });
    await expect(page.getByTestId('wm-review-line')).toHaveCount(0, { timeout: 300 });
  }).toPass();
  return signed;
}

const heard = async (page: Page): Promise<[string, unknown][]> =>
  (await ask(page, 'heard')) as [string, unknown][];
const lower = (list: unknown): unknown => JSON.parse(JSON.stringify(list).toLowerCase());

/** How each library names the refusal of a person, a method that is not allowed, and an account that is not connected. */
const names = {
  viem: {
    refused: 'UserRejectedRequestError',
    method: 'UnsupportedProviderMethodError',
    account: 'UnauthorizedProviderError',
  },
  ethers: { refused: 'Error', method: 'Error', account: 'Error' },
  wagmi: {
    refused: 'UserRejectedRequestError',
    method: 'UnsupportedProviderMethodError',
    account: 'ConnectorNotConnectedError',
  },
} as const;

for (const name of ['viem', 'ethers', 'wagmi'] as const)
  test.describe(`under ${name}`, () => {
    test('connects through the modal, signs, sends and calls a contract, on another chain too, disconnects and reconnects @10.38 @1.18 @1.19 @7.36 @7.37', async ({
      page,
    }) => {
      test.slow();
      // wagmi takes an added chain that the wallet does not stand on for a refusal.
      const wallet = await SigningWallet.install(page, { movesToAdded: name == 'wagmi' });
      await giveToken('MDW', wallet.address, parseUnits('5', 18));
      await host(page, name);
      // Libraries write addresses with their checksum, whatever a provider gives.
      expect(await connect(page, wallet)).toEqual([wallet.address]);
      expect(await ask(page, 'accounts')).toEqual([wallet.address]);
      const message = 'Hello, ünïcode \u{1f512}\nand a second line';
      const signed = (await ask(page, 'signMessage', message)) as { signature: Hex; verified: boolean };
      expect(signed.verified).toBe(true);
      expect(await verifyMessage({ address: wallet.address, message, signature: signed.signature })).toBe(
        true,
      );
      expect(await signTyped(page, 'ten apples')).toMatchObject({ verified: true });

      // Sent once, and followed to their receipts.
      const to = freshAddress();
      const sent = (await ask(page, 'send', to, String(parseEther('0.25')))) as { hash: Hex; status: string };
      expect(sent).toMatchObject({ status: 'success' });
      expect(await chain.getTransaction({ hash: sent.hash })).toMatchObject({
        from: wallet.address.toLowerCase(),
        to: to.toLowerCase(),
        value: parseEther('0.25'),
      });
      const token = TOKENS.MDW.address;
      expect(await ask(page, 'sendToken', token, to, String(parseUnits('1.5', 18)))).toMatchObject({
        status: 'success',
      });
      expect([await chain.getBalance({ address: to }), await tokenBalance('MDW', to)]).toEqual([
        parseEther('0.25'),
        parseUnits('1.5', 18),
      ]);
      expect(wallet.count('eth_sendTransaction')).toBe(2);

      expect(await ask(page, 'switchTo', 1338)).toBeFalsy();
      expect(wallet.requests.map(({ method }) => method).filter((method) => /Chain$/.test(method))).toEqual([
        'wallet_switchEthereumChain',
        'wallet_addEthereumChain',
        ...(wallet.count('wallet_switchEthereumChain') > 1 ? ['wallet_switchEthereumChain'] : []),
      ]);
      await expect.poll(() => ask(page, 'chainId')).toBe(1338);
      expect(await call(page, 'getChainId')).toBe(1338);
      await expect.poll(() => heard(page)).toContainEqual(['chain', 1338]);
      // Reads and sends are of that chain now.
      const other = freshAddress();
      expect(await ask(page, 'send', other, String(parseEther('0.5')))).toMatchObject({ status: 'success' });
      expect(await ask(page, 'balance', other)).toBe(String(parseEther('0.5')));
      expect([
        await chainOf(1338).getBalance({ address: other }),
        await chainOf(1337).getBalance({ address: other }),
      ]).toEqual([parseEther('0.5'), 0n]);
      expect(await signTyped(page, 'on the other chain')).toMatchObject({ verified: true });

      await ask(page, 'disconnect');
      await expect.poll(() => ask(page, 'accounts')).toEqual([]);
      await expect(page.getByTestId('demo-status')).toHaveText('disconnected');
      expect(await connect(page, wallet)).toEqual([wallet.address]);
    });

    test('reads without a wallet, throws its own errors for 4001, 4200 and 4100, and follows account, chain and end @10.38 @7.36 @8.33', async ({
      page,
    }) => {
      const wallet = await SigningWallet.install(page);
      await host(page, name);
      await test.step('balance, block, a contract', async () => {
        const owner = await fundedAddress('3.5');
        await giveToken('MDW', owner, parseUnits('7.25', 18));
        expect(await ask(page, 'accounts')).toEqual([]);
        expect(await ask(page, 'chainId')).toBe(1337);
        expect(await ask(page, 'balance', owner)).toBe(String(parseEther('3.5')));
        expect(await ask(page, 'block')).toBeGreaterThan(0);
        expect(await ask(page, 'token', TOKENS.MDW.address, owner)).toEqual([
          'MDW',
          18,
          String(parseUnits('7.25', 18)),
        ]);
        await expect(dialog(page)).toBeHidden();
      });

      const before = (await ask(page, 'raw', 'personal_sign', ['0x00', freshAddress()])) as Rejected;
      expect(before.names).toContain(names[name].account);
      // wagmi does not even ask before it is connected.
      if (name != 'wagmi') expect(before.codes).toContain(4100);

      // Closing the modal is a refusal to connect.
      const refused = ask(page, 'connect');
      await still(page, 'Connect');
      await page.keyboard.press('Escape');
      const closed = (await refused) as Rejected;
      expect(closed.names).toContain(names[name].refused);
      expect(closed.codes).toContain(name == 'ethers' ? 'ACTION_REJECTED' : 4001);

      await connect(page, wallet);
      for (const [method, ask_] of [
        ['personal_sign', () => ask(page, 'signMessage', 'no')],
        ['eth_signTypedData_v4', () => signTyped(page, 'no')],
        ['eth_sendTransaction', () => ask(page, 'send', freshAddress(), '1')],
      ] as const) {
        wallet.refuseOnce(method);
        const no = (await ask_()) as Rejected;
        expect(no.names, method).toContain(names[name].refused);
        expect(no.codes, method).toContain(name == 'ethers' ? 'ACTION_REJECTED' : 4001);
      }
      // What the modal doesn't know goes to the wallet, and its error comes back whole.
      wallet.refuseOnce('wallet_scanQRCode', { code: 4200, message: 'There is no camera' });
      const unknown = (await ask(page, 'raw', 'wallet_scanQRCode', [])) as Rejected;
      expect(unknown.names).toContain(names[name].method);
      expect(unknown.codes).toContain(4200);
      expect(wallet.count('wallet_scanQRCode')).toBe(1);

      const other = freshAddress();
      await wallet.emit('accountsChanged', [other.toLowerCase()]);
      await expect.poll(async () => lower(await heard(page))).toContainEqual(lower(['accounts', [other]]));
      await wallet.emit('chainChanged', '0x53b');
      await expect.poll(() => heard(page)).toContainEqual(['chain', 1339]);
      // ethers gives the answer of a moment ago once more
      await expect.poll(() => ask(page, 'chainId')).toBe(1339);
      await call(page, 'disconnect');
      await expect.poll(async () => (await heard(page)).map(([what]) => what)).toContain('disconnect');
      await expect.poll(() => ask(page, 'accounts')).toEqual([]);
    });
  });

test('wagmi finds the provider through EIP-6963, and the modal’s list does not @10.38', async ({ page }) => {
  const wallet = await SigningWallet.install(page);
  const found: { name: string; rdns: string; ours: boolean }[] = [];
  await page.exposeFunction('__found', (one: (typeof found)[0]) => found.push(one));
  await page.addInitScript(() =>
    addEventListener('eip6963:announceProvider', (event) => {
      const { info, provider } = (event as CustomEvent).detail;
      const tell = (window as unknown as { __found(one: unknown): void }).__found;
      tell({ name: info.name, rdns: info.rdns, ours: !!provider.isWalletModal });
    }),
  );
  await host(page, 'viem', { announceProvider: true, metadata: { name: 'The shop' } });
  await expect.poll(() => found).toContainEqual({ name: 'The shop', rdns: 'dev.wallet-modal', ours: true });
  await page.locator('wallet-button').click();
  await still(page, 'Connect');
  await expect(page.getByTestId(wallet.row)).toBeVisible();
  await expect(page.getByTestId('wallet-selector-dev.wallet-modal')).toHaveCount(0);
});
