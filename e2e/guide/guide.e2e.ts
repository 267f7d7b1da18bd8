// The guide is followed to the letter: every block of it runs, is typed where it is TypeScript, and is driven under the policy that the
// guide itself gives (docs/guide/production.md).
import type { Page } from '@playwright/test';
import { build, type Plugin } from 'esbuild';
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { compile } from 'svelte/compiler';
import ts from 'typescript';
import { build as viteBuild } from 'vite';
import { compileScript, parse } from 'vue/compiler-sfc';
import { expectClosed, still } from '../support/modal';
import { CHAIN_URL, PAGE_URL } from '../support/ports';
import { SigningWallet } from '../support/signing-wallet';
import { getModal } from '../../bindings/testing/modal';
import { expect, test } from '../support/test';
import { block, BLOCKS, HOW_TO, project, ROOT } from './blocks';
import { serve, sha256 } from './serve';
import type { OwnStorage } from '../../element/src/options';

// What runs where. A block that is in none of these lists fails the first test.
const PLAIN = ['cdn.html', 'cdn.js', 'import-map.html', 'element.html', 'readme.html'];
const SCRIPTS = [
  'main.js',
  'wallet.js',
  'theme.js',
  'theme.css',
  'events.js',
  'errors.js',
  'options.js',
  'messages.js',
  'cookie-storage.js',
  'pay.js',
  'describe.js',
];
const SHELL = ['install.sh', 'make-map.sh', 'hash-map.sh'];
const BUNDLED = ['index.html'];
/** Parts of a page. */
const FRAGMENTS = ['button.html'];
const NEXT_SIGN_IN = [
  'next-sign-in/app/session.ts',
  'next-sign-in/app/api/[call]/route.ts',
  'next-sign-in/app/wallet.tsx',
  'next-sign-in/app/page.tsx',
];
const FRAMEWORKS = [
  'src/App.tsx',
  'react/Profile.tsx',
  'vue/Wallet.vue',
  'vue/compiler-options.js',
  'svelte/Wallet.svelte',
  'angular/wallet.ts',
];
const LIBRARIES = [
  'headless.ts',
  'wallet.ts',
  'viem.ts',
  'ethers.ts',
  'wagmi.ts',
  'wagmi-ssr.ts',
  'wagmi-asked.ts',
  'wagmi-react.tsx',
  'wagmi-actions.ts',
  'typed-options.ts',
  'connectkit.tsx',
  'siwx.ts',
  'sign-in.ts',
  'sign-in-server.mjs',
];
const POLICY = ['policy.txt'];
/** e2e/bindings/testing.e2e.ts */
const TESTS = ['customer.spec.mjs', 'payment.spec.mjs', 'decline.spec.mjs', 'solana.spec.mjs'];
/** demo/hosts has the same files, and the test that builds and drives them. */
const HOSTS = [
  'next/app/wallet.tsx',
  'next/app/layout.tsx',
  'next/plain/wallet.tsx',
  'nuxt/nuxt.config.ts',
  'nuxt/app/plugins/wallet.client.ts',
  'nuxt/app/components/Account.vue',
  'sveltekit/src/lib/wallet.ts',
  'sveltekit/src/lib/Account.svelte',
];

/** Stands for `viem/chains`: the network of the examples is the first of the demo. */
const CHAINS = `import { defineChain } from 'viem';
export const mainnet = defineChain({ id: 1337, name: 'Demo Chain', nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: { default: { http: ['${CHAIN_URL}'] } } });`;

/** What a reader has already: the page around a component, and something to press for what a library is asked. */
const ENTRIES: Record<string, string> = {
  'in-react.tsx': `import { StrictMode } from 'react'; import { createRoot } from 'react-dom/client'; import App from './src/App';
    createRoot(document.querySelector('#app')!).render(<StrictMode><App /></StrictMode>);`,
  'in-profile.tsx': `import { createRoot } from 'react-dom/client'; import { mainnet } from 'viem/chains';
    import { WalletModal } from 'wallet-modal/react'; import { Profile } from './react/Profile';
    const options = { projectId: null, networks: [mainnet] };
    createRoot(document.querySelector('#app')!).render(<WalletModal options={options}><Profile /></WalletModal>);`,
  // wagmi's hooks
  'in-hooks.tsx': `import { createRoot } from 'react-dom/client'; import { App } from './wagmi-react';
    createRoot(document.querySelector('#app')!).render(<App />);`,
  'in-connectkit.tsx': `import { createRoot } from 'react-dom/client'; import { App } from './connectkit';
    createRoot(document.querySelector('#app')!).render(<App />);`,
  'in-headless.ts': `import * as headless from './headless'; Object.assign(window, { headless });
    const [list, account] = [document.createElement('p'), document.createElement('output')];
    document.querySelector('#app')!.append(list, account); void headless.drawWallets(list); headless.showAccount(account);`,
  'in-asked.ts': `import { connectMetaMask } from './wagmi-asked'; Object.assign(window, { connectMetaMask });`,
  'in-vue.ts': `import { createApp } from 'vue'; import Wallet from './vue/Wallet.vue'; createApp(Wallet).mount('#app');`,
  'in-svelte.ts': `import { mount } from 'svelte'; import Wallet from './svelte/Wallet.svelte'; mount(Wallet, { target: document.querySelector('#app')! });`,
  'in-angular.ts': `import '@angular/compiler'; import { bootstrapApplication } from '@angular/platform-browser'; import { Wallet } from './angular/wallet';
    document.querySelector('#app')!.append(document.createElement('app-wallet')); void bootstrapApplication(Wallet);`,
  'in-signin.ts': `import { modal } from './sign-in';
    document.querySelector('#app')!.append(document.createElement('wallet-button'), document.createElement('output'));
    modal.subscribeAccount(({ status }) => (document.querySelector('output')!.textContent = status));`,
  ...Object.fromEntries(
    [
      ['viem', 'viem'],
      ['ethers', 'ethers'],
      ['wagmi', 'wagmi-actions'],
    ].map(([name, file]) => [
      `in-${name}.ts`,
      `import { sign } from './${file}'; Object.assign(window, { sign });`,
    ]),
  ),
};

const shell = (file: string, cwd: string): string =>
  execFileSync('sh', ['-eu'], {
    cwd,
    input: block(file),
    encoding: 'utf8',
    stdio: ['pipe', 'pipe', 'pipe'],
    // The package is a file of this machine, and needs nothing else.
    env: { ...process.env, npm_config_offline: 'true' },
  });

type Call = (...words: readonly string[]) => unknown;

interface Given {
  metadata: { name: string };
  themeMode: string;
  features: object;
}

/** Connects by the button of the page, and sees the page itself say who it is. */
async function connect(page: Page, wallet: SigningWallet, where: string): Promise<void> {
  await page.getByTestId('connect-button').click();
  await choose(page, wallet);
  await expect(page.locator(where)).toContainText(new RegExp(wallet.address, 'i'));
}

async function choose(page: Page, wallet: SigningWallet): Promise<void> {
  await still(page, 'Connect');
  await page.getByTestId(wallet.row).click();
  await expectClosed(page);
}

interface Visitor {
  nonce?: string;
  address?: string;
}

/** The guide's server, for this page and the demo's network. */
const signInServer = (): string =>
  block('sign-in-server.mjs')
    .replace("'localhost:5173'", `'${new URL(PAGE_URL).host}'`)
    .replace("import { mainnet } from 'viem/chains';", CHAINS.replace('export const', 'const'));

/** The page of the guide beside the server of the guide: cancelled, then signed in, still so after a reload, and out. */
async function signIn(page: Page, wallet: SigningWallet, folder: string): Promise<void> {
  const file = path.join(folder, 'sign-in-server.mjs');
  writeFileSync(file, signInServer());
  const { api } = (await import(file)) as {
    api: Record<string, (visitor: Visitor, body: unknown) => unknown>;
  };
  const visitor: Visitor = {};
  await page.route('**/api/*', async (route) => {
    const call = new URL(route.request().url()).pathname.slice('/api/'.length);
    await route.fulfill({ json: await api[call]!(visitor, route.request().postDataJSON()) });
  });
  const modal = getModal(page);
  const status = page.locator('output');
  await modal.open();
  await modal.choose(wallet);
  await modal.cancelSignIn();
  await expect(status).toHaveText('disconnected');
  if ((await modal.view()) == null) await modal.open();
  await modal.choose(wallet);
  await modal.signIn();
  await expect(status).toHaveText('connected');
  expect(visitor).toMatchObject({
    address: wallet.address,
    session: { data: { statement: 'Sign in to My shop.' } },
  });
  expect(visitor.nonce).toBeUndefined();
  await page.reload();
  await expect(status).toHaveText('connected');
  await modal.disconnect();
  await expect.poll(() => visitor.address).toBeUndefined();
}

/** Stands for Next: its types as far as the guide uses them, and in place of it a cookie jar and a router that the test can look into. */
const NEXT_STANDS_IN: Record<string, string> = {
  'next/headers.ts': `
    const jar = ((globalThis as { jar?: Map<string, string> }).jar ??= new Map<string, string>());
    interface CookieOptions { httpOnly?: boolean; secure?: boolean; sameSite?: 'lax' | 'strict' | 'none'; path?: string; maxAge?: number }
    export const cookies = async () => ({
      get: (name: string): { name: string; value: string } | undefined => { const value = jar.get(name); return value === undefined ? undefined : { name, value }; },
      set: (name: string, value: string, options?: CookieOptions): void => { if (!options?.httpOnly) throw new Error('scripts can read it'); jar.set(name, value); },
    });`,
  'next/navigation.ts': `
    const shared = globalThis as { refreshed?: () => void };
    export const useRouter = () => ({ refresh: (): void => shared.refreshed?.() });`,
  'next/node.d.ts': `declare const process: { env: Record<string, string | undefined> };`,
};

/** For the next page of the same origin. */
const letGo = (page: Page): Promise<void> =>
  page.evaluate(() =>
    (document.querySelector('wallet-modal') as { disconnect(): Promise<void> } | null)?.disconnect(),
  );

test('runs every block of the guide, and type-checks the TypeScript blocks @10.30', ({}, info) => {
  const run = [
    PLAIN,
    SCRIPTS,
    SHELL,
    BUNDLED,
    FRAGMENTS,
    FRAMEWORKS,
    NEXT_SIGN_IN,
    LIBRARIES,
    POLICY,
    TESTS,
    HOSTS,
    HOW_TO,
  ].flat();
  expect(BLOCKS.map(({ file }) => file).sort()).toEqual(run.sort());
  for (const { file, text } of BLOCKS.filter(({ file }) => HOSTS.includes(file)))
    expect(text, file).toBe(readFileSync(path.join(ROOT, 'demo/hosts', file), 'utf8'));

  const script = (file: string) => /<script[^>]*>(.*?)<\/script>/s.exec(block(file))![1]!;
  const typed = BLOCKS.map(({ file }) => file).filter(
    (file) => /\.tsx?$/.test(file) && !HOSTS.includes(file),
  );
  const folder = project(info.outputPath('typed'), typed, {
    'vue/script.ts': script('vue/Wallet.vue'),
    'svelte/script.ts': script('svelte/Wallet.svelte'),
    'next-sign-in/app/siwx.ts': block('siwx.ts'),
    'next-sign-in/app/sign-in-server.mjs': block('sign-in-server.mjs'),
    ...NEXT_STANDS_IN,
  });
  const program = ts.createProgram(
    [...typed, 'vue/script.ts', 'svelte/script.ts', 'next/node.d.ts']
      .map((file) => path.join(folder, file))
      .concat(path.join(ROOT, 'node_modules/svelte/types/index.d.ts')),
    {
      target: ts.ScriptTarget.ES2022,
      module: ts.ModuleKind.ESNext,
      moduleResolution: ts.ModuleResolutionKind.Bundler,
      jsx: ts.JsxEmit.ReactJSX,
      strict: true,
      allowJs: true, // as in Next's own tsconfig.json
      exactOptionalPropertyTypes: true,
      noUncheckedIndexedAccess: true,
      experimentalDecorators: true,
      skipLibCheck: true,
      noEmit: true,
      types: [],
      paths: {
        'wallet-modal': [path.join(ROOT, 'dist/types/index.d.ts')],
        'wallet-modal/*': [path.join(ROOT, 'dist/types/bindings/*/index.d.ts')],
        'next/*': [path.join(folder, 'next/*.ts')],
      },
    },
  );
  const wrong = ts.getPreEmitDiagnostics(program).map(({ file, start, messageText }) => {
    const line = file && start !== undefined ? file.getLineAndCharacterOfPosition(start).line + 1 : 0;
    return `${path.relative(folder, file?.fileName ?? '')}:${line} ${ts.flattenDiagnosticMessageText(messageText, ' ')}`;
  });
  expect(wrong).toEqual([]);
});

test('without a bundler: script tag, import map and element work, with theme, events, errors, options and a payment @10.4 @10.29', async ({
  page,
}, info) => {
  test.slow();
  const folder = project(info.outputPath('plain'), [...PLAIN, ...SCRIPTS]);
  const wallet = await SigningWallet.install(page);
  await serve(page, folder);

  await test.step('from another host, by one line with its hash', async () => {
    await page.goto('/cdn.html');
    await connect(page, wallet, '#account');
    await letGo(page);
  });
  await test.step('the page of the README', async () => {
    const lines: string[] = [];
    page.on('console', (message) => lines.push(message.text()));
    await page.goto('/readme.html');
    await page.getByTestId('connect-button').click();
    await choose(page, wallet);
    await expect.poll(() => lines.join('\n')).toMatch(new RegExp(`connected ${wallet.address}`, 'i'));
    await letGo(page);
  });
  await test.step('the element alone', async () => {
    // Its Ethereum and its services are the public ones: nothing of them is asked without a project.
    project(folder, [], { 'element.html': block('element.html').replace(' project-id="demo"', '') });
    await page.goto('/element.html');
    await page.getByTestId('connect-button').click();
    await still(page, 'Connect');
    await expect(page.getByTestId(wallet.row)).toBeVisible();
  });
  await test.step('an import map, then one with each module’s hash, which the guide’s command computes', async () => {
    await page.goto('/import-map.html');
    await connect(page, wallet, '#account');
    await letGo(page);
    shell('make-map.sh', folder);
    const map = readFileSync(path.join(folder, 'importmap.json'), 'utf8');
    expect(shell('hash-map.sh', folder).trim()).toBe(sha256(map));
    const checked = block('import-map.html').replace(
      /(<script type="importmap">).*?(<\/script>)/s,
      `$1${map}$2`,
    );
    project(folder, [], { 'import-map.html': checked });
    await page.goto('/import-map.html');
    await connect(page, wallet, '#account');
  });

  await test.step('the attributes of a button', async () => {
    await letGo(page);
    const tag = '<wallet-button></wallet-button>';
    project(folder, [], { 'button.html': block('import-map.html').replace(tag, block('button.html')) });
    await page.goto('/button.html');
    const button = page.getByTestId('connect-button');
    await expect(button).toHaveText('Log in');
    await expect(button).toHaveCSS('min-height', '36px');
    await connect(page, wallet, '#account');
    const [start, end] = [wallet.address.slice(0, 6), wallet.address.slice(-4)];
    await expect(button).toHaveText(new RegExp(`^${start}\\S*${end}$`, 'i'));
    await page.goto('/import-map.html');
  });

  /** A script of the guide, in the page that stands there. */
  const load = (file: string) =>
    page.evaluate(async (url) => void Object.assign(window, { guide: await import(url) }), `/${file}`);
  await test.step('theme', async () => {
    await load('theme.js');
    await page.addStyleTag({ url: '/theme.css' });
    await page.getByTestId('connect-button').click();
    await still(page, 'Account');
    const card = page.getByTestId('w3m-modal-card');
    const values = () =>
      page.locator('wallet-modal').evaluate((element) => {
        const style = getComputedStyle(element);
        return ['--wm-accent', '--wm-radius-scale', '--wm-font-family', '--wm-width'].map((name) =>
          style.getPropertyValue(name).trim(),
        );
      });
    await expect.poll(values).toEqual(['#0a7d4f', '0.5', 'Georgia, serif', '420px']);
    await expect(card).toHaveCSS('width', '420px');
    await expect(page.getByTestId('connect-button')).toHaveCSS('font-family', 'Georgia, serif');
    await expect(card.locator('[part~=title]').first()).not.toHaveCSS('letter-spacing', 'normal');
    await page.getByTestId('w3m-header-close').click();
    await expectClosed(page);
  });
  await test.step('events, and errors: a refusal is null, a signature arrives', async () => {
    const lines: string[] = [];
    page.on('console', (message) => lines.push(message.text()));
    await load('events.js');
    await load('errors.js');
    const sign = () =>
      page.evaluate(() =>
        (window as unknown as { guide: { signIn(m: string): Promise<unknown> } }).guide.signIn('Hello'),
      );
    wallet.refuseOnce('personal_sign');
    expect(await sign()).toBeNull();
    expect(await sign()).toMatch(/^0x[\da-f]{130}$/);
    await load('describe.js');
    const listed = await page.evaluate(async (to) => {
      const { mint } = (window as unknown as { guide: { mint(t: object): Promise<void> } }).guide;
      await mint({ from: to, to, value: '0x0' });
      const url = '/wallet.js';
      const { modal } = (await import(url)) as { modal: { getTransactions(): { description?: string }[] } };
      return modal.getTransactions().map(({ description }) => description);
    }, wallet.address);
    expect(listed).toEqual(['Mint Cat #3']);
    await letGo(page);
    await expect.poll(() => lines.join('\n')).toContain('disconnected');
    await page.getByTestId('connect-button').click();
    await choose(page, wallet);
    await expect.poll(() => lines.join('\n')).toMatch(/connected 0x[\da-f]{40} by test\.signing/i);
  });
  await test.step('a payment that is turned off rejects with its code, and options apply', async () => {
    await load('pay.js');
    const code = page.evaluate(() =>
      (window as unknown as { guide: { pay(to: string): Promise<unknown> } }).guide
        .pay('0x70997970C51812dc3A010C7d01b50e0d17dc79C8')
        .catch((error: { code: unknown }) => error.code),
    );
    expect(await code).toBe('INVALID_PAYMENT_CONFIG');
    await letGo(page);
    await page.goto('/import-map.html');
    await load('options.js');
    const given = await page.evaluate(() => {
      const { modal } = (window as unknown as { guide: { modal: { getOptions(): Given } } }).guide;
      const { metadata, themeMode, features } = modal.getOptions();
      return { name: metadata.name, themeMode, features };
    });
    expect(given).toEqual({
      name: 'My shop',
      themeMode: 'light',
      features: { email: false, socials: false, swaps: false },
    });
  });
  await test.step('the page’s own texts, and a storage in cookies', async () => {
    await letGo(page);
    await page.goto('/import-map.html');
    await load('messages.js');
    await expect(page.getByTestId('connect-button')).toHaveText('Verbinden');
    await load('cookie-storage.js');
    const seen = await page.evaluate(() => {
      const { storage } = (window as unknown as { guide: { storage: Required<OwnStorage> } }).guide;
      const key = 'wallet-modal:a key';
      const of = (change: () => unknown) => (change(), storage.get(key));
      return [of(() => storage.set(key, '{"ä": 1; }')), of(() => storage.remove(key)), document.cookie];
    });
    expect(seen).toEqual(['{"ä": 1; }', undefined, '']);
  });
});

/** Components of Vue and Svelte, as the bundler plugins of both compile them. */
const components = (compilerOptions: object): Plugin => ({
  name: 'components',
  setup(to) {
    to.onLoad({ filter: /\.vue$/ }, ({ path: filename }) => {
      const { descriptor } = parse(readFileSync(filename, 'utf8'), { filename });
      const { content } = compileScript(descriptor, {
        id: 'wallet',
        inlineTemplate: true,
        templateOptions: { compilerOptions },
      });
      return { contents: content, loader: 'ts' };
    });
    to.onLoad({ filter: /\.svelte$/ }, ({ path: filename }) => {
      const { js } = compile(readFileSync(filename, 'utf8'), { filename, generate: 'client' });
      return { contents: js.code, loader: 'js' };
    });
  },
});

test('with a bundler: the package by Vite; React, Vue, Svelte, Angular, viem, ethers and wagmi by esbuild @10.6 @10.38', async ({
  page,
  watch,
}, info) => {
  test.setTimeout(150_000); // thirteen pages, one after the other
  const html = (name: string) =>
    `<!doctype html><title>${name}</title><script type="module" src="/in-${name}.js"></script><div id="app"></div>`;
  const names = Object.keys(ENTRIES).map((file) => /in-(\w+)/.exec(file)![1]!);
  const folder = project(info.outputPath('app'), [...BUNDLED, ...SCRIPTS, ...FRAMEWORKS, ...LIBRARIES], {
    ...ENTRIES,
    'chains.ts': CHAINS,
    ...Object.fromEntries(names.map((name) => [`out/${name}.html`, html(name)])),
  });
  shell('install.sh', folder);
  const wallet = await SigningWallet.install(page);

  await test.step('Vite', async () => {
    await viteBuild({ root: folder, logLevel: 'error' });
    await serve(page, path.join(folder, 'dist'));
    await page.goto('/index.html');
    await connect(page, wallet, '#account');
    await letGo(page);
    await page.unrouteAll();
  });

  const { compilerOptions } = (await import(path.join(folder, 'vue/compiler-options.js'))) as {
    compilerOptions: object;
  };
  const { warnings } = await build({
    entryPoints: Object.keys(ENTRIES).map((file) => path.join(folder, file)),
    absWorkingDir: folder,
    bundle: true,
    splitting: true,
    format: 'esm',
    outdir: path.join(folder, 'out'),
    target: 'es2022',
    jsx: 'automatic',
    logLevel: 'silent',
    define: { 'process.env.NODE_ENV': '"production"', __VUE_OPTIONS_API__: 'false' },
    alias: { 'viem/chains': path.join(folder, 'chains.ts') },
    tsconfigRaw: { compilerOptions: { experimentalDecorators: true, useDefineForClassFields: false } },
    plugins: [components(compilerOptions)],
  });
  expect(warnings.map(({ text }) => text)).toEqual([]);
  const production = readFileSync(path.join(ROOT, 'docs/guide/production.md'), 'utf8');
  /** What the guide says that a framework needs beyond us. */
  const needs = (title: string) => {
    const name = new RegExp(`^\\| ${title} \\| \`(.+)\` \\|$`, 'm').exec(production)?.[1];
    return (text: string) => text.replace("trusted-types 'none'", `trusted-types ${name ?? "'none'"}`);
  };
  const changes: Record<string, (text: string) => string> = {
    vue: needs('Vue'),
    svelte: needs('Svelte'),
    // Compiled in the page, which only tests do.
    angular: (text) =>
      needs('Angular')(text)
        .replace("'wasm-unsafe-eval'", "'wasm-unsafe-eval' 'unsafe-eval'")
        .replace('trusted-types angular', 'trusted-types angular angular#unsafe-jit'),
  };
  for (const name of names)
    await test.step(name, async () => {
      await serve(page, path.join(folder, 'out'), changes[name]);
      await page.goto(`/${name}.html`);
      if (['viem', 'ethers', 'wagmi'].includes(name)) {
        await page.waitForFunction(() => 'sign' in window);
        const signed = page.evaluate(() =>
          (window as unknown as { sign(message: string): Promise<string> }).sign('Hello'),
        );
        await choose(page, wallet);
        expect(await signed).toBe(await wallet.key.signMessage({ message: 'Hello' }));
      } else if (name == 'asked') {
        await page.waitForFunction(() => 'connectMetaMask' in window);
        const connected = page.evaluate(() =>
          (window as unknown as { connectMetaMask(): Promise<void> }).connectMetaMask(),
        );
        // this page has no MetaMask: the list
        await choose(page, wallet);
        await connected;
      } else if (name == 'signin') await signIn(page, wallet, folder);
      else if (name == 'headless') {
        const account = page.locator('output');
        const ask = (what: string, ...words: string[]) =>
          page.evaluate(
            ([call, given]) =>
              (window as unknown as { headless: Record<string, Call> }).headless[call]!(...given),
            [what, words] as const,
          );
        await expect(account).toHaveText('disconnected');
        wallet.refuseOnce('eth_requestAccounts');
        const requests = wallet.count('eth_requestAccounts') + 1;
        await page.getByText('Signing').click();
        await expect.poll(() => wallet.count('eth_requestAccounts')).toBe(requests);
        await page.getByText('Signing').click();
        await expect(account).toHaveText(new RegExp(wallet.address, 'i'));
        expect(await ask('sign', 'Hello')).toBe(await wallet.key.signMessage({ message: 'Hello' }));
        await ask('disconnect');
        await expect(account).toHaveText('disconnected');
      } else if (name == 'profile') {
        const app = page.locator('#app');
        await app.getByText('Connect wallet').click();
        await choose(page, wallet);
        await expect(app.locator('#address')).toHaveText(new RegExp(wallet.address, 'i'));
        await expect(app).toContainText('on Demo Chain');
        await app.getByText('Disconnect').click();
        await expect(app).toHaveText('Connect wallet');
      } else {
        const app = page.locator('#app');
        await expect(app).toContainText('not connected');
        await app.getByTestId('connect-button').click();
        await choose(page, wallet);
        await expect(app).toContainText(new RegExp(wallet.address, 'i'));
      }
      // esbuild leaves the engine's files where they are: one is looked for in vain, once each time the page is loaded.
      for (let loads = name == 'signin' ? 2 : 1; loads; loads--) {
        watch.expectProblem(/valid digest/);
        watch.expectProblem(/integrity checks failed/);
      }
      await letGo(page);
      await page.unrouteAll();
    });
});

test('sign-in with Next sets its cookie in route handlers and renders the page again @4.37 @10.30', async ({
  page,
  watch,
}, info) => {
  test.slow();
  const own = {
    ...NEXT_STANDS_IN,
    'chains.ts': CHAINS,
    'next-sign-in/app/siwx.ts': block('siwx.ts'),
    'next-sign-in/app/sign-in-server.mjs': signInServer(),
  };
  const folder = project(info.outputPath('next'), NEXT_SIGN_IN, {
    ...own,
    'browser.tsx': `import { createRoot } from 'react-dom/client'; import { Wallet } from './next-sign-in/app/wallet';
      createRoot(document.querySelector('#app')!).render(<Wallet><wallet-button /></Wallet>);`,
    'server.tsx': `import { renderToStaticMarkup } from 'react-dom/server'; import Page from './next-sign-in/app/page';
      export { POST } from './next-sign-in/app/api/[call]/route'; export const render = async () => renderToStaticMarkup(await Page());`,
    'out/next.html':
      '<!doctype html><title>Next</title><script type="module" src="/browser.js"></script><div id="app"></div>',
  });
  shell('install.sh', folder);
  const common = {
    absWorkingDir: folder,
    bundle: true,
    format: 'esm',
    target: 'es2022',
    jsx: 'automatic',
    logLevel: 'silent',
    alias: {
      'viem/chains': './chains.ts',
      'next/headers': './next/headers.ts',
      'next/navigation': './next/navigation.ts',
    },
  } as const;
  const define = { 'process.env.NODE_ENV': '"production"' };
  await build({
    ...common,
    entryPoints: ['browser.tsx'],
    splitting: true,
    outdir: path.join(folder, 'out'),
    define,
  });
  await build({
    ...common,
    entryPoints: ['server.tsx'],
    platform: 'node',
    packages: 'external',
    outfile: path.join(folder, 'server.mjs'),
  });
  const server = (await import(path.join(folder, 'server.mjs'))) as {
    POST(request: Request, context: { params: Promise<{ call: string }> }): Promise<Response>;
    render(): Promise<string>;
  };
  const wallet = await SigningWallet.install(page);
  await serve(page, path.join(folder, 'out'));
  await page.route('**/api/*', async (route) => {
    const request = route.request();
    const call = new URL(request.url()).pathname.slice('/api/'.length);
    const incoming = new Request(request.url(), { method: request.method(), body: request.postData() });
    const response = await server.POST(incoming, { params: Promise.resolve({ call }) });
    await route.fulfill({ status: response.status, body: await response.text() });
  });
  /** What the router has fetched. */
  let html = await server.render();
  await page.exposeFunction('refreshed', async () => void (html = await server.render()));
  expect(html).toContain('Not signed in');

  await page.goto('/next.html');
  const modal = getModal(page);
  await modal.open();
  await modal.choose(wallet);
  await modal.signIn();
  await expect.poll(() => html).toContain(`Signed in as ${wallet.address}`);
  await page.reload();
  await expect(page.getByTestId('account-button').or(page.getByTestId('connect-button'))).toContainText(
    /0x/i,
  );
  expect(await server.render()).toContain(`Signed in as ${wallet.address}`);
  await modal.disconnect();
  await expect.poll(() => html).toContain('Not signed in');
  const stranger = new Request(`${PAGE_URL}/api/constructor`, { method: 'POST', body: '{}' });
  expect((await server.POST(stranger, { params: Promise.resolve({ call: 'constructor' }) })).status).toBe(
    404,
  );
  for (let loads = 2; loads; loads--) {
    watch.expectProblem(/valid digest/);
    watch.expectProblem(/integrity checks failed/);
  }
});
