// A site of Next, with nothing configured: built by turbopack and by webpack, and in development. By the hooks of `wallet-modal/react` (app/) and
// by `createWalletModal` alone (plain/wallet.tsx in place of app/wallet.tsx, the same pages under /plain).
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { endBrowser } from '../support/browser.mjs';
import { walk } from '../support/rendered.mjs';
import { command, removeSite, server, site } from '../support/site.mjs';

const here = path.dirname(fileURLToPath(import.meta.url));
let folder;

before(() => {
  folder = site(here, [
    ['package.json', 'package.json'],
    ['package-lock.json', 'package-lock.json'],
    // Each has a root layout of its own.
    ['app', 'app/(hooks)'],
    ['app', 'app/(plain)/plain'],
    ['plain/wallet.tsx', 'app/(plain)/plain/wallet.tsx'],
  ]);
  const page = path.join(folder, 'app/(plain)/plain/page.tsx');
  writeFileSync(page, readFileSync(page, 'utf8').replace('"/other"', '"/plain/other"'));
});
after(async () => {
  await endBrowser();
  removeSite(folder);
});

const MODES = {
  'built by turbopack': { build: ['next', 'build'], serve: 'start' },
  'built by webpack': { build: ['next', 'build', '--webpack'], serve: 'start' },
  'in development': { serve: 'dev' },
  'in development by webpack': { serve: 'dev', words: ['--webpack'] },
};

for (const [name, { build, serve, words = [] }] of Object.entries(MODES))
  test(`${name}: server and browser render the same, the engine loads as files, and the connection stays @10.29 @10.30 @10.39`, async () => {
    if (build) await command(folder, build);
    const host = await server(folder, (port) => ['next', serve, '--port', port, ...words]);
    try {
      await walk(host.url, { unknown: 'not known yet' });
      await walk(`${host.url}plain`, { unknown: 'not connected' });
    } finally {
      await host.end();
      if (process.env.HOSTS_DEBUG) console.log(host.said());
    }
  });
