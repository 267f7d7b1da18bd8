// Builds dist/bindings/: one module for each binding, over the product's own entry beside it. What is a peer stays an import; the test kit has
// what signs for its wallets in itself, so that a host installs nothing for it.
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

/** The product itself, as the file beside the bindings: a page without a bundler finds it too. */
const product = {
  name: 'product',
  resolveId: (id) => (id === 'wallet-modal' ? { id, external: true } : null),
};

const DIRECTIVE = /^'use client';\n/;
const client = new Set();

/** `'use client'` in a source's first line: frameworks that render on a server look for it in the first line of what is built, too. */
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

/** What the test kit imports, and what that does, is bundled: it comes from nowhere else. */
const isOfKit = (id, importer = '') =>
  !id.startsWith('node:') &&
  (importer.startsWith(path.join(here, 'testing')) || importer.includes('node_modules'));

/** Half of the test kit would be comments of the packages in it; its lines stay, for whoever reads where a test has failed. */
const short = {
  name: 'short',
  renderChunk: (code, { name }) => (name === 'testing' ? transform(code, { legalComments: 'none' }) : null),
};

/** What is no module goes along as it is; one of each is enough. */
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

/** `bundled`: over the modules for pages with a bundler (scripts/rollup/for-bundlers.mjs), so that there is one product in a page. */
const build = (bundled) => ({
  // The test kit runs beside a page, never in it.
  input: Object.fromEntries(input.filter(([name]) => !bundled || name !== 'testing')),
  output: {
    dir: path.join(here, bundled ? '../dist/bundler/bindings' : '../dist/bindings'),
    format: 'es',
    // All in one folder: the product is beside it, whatever imports it.
    entryFileNames: ({ name }) => `${name.replaceAll('/', '-')}.js`,
    chunkFileNames: 'shared-[hash].js',
    // What a shared file imports it imports itself: bundlers warn of an import that nothing is taken from.
    hoistTransitiveImports: false,
    hashCharacters: 'hex',
    paths: (id) => (id === 'wallet-modal' ? '../index.js' : id),
  },
  external: (id, importer) =>
    !id.startsWith('.') && !path.isAbsolute(id) && id !== 'wallet-modal' && !isOfKit(id, importer),
  // Packages of keys, and peers, do nothing by being imported: what is not used of them is left out.
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
    // How others write their packages is theirs.
    if ([...(warning.ids ?? []), warning.id, warning.loc?.file].some((id) => id?.includes('node_modules')))
      return;
    throw new Error(warning.message);
  },
});

export default [build(false), build(true)];
