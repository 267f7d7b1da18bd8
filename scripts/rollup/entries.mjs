// Makes every public entry one file, and at most define.js: for a page with a CDN, each further level is a round trip.
//
// index.js and later chunks share some modules. Modules without state are also copied into index.js, because the network of a button needs them before
// the engine's file loads. A module with an identity (`instanceof WalletError`) is in define.js, which all of them import.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { transform } from 'esbuild';

/** The roots of define.js, as paths in element/src. */
export const OF_DEFINE = ['define.ts', 'wallet-error.ts'];
/** Modules without state that have copies. */
const COPIED = [
  'captured.ts',
  'written.ts',
  'data/is-storage.ts',
  'engine/button-parts.ts',
  'engine/own-options.ts',
  'engine/popup.ts',
  'engine/said.ts',
  'styles/adopt.ts',
  'styles/button-face.css',
  'ui/gradient.ts',
];
/** The importers that get the copy: modules of index.js, and what a button shows before the engine. */
const OF_INDEX = ['index.ts', 'handle.ts', 'provider.ts', 'first/network.ts'];
const COPY = '?index';

export function entryCopies(folder) {
  const within = (id) => path.relative(folder, id).split(path.sep).join('/');
  const takesCopies = (importer) => {
    const name = within(importer);
    return importer.endsWith(COPY) || OF_INDEX.includes(name) || name.startsWith('handle/');
  };
  return {
    name: 'entry-copies',
    async resolveId(source, importer, options) {
      if (!importer || !source.startsWith('.') || !takesCopies(importer)) return null;
      const from = importer.endsWith(COPY) ? importer.slice(0, -COPY.length) : importer;
      const found = await this.resolve(source, from, { ...options, skipSelf: true });
      return found && COPIED.includes(within(found.id)) ? `${found.id}${COPY}` : found;
    },
    async load(id) {
      if (!id.endsWith(COPY)) return null;
      const file = id.slice(0, -COPY.length);
      const text = readFileSync(file, 'utf8');
      // of style sheets css-text.mjs makes modules
      return file.endsWith('.css') ? text : (await transform(text, { loader: 'ts', target: 'es2022' })).code;
    },
  };
}

/** Stops a build in which an entry is more than define.js away from its last static import. */
export function refuseDeepEntries() {
  return {
    name: 'refuse-deep-entries',
    generateBundle(_options, bundle) {
      for (const problem of deepEntries(bundle)) this.error(problem);
    },
  };
}

/** What is wrong: `chunks` by file name, each with `isEntry` and its static `imports`. */
export function deepEntries(chunks) {
  const entries = Object.entries(chunks).filter(([, chunk]) => chunk.isEntry);
  return entries.flatMap(([name, { imports }]) =>
    imports
      .filter((file) => name == 'define.js' || file != 'define.js')
      .map(
        (file) =>
          `${name} imports ${file}: every entry is one file, and at most define.js (scripts/rollup/entries.mjs)`,
      ),
  );
}
