// Builds dist/bindings/: one module per binding, which imports the product's own entry next to it. Peer dependencies stay imports. The
// test kit bundles the signing libraries of its wallets, so that a page installs nothing for it.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { nodeResolve } from '@rollup/plugin-node-resolve';
import { transform } from 'esbuild';
import esbuild from 'rollup-plugin-esbuild';
import { addHashes } from '../scripts/rollup/add-hashes.mjs';
import { listPackages } from '../scripts/rollup/bundled.mjs';
import { addLicences } from '../scripts/rollup/dist-files.mjs';
import { ENTRIES, FILES } from './entries.mjs';

const here = path.dirname(fileURLToPath(import.meta.url));
const input = Object.entries(ENTRIES).map(([name, source]) => [name, path.join(here, source)]);

/** Imports the product as the file next to the bindings, so that a page without a bundler finds it too. */
const product = {
  name: 'product',
  resolveId: (id) => (id === 'wallet-modal' ? { id, external: true } : null),
};

const DIRECTIVE = /^'use client';\n/;
const client = new Set();

/** Keeps `'use client'`: frameworks with server rendering look for it in the first line of the built file. */
const useClient = {
  name: 'use-client',
  transform(code, id) {
    if (!DIRECTIVE.test(code)) return null;
    client.add(id);
    return { code: code.replace(DIRECTIVE, '\n'), map: null };
  },
  renderChunk: (code, { facadeModuleId }) =>
    client.has(facadeModuleId) ? { code: `'use client';\n${code}`, map: null } : null,
};

/** The imports of the test kit are bundled. */
const isOfKit = (id, importer = '') =>
  !id.startsWith('node:') &&
  (importer.startsWith(path.join(here, 'testing')) || importer.includes('node_modules'));

/** Removes comments of bundled packages, which would be half of the test kit. Lines stay, so that stack traces are readable. */
const short = {
  name: 'short',
  renderChunk: (code, { name }) => (name === 'testing' ? transform(code, { legalComments: 'none' }) : null),
};

/** Copies files that aren't modules, once. */
const asItIs = {
  name: 'as-it-is',
  generateBundle() {
    for (const [name, source] of Object.entries(FILES))
      this.emitFile({
        type: 'asset',
        fileName: name.replaceAll('/', '-'),
        source: readFileSync(path.join(here, source), 'utf8'),
      });
  },
};

/**
 * `bundled`: imports the modules for pages with a bundler (scripts/rollup/for-bundlers.mjs), so that a page contains the product once.
 */
const build = (bundled) => ({
  // The test kit runs outside the page.
  input: Object.fromEntries(input.filter(([name]) => !bundled || name !== 'testing')),
  output: {
    dir: path.join(here, bundled ? '../dist/bundler/bindings' : '../dist/bindings'),
    format: 'es',
    // All in one folder: the product is next to it, whatever imports it.
    entryFileNames: ({ name }) => `${name.replaceAll('/', '-')}.js`,
    chunkFileNames: 'shared-[hash].js',
    // A shared file has its own imports: bundlers warn about an import without used names.
    hoistTransitiveImports: false,
    hashCharacters: 'hex',
    paths: (id) => (id === 'wallet-modal' ? '../index.js' : id),
  },
  external: (id, importer) =>
    !id.startsWith('.') && !path.isAbsolute(id) && id !== 'wallet-modal' && !isOfKit(id, importer),
  // Importing key libraries and peer dependencies has no side effects, so unused parts are removed.
  treeshake: {
    moduleSideEffects: (id, isExternal) =>
      id === 'wallet-modal' || (!isExternal && !id.includes('node_modules')),
  },
  plugins: [
    product,
    useClient,
    nodeResolve({ browser: true, extensions: ['.ts', '.tsx', '.mjs', '.js'] }),
    esbuild({ target: 'es2022', jsx: 'automatic', tsconfig: false }),
    short,
    ...(bundled
      ? []
      : [
          asItIs,
          addHashes(path.join(here, '../dist'), 'bindings'),
          addLicences(path.join(here, '..')),
          listPackages(path.join(here, '..'), 'bindings'),
        ]),
  ],
  onwarn(warning) {
    // Warnings about other packages don't concern us.
    if ([...(warning.ids ?? []), warning.id, warning.loc?.file].some((id) => id?.includes('node_modules')))
      return;
    throw new Error(warning.message);
  },
});

export default [build(false), build(true)];
