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
const FRAMEWORKS = [
  'react/Wallet.tsx',
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
  'connectkit.tsx',
  'sign-in.ts',
  'sign-in-server.mjs',
];
const POLICY = ['policy.txt'];
/** e2e/bindings/testing.e2e.ts */
const TESTS = ['customer.spec.mjs', 'payment.spec.mjs', 'solana.spec.mjs'];
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
  'in-react.tsx': `import { StrictMode } from 'react'; import { createRoot } from 'react-dom/client'; import { Wallet } from './react/Wallet';
    createRoot(document.querySelector('#app')!).render(<StrictMode><Wallet /></StrictMode>);`,
  // wagmi's hooks
  'in-hooks.tsx': `import { createRoot } from 'react-dom/client'; import { App } from './wagmi-react';
    createRoot(document.querySelector('#app')!).render(<App />);`,
  'in-connectkit.tsx': `import { createRoot } from 'react-dom/client'; import { App } from './connectkit';
    createRoot(document.querySelector('#app')!).render(<App />);`,
  'in-asked.ts': `import { connectMetaMask } from './wagmi-asked'; Object.assign(window, { connectMetaMask });`,
  'in-vue.ts': `import { createApp } from 'vue'; import Wallet from './vue/Wallet.vue'; createApp(Wallet).mount('#app');`,
  'in-svelte.ts': `import { mount } from 'svelte'; import Wallet from './svelte/Wallet.svelte'; mount(Wallet, { target: document.querySelector('#app')! });`,
  'in-angular.ts': `import '@angular/compiler'; import { bootstrapApplication } from '@angular/platform-browser'; import { Wallet } from './angular/wallet';
    document.querySelector('#app')!.append(document.createElement('app-wallet')); void bootstrapApplication(Wallet);`,
  'in-signin.ts': `import { modal } from './sign-in';
    document.querySelector('#app')!.append(document.createElement('wallet-button'), document.createElement('output'));
    modal.subscribeAccount(({ status }) => (document.querySelector('output')!.textContent = status));`,
  ...Object.fromEntries(
    ['viem', 'ethers', 'wagmi'].map((name) => [
      `in-${name}.ts`,
      `import { sign } from './${name}'; Object.assign(window, { sign });`,
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

/** The page of the guide beside the server of the guide: cancelled, then signed in, still so after a reload, and out. */
async function signIn(page: Page, wallet: SigningWallet, folder: string): Promise<void> {
  const file = path.join(folder, 'sign-in-server.mjs');
  const server = readFileSync(file, 'utf8').replace("'my.shop'", `'${new URL(PAGE_URL).host}'`);
  writeFileSync(
    file,
    server.replace("import { mainnet } from 'viem/chains';", CHAINS.replace('export const', 'const')),
  );
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

/** For the next page of the same origin. */
const letGo = (page: Page): Promise<void> =>
  page.evaluate(() =>
    (document.querySelector('wallet-modal') as unknown as { disconnect(): Promise<void> }).disconnect(),
  );

test('every block of the guide is run; what is TypeScript is typed @10.30', ({}, info) => {
  const run = [PLAIN, SCRIPTS, SHELL, BUNDLED, FRAMEWORKS, LIBRARIES, POLICY, TESTS, HOSTS, HOW_TO].flat();
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
  });
  const program = ts.createProgram(
    [...typed, 'vue/script.ts', 'svelte/script.ts']
      .map((file) => path.join(folder, file))
      .concat(path.join(ROOT, 'node_modules/svelte/types/index.d.ts')),
    {
      target: ts.ScriptTarget.ES2022,
      module: ts.ModuleKind.ESNext,
      moduleResolution: ts.ModuleResolutionKind.Bundler,
      jsx: ts.JsxEmit.ReactJSX,
      strict: true,
      exactOptionalPropertyTypes: true,
      noUncheckedIndexedAccess: true,
      experimentalDecorators: true,
      skipLibCheck: true,
      noEmit: true,
      types: [],
      paths: {
        'wallet-modal': [path.join(ROOT, 'dist/types/index.d.ts')],
        'wallet-modal/*': [path.join(ROOT, 'dist/types/bindings/*/index.d.ts')],
      },
    },
  );
  const wrong = ts.getPreEmitDiagnostics(program).map(({ file, start, messageText }) => {
    const line = file && start !== undefined ? file.getLineAndCharacterOfPosition(start).line + 1 : 0;
    return `${path.relative(folder, file?.fileName ?? '')}:${line} ${ts.flattenDiagnosticMessageText(messageText, ' ')}`;
  });
  expect(wrong).toEqual([]);
});

test('without a bundler: one script line, an import map, the element alone; theme, events, errors, options, a payment @10.4 @10.29', async ({
  page,
}, info) => {
  test.slow();
  const folder = project(info.outputPath('plain'), [...PLAIN, ...SCRIPTS]);
  const wallet = await SigningWallet.install(page);
  await serve(page, folder);

  await test.step('from a host, by one line with its hash', async () => {
    await page.goto('/cdn.html');
    await connect(page, wallet, '#account');
    await letGo(page);
  });
  await test.step('the page of the README', async () => {
    const said: string[] = [];
    page.on('console', (message) => said.push(message.text()));
    await page.goto('/readme.html');
    await page.getByTestId('connect-button').click();
    await choose(page, wallet);
    await expect.poll(() => said.join('\n')).toMatch(new RegExp(`connected ${wallet.address}`, 'i'));
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
  await test.step('an import map, then one with the hash of every module; the hash of it that the guide makes is the right one', async () => {
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

  /** A script of the guide, in the page that stands there. */
  const load = (file: string) =>
    page.evaluate(async (url) => void Object.assign(window, { guide: await import(url) }), `/${file}`);
  await test.step('theme', async () => {
    await load('theme.js');
    await page.addStyleTag({ url: '/theme.css' });
    await page.getByTestId('connect-button').click();
    await still(page, 'Account');
    const card = page.getByTestId('w3m-modal-card');
    const said = () =>
      page.locator('wallet-modal').evaluate((element) => {
        const style = getComputedStyle(element);
        return ['--wm-accent', '--wm-radius-scale', '--wm-font-family', '--wm-width'].map((name) =>
          style.getPropertyValue(name).trim(),
        );
      });
    await expect.poll(said).toEqual(['#0a7d4f', '0.5', 'Georgia, serif', '420px']);
    await expect(card).toHaveCSS('width', '420px');
    await expect(page.getByTestId('connect-button')).toHaveCSS('font-family', 'Georgia, serif');
    await expect(card.locator('[part~=title]').first()).not.toHaveCSS('letter-spacing', 'normal');
    await page.getByTestId('w3m-header-close').click();
    await expectClosed(page);
  });
  await test.step('events, and errors: a refusal is null, a signature comes', async () => {
    const said: string[] = [];
    page.on('console', (message) => said.push(message.text()));
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
    await expect.poll(() => said.join('\n')).toContain('disconnected');
    await page.getByTestId('connect-button').click();
    await choose(page, wallet);
    await expect.poll(() => said.join('\n')).toMatch(/connected 0x[\da-f]{40} by test\.signing/i);
  });
  await test.step('a payment that is not on says so by its code; options are taken', async () => {
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
  await test.step('texts of its own, and a storage in cookies', async () => {
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
  test.slow();
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
      else {
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
