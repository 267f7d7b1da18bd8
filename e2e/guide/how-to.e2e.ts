// Runs every block of docs/guide/how-to in a page, under the policy of the guide (docs/guide/production.md).
import type { Page } from '@playwright/test';
import { build, type Plugin } from 'esbuild';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { getModal } from '../../bindings/testing/modal';
import { CHAIN_URLS } from '../support/ports';
import { SigningWallet } from '../support/signing-wallet';
import { expect, test } from '../support/test';
import { HOW_TO, project, ROOT } from './blocks';
import { serve } from './serve';

/** Stands for `viem/chains`: the demo's networks. */
const CHAINS = `import { defineChain } from 'viem';
const ether = { name: 'Ether', symbol: 'ETH', decimals: 18 };
export const mainnet = defineChain({ id: 1337, name: 'Demo Chain', nativeCurrency: ether, rpcUrls: { default: { http: ['${CHAIN_URLS[0]}'] } } });
export const base = defineChain({ id: 1338, name: 'Demo Two', nativeCurrency: ether, rpcUrls: { default: { http: ['${CHAIN_URLS[1]}'] } } });`;

/** The rest of the page: what a reader has already. */
const react = (file: string, component: string) => `import { createElement } from 'react';
  import { createRoot } from 'react-dom/client';
  import { WalletModal } from 'wallet-modal/react';
  import { modal } from './wallet';
  import { ${component} } from './${file}';
  createRoot(document.querySelector('#app')!).render(createElement(WalletModal, { modal }, createElement(${component})));`;
const ENTRIES: Record<string, string> = {
  'in-custom-button-react.ts': react('custom-button-react', 'ConnectButton'),
};

/** The package as it is built: its entry is where the page serves it, bindings are part of the page's bundle. */
const served: Plugin = {
  name: 'served',
  setup(to) {
    to.onResolve({ filter: /^wallet-modal$/ }, () => ({ path: '/dist/index.js', external: true }));
    to.onResolve({ filter: /^wallet-modal\// }, ({ path: name }) => ({
      path: path.join(ROOT, `dist/bindings/${name.slice('wallet-modal/'.length).replaceAll('/', '-')}.js`),
    }));
    to.onResolve({ filter: /^\.\.\/index\.js$/ }, ({ importer }) =>
      importer.includes('/dist/bindings/') ? { path: '/dist/index.js', external: true } : undefined,
    );
  },
};

test.describe.configure({ mode: 'default' });

let site: string;
test.beforeAll(async ({}, info) => {
  const scripts = HOW_TO.filter((file) => /\.tsx?$/.test(file));
  const folder = project(info.outputPath('how-to'), ['wallet.ts', ...HOW_TO], {
    ...ENTRIES,
    'chains.ts': CHAINS,
  });
  site = path.join(folder, 'site');
  await build({
    entryPoints: ['wallet.ts', ...scripts, ...Object.keys(ENTRIES)].map((file) => path.join(folder, file)),
    absWorkingDir: folder,
    bundle: true,
    splitting: true,
    format: 'esm',
    outdir: site,
    target: 'es2022',
    jsx: 'automatic',
    logLevel: 'silent',
    define: { 'process.env.NODE_ENV': '"production"' },
    alias: { 'viem/chains': path.join(folder, 'chains.ts') },
    plugins: [served],
  });
  // What a bundler does with a page.
  for (const file of HOW_TO.filter((name) => name.endsWith('.html')))
    writeFileSync(
      path.join(site, file),
      readFileSync(path.join(folder, file), 'utf8').replace(/src="(.*)\.ts"/, 'src="$1.js"'),
    );
});

/** Opens a page of the guide, or one that loads `script` beside an empty `<div id="app">`. */
async function visit(page: Page, script: string): Promise<SigningWallet> {
  const wallet = await SigningWallet.install(page);
  if (!script.endsWith('.html'))
    writeFileSync(
      path.join(site, `${script}.html`),
      `<!doctype html><title>${script}</title><div id="app"></div><script type="module" src="/${script}.js"></script>`,
    );
  await serve(page, site);
  await page.goto(`/${script.replace(/\.html$/, '')}.html`);
  return wallet;
}

const short = (address: string) => `${address.slice(0, 6)}…${address.slice(-4)}`;

for (const [name, script] of [
  ['HTML', 'custom-button.html'],
  ['React', 'in-custom-button-react'],
] as const)
  test(`your own button in ${name} connects, shows the account, and follows a reload and a disconnect @10.30`, async ({
    page,
  }) => {
    const wallet = await visit(page, script);
    const button = page.locator('button').first();
    const modal = getModal(page);
    await expect(button).toHaveText('Connect wallet');
    await modal.connect(wallet, button);
    await expect(button).toHaveText(short(wallet.address));
    await expect(button).toHaveAttribute('aria-busy', 'false');
    await page.reload();
    await expect(button).toHaveText(short(wallet.address));
    await button.click();
    await modal.waitForView('Account');
    await modal.disconnect();
    await expect(button).toHaveText('Connect wallet');
  });
