// Runs every block of docs/guide/how-to in a page, under the policy of the guide (docs/guide/production.md).
import type { Page } from '@playwright/test';
import { build, type Plugin } from 'esbuild';
import { readFileSync, writeFileSync } from 'node:fs';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { createSiweMessage } from 'viem/siwe';
import { getModal } from '../../bindings/testing/modal';
import { codeFor, freshEmail, mails } from '../embedded/peer';
import { chain, chainOf, freshAddress, giveToken, tokenBalance, TOKENS } from '../support/chain';
import { BITCOIN_URL, CHAIN_URLS, PAGE_URL, SOLANA_URL } from '../support/ports';
import { ScriptedBitcoinWallet } from '../support/scripted-bitcoin';
import { ScriptedSolanaWallet } from '../support/scripted-solana';
import { confirm } from '../support/modal';
import { SigningWallet } from '../support/signing-wallet';
import { expect, test } from '../support/test';
import { block, HOW_TO, project, ROOT } from './blocks';
import { serve } from './serve';

const NODES = [...CHAIN_URLS, SOLANA_URL, BITCOIN_URL];

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
  'in-show-balance-react.ts': react('show-balance-react', 'Balance'),
  'in-gate-a-page-react.ts': react('gate-a-page-react', 'Offers').replace(
    "import { Offers } from './gate-a-page-react';",
    "import { Gate } from './gate-a-page-react'; const Offers = () => createElement(Gate, null, 'Offers for you');",
  ),
};

Object.assign(ENTRIES, {
  // Sets the option that the page names.
  'in-cookie.ts': `import { createWalletModal } from 'wallet-modal'; import { mainnet } from 'viem/chains';
    createWalletModal({ projectId: null, networks: [mainnet], storage: 'cookie' });`,
});

/** The package as it is built: its entry is where the page serves it, bindings are part of the page's bundle. */
const distFiles: Plugin = {
  name: 'dist-files',
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
// A page that a test serves isn't local to Chromium: it needs the permission to reach the services on this machine.
test.use({ permissions: ['local-network-access'] });

let site: string;
test.beforeAll(async ({}, info) => {
  const scripts = HOW_TO.filter((file) => /\.tsx?$/.test(file));
  const folder = project(
    info.outputPath('how-to'),
    ['wallet.ts', ...HOW_TO.filter((file) => !/^(email-login|accept-payment)(-server)?\.ts$/.test(file))],
    {
      ...ENTRIES,
      'chains.ts': CHAINS,
      // The demo's network and token.
      'email-login.ts': block('email-login.ts').replace(
        'features: {',
        "authChains: ['eip155:1337'], features: {",
      ),
      ...Object.fromEntries(
        ['accept-payment.ts', 'accept-payment-server.ts'].map((file) => [
          file,
          block(file).replace('0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48', TOKENS.DUSD.address),
        ]),
      ),
    },
  );
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
    plugins: [distFiles],
  });
  // What a bundler does with a page.
  for (const file of HOW_TO.filter((name) => name.endsWith('.html')))
    writeFileSync(
      path.join(site, file),
      readFileSync(path.join(folder, file), 'utf8').replace(/src="(.*)\.ts"/, 'src="$1.js"'),
    );
});

/** Opens a page of the guide, or a page with this body that loads `script`. The policy allows the nodes of all networks. */
async function visit(page: Page, script: string, body = '<div id="app"></div>'): Promise<SigningWallet> {
  const wallet = await SigningWallet.install(page);
  await open(page, script, body);
  return wallet;
}

async function open(page: Page, script: string, body: string): Promise<void> {
  if (!script.endsWith('.html'))
    writeFileSync(
      path.join(site, `${script}.html`),
      `<!doctype html><title>${script}</title>${body}<script type="module" src="/${script}.js"></script>`,
    );
  await serve(page, site, (policy) => policy.replace('connect-src', `connect-src ${NODES.join(' ')}`));
  await page.goto(`/${script.replace(/\.html$/, '')}.html`);
}

/** Calls a function that the script exports. */
const call = (page: Page, script: string, name: string, ...given: unknown[]): Promise<unknown> =>
  page.evaluate(
    async ([file, method, args]) => {
      const exported = (await import(`/${file}.js`)) as Record<string, (...args: unknown[]) => unknown>;
      return exported[method]!(...args);
    },
    [script, name, given] as const,
  );

const BUTTON = '<wallet-button></wallet-button>';

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

for (const [name, script] of [
  ['TypeScript', 'show-balance'],
  ['React', 'in-show-balance-react'],
] as const)
  test(`the balance in ${name} is shown when an account connects, and follows a transaction and a disconnect @10.30`, async ({
    page,
  }) => {
    const body =
      script == 'show-balance' ? `${BUTTON}<output id="balance"></output>` : '<div id="app"></div>';
    const wallet = await visit(page, script, `${body}${script == 'show-balance' ? '' : BUTTON}`);
    const balance = page.locator('#balance');
    const modal = getModal(page);
    await expect(balance).toHaveText('');
    await modal.connect(wallet);
    await expect(balance).toHaveText('10 ETH');
    if (script == 'show-balance') {
      await call(page, 'send-transaction', 'sendEther', freshAddress(), '1');
      await expect(balance).toHaveText(/^8\.99\d+ ETH$/);
    }
    await modal.open();
    await modal.disconnect();
    await expect(balance).toHaveText('');
  });

test('ether and a token are sent and confirmed; a refusal is recognized; a click shows the result @10.30', async ({
  page,
}) => {
  test.slow();
  const wallet = await visit(
    page,
    'send-transaction-click',
    `${BUTTON}<button id="pay">Pay</button><output id="status"></output>`,
  );
  const modal = getModal(page);
  const status = page.locator('#status');
  await page.locator('#pay').click();
  await modal.choose(wallet);
  await expect(status).toHaveText(/^Sent: 0x[\da-f]{64}$/);
  await giveToken('DUSD', wallet.address, 5_000_000n);
  const to = freshAddress();
  await call(page, 'send-transaction', 'sendEther', to, '0.5');
  await call(page, 'send-transaction', 'sendToken', TOKENS.DUSD.address, to, 2_000_000n);
  expect([await chain.getBalance({ address: to }), await tokenBalance('DUSD', to)]).toEqual([
    500_000_000_000_000_000n,
    2_000_000n,
  ]);
  wallet.refuseOnce('eth_sendTransaction');
  await page.locator('#pay').click();
  await expect(status).toHaveText('');
});

test('a text and typed data are signed, and the server verifies the text @10.30', async ({ page }) => {
  const wallet = await visit(page, 'sign-message', BUTTON);
  const modal = getModal(page);
  const signed = call(page, 'sign-message', 'sign', 'Hello');
  await modal.choose(wallet);
  const { address, signature } = (await signed) as { address: string; signature: string };
  const { isSignedBy } = (await import(path.join(site, 'sign-message-server.js'))) as {
    isSignedBy(...given: string[]): Promise<boolean>;
  };
  expect(await isSignedBy(address, 'Hello', signature)).toBe(true);
  expect(await isSignedBy(address, 'Goodbye', signature)).toBe(false);
  const voted = call(page, 'sign-message', 'signVote', 3n, true);
  await modal.approveRequest();
  const vote = (await voted) as { signature: string };
  expect(vote.signature).toMatch(/^0x[\da-f]{130}$/);
  expect(wallet.count('eth_signTypedData_v4')).toBe(1);
});

test('the network is switched and added, and a refusal resolves with false @10.30', async ({ page }) => {
  const wallet = await visit(page, 'switch-network', `${BUTTON}<p id="network"></p>`);
  const modal = getModal(page);
  const network = page.locator('#network');
  await expect(network).toHaveText('');
  await modal.connect(wallet);
  await expect(network).toHaveText('Demo Chain');
  wallet.refuseOnce('wallet_switchEthereumChain');
  expect(await call(page, 'switch-network', 'switchToBase')).toBe(false);
  expect(await call(page, 'switch-network', 'switchToBase')).toBe(true);
  await expect(network).toHaveText('Demo Two');
  expect(wallet.chain).toBe(1338);
  await call(page, 'add-network', 'addPolygon');
  await expect(network).toHaveText('Polygon');
  expect(wallet.chain).toBe(1339);
  expect(await chainOf(1339).getChainId()).toBe(1339);
});

for (const [name, script] of [
  ['HTML', 'gate-a-page.html'],
  ['React', 'in-gate-a-page-react'],
] as const)
  test(`a gated page in ${name} opens with a connection, stays open over a reload, and closes with it @10.30`, async ({
    page,
  }) => {
    const wallet = await visit(page, script);
    const modal = getModal(page);
    const guests = page.getByText('Connect your wallet to see the offers.');
    const members = page.getByText('Offers for');
    await expect(guests).toBeVisible();
    await expect(members).toBeHidden();
    await modal.connect(wallet);
    await expect(members).toBeVisible();
    await expect(guests).toBeHidden();
    await page.reload();
    await expect(members).toBeVisible();
    await page.evaluate(async () => {
      const { modal } = (await import('/wallet.js' as string)) as { modal: { disconnect(): Promise<void> } };
      await modal.disconnect();
    });
    await expect(guests).toBeVisible();
    await expect(members).toBeHidden();
  });

test('a disconnect clears the data of the account and tells the user why @10.30', async ({ page }) => {
  const wallet = await visit(page, 'handle-disconnect.html');
  const modal = getModal(page);
  const [notice, logOut] = [page.locator('#notice'), page.locator('#log-out')];
  const cart = () => page.evaluate(() => sessionStorage.getItem('cart'));
  await expect(logOut).toBeHidden();
  await modal.connect(wallet);
  await page.evaluate(() => sessionStorage.setItem('cart', 'shoes'));
  await logOut.click();
  await expect(notice).toHaveText('You disconnected.');
  await expect(logOut).toBeHidden();
  expect(await cart()).toBeNull();
  await modal.connect(wallet);
  await expect(notice).toHaveText('');
  await wallet.lock();
  await expect(notice).toHaveText('Your wallet disconnected. Connect again to continue.');
  await wallet.unlock();
  await expect(notice).toHaveText('');
  await expect(logOut).toBeVisible();
});

test('the server knows the address only with a session, and ends the session @10.30', async ({}, info) => {
  const folder = project(info.outputPath('server'), ['account-server.mjs'], {
    'sign-in-server.mjs': block('sign-in-server.mjs')
      .replace("'localhost:5173'", `'${new URL(PAGE_URL).host}'`)
      .replace("from 'viem/chains'", "from './chains.mjs'"),
    'chains.mjs': CHAINS,
  });
  process.env.PORT = '0';
  const { server } = (await import(path.join(folder, 'account-server.mjs'))) as { server: Server };
  delete process.env.PORT;
  if (!server.listening) await new Promise((listening) => server.once('listening', listening));
  const { port } = server.address() as AddressInfo;
  let cookie = '';
  const ask = async (what: string, body?: object, sent = cookie) => {
    const response = await fetch(`http://127.0.0.1:${port}/api/${what}`, {
      method: body ? 'POST' : 'GET',
      headers: { cookie: sent },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    cookie = response.headers.get('set-cookie')?.split(';')[0] ?? cookie;
    const answer = (await response.json()) as Record<string, unknown>;
    return { ...answer, status: response.status } as Record<string, unknown>;
  };
  const signer = privateKeyToAccount(generatePrivateKey());
  expect(await ask('orders')).toMatchObject({ status: 401 });
  expect(await ask('constructor', {})).toMatchObject({ status: 404 });
  const { nonce } = await ask('nonce', {});
  const before = cookie;
  const fields = {
    domain: new URL(PAGE_URL).host,
    uri: PAGE_URL,
    version: '1',
    nonce: nonce as string,
    statement: 'Sign in to My shop.',
  } as const;
  const issuedAt = new Date();
  const message = createSiweMessage({ ...fields, issuedAt, address: signer.address, chainId: 1337 });
  const data = {
    ...fields,
    issuedAt: issuedAt.toISOString(),
    accountAddress: signer.address,
    chainId: 'eip155:1337',
  };
  const session = { message, data, signature: await signer.signMessage({ message }) };
  expect(await ask('sign-in', session, '')).toMatchObject({ status: 403 });
  expect(await ask('sign-in', session)).toMatchObject({ status: 200 });
  expect(await ask('orders')).toMatchObject({ status: 200, address: signer.address });
  expect(await ask('orders', undefined, before)).toMatchObject({ status: 401 });
  expect(await ask('sign-out', { chainId: 'eip155:1337', address: signer.address })).toMatchObject({
    status: 200,
  });
  expect(await ask('orders')).toMatchObject({ status: 401 });
  await new Promise((closed) => server.close(closed));
});

test('the server reads the account from the cookies of the modal @10.30', async ({ page, context }, info) => {
  const folder = project(info.outputPath('cookie'), ['account-cookie.mjs']);
  const { accountOf } = (await import(path.join(folder, 'account-cookie.mjs'))) as {
    accountOf(header?: string, namespace?: string): unknown;
  };
  const read = async (namespace?: string) => {
    const all = (await context.cookies()).map(({ name, value }) => `${name}=${value}`);
    return accountOf(['other=%', ...all].join('; '), namespace);
  };
  const wallet = await visit(page, 'in-cookie', BUTTON);
  const modal = getModal(page);
  expect([accountOf(), await read()]).toEqual([null, null]);
  await modal.connect(wallet);
  await expect.poll(() => read()).toEqual({ address: wallet.address, network: 'eip155:1337' });
  expect(await read('solana')).toBeNull();
  await modal.open();
  await modal.disconnect();
  await expect.poll(() => read()).toBeNull();
});

test('SOL is sent with @solana/kit and confirmed, and a text is signed @10.30', async ({ page }) => {
  test.slow();
  const wallet = await ScriptedSolanaWallet.install(page);
  await open(page, 'solana-transfer', BUTTON);
  const modal = getModal(page);
  const to = ScriptedSolanaWallet.address('account 2');
  const script = 'solana-transfer';
  const signed = call(page, script, 'sign', 'Hello');
  await modal.choose(wallet);
  expect(Object.keys((await signed) as object)).toHaveLength(64);
  const before = (await call(page, script, 'balanceOf', to)) as bigint;
  expect(await call(page, script, 'send', to, 1_000_000n)).toMatch(/^[1-9A-HJ-NP-Za-km-z]{64,88}$/);
  expect(await call(page, script, 'balanceOf', to)).toBe(before + 1_000_000n);
});

test('bitcoin is sent and a text is signed after a Bitcoin wallet connects @10.30', async ({ page }) => {
  const wallet = await ScriptedBitcoinWallet.install(page, { dialect: 'sats' });
  const script = 'bitcoin-transfer';
  await open(page, script, BUTTON);
  const modal = getModal(page);
  expect(await call(page, script, 'sign', 'Hello')).toBeNull();
  await modal.choose(wallet);
  await modal.closed();
  const signature = (await call(page, script, 'sign', 'Hello')) as Record<string, number>;
  expect(Object.keys(signature).length).toBeGreaterThan(64);
  expect(await call(page, script, 'addresses')).toMatchObject([
    { address: wallet.key().address, intention: 'payment' },
    { intention: 'ordinal' },
  ]);
  const { address } = wallet.key('p2wpkh', 'account 2');
  expect(await call(page, script, 'send', address, 10_000n)).toMatch(/^[\da-f]{64}$/);
});

test('a payment is requested, and the server finds it in the transaction @10.30', async ({ page }) => {
  test.slow();
  const script = 'accept-payment';
  const wallet = await visit(page, script, BUTTON);
  const modal = getModal(page);
  const recipient = freshAddress();
  await giveToken('DUSD', wallet.address, 50_000_000n);
  const reports: { txHash: `0x${string}` }[] = [];
  await page.route('**/api/payments', (route) => {
    reports.push(route.request().postDataJSON() as (typeof reports)[number]);
    return route.fulfill({ json: {} });
  });
  await modal.connect(wallet);
  const left = call(page, script, 'pay', 'order 1', recipient, '25');
  await modal.waitForView('Pay');
  await modal.close();
  expect(await left).toBe('');
  const payment = call(page, script, 'pay', 'order 1', recipient, '25');
  await modal.waitForView('Pay');
  await page.getByTestId('wallet-payment-option').click();
  await modal.waitForView('SendPreview');
  await confirm(page.getByTestId('wm-send-confirm'));
  expect(await payment).toBe('Thank you. We are checking your payment.');
  const { isPaid } = (await import(path.join(site, 'accept-payment-server.js'))) as {
    isPaid(hash: string, order: object): Promise<boolean>;
  };
  const { txHash } = reports[0]!;
  const order = { recipient, amount: '25', confirmations: 1n };
  expect(reports).toHaveLength(1);
  expect(
    await Promise.all([
      isPaid(txHash, order),
      isPaid(txHash, { ...order, amount: '26' }),
      isPaid(txHash, { ...order, recipient: wallet.address }),
      isPaid(txHash, { ...order, confirmations: 1_000_000n }),
      isPaid(`0x${'1'.repeat(64)}`, order),
    ]),
  ).toEqual([true, false, false, false, false]);
});

test('a form logs the user in with email @10.30', async ({ page }) => {
  test.slow();
  await open(page, 'email-login.html', '');
  const modal = getModal(page);
  const email = freshEmail();
  await page.locator('input[name=email]').fill(email);
  await page.getByText('Log in', { exact: true }).click();
  await modal.waitForView('EmailVerifyDevice');
  await fetch((await mails(email))[0]!.link!);
  await modal.waitForView('EmailVerifyOtp');
  await page
    .getByTestId('wui-otp-input')
    .locator('input')
    .first()
    .pressSequentially(await codeFor(email));
  await modal.closed();
  await expect(page.locator('#user')).toHaveText(email);
  await expect(page.locator('#error')).toHaveText('');
});

test('closing the modal during the login throws no error, and another email too soon does @10.30', async ({
  page,
}) => {
  await open(page, 'email-login.html', '');
  const modal = getModal(page);
  await page.locator('input[name=email]').fill(freshEmail());
  const logIn = page.getByText('Log in', { exact: true });
  await logIn.click();
  await modal.waitForView('EmailVerifyDevice');
  await modal.close();
  await expect(page.locator('#error')).toHaveText('');
  await logIn.click();
  await expect(page.locator('#error')).toHaveText(/^Please try again after \d+ seconds$/);
});

test('a button logs the user in with a provider @10.30', async ({ page }) => {
  await open(page, 'email-login.html', '');
  const [popup] = await Promise.all([page.waitForEvent('popup'), page.locator('#google').click()]);
  const name = `ada-${freshEmail().split('@')[0]}`;
  await popup.getByTestId('provider-username').fill(name);
  await popup.getByTestId('provider-email').fill(`${name}@work.example`);
  await popup.getByTestId('provider-continue').click();
  await getModal(page).closed();
  await expect(page.locator('#user')).toHaveText(`${name}@work.example`);
});

test('the texts and the direction follow the language @10.30', async ({ page }) => {
  await visit(page, 'localize', BUTTON);
  const button = page.getByTestId('connect-button');
  await expect(button).toHaveText('Connect wallet');
  await call(page, 'localize', 'setLanguage', 'de');
  await expect(button).toHaveText('Wallet verbinden');
  await call(page, 'localize', 'setLanguage', 'ar');
  await expect(button).toHaveText('ربط المحفظة');
  await button.click();
  await getModal(page).waitForView('Connect');
  await expect(page.locator('wallet-modal dialog')).toHaveCSS('direction', 'rtl');
  await call(page, 'localize', 'setLanguage', 'en');
  await expect(button).toHaveText('Connect wallet');
});
