// What a visitor downloads, in bytes (brotli): every file of dist/, and the moments that have a budget. A moment over its
// budget fails `npm test`.
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { main, Problem } from './lib/fail.mjs';
import { at, engineFolder } from './lib/project.mjs';
import { say } from './lib/run.mjs';

/** A kB is 1,000 bytes, as in docs/spec/performance.md. */
/** Includes a reserve of 60 bytes for changed hashes. docs/performance.md ("Load") says what the entry contains and why. */
const LOAD_MAX_BYTES = 6_700;
/** Until the list of the first card takes clicks: the entry and one file (element/src/first). The goal is 40,000. 350 of it decides whether the list may come before its marks (10.33), 770 is the entry's. 290 of it is the sheet's place on a page that is wider than its phone, 50 are hashes. */
const FIRST_LIST_MAX_BYTES = 15_400;
/** All that a page with a button gets at load: the entry, `createWalletModal`, and when idle the list's file. Issue 50 asks for 20,000. */
const IDLE_MAX_BYTES = 23_000;
/**
 * The measured size, with a reserve of 300 bytes for changed hashes. docs/performance.md ("Missed limits, and what the bytes are") lists what
 * the first part contains. Lower the limit with every step that saves bytes here.
 */
const OPEN_MAX_BYTES = 198_600;
/**
 * Everything that a page can load: the engine's parts for five namespaces, WalletConnect, the embedded wallet, swaps, buying, payments,
 * reviews, tables of names, and all views. docs/performance.md lists the shares. Includes a reserve of 300 bytes for changed hashes.
 */
const ALL_MAX_BYTES = 1_379_700;
/**
 * The parts of the engine that each journey of a user needs, and a limit for their download. The build merges shared files according to this
 * table (engine/xtask/src/merge.rs). No journey includes the table of parts (1 kB with the first part). The limit is the measured size and a thirtieth: each
 * build decides again which parts share a function, so a change in one part moves another by some kB.
 */
const JOURNEYS = JSON.parse(readFileSync(at('engine/xtask/journeys.json'), 'utf8'));

/**
 * Files of a step, each one a request, without the files that were loaded before. `views` are modules of element/src, `parts` parts of the
 * engine, and `after` is the step before. The goal is 8 files. Shared files of the engine exceed it (engine/xtask/src/merge.rs: two for
 * each part). A step has at most three files of views (scripts/rollup/steps.mjs).
 */
export const FILES = [
  {
    name: 'behind the list',
    views: ['views/logins.ts', 'views/shell/ahead.ts', 'wallets/picture.ts'],
    parts: ['directory'],
    max: 7,
  },
  { name: 'the account', after: 'behind the list', views: ['views/account.ts'], parts: ['account'], max: 4 },
  {
    name: 'WalletConnect',
    after: 'behind the list',
    views: ['views/pairing.ts'],
    parts: ['walletconnect'],
    max: 21,
  },
  {
    name: 'a login by email',
    after: 'behind the list',
    views: ['views/email.ts'],
    parts: ['embedded'],
    max: 9,
  },
  { name: 'a send', after: 'the account', views: ['views/send.ts'], parts: ['money', 'eip155'], max: 23 },
  { name: 'what was sent, followed', after: 'a send', views: [], parts: ['transactions'], max: 5 },
  { name: 'a swap', after: 'a send', views: ['views/swap.ts'], parts: ['swap'], max: 8 },
];

/** The module whose chunk draws the list in the first card. */
const FIRST_LIST = /^element\/src\/first\/list\./;

/** Modules of which the chunks are there when the wallet list is the engine's. */
const OPEN = [
  /^virtual:engine-glue$/,
  /^element\/src\/engine\/load\./,
  /^element\/src\/views\/root\./,
  /^element\/src\/views\/connect\//,
];

/** The files of each moment. e2e/shell/size.e2e.ts compares them with what a browser really asks for. */
export function moments() {
  if (!existsSync(at('dist/manifest.json')))
    throw new Problem('there is no dist/: run `npm run build` first');
  if (!existsSync(`${engineFolder}/manifest.json`))
    throw new Problem(`there is no engine in ${engineFolder}: run \`npm run build\` first`);
  const chunks = JSON.parse(readFileSync(at('dist/manifest.json'), 'utf8'));
  const engine = JSON.parse(readFileSync(`${engineFolder}/manifest.json`, 'utf8'));
  const holders = (pattern) =>
    Object.keys(chunks).filter((name) => chunks[name].modules.some((id) => pattern.test(id)));
  const unknown = [FIRST_LIST, ...OPEN].filter((pattern) => holders(pattern).length === 0);
  if (unknown.length > 0)
    throw new Problem(`no chunk has ${unknown.join(', ')}: the list in scripts/size.mjs is old`);
  const load = closure(chunks, ['define.js']);
  const first = new Set([...load, ...closure(chunks, holders(FIRST_LIST))]);
  const open = new Set([...load, ...closure(chunks, OPEN.flatMap(holders)), engine.main]);
  // Files that only a page with createWalletModal loads, not one with the elements.
  const handle = closure(chunks, ['index.js']);
  const steps = stepFiles(FILES, new Set([...open, ...handle]), engine.parts, (view) =>
    closure(chunks, holders({ test: (id) => id === `element/src/${view}` })),
  );
  return { load, first, open, handle, parts: engine.parts, steps };
}

/** The files that each step loads and no earlier step has loaded. `there`: the files before the first step. */
export function stepFiles(table, there, parts, filesOf) {
  const until = new Map([[undefined, there]]);
  return table.map(({ name, after, views, parts: of, max }) => {
    const before = until.get(after);
    const needed = [...views.map((view) => [...filesOf(view)]), ...of.map((part) => parts[part])].flat();
    const files = new Set(needed.filter((file) => !before.has(file)));
    until.set(name, new Set([...before, ...files]));
    return { name, files, max };
  });
}

/** What every file of dist/ weighs, and each moment with what it may. */
export function weights() {
  const { load, first, open, handle, parts, steps } = moments();
  const shipped = readdirSync(at('dist')).filter((name) => /\.(js|wasm|css)$|^parts-.*\.json$/.test(name));
  const files = new Map(shipped.sort().map((name) => [name, weigh(readFileSync(at('dist', name)))]));
  const budgets = [
    ['load, before intent', load, LOAD_MAX_BYTES],
    ['load in all, when the page is idle', new Set([...first, ...handle]), IDLE_MAX_BYTES],
    ['until the list takes clicks', first, FIRST_LIST_MAX_BYTES],
    ['until the list is the engine’s', open, OPEN_MAX_BYTES],
    ...journeyMoments(parts, JOURNEYS),
    ['everything', new Set(files.keys()), ALL_MAX_BYTES],
  ].map(([name, set, max]) => ({ name, total: sum(files, set), max }));
  return { files, load, open, budgets, steps };
}

/** A moment for each journey: the files of all its parts, each once. Every part is in a journey, and every name is a part's. */
export function journeyMoments(parts, journeys) {
  const named = new Set(journeys.flatMap((journey) => journey.parts));
  const strangers = Object.keys(parts).filter((name) => !named.has(name));
  if (strangers.length > 0)
    throw new Problem(
      `part ${strangers.join(', ')} of the engine is in no journey: name it in engine/xtask/journeys.json, with what it may download`,
    );
  const gone = [...named].filter((name) => !Object.hasOwn(parts, name));
  if (gone.length > 0)
    throw new Problem(`the engine has no part ${gone.join(', ')}: take it out of engine/xtask/journeys.json`);
  return journeys.map(({ name, parts: of, max }) => [name, new Set(of.flatMap((part) => parts[part])), max]);
}

export function size() {
  const { files, load, open, budgets, steps } = weights();
  for (const [name, { raw, gzip, brotli }] of files) row(marks(name, load, open), name, raw, gzip, brotli);
  row('', '', 'raw', 'gzip', 'brotli');
  const over = [];
  for (const { name, total, max } of budgets) {
    row(total.brotli <= max ? 'ok' : 'OVER', name, total.raw, total.gzip, total.brotli, `of ${max} br`);
    if (total.brotli > max) over.push(`${name}: ${total.brotli} bytes brotli, ${max} allowed`);
  }
  for (const { name, files: of, max } of steps) {
    row(of.size <= max ? 'ok' : 'OVER', name, '', '', of.size, `of ${max} files`);
    if (of.size > max) over.push(`${name}: ${of.size} files, ${max} allowed: ${[...of].join(' ')}`);
  }
  if (over.length > 0) throw new Problem(over.join('; '));
}

/** The chunks and everything they import statically. */
function closure(chunks, names) {
  const seen = new Set();
  const visit = (name) => {
    if (seen.has(name) || !chunks[name]) return;
    seen.add(name);
    chunks[name].imports.forEach(visit);
  };
  names.forEach(visit);
  return seen;
}

function weigh(bytes) {
  const best = { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } };
  return {
    raw: bytes.length,
    gzip: gzipSync(bytes, { level: 9 }).length,
    brotli: brotliCompressSync(bytes, best).length,
  };
}

function sum(files, names) {
  const total = { raw: 0, gzip: 0, brotli: 0 };
  for (const name of names) for (const kind of Object.keys(total)) total[kind] += files.get(name)[kind];
  return total;
}

const marks = (name, load, open) => (load.has(name) ? 'load' : open.has(name) ? 'open' : '');

function row(mark, name, ...cells) {
  say(`${mark.padEnd(5)}${name.padEnd(40)}${cells.map((cell) => String(cell).padStart(10)).join('')}`);
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) await main('size', size);
