// dist/bundler/: the same modules for pages that are bundled (`module` in the exports of package.json). Bundlers move and rename files: what
// names one is written as they read it (`new URL('file', import.meta.url)`), so that the engine's files come along without a line of
// configuration. One that does not know that (esbuild), or moves the script and not the file (a development server that bundles ahead), leaves
// an address where nothing is: then the same bytes come as a module, which every bundler has taken along, and the console says so. Those modules are
// two imports away from any other: there are frameworks (Nuxt) that have visitors fetch ahead what is one import away.
//
// JSON always comes as a module: bundlers take an address that ends so for their own (Parcel makes a script of it).
//
// Not minified: the bundler of the page does that.
import { readFileSync } from 'node:fs';
import path from 'node:path';

const FETCH = 'virtual:engine-fetch';
const PARTS = 'virtual:engine-files';
const MODULES = './engine/modules.js';

/** What a module asks for by its own address, and what it asks instead: [file, from, to]. Each has to be found once. */
const EDITS = [
  [
    /\/element\/src\/page\.ts$/,
    'fetch(page.options.wasmUrl ?? wasmUrl, {',
    'fetchFile(engineFile, page.options.wasmUrl, {',
    `import { engineFile, fetchFile } from '${FETCH}';\n`,
  ],
  [
    /\/engine\/parts\.js$/,
    'fetch(new URL(file, base), {',
    'fetchFile(FILES[file], located && new URL(file, located), {',
    `import { FILES } from '${PARTS}';\nimport { fetchFile } from '${FETCH}';\n`,
  ],
  [/\/engine\/parts\.js$/, 'let base = import.meta.url;', 'let located;', ''],
  [/\/engine\/parts\.js$/, 'base = url;', 'located = url;', ''],
];

/**
 * Vite up to 7 serves files as they lie, and bundles packages ahead into a folder of node_modules whose name begins with a dot (`.vite`,
 * `.cache`), without what is beside their scripts: it lies where the package does.
 */
export const placed = (url) =>
  url.replace(/\/node_modules\/\.(?!.*\/node_modules\/).*\//, '/node_modules/wallet-modal/dist/');

const CORE = `
let asModules = false;

const placed = ${placed};

/** A file by its address, else as a module. \`custom\`: where the host has put it, which is the only place then. */
export async function fetchFile([name, address], custom, options) {
  if (custom) return fetch(custom, options);
  // A small file may have been written into the address itself: a strict policy refuses that.
  const url = asModules || !address ? 'data:' : placed(\`\${address()}\`);
  if (!url.startsWith('data:')) {
    const response = await fetch(url, options).catch(() => null);
    if (response?.ok) return response;
    // A browser keeps a failed module for the life of the page.
    if (!response && navigator.onLine === false) throw new TypeError('no connection');
    if (!asModules) {
      asModules = true;
      console.warn(\`[wallet-modal] Couldn't load the engine from \${url}. Loaded it from JavaScript instead, which is about a third larger. Make sure your bundler copies .wasm files. See node_modules/wallet-modal/docs/guide/errors.md#engine_file\`);
    }
  }
  const { modules } = await import('${MODULES}');
  const { default: text } = await modules[name]();
  const type = address ? 'application/wasm' : 'application/json';
  return new Response(Uint8Array.from(atob(text), (one) => one.charCodeAt(0)), { headers: { 'content-type': type } });
}
`;

/** `folder`: the engine; its files are one folder above the scripts. */
export function forBundlers(folder) {
  const manifest = JSON.parse(readFileSync(path.join(folder, 'manifest.json'), 'utf8'));
  const files = Object.keys(manifest.files);
  const moduleOf = (file) => `./engine/${file.replace(/\.\w+$/, '')}.js`;
  const entry = (file) =>
    file.endsWith('.json')
      ? `[${JSON.stringify(file)}]`
      : `[${JSON.stringify(file)}, () => new URL(${JSON.stringify(`../${file}`)}, import.meta.url)]`;
  return {
    name: 'for-bundlers',
    resolveId(id) {
      if ([FETCH, PARTS].includes(id)) return `\0${id}`;
      return id === MODULES ? { id, external: true } : null;
    },
    load(id) {
      if (id === `\0${FETCH}`) return `export const engineFile = ${entry(manifest.main)};\n${CORE}`;
      if (id !== `\0${PARTS}`) return null;
      const rest = files.filter((file) => file !== manifest.main);
      return `export const FILES = {\n${rest.map((file) => `${JSON.stringify(file)}: ${entry(file)},`).join('\n')}\n};`;
    },
    transform(code, id) {
      const edits = EDITS.filter(([of]) => of.test(id.split(path.sep).join('/')));
      if (edits.length === 0) return null;
      const text = edits.reduce((text, [, from, to, head]) => {
        const pieces = text.split(from);
        if (pieces.length !== 2) this.error(`${id} has ${pieces.length - 1} times: ${from}`);
        return head + pieces.join(to);
      }, code);
      return { code: text, map: null };
    },
    generateBundle() {
      const beside = (file) => moduleOf(file).replace('./engine/', './');
      const rows = files.map((file) => `  ${JSON.stringify(file)}: () => import('${beside(file)}'),`);
      this.emitFile({
        type: 'asset',
        fileName: MODULES.slice(2),
        source: `export const modules = {\n${rows.join('\n')}\n};\n`,
      });
      for (const file of files)
        this.emitFile({
          type: 'asset',
          fileName: moduleOf(file).slice(2),
          source: `export default '${readFileSync(path.join(folder, file)).toString('base64')}';\n`,
        });
    },
  };
}
