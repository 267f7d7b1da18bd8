// What `npm pack` makes, looked at as those who install it do: what is in it, what its declarations say under both ways by which
// compilers find modules, and that its API is the one of the reports. Run by `npm test` (layer "package"), after dist/ is built:
// `node --test scripts/packaging/package.check.mjs`.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import ts from 'typescript';
import { stale } from '../api.mjs';
import { at } from '../lib/project.mjs';
import { unpacked } from './pack.mjs';

let folder;
let files;
const inPackage = (...names) => path.join(folder, 'node_modules/wallet-modal', ...names);

before(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'wallet-modal-package-'));
  files = unpacked(inPackage());
});
after(() => rmSync(folder, { recursive: true, force: true }));

const manifest = () => JSON.parse(readFileSync(inPackage('package.json'), 'utf8'));

test('the public API is the one of docs/api: `npm run api` writes what changed on purpose @10.39', () => {
  assert.deepEqual(stale(), []);
});

/** Every kind of file there may be in the package, and how many of it at least. */
const KINDS = [
  [/^(package\.json|README\.md|LICENSE)$/, 3],
  [/^bin\/[a-z-]+\.mjs$/, 3],
  [/^dist\/(index|define|wallet-modal\.global)\.js$/, 3],
  [/^dist\/[a-z\d-]+-[\da-f]{8}\.js$/, 30],
  [/^dist\/[a-z\d-]+-[\da-f]{10}\.wasm$/, 30],
  [/^dist\/(parts|chunks)-[\da-f]{10}\.json$/, 2],
  [/^dist\/(integrity|importmap|manifest)\.json$/, 3],
  [/^dist\/(embed\.html|licences\.txt)$/, 2],
  [/^dist\/types\/(index|define)\.d\.ts$/, 2],
  // for pages with a bundler: the same again, and the engine's files as modules
  [/^dist\/bundler\/(bindings\/)?[a-z\d-]+\.js$/, 30],
  [/^dist\/bundler\/engine\/[a-z\d-]+-[\da-f]{10}\.js$/, 30],
  [/^dist\/bindings\/[a-z\d/-]+\.js$/, 1],
  [/^dist\/types\/bindings\/[a-z\d/.-]+\.d\.ts$/, 1],
];

test('npm pack: these kinds of files and no others; nothing of the checkout @10.39', () => {
  const rest = files.filter((file) => !KINDS.some(([kind]) => kind.test(file)));
  assert.deepEqual(rest, []);
  for (const [kind, least] of KINDS)
    assert.ok(files.filter((file) => kind.test(file)).length >= least, `${kind}: fewer than ${least}`);
  const naming = files.filter((file) => readFileSync(inPackage(file), 'utf8').includes(at('')));
  assert.deepEqual(naming, [], 'they name the folder in which they were built');
});

test('every entry is there, with its types; what is imported by a name has no side effect but the two that say so @10.39', () => {
  const { exports, sideEffects, types } = manifest();
  const named = [
    types,
    ...sideEffects,
    ...Object.values(exports).flatMap((one) => (typeof one == 'string' ? one : Object.values(one))),
  ];
  for (const one of named.filter((file) => !file.includes('*'))) assert.ok(existsSync(inPackage(one)), one);
  for (const one of Object.values(exports))
    if (typeof one != 'string') assert.equal(Object.keys(one)[0], 'types');
});

test('integrity.json has the hash of every file that a page can load without a bundler, the bindings too @10.6', () => {
  const hashes = JSON.parse(readFileSync(inPackage('dist/integrity.json'), 'utf8'));
  const loaded = files
    .map((file) => file.slice('dist/'.length))
    .filter((file) => /\.(js|wasm)$|^(parts|chunks)-/.test(file) && !/^(types|bundler)\//.test(file));
  for (const file of loaded) {
    const hash = `sha384-${createHash('sha384')
      .update(readFileSync(inPackage('dist', file)))
      .digest('base64')}`;
    assert.equal(hashes[file], hash, file);
  }
  const { integrity } = JSON.parse(readFileSync(inPackage('dist/importmap.json'), 'utf8'));
  for (const file of loaded.filter((one) => one.endsWith('.js') && one != 'wallet-modal.global.js'))
    assert.equal(integrity[`./${file}`], hashes[file], `importmap.json: ${file}`);
});

/** What pages of React and of others compile against beside us. */
function peers() {
  for (const name of ['react', '@types/react', 'csstype']) {
    if (!existsSync(at('node_modules', name))) continue;
    mkdirSync(path.dirname(path.join(folder, 'node_modules', name)), { recursive: true });
    symlinkSync(at('node_modules', name), path.join(folder, 'node_modules', name));
  }
}

const RESOLUTIONS = [
  ['bundler', { module: ts.ModuleKind.ESNext, moduleResolution: ts.ModuleResolutionKind.Bundler }],
  ['node16', { module: ts.ModuleKind.Node16, moduleResolution: ts.ModuleResolutionKind.Node16 }],
];

for (const [name, how] of RESOLUTIONS)
  test(`tsc --strict, moduleResolution ${name}: a page that uses everything @10.39`, () => {
    if (!existsSync(path.join(folder, 'node_modules/react'))) peers();
    writeFileSync(path.join(folder, 'package.json'), '{ "type": "module" }');
    const pages = readdirSync(at('scripts/packaging')).filter((file) => /^everything.*\.tsx?$/.test(file));
    for (const page of pages) cpSync(at('scripts/packaging', page), path.join(folder, page));
    const names = exportedNames(readFileSync(inPackage('dist/types/index.d.ts'), 'utf8'));
    writeFileSync(
      path.join(folder, 'names.ts'),
      `export type { ${names.join(', ')} } from 'wallet-modal';\n`,
    );
    const program = ts.createProgram(
      [...pages, 'names.ts'].map((page) => path.join(folder, page)),
      {
        ...how,
        target: ts.ScriptTarget.ES2022,
        lib: ['lib.es2023.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
        jsx: ts.JsxEmit.ReactJSX,
        strict: true,
        exactOptionalPropertyTypes: false,
        noUncheckedIndexedAccess: true,
        // Our own declarations are part of what is looked at.
        skipLibCheck: false,
        noEmit: true,
        types: [],
      },
    );
    const wrong = ts
      .getPreEmitDiagnostics(program)
      // Those of React are its own.
      .filter(({ file }) => !file || !/node_modules\/(@types|csstype|react)\//.test(file.fileName))
      .map(({ file, start, messageText }) => {
        const line = file && start !== undefined ? file.getLineAndCharacterOfPosition(start).line + 1 : 0;
        return `${path.basename(file?.fileName ?? '')}:${line} ${ts.flattenDiagnosticMessageText(messageText, ' ')}`;
      });
    assert.deepEqual(wrong, []);
  });

function exportedNames(text) {
  const lists = [...text.matchAll(/^export (?:type )?\{([^}]*)\};$/gm)].map(([, list]) => list.split(','));
  return lists.flat().map((name) => name.trim());
}
