// Checks the package that `npm pack` makes as its users see it: its files, its declarations under both ways of module resolution, and its API
// against the reports. `npm test` runs it (layer "package") after dist/ is built: `node --test scripts/packaging/package.check.mjs`.
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
import { Spec, Validation } from '@cyclonedx/cyclonedx-library';
import { nodeResolve } from '@rollup/plugin-node-resolve';
import { rollup } from 'rollup';
import ts from 'typescript';
import { build } from 'vite';
import { stale } from '../api.mjs';
import { at } from '../lib/project.mjs';
import { lockedCrates, sbom } from '../release/sbom.mjs';
import { engineTexts, isGranted } from './licence-texts.mjs';
import { deadLinks } from './links.mjs';
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

/** Every kind of file in the package, and its minimum count. */
const KINDS = [
  [/^(package\.json|custom-elements\.json|README\.md|LICENSE|CHANGELOG\.md|SECURITY\.md)$/, 6],
  // targets of links in README.md and in console messages
  [/^docs\/(calls|payments|spec\/(public-api|services)|guide\/([a-z-]+\/)?[a-zA-Z-]+)\.md$/, 10],
  [/^docs\/pictures\/connect-and-account\.png$/, 1],
  [/^bin\/[a-z-]+\.mjs$/, 3],
  // what `check-services` looks at answers by
  [/^docs\/api\/services\.openapi\.json$/, 1],
  [/^dist\/(index|define|wallet-modal\.global)\.js$/, 3],
  [/^dist\/[a-z\d-]+-[\da-f]{8}\.js$/, 30],
  [/^dist\/[a-z\d-]+-[\da-f]{10}\.wasm$/, 30],
  [/^dist\/(parts|chunks)-[\da-f]{10}\.json$/, 2],
  [/^dist\/(integrity|importmap|manifest|messages)\.json$/, 4],
  // one for each further language of element/src/i18n/languages.ts
  [/^dist\/messages\.[a-zA-Z\d-]+\.json$/, 0],
  [/^dist\/(embed\.html|licences(-engine)?\.txt)$/, 3],
  [/^dist\/types\/(index|define)\.d\.ts$/, 2],
  // for pages with a bundler: the same again, and the engine's files as modules
  [/^dist\/bundler\/(bindings\/)?[a-z\d-]+\.js$/, 30],
  [/^dist\/bundler\/engine\/[a-z\d-]+-[\da-f]{10}\.js$/, 30],
  [/^dist\/bundler\/engine\/modules\.js$/, 1],
  [/^dist\/bindings\/[a-z\d/-]+\.js$/, 1],
  // the second import of a RainbowKit page
  [/^dist\/bindings\/rainbowkit-styles\.css$/, 1],
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

test('documents in the package lead to what is in it, or to an address @10.39', () => {
  for (const document of files.filter((file) => file.endsWith('.md')))
    assert.deepEqual(deadLinks(document, readFileSync(inPackage(document), 'utf8'), files), [], document);
});

test('the manifest has nothing of the checkout: no scripts, no packages that only we need @10.39', () => {
  const { scripts, devDependencies, workspaces, dependencies, files: list } = manifest();
  assert.deepEqual(
    { scripts, devDependencies, workspaces, dependencies },
    {
      scripts: undefined,
      devDependencies: undefined,
      workspaces: undefined,
      dependencies: undefined,
    },
  );
  // each line of the list finds something
  for (const one of list.filter((name) => !name.startsWith('!')).map((name) => name.replace(/^\//, '')))
    assert.ok(
      files.some((file) => file === one || file.startsWith(`${one}/`)),
      one,
    );
});

test('no script names a source map that is not there @10.39', () => {
  for (const file of files.filter((one) => /\.(js|mjs)$/.test(one))) {
    const named = /^\/\/# sourceMappingURL=(?!data:)(.+)$/m.exec(readFileSync(inPackage(file), 'utf8'))?.[1];
    if (named)
      assert.ok(files.includes(path.posix.join(path.posix.dirname(file), named)), `${file}: ${named}`);
  }
});

test('what a release is made of: each package and crate as the locks have it, with its licence; every package in dist/ @10.39', async () => {
  const { components, dependencies, metadata } = await sbom(at(), '1.2.3');
  assert.equal(metadata.component.purl, 'pkg:npm/wallet-modal@1.2.3');
  assert.deepEqual(
    dependencies[0].dependsOn,
    components.map((one) => one['bom-ref']),
  );
  const lock = JSON.parse(readFileSync(at('package-lock.json'), 'utf8')).packages;
  const npm = new Map(
    Object.entries(lock).map(([place, { version, integrity }]) => [
      `${place.split('node_modules/').at(-1)} ${version}`,
      integrity,
    ]),
  );
  const crates = lockedCrates(readFileSync(at('Cargo.lock'), 'utf8'));
  const kinds = { npm: 0, cargo: 0, std: 0 };
  for (const { name, version, purl, hashes, licenses } of components) {
    assert.ok(licenses.length > 0, `${name} has no licence`);
    const kind = /^pkg:(npm|cargo)\//.exec(purl)?.[1] ?? name;
    kinds[kind]++;
    if (kind === 'npm')
      assert.equal(
        npm.get(`${name} ${version}`),
        `sha512-${Buffer.from(hashes[0].content, 'hex').toString('base64')}`,
        name,
      );
    if (kind === 'cargo') assert.equal(crates.get(`${name} ${version}`), hashes[0].content, name);
  }
  assert.ok(kinds.npm > 10 && kinds.cargo > 60 && kinds.std === 1, JSON.stringify(kinds));
  const has = (name, scope) => components.some((one) => one.name === name && one.scope === scope);
  for (const name of ['react', 'react-dom', 'k256', 'serde_json', 'wasm-bindgen'])
    assert.ok(has(name, 'required'), name);
  // only of the test kit; nothing of the demo, the build or the compiler
  assert.ok(has('viem', 'optional'));
  for (const name of ['axum', 'tokio', 'ts-rs', 'syn', 'rollup', 'esbuild'])
    assert.ok(!components.some((one) => one.name === name), name);
});

test('the package carries the licence of each part of the SBOM, as the part has it @10.39', async () => {
  const { components } = await sbom(at(), '1.2.3');
  const [npm, engine] = ['licences', 'licences-engine'].map((name) =>
    readFileSync(inPackage(`dist/${name}.txt`), 'utf8'),
  );
  assert.equal(engine, await engineTexts(at()), 'the build writes it');
  for (const { name, version, purl } of components) {
    const text = purl?.startsWith('pkg:npm/') ? npm : engine;
    assert.ok(isGranted(text, `${name} ${version}`), `${name} ${version} grants nothing`);
  }
  // every name in the text is one of the parts, so nothing of an older build remains
  const parts = new Set(components.map(({ name, version }) => `${name} ${version}`));
  for (const [, part] of engine.matchAll(/^([\w-]+ \d+\.\S+) \([^)]*\)$/gm)) assert.ok(parts.has(part), part);
});

test('the SBOM is one by the schema of CycloneDX 1.6 @10.39', async () => {
  const validator = new Validation.JsonStrictValidator(Spec.Version.v1dot6);
  const text = JSON.stringify(await sbom(at(), '1.2.3'));
  assert.equal(await validator.validate(text), null);
  for (const [good, bad] of [
    ['"library"', '"libary"'],
    ['"SHA-256"', '"SHA256"'],
    ['"license":{"id":"MIT"}', '"license":{"id":"M.I.T."}'],
    ['"bom-ref"', '"bom_ref"'],
  ])
    assert.notEqual(await validator.validate(text.replace(good, bad)), null, bad);
});

/** The files that a page loads for a module, in a bundler that supports `sideEffects`, without files that load later. */
async function kept(statement) {
  const ours = /^(react|wagmi|@wagmi\/core|viem|@solana\/web3\.js)(\/|$)/;
  const bundle = await rollup({
    input: 'page',
    external: (id) => ours.test(id),
    plugins: [
      {
        name: 'page',
        resolveId: (id, importer) => (id === 'page' ? path.join(folder, 'page.js') : importer ? null : id),
        load: (id) => (id === path.join(folder, 'page.js') ? statement : null),
      },
      nodeResolve({ browser: true }),
    ],
    onwarn: () => {},
  });
  const { output } = await bundle.generate({ format: 'es' });
  const byName = new Map(output.map((file) => [file.fileName, file]));
  const seen = new Set();
  const look = (name) => {
    const file = byName.get(name);
    if (!file || seen.has(file)) return;
    seen.add(file);
    file.imports.forEach(look);
  };
  look('page.js');
  return [...seen].map((file) => file.code).join('');
}

test('tree shaking: an entry that nothing is taken from leaves nothing; define does what it is for; one name brings no other entry @10.39', async () => {
  const { exports } = manifest();
  const entries = Object.keys(exports).filter((one) => typeof exports[one] != 'string' && one != './testing');
  for (const entry of entries) {
    const text = await kept(`import {} from '${path.posix.join('wallet-modal', entry)}';`);
    // Who imports the button has its element.
    if (/^\.\/(define|appkit\/wallet-button(\/react)?)$/.test(entry)) assert.match(text, /customElements/);
    else assert.equal(text.trim(), '', entry);
  }
  const all = await kept("export * from 'wallet-modal'; export * from 'wallet-modal/appkit';");
  const one = await kept("export { WalletError } from 'wallet-modal';");
  assert.ok(one.length < all.length / 3, `${one.length} of ${all.length} bytes`);
});

// For an optional peer that isn't installed, Vite puts in a module that throws in the browser.
test("an entry without its peers fails the build, so the page doesn't fail in the browser @10.58", async () => {
  const root = mkdtempSync(path.join(tmpdir(), 'wallet-modal-alone-'));
  try {
    cpSync(inPackage(), path.join(root, 'node_modules/wallet-modal'), { recursive: true });
    const { exports } = manifest();
    const entries = Object.keys(exports).filter(
      (one) => typeof exports[one] != 'string' && one != './testing',
    );
    assert.ok(entries.length > 15);
    const failed = [];
    for (const entry of entries) {
      const from = path.posix.join('wallet-modal', entry);
      writeFileSync(path.join(root, 'page.js'), `import * as all from '${from}';\nglobalThis.all = all;\n`);
      const made = await build({
        root,
        configFile: false,
        logLevel: 'silent',
        build: { write: false, minify: false, rollupOptions: { input: path.join(root, 'page.js') } },
      }).catch(() => failed.push(entry));
      const text = JSON.stringify(made);
      assert.ok(!/Could not resolve|__vite-optional-peer-dep/.test(text), entry);
    }
    assert.ok(failed.includes('./appkit/networks'), failed.join());
    assert.ok(!failed.includes('./appkit') && !failed.includes('.'), failed.join());
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
});

test('every entry is there, with its types; what is imported by a name has no side effect but those that say so @10.39', () => {
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

/** The packages that React pages and others compile with ours. */
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
        // our own declarations are checked, too
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
  return lists.flat().map((name) => name.trim().split(' as ').at(-1));
}
