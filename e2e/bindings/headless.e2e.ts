// `wallet-modal/headless` in a real browser: the engine and its events, and neither a view nor a logo (requirement 10.26).
import { freshAddress } from '../support/chain';
import { CHAIN_URL, HOST_URLS, PAGE_URL } from '../support/ports';
import { manifest } from '../support/modal';
import { ScriptedWallet } from '../support/scripted';
import { expect, test } from '../support/test';

interface Scope {
  engine: Record<string, (...args: unknown[]) => Promise<unknown>> & {
    getProvider(of: string): { request(args: object): Promise<unknown> };
  };
  said: string[];
}

test('connects, switches and reconnects after a reload without a view, a logo or an element @10.26', async ({
  page,
}) => {
  const address = freshAddress();
  const wallet = await ScriptedWallet.install(page, { accounts: [address] });
  const files: string[] = [];
  const elsewhere: string[] = [];
  page.on('request', (request) => {
    const { origin, pathname, href, protocol } = new URL(request.url());
    if (origin == PAGE_URL && pathname.startsWith('/dist/')) files.push(pathname.slice('/dist/'.length));
    else if (protocol.startsWith('http') && origin != PAGE_URL) elsewhere.push(href);
  });
  const start = async (): Promise<void> => {
    await page.goto('/?noauto&nowallet');
    await page.evaluate(
      async ([services, rpc]) => {
        const url = '/dist/bindings/headless.js';
        const { createEngine } = (await import(url)) as { createEngine(options: object): never };
        const scope = window as unknown as Scope;
        scope.said = [];
        scope.engine = createEngine({
          projectId: 'demo',
          services,
          networks: [1337, 1338].map((id, at) => ({
            id,
            name: `Demo ${id}`,
            nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
            rpcUrls: { default: { http: [rpc!.replace(/\d+$/, (port) => `${Number(port) + at}`)] } },
          })),
        });
        (scope.engine as unknown as EventTarget).addEventListener('wallet-connect', (event) =>
          scope.said.push((event as CustomEvent<{ address: string }>).detail.address),
        );
      },
      [
        {
          wallet: HOST_URLS.wallets,
          data: HOST_URLS.data,
          secure: HOST_URLS.secure,
          analytics: HOST_URLS.analytics,
        },
        CHAIN_URL,
      ] as const,
    );
  };
  const ask = (name: string, ...args: unknown[]) =>
    page.evaluate(
      ([method, given]) =>
        Promise.resolve((window as unknown as Scope).engine[method]!(...given)).catch(
          (error: { code: number; message: string }) => `${error.code} ${error.message}`,
        ),
      [name, args] as const,
    );
  const request = (method: string) =>
    page.evaluate(
      (asked) =>
        (window as unknown as Scope).engine
          .getProvider('eip155')
          .request({ method: asked, params: [] })
          .catch((error: { code: number }) => error.code),
      method,
    );

  await start();
  await test.step('rejects what needs a view or an account, and switches networks', async () => {
    expect(await ask('open')).toBe(
      '4100 open() needs the modal. Use createWalletModal instead of createEngine',
    );
    expect(await request('eth_requestAccounts')).toBe(4100);
    for (const [id, hex] of [
      [1338, '0x53a'],
      [1337, '0x539'],
    ]) {
      await ask('switchNetwork', id, { throwOnFailure: true });
      expect([await ask('getChainId'), await request('eth_chainId')]).toEqual([id, hex]);
    }
  });
  await test.step('connects by a wallet’s name and emits the event', async () => {
    const connectors = (await ask('getConnectors')) as { id: string }[];
    expect(connectors.map(({ id }) => id)).toContain(wallet.rdns);
    await ask('connect', { connectorId: wallet.rdns });
    expect(await page.evaluate(() => (window as unknown as Scope).said)).toEqual([address]);
    expect(await request('eth_requestAccounts')).toEqual([address.toLowerCase()]);
  });
  await test.step('asks the wallet at once for an unlimited approval, because no view can show it', async () => {
    await page.evaluate(
      (of) =>
        (window as unknown as Scope).engine
          .getProvider('eip155')
          .request({
            method: 'eth_sendTransaction',
            params: [
              { from: of, to: of, data: `0x095ea7b3${of.slice(2).padStart(64, '0')}${'f'.repeat(64)}` },
            ],
          })
          .catch(() => null),
      address,
    );
    await expect.poll(() => wallet.count('eth_sendTransaction')).toBe(1);
  });
  await test.step('a reload', async () => {
    await start();
    await ask('ready');
    await expect.poll(() => ask('getIsConnected')).toBe(true);
    expect(await ask('getAddress')).toBe(address);
  });
  await test.step('adds no view, no logo and no element', async () => {
    await page.evaluate(() => new Promise((idle) => requestIdleCallback(idle)));
    const all = manifest();
    // What engine and first list have in common lies with the list: the engine's file names it.
    const engine = Object.keys(all).find((file) =>
      all[file]!.modules.includes('element/src/engine/load.ts'),
    )!;
    const views = Object.keys(all)
      .filter((file) => all[file]!.modules.some((id) => id.startsWith('element/src/views/')))
      .filter((file) => !all[engine]!.imports.includes(file));
    expect(views.length).toBeGreaterThan(10);
    expect(files.filter((file) => views.includes(file))).toEqual([]);
    expect(files.filter((file) => /^engine-.*wasm$/.test(file))).toHaveLength(2);
    expect(elsewhere.filter((url) => url.startsWith(HOST_URLS.wallets))).toEqual([]);
    await expect(page.locator('wallet-modal')).toHaveCount(0);
  });
});
