// A site of SvelteKit, with nothing configured but its adapter: built, by its server for node, and in development.
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { endBrowser, openPage } from '../support/browser.mjs';
import { walk } from '../support/rendered.mjs';
import { command, removeSite, server, site } from '../support/site.mjs';

const here = fileURLToPath(new URL('.', import.meta.url));
let folder;

before(() => {
  folder = site(
    here,
    ['package.json', 'svelte.config.js', 'vite.config.ts', 'src'].map((name) => [name, name]),
  );
});
after(async () => {
  await endBrowser();
  removeSite(folder);
});

test('built: server and browser render the same, the engine loads as files, and the connection stays @10.29 @10.39', async () => {
  await command(folder, ['vite', 'build']);
  const host = await server(
    folder,
    () => [process.execPath, 'build/index.js'],
    (port) => ({ PORT: port, ORIGIN: `http://localhost:${port}` }),
  );
  try {
    await walk(host.url, { unknown: 'not connected' });
  } finally {
    await host.end();
    if (process.env.HOSTS_DEBUG) console.log(host.said());
  }
});

test('in development: the same @10.29 @10.39', async () => {
  const host = await server(folder, (port) => ['vite', 'dev', '--port', port]);
  try {
    // What Vite finds out in the first visit may reload it.
    const first = await openPage(host.url);
    await first.waitForLoadState('networkidle');
    await first.context().close();
    await walk(host.url, { unknown: 'not connected' });
  } finally {
    await host.end();
    if (process.env.HOSTS_DEBUG) console.log(host.said());
  }
});
