// Builds dist/bindings/: one module for each binding, over the product's own entry beside it. What is a peer stays an import.
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { nodeResolve } from '@rollup/plugin-node-resolve';
import esbuild from 'rollup-plugin-esbuild';
import { addHashes } from '../scripts/rollup/add-hashes.mjs';
import { ENTRIES } from './entries.mjs';

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

export default {
  input: Object.fromEntries(input),
  output: {
    dir: path.join(here, '../dist/bindings'),
    format: 'es',
    // All in one folder: the product is beside it, whatever imports it.
    entryFileNames: ({ name }) => `${name.replaceAll('/', '-')}.js`,
    chunkFileNames: 'shared-[hash].js',
    hashCharacters: 'hex',
    paths: (id) => (id === 'wallet-modal' ? '../index.js' : id),
  },
  external: (id) => !id.startsWith('.') && !path.isAbsolute(id) && id !== 'wallet-modal',
  plugins: [
    product,
    useClient,
    nodeResolve({ extensions: ['.ts', '.tsx'] }),
    esbuild({ target: 'es2022', jsx: 'automatic', tsconfig: false }),
    addHashes(path.join(here, '../dist'), 'bindings'),
  ],
  onwarn(warning) {
    throw new Error(warning.message);
  },
};
