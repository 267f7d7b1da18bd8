// Rendered by node, sent, and hydrated in a browser, as Next and Nuxt do it: what the server has drawn is what the browser draws first.
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'vite';
import { endBrowser, journey, openPage, serve } from '../support/browser.mjs';

const here = path.dirname(fileURLToPath(import.meta.url));
let place;

before(() => {
  mkdirSync(path.join(here, '../.out'), { recursive: true });
  place = mkdtempSync(path.join(here, '../.out/ssr-'));
});
after(async () => {
  await endBrowser();
  rmSync(place, { recursive: true, force: true });
});

for (const name of ['react', 'vue'])
  test(`${name}: the server renders no account, and the page hydrates without a mismatch, connects and reconnects @10.29 @10.30`, async () => {
    const out = path.join(place, name);
    const common = { root: here, logLevel: 'error', configFile: false, mode: 'development' };
    const define = {
      'process.env.NODE_ENV': '"development"',
      __VUE_OPTIONS_API__: 'true',
      __VUE_PROD_DEVTOOLS__: 'false',
      __VUE_PROD_HYDRATION_MISMATCH_DETAILS__: 'true',
    };
    await build({
      ...common,
      define,
      build: {
        outDir: path.join(out, 'client'),
        minify: false,
        rollupOptions: {
          input: path.join(here, `${name}.client.js`),
          output: { entryFileNames: 'client.js' },
        },
      },
    });
    await build({
      ...common,
      build: { outDir: path.join(out, 'server'), ssr: path.join(here, `${name}.server.js`) },
    });
    const { render } = await import(pathToFileURL(path.join(out, `server/${name}.server.js`)));
    const html = await render();
    assert.match(html, /disconnected/);
    writeFileSync(
      path.join(out, 'client/index.html'),
      `<!doctype html><title>${name}</title><script type="module" src="/client.js"></script><div id="app">${html}</div>`,
    );
    const host = await serve(path.join(out, 'client'));
    const page = await openPage(host.url);
    try {
      await journey(page);
      assert.deepEqual(
        page.faults.filter((fault) => !/favicon|404/.test(fault)),
        [],
      );
    } finally {
      await page.context().close();
      await host.end();
    }
  });
