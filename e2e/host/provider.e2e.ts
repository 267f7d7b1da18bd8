// The EIP-1193 provider a host gets: with viem, unchanged, over the real wallet window; and its events with a scripted wallet.
import type { Page } from '@playwright/test';
import { build } from 'esbuild';
import { fileURLToPath } from 'node:url';
import { parseEther, verifyMessage, type Hex } from 'viem';
import { generatePrivateKey, mnemonicToAccount, privateKeyToAccount } from 'viem/accounts';
import { freshAddress, fundedAddress } from '../support/chain';
import {
  ask,
  call,
  confirm,
  connectDemoWallet,
  dialog,
  expectClosed,
  openCard,
  still,
  visit,
  walletWindow,
} from '../support/modal';
import { CHAIN_URL } from '../support/ports';
import { ScriptedWallet } from '../support/scripted';
import { expect, test } from '../support/test';

const first = mnemonicToAccount('test test test test test test test test test test test junk').address;

/** viem as a host's bundle has it, served by the page's own origin: the page's policy stays as strict as it is. */
const viem = build({
  stdin: {
    contents: `export { createWalletClient, createPublicClient, custom, defineChain, parseEther } from 'viem';`,
    resolveDir: fileURLToPath(new URL('../..', import.meta.url)),
  },
  bundle: true,
  write: false,
  minify: true,
  format: 'esm',
  platform: 'browser',
  target: 'es2022',
}).then(({ outputFiles }) => outputFiles[0]!.text);

/** Leaves viem's clients over our provider in the page. */
async function withViem(page: Page): Promise<void> {
  const body = await viem;
  await page.route('**/host-bundle.js', (route) =>
    route.fulfill({ body, contentType: 'text/javascript; charset=utf-8' }),
  );
  await page.evaluate(async (url) => {
    const module = '/host-bundle.js';
    const { createWalletClient, createPublicClient, custom, defineChain } = await import(module);
    const { walletModal } = window as unknown as { walletModal: { getProvider(n: string): unknown } };
    const demo = defineChain({
      id: 1337,
      name: 'Demo Chain',
      nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
      rpcUrls: { default: { http: [url] } },
    });
    const transport = custom(walletModal.getProvider('eip155'));
    Object.assign(window, {
      wallet: createWalletClient({ chain: demo, transport }),
      reader: createPublicClient({ chain: demo, transport, pollingInterval: 250 }),
    });
  }, CHAIN_URL);
}

/** Calls a client of viem in the page; bigints come back as text. */
const client = (
  page: Page,
  which: 'wallet' | 'reader',
  method: string,
  argument?: unknown,
): Promise<unknown> =>
  page.evaluate(
    async ([name, action, given]) => {
      const revive = (value: unknown): unknown =>
        value && typeof value == 'object'
          ? Object.fromEntries(
              Object.entries(value).map(([k, v]) => [k, k == 'value' ? BigInt(String(v)) : v]),
            )
          : value;
      const of = (window as unknown as Record<string, Record<string, (a: unknown) => Promise<unknown>>>)[
        name
      ]!;
      try {
        const answer = await of[action]!(revive(given));
        return JSON.parse(JSON.stringify(answer, (_k, v) => (typeof v == 'bigint' ? String(v) : v)));
      } catch (error) {
        const { code, details, name: kind } = error as { code?: number; details?: string; name: string };
        return { rejected: true, name: kind, code, details };
      }
    },
    [which, method, argument] as const,
  );

test.describe('under viem', () => {
  test('returns accounts, chain, balance and a valid signature, and signs typed data after a 4001 @1.18 @1.9 @7.36 @8.33 @10.38', async ({
    page,
  }) => {
    test.slow();
    await visit(page);
    await connectDemoWallet(page);
    await withViem(page);
    expect(await client(page, 'wallet', 'getAddresses')).toEqual([first]);
    expect(await client(page, 'wallet', 'requestAddresses')).toEqual([first]);
    expect(await client(page, 'wallet', 'getChainId')).toBe(1337);
    const known = await fundedAddress('3.5');
    expect(await client(page, 'reader', 'getBalance', { address: known })).toBe(String(parseEther('3.5')));

    const message = 'Hello wallet-modal, ünïcode too \u{1f512}';
    const signature = client(page, 'wallet', 'signMessage', { account: first, message });
    const popup = await walletWindow(page, async () => {});
    await expect(popup.locator('pre')).toHaveText(message);
    await popup.getByTestId('demo-wallet-confirm').click();
    const signed = (await signature) as Hex;
    expect(await verifyMessage({ address: first, message, signature: signed })).toBe(true);

    const typed = {
      account: first,
      domain: { name: 'Test', version: '1', chainId: 1337 },
      types: { Mail: [{ name: 'text', type: 'string' }] },
      primaryType: 'Mail',
      message: { text: 'hello' },
    };
    // typed data that nobody knows is read first
    const reads = async () => {
      await still(page, 'ReviewRequest');
      await expect(page.getByTestId('wm-review-line')).toContainText('text: hello');
      await confirm(page.getByTestId('wm-review-confirm'));
    };
    const refused = client(page, 'wallet', 'signTypedData', typed);
    const no = await walletWindow(page, reads);
    await no.getByTestId('demo-wallet-reject').click();
    expect(await refused).toMatchObject({ rejected: true, code: 4001 });
    const granted = client(page, 'wallet', 'signTypedData', typed);
    const again = await walletWindow(page, reads);
    await again.getByTestId('demo-wallet-confirm').click();
    expect(await granted).toMatch(/^0x[0-9a-f]{130}$/);
  });
});

test('the provider responds before, during and after a connection with 4100, 4200, 4001, results and events @4.27 @6.3 @6.6 @7.36', async ({
  page,
}) => {
  const signer = privateKeyToAccount(generatePrivateKey());
  const [one, two] = [signer.address, freshAddress()];
  const signature = await signer.signMessage({ message: 'hello' });
  const wallet = await ScriptedWallet.install(page, {
    accounts: [one],
    answers: { personal_sign: { result: signature } },
  });
  await visit(page);
  const heard: unknown[][] = [];
  await page.exposeFunction('__told', (...told: unknown[]) => heard.push(told));
  await page.evaluate(() => {
    type Provider = {
      on(e: string, l: (payload: unknown) => void): Provider;
      removeListener(e: string, l: (payload: unknown) => void): Provider;
      isWalletModal: boolean;
    };
    const scope = window as unknown as {
      walletModal: { getProvider(n: string): Provider };
      __told(...told: unknown[]): void;
      __provider: Provider;
    };
    const provider = (scope.__provider = scope.walletModal.getProvider('eip155'));
    for (const name of ['connect', 'disconnect', 'chainChanged', 'accountsChanged'])
      provider.on(name, (payload) => {
        const error = payload as { code?: number };
        scope.__told(name, error?.code ?? payload);
      });
    const never = () => scope.__told('removed listener was called');
    provider.on('accountsChanged', never).removeListener('accountsChanged', never);
  });

  await test.step('before connecting, returns no accounts and rejects signing with 4100', async () => {
    expect(await ask(page, 'eth_accounts')).toEqual([]);
    expect(await ask(page, 'eth_chainId')).toBe('0x539');
    expect(await ask(page, 'personal_sign', ['0x00', freshAddress()])).toMatchObject({ code: 4100 });
  });

  await test.step('eth_requestAccounts opens the modal: 4001 after closing, the account after connecting', async () => {
    const refused = ask(page, 'eth_requestAccounts');
    await still(page, 'Connect');
    await page.keyboard.press('Escape');
    expect(await refused).toMatchObject({ rejected: true, code: 4001 });
    expect(heard).toEqual([]);

    const granted = ask(page, 'eth_requestAccounts');
    await still(page, 'Connect');
    await page.getByTestId(wallet.row).click();
    expect(await granted).toEqual([one.toLowerCase()]);
    await expectClosed(page);
    // Connected, nobody is asked again.
    expect(await ask(page, 'eth_requestAccounts')).toEqual([one.toLowerCase()]);
    expect(wallet.count('eth_requestAccounts')).toBe(1);
    await expect(dialog(page)).toBeHidden();
  });

  await test.step('rejects an unknown method with 4200, and another account with -32602', async () => {
    for (const method of ['eth sign', 'nonsense'])
      expect(await ask(page, method, [])).toEqual({
        rejected: true,
        name: 'WalletError',
        code: 4200,
        message: `Requested RPC call is not allowed: ${method}`,
      });
    for (const method of ['eth_sign', 'eth_signTransaction'])
      expect(await ask(page, method, [])).toMatchObject({ rejected: true, code: -32602 });
    expect(wallet.count('eth_sign')).toBe(0);
  });

  await test.step('announces a request of the page from pending to done', async () => {
    const phases = page.evaluate(
      () =>
        new Promise((resolve) => {
          const all: string[] = [];
          document.addEventListener('wallet-request', (event) => {
            const { phase, method } = (event as CustomEvent).detail;
            all.push(`${method} ${phase}`);
            if (phase != 'pending') resolve(all);
          });
        }),
    );
    expect(await ask(page, 'personal_sign', ['0x68656c6c6f', one])).toBe(signature);
    expect(wallet.params('personal_sign')).toEqual(['0x68656c6c6f', one]);
    expect(await phases).toEqual(['personal_sign pending', 'personal_sign done']);
  });

  await test.step('emits connect, accountsChanged and chainChanged once for each change', async () => {
    // The standard says nothing about which of the two comes first.
    await expect
      .poll(() => [...heard].sort())
      .toEqual([
        ['accountsChanged', [one.toLowerCase()]],
        ['connect', { chainId: '0x539' }],
      ]);
    await wallet.emit('accountsChanged', [two]);
    await expect.poll(() => heard.slice(2)).toEqual([['accountsChanged', [two.toLowerCase()]]]);
    await wallet.emit('accountsChanged', [two]);
    await wallet.emit('chainChanged', '0x1');
    await expect.poll(() => heard.slice(3)).toEqual([['chainChanged', '0x1']]);
    await wallet.emit('chainChanged', '0x539');
    await expect.poll(() => heard.slice(4)).toEqual([['chainChanged', '0x539']]);
  });

  await test.step('returns another chain of the wallet as it is, and shows it as unsupported', async () => {
    await wallet.emit('chainChanged', '0xa');
    await expect.poll(() => heard.slice(5)).toEqual([['chainChanged', '0xa']]);
    await expect(page.getByTestId('connect-button')).toContainText('Wrong network');
    expect(await ask(page, 'eth_chainId')).toBe('0xa');
    await openCard(page, 'UnsupportedChain');
    await wallet.emit('chainChanged', '0x539');
    await still(page, 'Account');
    await expect.poll(() => heard.slice(6)).toEqual([['chainChanged', '0x539']]);
  });

  await test.step('emits the end, and stays one provider throughout', async () => {
    await call(page, 'disconnect');
    await expect
      .poll(() => heard.slice(7))
      .toEqual([
        ['accountsChanged', []],
        ['disconnect', 4900],
      ]);
    const same = await page.evaluate(() => {
      const scope = window as unknown as {
        walletModal: { getProvider(n: string): unknown };
        __provider: { isWalletModal: boolean };
      };
      return scope.walletModal.getProvider('eip155') == scope.__provider && scope.__provider.isWalletModal;
    });
    expect(same).toBe(true);
  });
});

test('sends eight of two thousand reads at a time, responds to all, and keeps the page responsive', async ({
  page,
}) => {
  test.slow();
  const wallet = await ScriptedWallet.install(page, { accounts: [await fundedAddress()] });
  // Counted where it is asked: what the browser tells of ends comes after the next has begun.
  await page.addInitScript((node) => {
    const scope = window as unknown as { __most: number };
    const { fetch } = window;
    let now = 0;
    scope.__most = 0;
    window.fetch = async (...args) => {
      const [asked] = args;
      if (!(asked instanceof Request ? asked.url : String(asked)).startsWith(node)) return fetch(...args);
      scope.__most = Math.max(scope.__most, (now += 1));
      const said = asked instanceof Request ? await asked.clone().text() : String(args[1]?.body);
      const { id, method } = JSON.parse(said) as { id: number; method: string };
      // By the page itself: two thousand answers of the chain would be half of the test's time, and are not what it is about.
      const answered =
        method == 'eth_getStorageAt'
          ? Promise.resolve(Response.json({ jsonrpc: '2.0', id, result: '0x0' }))
          : fetch(...args);
      return answered.finally(() => (now -= 1));
    };
  }, CHAIN_URL);
  await visit(page, '?nowallet');
  await openCard(page);
  await page.getByTestId(wallet.row).click();
  await expectClosed(page);
  const { answered, tasks } = await page.evaluate(async () => {
    const { walletModal } = window as unknown as {
      walletModal: { getProvider(n: string): { request(args: object): Promise<unknown> } };
    };
    const provider = walletModal.getProvider('eip155');
    let done = false;
    let tasks = 0;
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      if (done) return;
      tasks += 1;
      port2.postMessage(0);
    };
    port2.postMessage(0);
    const all = await Promise.allSettled(
      Array.from({ length: 2_000 }, (_, place) =>
        provider.request({
          method: 'eth_getStorageAt',
          params: ['0x5FbDB2315678afecb367f032d93F642f64180aa3', `0x${place.toString(16)}`, 'latest'],
        }),
      ),
    );
    done = true;
    return { answered: all.filter(({ status }) => status == 'fulfilled').length, tasks };
  });
  expect(answered).toBe(2_000);
  expect(await page.evaluate(() => (window as unknown as { __most: number }).__most)).toBe(8);
  expect(tasks, 'what else the page has to do gets its turn between answers').toBeGreaterThan(250);
});

test('emits the wallet’s EIP-1193 messages on the provider while connected, and not on the document @10.38', async ({
  page,
}) => {
  const wallet = await ScriptedWallet.install(page, { accounts: [await fundedAddress()] });
  await visit(page, '?nowallet');
  await page.evaluate(() => {
    const scope = window as unknown as {
      walletModal: { getProvider(n: string): { on(e: string, l: (payload: unknown) => void): unknown } };
      __messages: unknown[];
    };
    const messages: unknown[] = (scope.__messages = []);
    scope.walletModal.getProvider('eip155').on('message', (message) => messages.push(message));
    document.addEventListener('message', () => messages.push('on the document'));
  });
  const heard = () => page.evaluate(() => (window as unknown as { __messages: unknown[] }).__messages);
  const block = (number: string) => ({
    type: 'eth_subscription',
    data: { subscription: '0x1', result: { number } },
  });
  await wallet.emit('message', block('0x1'));
  await openCard(page);
  await page.getByTestId(wallet.row).click();
  await expectClosed(page);
  await wallet.emit('message', block('0x2'));
  await wallet.emit('message', 'nonsense');
  await wallet.emit('message', { ...block('0x3'), more: 1 });
  await expect.poll(heard).toEqual([block('0x2'), block('0x3')]);
  await call(page, 'disconnect');
  await wallet.emit('message', block('0x4'));
  await page.waitForTimeout(200);
  expect(await heard()).toHaveLength(2);
});
