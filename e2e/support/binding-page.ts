// Adds a built binding (dist/bindings) to the demo's page without its own modal, also after a reload. The page's bundle contains the
// binding, and the page serves the product.
import type { Page } from '@playwright/test';
import { build, type Plugin } from 'esbuild';
import { fileURLToPath } from 'node:url';

const at = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));

const served: Plugin = {
  name: 'served',
  setup(to) {
    to.onResolve({ filter: /^wallet-modal\// }, ({ path }) => ({
      path: at(`dist/bindings/${path.slice('wallet-modal/'.length).replaceAll('/', '-')}.js`),
    }));
    to.onResolve({ filter: /^\.\.\/index\.js$/ }, ({ importer }) =>
      importer.includes('/dist/bindings/') ? { path: '/dist/index.js', external: true } : undefined,
    );
  },
};

/** Returns a function that adds a source below e2e/ to a page. */
export function bindingPage(source: string): (page: Page) => Promise<void> {
  const bundle = build({
    entryPoints: [at(`e2e/${source}`)],
    bundle: true,
    write: false,
    minify: true,
    format: 'esm',
    platform: 'browser',
    target: 'es2022',
    jsx: 'automatic',
    define: { 'process.env.NODE_ENV': '"production"' },
    plugins: [served],
  }).then(({ outputFiles }) => outputFiles[0]!.text);
  return async (page) => {
    const body = await bundle;
    await page.route('**/binding-page.js', (route) =>
      route.fulfill({ body, contentType: 'text/javascript; charset=utf-8' }),
    );
    await page.addInitScript(() => {
      const file = '/binding-page.js';
      if (window == top) addEventListener('DOMContentLoaded', () => void import(file));
    });
  };
}
