// With `announceProvider` the provider is a wallet like any other to libraries that find wallets by EIP-6963: wagmi's own finder has it among its connectors
// and connects, signs and disconnects by it. (Solana, by the Wallet Standard: e2e/solana/announce.e2e.ts.)
import { build } from 'esbuild';
import { verifyMessage, type Address, type Hex } from 'viem';
import { call, create, expectClosed, still } from '../support/modal';
import { CHAIN_URL, PAGE_URL } from '../support/ports';
import { SigningWallet } from '../support/signing-wallet';
import { expect, test } from '../support/test';

const PAGE = `
  import { connect, createConfig, disconnect, getConnection, getConnectors, signMessage } from '@wagmi/core';
  import { defineChain, http } from 'viem';
  const chain = defineChain({ id: 1337, name: 'Demo Chain', nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: ['${CHAIN_URL}'] } } });
  export function start() {
    const config = createConfig({ chains: [chain], transports: { 1337: http() }, storage: null });
    const found = () => getConnectors(config).find(({ name }) => name === 'The shop');
    return {
      names: () => getConnectors(config).map(({ id, name, type }) => [id, name, type]),
      connect: () => connect(config, { connector: found() }).then(({ accounts, chainId }) => [accounts, chainId]),
      sign: () => signMessage(config, { message: 'Hello' }),
      disconnect: () => disconnect(config),
      status: () => getConnection(config).status,
    };
  }`;

const bundle = build({
  stdin: { contents: PAGE, resolveDir: import.meta.dirname },
  bundle: true,
  write: false,
  format: 'esm',
  platform: 'browser',
  target: 'es2022',
  define: { 'process.env.NODE_ENV': '"production"' },
}).then(({ outputFiles }) => outputFiles[0]!.text);

test('wagmi finds our provider by EIP-6963, connects, signs and disconnects through it @10.38', async ({
  page,
}) => {
  const wallet = await SigningWallet.install(page);
  const body = await bundle;
  await page.route('**/host-bundle.js', (route) => route.fulfill({ body, contentType: 'text/javascript' }));
  await page.goto('/?noauto&nowallet');
  await create(page, {
    announceProvider: true,
    reviewRequests: 'never',
    metadata: { name: 'The shop', url: PAGE_URL },
  });
  await call(page, 'ready');
  await page.evaluate(async () => {
    const url = '/host-bundle.js';
    const { start } = await import(url);
    Object.assign(window, { library: start() });
  });
  const ask = <T>(name: string): Promise<T> =>
    page.evaluate(
      (method) => (window as unknown as { library: Record<string, () => never> }).library[method]!(),
      name,
    );
  await expect
    .poll(async () => (await ask<string[][]>('names')).map(([, name]) => name))
    .toContain('The shop');

  const connected = ask<[Address[], number]>('connect');
  await still(page, 'Connect');
  await page.getByTestId(wallet.row).click();
  expect(await connected).toEqual([[wallet.address], 1337]);
  await expectClosed(page);
  const signature = await ask<Hex>('sign');
  expect(await verifyMessage({ address: wallet.address, message: 'Hello', signature })).toBe(true);
  await ask('disconnect');
  expect(await ask('status')).toBe('disconnected');
});
