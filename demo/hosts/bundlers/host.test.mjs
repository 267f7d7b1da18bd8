// One page, five bundlers (and the Vite before), for production and for development, none with a line of configuration for us: what they make is served as it is,
// and connects.
import assert from 'node:assert/strict';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import {
  endBrowser,
  engineCame,
  expectEngine,
  faultsOf,
  journey,
  openPage,
  serve,
} from '../support/browser.mjs';

const here = path.dirname(fileURLToPath(import.meta.url));
let place;

before(() => {
  mkdirSync(path.join(here, '../.out'), { recursive: true });
  place = mkdtempSync(path.join(here, '../.out/bundlers-'));
});
after(async () => {
  await endBrowser();
  rmSync(place, { recursive: true, force: true });
});

/** A copy of the page, so that nothing of one bundler is there for the next. */
function copy(name) {
  const folder = path.join(place, name);
  mkdirSync(folder);
  for (const file of ['main.js', 'index.html']) cpSync(path.join(here, file), path.join(folder, file));
  return folder;
}

/** The page beside the script that a bundler without pages has made. */
function withPage(folder, out) {
  mkdirSync(out, { recursive: true });
  writeFileSync(path.join(out, 'index.html'), readFileSync(path.join(folder, 'index.html')));
}

const ofWebpack = (bundle) => async (folder, mode) => {
  const out = path.join(folder, 'out');
  await new Promise((done, fail) =>
    bundle(
      { mode, context: folder, entry: './main.js', output: { path: out, filename: 'main.js' } },
      (error, stats) =>
        error || stats.hasErrors() ? fail(error ?? new Error(stats.toString('errors-only'))) : done(),
    ),
  );
  withPage(folder, out);
  return serve(out);
};

const ofVite = (load) => async (folder, mode) => {
  const vite = await load();
  // A project: what Vite bundles ahead lies in its node_modules, and nothing of another run does. The package is a link there, as by pnpm.
  writeFileSync(path.join(folder, 'package.json'), '{ "private": true }');
  mkdirSync(path.join(folder, 'node_modules'));
  symlinkSync(
    path.join(here, '../node_modules/wallet-modal'),
    path.join(folder, 'node_modules/wallet-modal'),
  );
  if (mode == 'production') {
    await vite.build({ root: folder, logLevel: 'error' });
    return serve(path.join(folder, 'dist'));
  }
  const server = await vite.createServer({ root: folder, logLevel: 'error', server: { port: 0 } });
  await server.listen();
  return { url: server.resolvedUrls.local[0], end: () => server.close() };
};

const BUNDLERS = {
  vite: ofVite(() => import('vite')),
  'vite 7': ofVite(() => import('vite-7')),
  webpack: (folder, mode) => ofWebpack(createRequire(import.meta.url)('webpack'))(folder, mode),
  async rspack(folder, mode) {
    const { rspack } = await import('@rspack/core');
    return ofWebpack(rspack)(folder, mode);
  },
  async esbuild(folder, mode) {
    const { build } = await import('esbuild');
    const out = path.join(folder, 'out');
    await build({
      absWorkingDir: folder,
      entryPoints: ['main.js'],
      bundle: true,
      splitting: true,
      format: 'esm',
      outdir: out,
      minify: mode == 'production',
      logLevel: 'error',
    });
    withPage(folder, out);
    return serve(out);
  },
  async parcel(folder, mode) {
    const { Parcel } = await import('@parcel/core');
    writeFileSync(path.join(folder, 'package.json'), '{ "private": true }');
    const out = path.join(folder, 'out');
    await new Parcel({
      entries: path.join(folder, 'index.html'),
      defaultConfig: '@parcel/config-default',
      mode,
      defaultTargetOptions: { distDir: out, shouldOptimize: mode == 'production' },
      shouldDisableCache: true,
      cacheDir: path.join(folder, '.cache'),
    }).run();
    return serve(out);
  },
};

for (const name of Object.keys(BUNDLERS))
  for (const mode of ['production', 'development'])
    test(`${name}, ${mode} @10.39`, { timeout: 120_000 }, async () => {
      const host = await BUNDLERS[name](copy(`${name}-${mode}`), mode);
      const page = await openPage(host.url);
      try {
        assert.deepEqual(await engineCame(page), { files: [], asModules: [] });
        await journey(page);
        // esbuild moves no files (decision 110, "Pages with a bundler").
        const asModules = name == 'esbuild';
        await expectEngine(page, { asModules });
        assert.deepEqual(faultsOf(page, { asModules }), []);
      } finally {
        if (process.env.HOSTS_DEBUG) console.log(page.faults);
        await page.context().close();
        await host.end();
      }
    });
