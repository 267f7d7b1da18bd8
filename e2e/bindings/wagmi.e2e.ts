// `wallet-modal/wagmi` as it is built, under wagmi 2 and 3 in a real browser, over the real engine and a wallet that signs
// (docs/guide/wagmi.md, requirement 10.40). What only the connector decides is in bindings/wagmi/wagmi.test.ts.
import type { Page } from '@playwright/test';
import { parseEther, verifyMessage, type Hex } from 'viem';
import { chainOf, freshAddress } from '../support/chain';
import { call, confirm, dialog, expectClosed, still } from '../support/modal';
import { sign } from '../support/sign-in';
import { SigningWallet } from '../support/signing-wallet';
import { bindingPage } from '../support/binding-page';
import { expect, test } from '../support/test';

const put = bindingPage('bindings/wagmi/page.ts');

interface State {
  status: string;
  addresses: string[];
  chainId: number | null;
  configChain: number;
}

/** The demo's page without its own modal, and with the page of wagmi in it, after a reload too. */
const url = (query: string): string => `/?noauto&nowallet&${query}`;
async function visit(page: Page, query: string): Promise<void> {
  await put(page);
  await page.goto(url(query));
  await page.waitForFunction(() => 'host' in window);
}
const again = async (page: Page, query?: string): Promise<void> => {
  await (query ? page.goto(url(query)) : page.reload());
  await page.waitForFunction(() => 'host' in window);
};

/** What the page asks of wagmi; a rejection comes back by its name and code. */
function ask(page: Page, name: string, ...args: unknown[]): Promise<unknown> {
  return page.evaluate(
    async ([method, values]) => {
      const { host } = window as unknown as { host: Record<string, unknown> };
      const found = host[method];
      try {
        return await (typeof found == 'function'
          ? (found as (...a: unknown[]) => unknown)(...values)
          : found);
      } catch (error) {
        const { name, code } = error as { name: string; code?: unknown };
        return { rejected: name, code };
      }
    },
    [name, args] as const,
  );
}
const state = (page: Page): Promise<State> => ask(page, 'state') as Promise<State>;

/** Both say the same, whoever is asked. */
async function agree(page: Page, address: string | null, chainId?: number): Promise<void> {
  if (address == null) {
    await expect.poll(() => state(page)).toMatchObject({ status: 'disconnected', addresses: [] });
    expect(await call(page, 'getIsConnected')).toBe(false);
    return;
  }
  await expect.poll(() => state(page)).toMatchObject({ status: 'connected', addresses: [address], chainId });
  expect(await call(page, 'getAddress')).toBe(address);
}

async function choose(page: Page, wallet: SigningWallet): Promise<void> {
  await still(page, 'Connect');
  await page.getByTestId(wallet.row).click();
}

test('wagmi 3 follows connections, switches and disconnects of the modal, of wagmi and of the wallet, and reloads, signs and sends @10.40 @10.38', async ({
  page,
}) => {
  test.slow();
  const wallet = await SigningWallet.install(page);
  const me = wallet.address;
  await visit(page, 'v=3');
  await agree(page, null);

  await test.step('connects by our button, and wagmi signs and sends', async () => {
    await page.getByTestId('connect-button').click();
    await choose(page, wallet);
    await expectClosed(page);
    await agree(page, me, 1337);
    const signature = (await ask(page, 'sign', 'by wagmi')) as Hex;
    expect(await verifyMessage({ address: me, message: 'by wagmi', signature })).toBe(true);
    const to = freshAddress();
    expect(await ask(page, 'send', to, String(parseEther('0.25')))).toBe('success');
    expect(await chainOf(1337).getBalance({ address: to })).toBe(parseEther('0.25'));
  });

  await test.step('follows switches by wagmi, by the modal and by the wallet', async () => {
    expect(await ask(page, 'switchTo', 1338)).toBe(1338);
    await agree(page, me, 1338);
    expect(await call(page, 'getChainId')).toBe(1338);
    expect((await state(page)).configChain).toBe(1338);
    wallet.refuseOnce('wallet_switchEthereumChain');
    expect(await ask(page, 'switchTo', 1337)).toEqual({ rejected: 'UserRejectedRequestError', code: 4001 });
    await agree(page, me, 1338);
    await call(page, 'switchNetwork', 'eip155:1337');
    await agree(page, me, 1337);
    await wallet.switchNetwork(1339);
    await agree(page, me, 1339);
    await wallet.switchNetwork(9999);
    await agree(page, me, 9999);
    await wallet.switchNetwork(1337);
    await agree(page, me, 1337);
    const other = freshAddress();
    await wallet.switchAccount(other.toLowerCase());
    await agree(page, other, 1337);
    await wallet.switchAccount(me.toLowerCase());
    await agree(page, me, 1337);
  });

  await test.step('after a reload both are connected in the same frame, and an early request waits', async () => {
    await again(page, 'v=3&early');
    const signature = (await ask(page, 'early')) as Hex;
    expect(await verifyMessage({ address: me, message: 'early', signature })).toBe(true);
    await agree(page, me, 1337);
    expect(await ask(page, 'differences')).toEqual([]);
    // What is wagmi's is there, and of us no more than the name of the connector.
    expect(JSON.stringify(await ask(page, 'stored'))).not.toMatch(/siwx|connection_status|wallet-modal:/);
  });

  await test.step('after a disconnect by wagmi, closing the modal rejects, and wagmi reconnects on the network that it names', async () => {
    await ask(page, 'disconnect');
    await agree(page, null);
    await again(page);
    await agree(page, null);
    const closed = ask(page, 'connect');
    await still(page, 'Connect');
    expect((await state(page)).status).toBe('connecting');
    await page.keyboard.press('Escape');
    expect(await closed).toEqual({ rejected: 'UserRejectedRequestError', code: 4001 });
    await agree(page, null);
    const connected = ask(page, 'connect', 1338);
    await choose(page, wallet);
    expect(await connected).toEqual([me]);
    await agree(page, me, 1338);
    await expectClosed(page);
  });

  await test.step('follows a disconnect by the modal, and one by the wallet', async () => {
    await call(page, 'disconnect');
    await agree(page, null);
    const connected = ask(page, 'connect');
    await choose(page, wallet);
    await connected;
    await expectClosed(page);
    await wallet.emit('accountsChanged', []);
    await agree(page, null);
    await expect(dialog(page)).toBeHidden();
    // While the network that connect() named was asked for, wagmi was still connecting.
    const differences = (await ask(page, 'differences')) as string[];
    expect(differences.filter((one) => !one.endsWith('connecting, true'))).toEqual([]);
  });
});

test('wagmi 2 renders from cookies, holds an early request for the engine, and asks for a new sign-in after its disconnect @10.40 @4.37', async ({
  page,
}) => {
  test.slow();
  const wallet = await SigningWallet.install(page);
  const me = wallet.address;
  await visit(page, 'v=2&ssr&siwx');
  const signIn = async (): Promise<void> => {
    const connected = ask(page, 'connect');
    await choose(page, wallet);
    await confirm(sign(page));
    expect(await connected).toEqual([me]);
    await expectClosed(page);
    await agree(page, me, 1337);
  };
  await signIn();
  await ask(page, 'disconnect');
  await agree(page, null);
  await signIn();
  expect(wallet.count('personal_sign')).toBe(2);

  await again(page, 'v=2&ssr&siwx&early');
  expect(await ask(page, 'drawn')).toMatchObject({ status: 'reconnecting', addresses: [me], chainId: 1337 });
  const signature = (await ask(page, 'early')) as Hex;
  expect(await verifyMessage({ address: me, message: 'early', signature })).toBe(true);
  await agree(page, me, 1337);

  // Its cookies say connected, and the engine has let go.
  await page.evaluate(() => localStorage.clear());
  await again(page, 'v=2&ssr&siwx');
  expect(await ask(page, 'drawn')).toMatchObject({ status: 'reconnecting' });
  await agree(page, null);
});
