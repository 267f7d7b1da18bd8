// Builds dist/types/: one declaration file for each entry of the package, without what is marked @internal. One file names no other one, or
// names it with its ending, so that `moduleResolution` bundler and node16 both find everything.
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { rmSync } from 'node:fs';
import { dts } from 'rollup-plugin-dts';
import ts from 'typescript';
import { ENTRIES } from './bindings/entries.mjs';
import { typesOnly } from './scripts/rollup/types-only.mjs';

const root = path.dirname(fileURLToPath(import.meta.url));
const at = (...names) => path.join(root, ...names);
const compilerOptions = {
  noEmit: false,
  declaration: true,
  emitDeclarationOnly: true,
  stripInternal: true,
};

/** define.js exports nothing; what it makes known to the page (tags, events) is declared with the rest. */
const define = {
  name: 'define',
  generateBundle() {
    this.emitFile({ type: 'asset', fileName: 'define.d.ts', source: "import './index.js';\n\nexport {};\n" });
  },
};

/** What is bare is a peer or the product itself: an import. */
const bare = (id) => !id.startsWith('.') && !path.isAbsolute(id);

const build = (tsconfig, input, folder, ...more) => ({
  input,
  output: {
    dir: at('dist/types', folder),
    format: 'es',
    entryFileNames: '[name].d.ts',
    chunkFileNames: '[name]-shared.d.ts',
  },
  external: bare,
  plugins: [dts({ tsconfig: at(tsconfig), compilerOptions }), typesOnly(ts), ...more],
  onwarn(warning) {
    // What entries of one stack share is in a file beside them; its inside needs no name of its own for pages.
    if (warning.message.includes('private shared type exports')) return;
    throw new Error(warning.message);
  },
});

const bindings = Object.values(ENTRIES).map((source) => [
  source.replace(/\.tsx?$/, ''),
  at('bindings', source),
]);

export default () => {
  rmSync(at('dist/types'), { recursive: true, force: true });
  return [
    build('tsconfig.json', { index: at('element/src/index.ts') }, '', define),
    build('bindings/tsconfig.json', Object.fromEntries(bindings), 'bindings'),
  ];
};
