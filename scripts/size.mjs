// What a visitor downloads, in bytes (brotli): every file of dist/, and the moments that have a budget. A moment over its
// budget fails `npm test`.
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { main, Problem } from './lib/fail.mjs';
import { at, engineFolder } from './lib/project.mjs';
import { say } from './lib/run.mjs';

/** kB are 1,000 bytes here, as in docs/spec/performance.md. */
/** What is shared with index.js is in define.js since every entry is two files deep at most: 212 here, 830 less of both together. 4,000, and 300 for what money passes through: it has to be taken before anything else runs (element/src/primordials.ts). 130 for the list in the first card and what is pressed in it; 60 by which the hashes in it move (5,018 to 5,045 seen); 40 by which a page inside of a Safe begins; 60 for the engine that is fetched on intent and begins behind the list; 30 for the network on its button; 660 for the functions that requests, codes and tokens pass through and that later scripts of the page could replace, 200 of it that `await` stays the browser's own (10.60); 140 that elements named as members of `document` hide none of them, and that a foreign element sets no option; 700 for browsers of spring 2023, without WebAssembly, that wrongly report no connection, or prerender, for the documents of tests, for pages with several elements, and for the list's file when idle (issue 50). */
const LOAD_MAX_BYTES = 6_700;
/** Until the list of the first card takes clicks: the entry and one file (element/src/first). The goal is 40,000. 350 of it decides whether the list may come before its marks (10.33), 770 is the entry's. 290 of it is the sheet's place on a page that is wider than its phone, 50 are hashes. */
const FIRST_LIST_MAX_BYTES = 15_400;
/** All that a page with a button gets at load: the entry, `createWalletModal`, and when idle the list's file. Issue 50 asks for 20,000. */
const IDLE_MAX_BYTES = 22_900;
/** What is reached, and 300 bytes by which the hashes of the files move it (177,000 before the embedded wallet, 177,200 before swaps and reviews, 180,100 before buying, names, sessions and pay, 183,900 before descriptors were a part: rows and state are known to the first part). The list of the first card is 3,100 of it: what draws
 * the rows a second time, so that they stand 180,000 bytes earlier; 1,500 that a page may keep the records itself; 11,700 less since JSON is read by a reader that has no words, options are named by texts with stars,
 * and the table names no empty places. 200 of it are the rows of the parts that an account no longer needs, 300 that what was sent is followed by a part of its own, which is asked for again where it cannot be had, 250 that the place of a long answer is kept, 150 that pictures of what is in sight come first; 3,700 that a session ends with its account, that marks of look-alikes reach what a host reads, and the entry's captured functions; 2,300 that wallets and the host's answers use nothing else, 1,500 that long lists of a page keep places for known wallets and that named elements hide nothing. Issue 50 weighs 6,000 of it: errors that go through whole, classes of a node's methods, locked and late wallets, addresses by network, 400 the names of the commands that can be dispatched, and 1,000 that a wallet can draw in the page and that stored wallets are asked at once. It falls with every step that saves here. */
const OPEN_MAX_BYTES = 198_000;
/** 562,000 before the embedded wallet; it weighs 67,000 (37,000 by its text; features/embedded/mod.rs says why), and Receive with its code 4,700. Swap weighs 45,000,
 * Review 13,000, what Send has learnt (names, look-alikes, dollars, what moves) 19,000,
 * the timeline of a transaction 6,000, descriptors of ERC-7730 20,000, names 12,000, buying 22,000, Pay 22,000, smart sessions and permissions 67,000, a history of any length and the watch of what is pending 5,000, calls inside of calls with orders and routers 12,000, what others carry out by a signature, pools and slippage, options that are said to be wrong 25,000; a standard library compiled for size took 29,000 away, panics without words 15,700, one writer of JSON 13,000; requests of solana 22,000, wallets of the Wallet Standard 3,200, sends of solana 31,000.
 * Signing in on solana weighs 4,800, its provider and the wallet it is registered as 3,000; what a mint does to amounts and what its issuer may, in words, payments,
 * and what an attacker found in the reader 22,000. What reads requests of cosmos and of polkadot weighs 31,000, their wallets 7,000, Safe 3,000, the
 * account of several 1,500. Bitcoin (reader, money, wallets), sign-in and balances of Bitcoin, cosmos and polkadot, and Coinbase's window 63,000. What a page gets wrong in calls, in words, 800. Activity of what was sent from here, sats, and what wallets of Bitcoin push themselves 7,000; what an attacker of the readers found 2,000.
 * What a page answers itself in place of a service, with its file of wallets, 1,500. A storage and
 * texts of the page's own, the whole screen of a phone, and connections taken over from an earlier modal 6,500; the page's look on its buttons before there is an engine 600, the network on its button 1,800. That what was sent is followed by a part of its own 5,000: a send is 27,000 less. What a sign-in does not need each time, in parts of its own, 3,000: it is 13,000 less. 300 of it are hashes of files, by which it moves, 300 that pictures of what is in sight come first. Issue 49 (what counts as sent, NFT approvals, ends of sessions, captured functions, capped lists) weighs 19,000; its second half 38,000 (Polkadot's metadata hash 13,000, what smart accounts were told 15,000, names that lead back 4,000). Names by ENSIP-15 24,000 (its tables, only for such a name), gateways and the Universal Resolver 3,000. Issue 50 (names, what requests mean, errors and methods passed on, wallets as they are, browsers of 2023) weighs 95,000, of them 24,200 the tables of names, which come only with a name that needs them; its second part (a page's sends are followed, 40 wallets and 30 networks with drawings, windows that wallets draw) 20,000, of which 4,100 come with a connected account. */
const ALL_MAX_BYTES = 1_376_000;
/**
 * What visitors do with later parts of the engine, and what that may download of them: the table by which the build merges shared files
 * (engine/xtask/src/merge.rs). (The table of parts, 1 kB with the first of them, is in none.) What is reached, and a thirtieth: which
 * functions are shared by which parts is found anew by each build, and a change in one part moves another by some kB.
 */
const JOURNEYS = JSON.parse(readFileSync(at('engine/xtask/journeys.json'), 'utf8'));

/**
 * Files of a step, each a request, besides those that are there before it: `views` are modules of element/src, `parts` those of the engine,
 * `after` is the step before. The goal is 8 for each; what is over it are the engine's shared files (engine/xtask/src/merge.rs: two for
 * each part). The views of a step are three at most (scripts/rollup/steps.mjs).
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
  // What a page with the elements alone does not load, but one that calls createWalletModal does.
  const handle = closure(chunks, ['index.js']);
  const steps = stepFiles(FILES, new Set([...open, ...handle]), engine.parts, (view) =>
    closure(chunks, holders({ test: (id) => id === `element/src/${view}` })),
  );
  return { load, first, open, handle, parts: engine.parts, steps };
}

/** The files of each step that no step before it has fetched; `there`: what has come before the first. */
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
