// Writes the files of dist/ that aren't modules: the classic script, the list of chunks, the licenses of bundled packages, and the hash of every
// file. It also fails if dist/ has forbidden code (docs/spec/security.md S9, S12).
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { transform } from 'esbuild';
import { BETWEEN, textsOf } from '../packaging/licence-texts.mjs';
import { bundledPackages } from './bundled.mjs';
import { messages } from './messages.mjs';

// Only code that would run text or parse it as markup. A word such as `case "innerHTML":` (React's list of ignored names) isn't a sink and
// stays.
const FORBIDDEN = [
  /\beval\s*\(/,
  /\bnew\s+Function\b/,
  /\.innerHTML\s*\+?=(?!=)/,
  /\.outerHTML\s*\+?=(?!=)/,
  /insertAdjacentHTML/,
  /document\.write/,
  /srcdoc/i,
  /javascript:/,
  // Properties of Object.prototype would be keys, too (B17).
  /\bfor\s*\((?:(?:const|let|var)\s+)?[\w$]+\s+in\s/,
  /setHTMLUnsafe|parseFromString|createContextualFragment/,
];

const sha384 = (bytes) => `sha384-${createHash('sha384').update(bytes).digest('base64')}`;
const bytesOf = (file) => Buffer.from(file.type === 'chunk' ? file.code : file.source);

/** `root`: the project. This must be the last plugin, because it needs the minified chunks. */
export function distFiles(root, classicScript) {
  return {
    name: 'dist-files',
    async generateBundle(_options, bundle) {
      const emit = (fileName, source) => this.emitFile({ type: 'asset', fileName, source });
      const table = JSON.stringify(chunkTable(bundle));
      const tableName = `chunks-${createHash('sha256').update(table).digest('hex').slice(0, 10)}.json`;
      emit(tableName, table);
      const script = readFileSync(classicScript, 'utf8')
        .replace('/*TABLE*/', tableName)
        .replace('/*TABLE_INTEGRITY*/', sha384(table));
      const { code } = await transform(script, { minify: true, target: 'es2022' });
      emit(path.basename(classicScript), code);
      emit('licences.txt', licences(root, bundle));
      for (const [name, text] of await messages(root)) emit(name, text);
      refuseForbidden(this, bundle);
      emit('manifest.json', `${JSON.stringify(chunks(root, bundle), null, 1)}\n`);
      const names = Object.keys(bundle).sort();
      const hashes = Object.fromEntries(names.map((name) => [name, sha384(bytesOf(bundle[name]))]));
      emit('integrity.json', `${JSON.stringify(hashes, null, 1)}\n`);
      const modules = names.filter((name) => bundle[name].type === 'chunk');
      const integrity = Object.fromEntries(modules.map((name) => [`./${name}`, hashes[name]]));
      emit('importmap.json', `${JSON.stringify({ integrity }, null, 1)}\n`);
      emit('embed.html', embed(path.basename(classicScript), hashes));
    },
  };
}

/** The hash and the imports of every chunk, for the classic script. */
function chunkTable(bundle) {
  const list = Object.values(bundle).filter((file) => file.type === 'chunk');
  list.sort((a, b) => (a.fileName < b.fileName ? -1 : 1));
  return Object.fromEntries(list.map((file) => [file.fileName, [sha384(bytesOf(file)), ...file.imports]]));
}

/** The one line of each way to embed, with its hash. */
const embed = (script, hashes) => `<!-- a classic script; it checks everything it loads -->
<script src="${script}" integrity="${hashes[script]}" crossorigin="anonymous"></script>

<!-- or as a module; what it imports is checked by an import map before it, made of importmap.json -->
<script type="module" src="define.js" integrity="${hashes['define.js']}" crossorigin="anonymous"></script>
`;

function refuseForbidden(plugin, bundle) {
  for (const file of Object.values(bundle)) {
    if (!file.fileName.endsWith('.js')) continue;
    const text = bytesOf(file).toString();
    for (const pattern of FORBIDDEN) {
      const at = text.search(pattern);
      if (at >= 0)
        plugin.error(
          `dist/${file.fileName} has ${pattern}: ...${text.slice(Math.max(0, at - 60), at + 60)}...`,
        );
    }
  }
}

/** The modules and imports of each chunk, for scripts/size.mjs. */
function chunks(root, bundle) {
  const own = (id) => !id.includes('node_modules') && !id.includes('?');
  const short = (id) =>
    id.startsWith('\0') ? id.slice(1) : path.relative(root, id).split(path.sep).join('/');
  const list = Object.values(bundle).filter((file) => file.type === 'chunk');
  list.sort((a, b) => (a.fileName < b.fileName ? -1 : 1));
  const describe = ({ isEntry, imports, dynamicImports, moduleIds }) => ({
    entry: isEntry,
    imports,
    dynamicImports,
    modules: moduleIds
      .filter(own)
      .map(short)
      .filter((id) => id.startsWith('element/') || id.startsWith('virtual:')),
  });
  return Object.fromEntries(list.map((chunk) => [chunk.fileName, describe(chunk)]));
}

/** For a bundle that is built separately: adds its licenses to the others. */
export function addLicences(root) {
  return {
    name: 'add-licences',
    writeBundle(_options, bundle) {
      const file = path.join(root, 'dist/licences.txt');
      const there = readFileSync(file, 'utf8');
      const more = texts(root, bundle).filter((text) => !there.includes(text));
      if (more.length > 0) writeFileSync(file, [there, ...more].join(BETWEEN));
    },
  };
}

/** The licence texts of the packages whose code is in the bundle. */
const licences = (root, bundle) => texts(root, bundle).join(BETWEEN);

function texts(root, bundle) {
  const all = bundledPackages(root, bundle).map((one) => licence(path.join(root, one.place), one));
  // one that lies there twice
  return [...new Set(all)];
}

function licence(folder, { name, version, license }) {
  const { author } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
  const holders = (author?.name ?? author ?? '').replace(/ *[<(].*/, '');
  return `${name} ${version} (${license})\n\n${textsOf(folder, { name, license, holders }).join('\n\n')}\n`;
}
