// Builds dist/: ES modules with lazy chunks named by their content, the engine's WebAssembly beside them, the classic
// script, and the hash of every file. With the demo in the tree, its wallet's window and
// its secure site's frame too (.demo/wallet, not shipped).
import { existsSync, rmSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import path from 'node:path';
import commonjs from '@rollup/plugin-commonjs';
import { nodeResolve } from '@rollup/plugin-node-resolve';
import replace from '@rollup/plugin-replace';
import terser from '@rollup/plugin-terser';
import esbuild from 'rollup-plugin-esbuild';
import { listPackages } from './scripts/rollup/bundled.mjs';
import { forBundlers } from './scripts/rollup/for-bundlers.mjs';
import { checkedImports } from './scripts/rollup/checked-imports.mjs';
import { readsOfDocument } from './scripts/rollup/document-reads.mjs';
import { cssText } from './scripts/rollup/css-text.mjs';
import { distFiles } from './scripts/rollup/dist-files.mjs';
import { engine } from './scripts/rollup/engine.mjs';
import { OF_DEFINE, entryCopies, refuseDeepEntries } from './scripts/rollup/entries.mjs';
import { reactDiet } from './scripts/rollup/react-diet.mjs';
import { primordials } from './scripts/rollup/primordials.mjs';
import { reactSinks } from './scripts/rollup/react-sinks.mjs';
import { stepOf } from './scripts/rollup/steps.mjs';

const root = path.dirname(fileURLToPath(import.meta.url));
const at = (...names) => path.join(root, ...names);
const engineFolder = path.resolve(root, process.env.CARGO_TARGET_DIR ?? 'target', 'engine');

/** `bundled`: for pages with a bundler of their own (scripts/rollup/for-bundlers.mjs). */
const product = (bundled) => ({
  preserveEntrySignatures: 'allow-extension',
  input: { index: at('element/src/index.ts'), define: at('element/src/define.ts') },
  output: {
    dir: at(bundled ? 'dist/bundler' : 'dist'),
    format: 'es',
    entryFileNames: '[name].js',
    chunkFileNames: ({ name }) => `${name.replace(/^_virtual_/, '')}${bundled ? '' : '-[hash]'}.js`,
    hashCharacters: 'hex',
    // What a shared file imports it imports itself: a bundler does not wait, and warns of an import that nothing is taken from.
    hoistTransitiveImports: !bundled,
    // Chunks have define.js in common, whose name has no hash: a chunk and a define.js of two releases must fail, not take one thing for another.
    minifyInternalExports: false,
    // What entries share is in define.js itself: they are no more than two files deep (scripts/rollup/entries.mjs). What engine and views
    // share would be a chunk of its own, and come one round trip later than the two: it comes with the engine; and what the list of the first
    // card needs, which is small and the first to come, with that. What a later step needs is one file too (scripts/rollup/steps.mjs).
    manualChunks: (id, { getModuleInfo }) => {
      if (isOfDefine(id, getModuleInfo)) return 'define';
      if (ofFirstList(getModuleInfo).has(id)) return 'list';
      if (withEngine(getModuleInfo).has(id)) return 'load';
      if (withViews(getModuleInfo).has(id)) return 'root';
      return stepOf(path.relative(at('element/src'), id).split(path.sep).join('/'));
    },
    onlyExplicitManualChunks: true,
    // No toStringTag on namespaces: its descriptor would read what stands on Object.prototype (docs/spec/security.md B17).
    generatedCode: { preset: 'es2015', symbols: false },
  },
  plugins: [
    bundled ? forBundlers(engineFolder) : emptyFirst(at('dist')),
    { name: 'reach-anew', buildStart: () => (ofDefine = ofList = ofEngine = ofViews = undefined) },
    entryCopies(at('element/src')),
    engine(engineFolder, !bundled),
    primordials(at('element/src')),
    cssText(),
    nodeResolve({ browser: true, extensions: ['.ts', '.tsx', '.mjs', '.js'] }),
    reactSinks(),
    reactDiet(),
    !bundled && checkedImports(),
    // Before commonjs, which then leaves React's development files out: what is required is a module like others and not the body of a
    // function, which a browser reads twice, the second time in the task that waits for it.
    replace({ preventAssignment: true, values: { 'process.env.NODE_ENV': '"production"' } }),
    commonjs({ strictRequires: false }),
    esbuild({ target: 'es2022', jsx: 'automatic', tsconfig: false }),
    readsOfDocument(at('element/src')),
    refuseDeepEntries(),
    ...(bundled
      ? []
      : [
          terser({ module: true, ecma: 2022, compress: { passes: 3 }, format: { comments: false } }),
          distFiles(root, at('element/src/wallet-modal.global.js')),
          listPackages(root),
        ]),
  ],
  onwarn(warning, warn) {
    // parts.js and glue.js need each other: the splitter's design. Everything else is a mistake.
    if (warning.code === 'CIRCULAR_DEPENDENCY' && warning.ids?.some((id) => id.endsWith('glue.js'))) return;
    if (warning.code === 'MODULE_LEVEL_DIRECTIVE') return;
    if (
      ['UNRESOLVED_IMPORT', 'MISSING_EXPORT', 'CIRCULAR_DEPENDENCY', 'CIRCULAR_CHUNK'].includes(warning.code)
    )
      throw new Error(warning.message);
    warn(warning);
  },
});

/** What define.js needs, and what index.js has in common with later chunks by its identity. */
function isOfDefine(id, getModuleInfo) {
  ofDefine ??= OF_DEFINE.reduce(
    (seen, file) => reach(at('element/src', file), seen, getModuleInfo),
    new Set(),
  );
  return ofDefine.has(id);
}

let ofDefine;
let ofList;
let ofEngine;
let ofViews;

/** Modules that the first card's list needs and the entries do not. */
function ofFirstList(getModuleInfo) {
  return (ofList ??= reach(at('element/src/first/list.ts'), new Set(), getModuleInfo));
}

/** Modules that the engine's chunk needs and the entries do not. */
function withEngine(getModuleInfo) {
  return (ofEngine ??= reach(at('element/src/engine/load.ts'), new Set(), getModuleInfo));
}

/** Modules that the first views need, of which others use some too. */
function withViews(getModuleInfo) {
  return (ofViews ??= reach(at('element/src/views/root.tsx'), new Set(), getModuleInfo));
}

/** A module with all that it imports statically. */
function reach(id, seen, getModuleInfo) {
  if (!seen.has(id))
    getModuleInfo(seen.add(id) && id).importedIds.forEach((next) => reach(next, seen, getModuleInfo));
  return seen;
}

/** dist/ holds this build and nothing else: an old chunk would be published beside the new ones. */
function emptyFirst(folder) {
  return { name: 'empty-first', buildStart: () => rmSync(folder, { recursive: true, force: true }) };
}

/** Of the demo: the wallet's window and the secure site's frame. */
const DEMO = ['demo/wallets/confirm', 'demo/secure'].map((folder) => at(folder, 'rollup.entry.mjs'));

export default async () => {
  const entries = DEMO.filter((entry) => existsSync(entry)).map((entry) => import(pathToFileURL(entry)));
  return [product(false), product(true), ...(await Promise.all(entries)).map((entry) => entry.default)];
};
