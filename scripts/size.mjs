// What a visitor downloads, in bytes (brotli): every file of dist/, and the moments that have a budget. A moment over its
// budget fails `npm test`.
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { main, Problem } from './lib/fail.mjs';
import { at, engineFolder } from './lib/project.mjs';
import { say } from './lib/run.mjs';

/** kB are 1,000 bytes here, as in docs/spec/performance.md. */
/** 4,000, and 300 for what money passes through: it has to be taken before anything else runs (element/src/primordials.ts). */
const LOAD_MAX_BYTES = 4_300;
/** What is reached, and 300 bytes by which the hashes of the files move it (177,000 before the embedded wallet, 177,200 before swaps and reviews, 180,100 before buying, names, sessions and pay, 183,900 before descriptors were a part: rows and state are known to the first part). It falls with every step that saves here. */
const OPEN_MAX_BYTES = 184_600;
/** 562,000 before the embedded wallet; it weighs 67,000 (37,000 by its text; ARCHITECTURE.md says why), and Receive with its code 4,700. Swap weighs 45,000,
 * Review 13,000, what Send has learnt (names, look-alikes, dollars, what moves) 19,000,
 * the timeline of a transaction 6,000, descriptors of ERC-7730 20,000, names 12,000, buying 22,000, Pay 22,000, smart sessions and permissions 67,000, a history of any length and the watch of what is pending 5,000. */
const ALL_MAX_BYTES = 915_000;
/**
 * Later parts of the engine: what each downloads when it is needed and no other part is there yet, so files that it shares
 * with others are counted in full. (The table of parts, 1 kB with the first of them, is in none.) What is reached, and a
 * twentieth: which functions are shared by which parts is found anew by each build, and a change in one part moves another
 * by some kB (review by 7 when what moves was drawn in it too).
 */
const PART_MAX_BYTES = {
  account: 107_800,
  buy: 75_600,
  descriptors: 37_400,
  directory: 43_200,
  eip155: 60_000,
  embedded: 129_000,
  host: 82_000,
  money: 133_500,
  names: 41_000,
  pay: 60_000,
  permissions: 134_500,
  receive: 13_600,
  review: 47_500,
  sessions: 55_000,
  signing: 105_000,
  swap: 124_500,
  walletconnect: 173_500,
};

/** Modules of which the chunks are there when the wallet list can be clicked. */
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
  const unknown = OPEN.filter((pattern) => holders(pattern).length === 0);
  if (unknown.length > 0)
    throw new Problem(`no chunk has ${unknown.join(', ')}: the list in scripts/size.mjs is old`);
  const load = closure(chunks, ['define.js']);
  const open = new Set([...load, ...closure(chunks, OPEN.flatMap(holders)), engine.main]);
  // What a page with the elements alone does not load, but one that calls createWalletModal does.
  return { load, open, handle: closure(chunks, ['index.js']), parts: engine.parts };
}

/** What every file of dist/ weighs, and each moment with what it may. */
export function weights() {
  const { load, open, parts } = moments();
  const shipped = readdirSync(at('dist')).filter((name) => /\.(js|wasm|css)$|^parts-.*\.json$/.test(name));
  const files = new Map(shipped.sort().map((name) => [name, weigh(readFileSync(at('dist', name)))]));
  const budgets = [
    ['load, before intent', load, LOAD_MAX_BYTES],
    ['load and open, until the list', open, OPEN_MAX_BYTES],
    ...partMoments(parts, PART_MAX_BYTES),
    ['everything', new Set(files.keys()), ALL_MAX_BYTES],
  ].map(([name, set, max]) => ({ name, total: sum(files, set), max }));
  return { files, load, open, budgets };
}

/** A moment for each later part of the engine. Every part states its budget, and no budget outlives its part. */
export function partMoments(parts, maxima) {
  const strangers = Object.keys(parts).filter((name) => !Object.hasOwn(maxima, name));
  if (strangers.length > 0)
    throw new Problem(
      `part ${strangers.join(', ')} of the engine has no budget: add what it may download to PART_MAX_BYTES in scripts/size.mjs`,
    );
  const gone = Object.keys(maxima).filter((name) => !Object.hasOwn(parts, name));
  if (gone.length > 0)
    throw new Problem(
      `the engine has no part ${gone.join(', ')}: take its budget out of PART_MAX_BYTES in scripts/size.mjs`,
    );
  return Object.entries(parts).map(([name, files]) => [`part ${name}`, new Set(files), maxima[name]]);
}

export function size() {
  const { files, load, open, budgets } = weights();
  for (const [name, { raw, gzip, brotli }] of files) row(marks(name, load, open), name, raw, gzip, brotli);
  row('', '', 'raw', 'gzip', 'brotli');
  const over = [];
  for (const { name, total, max } of budgets) {
    row(total.brotli <= max ? 'ok' : 'OVER', name, total.raw, total.gzip, total.brotli, `of ${max} br`);
    if (total.brotli > max) over.push(`${name}: ${total.brotli} bytes brotli, ${max} allowed`);
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
