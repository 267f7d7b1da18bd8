// Builds again after each save: the element in about a second, the engine in about ten. A page that was opened with `?dev` reloads when
// `dist/dev.json` changes (demo/dev.js).
import { watch as watchFiles, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { at } from './project.mjs';
import { say } from './run.mjs';
import { forgetDist, quickEngine } from './steps.mjs';

/** They only make files small, or empty the folder that the page reads. */
const LEFT_OUT = ['terser', 'empty-first'];
/** Editors save in several steps. */
const SETTLE_MS = 80;
const ENGINE = ['engine/core/src', 'engine/web/src', 'engine/walletconnect/src'];

/** @returns {Promise<() => Promise<void>>} ends it */
export async function watch() {
  forgetDist();
  let element = await watchElement();
  let building = Promise.resolve();
  let timer;
  const build = () => {
    building = building
      .then(() => quickEngine({ quiet: false }))
      .then(async () => {
        // its files have other names now
        await element.close();
        element = await watchElement();
      })
      .catch((error) => say(`dev: ${error.message}`));
  };
  const folders = ENGINE.map((folder) =>
    watchFiles(at(folder), { recursive: true }, () => {
      clearTimeout(timer);
      timer = setTimeout(build, SETTLE_MS);
    }),
  );
  return async () => {
    folders.forEach((folder) => folder.close());
    clearTimeout(timer);
    await building;
    await element.close();
  };
}

async function watchElement() {
  const { watch: rollup } = await import('rollup');
  const { default: configs } = await import(pathToFileURL(at('rollup.config.mjs')));
  const [product] = await configs();
  const plugins = product.plugins.filter((plugin) => plugin && !LEFT_OUT.includes(plugin.name));
  const watcher = rollup({ ...product, plugins, watch: { buildDelay: SETTLE_MS, clearScreen: false } });
  watcher.on('event', ({ code, duration, error, result }) => {
    if (code === 'ERROR') say(`dev: ${error.message}`);
    if (code === 'BUNDLE_END') {
      writeFileSync(at('dist/dev.json'), `${Date.now()}`);
      say(`dev: dist/ is new (${(duration / 1000).toFixed(1)} s)`);
    }
    void result?.close();
  });
  return watcher;
}
