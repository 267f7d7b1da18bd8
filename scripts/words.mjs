// `node scripts/words.mjs`: how much of our own dialect is left, as hits per 1,000 words. `npm run check` fails if a value rises.
//
// The rules (words/rules.json) find constructions that no documentation of this field uses, such as "is no URL" or "by hand". Each page,
// the UI texts, and the comments and test names of each crate have a goal. A value above its goal has a limit in words/limits.json, and
// limits only fall. A regular expression can't judge meaning, so a low value doesn't make good prose.
//
// --show NAME: prints every hit of one page or crate with its line. --lower: writes the limits that have fallen.
import { readFileSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { main, Problem } from './lib/fail.mjs';
import { at } from './lib/project.mjs';
import { say } from './lib/run.mjs';
import { comments, names, prose, testNames, uiTexts } from './words/extract.mjs';
import { filesUnder } from './words/files.mjs';

const RULES = Object.entries(JSON.parse(readFileSync(at('scripts/words/rules.json'), 'utf8'))).map(
  ([rule, pattern]) => ({ rule, pattern: new RegExp(pattern, 'gi') }),
);
const PARTICIPLES = new Set(
  readFileSync(at('scripts/words/participles.txt'), 'utf8')
    .split('\n')
    .filter((word) => word && !word.startsWith('#')),
);
const LIMITS = 'scripts/words/limits.json';

/** Shorter pages aren't measured: one hit would decide. */
const MIN_WORDS = 100;

/** Goals: hits per 1,000 words; of names, those that are a bare participle, in percent. */
const GOAL = { page: 8, ui: 6, comments: 12, tests: 12, names: 1 };

/** TABLE: where code is, by what the report calls it. */
const CRATES = {
  'engine/core': ['engine/core'],
  'engine/walletconnect': ['engine/walletconnect'],
  'engine/web': ['engine/web'],
  'engine/xtask': ['engine/xtask'],
  'engine/bench': ['engine/bench'],
  'engine/fuzz': ['engine/fuzz'],
  'demo/services': ['demo/services'],
  element: ['element/src', 'element/gallery'],
  bindings: ['bindings'],
  demo: ['demo'],
  e2e: ['e2e'],
  scripts: ['scripts'],
};

const PAGES = ['', 'docs', 'bindings', 'demo', 'changelog.d', 'engine'];

/** @typedef {{file: string, line: number, text: string}} Piece */

/** Everything that is measured: a name, its goal, its pieces of text. @returns {{name: string, goal: number, pieces: Piece[]}[]} */
function* units() {
  for (const file of pages())
    yield { name: file, kind: 'page', pieces: [{ file, line: 1, text: prose(read(file)) }] };
  yield { name: 'ui', kind: 'ui', pieces: filesUnder('element/src/i18n/en', /\.ts$/).flatMap(from(uiTexts)) };
  for (const [crate, folders] of Object.entries(CRATES)) {
    const files = folders
      .flatMap((folder) => filesUnder(folder, /\.(rs|ts|tsx|mjs)$/))
      .filter((file) => crate !== 'demo' || !file.startsWith('demo/services/'));
    yield { name: `${crate} comments`, kind: 'comments', pieces: files.flatMap(from(comments)) };
    yield { name: `${crate} tests`, kind: 'tests', pieces: files.flatMap(from(testNames)) };
    yield { name: `${crate} names`, kind: 'names', pieces: files.flatMap(from(names)) };
  }
}

function pages() {
  return PAGES.flatMap((folder) => filesUnder(folder, /\.md$/, folder !== '')).filter(
    (file) => !/^docs\/(spec|api)\/|^changelog\.d\/README|^demo\/hosts\/\w+\/|\/contracts\//.test(file),
  );
}

const read = (file) => readFileSync(at(file), 'utf8');
const from = (extract) => (file) => extract(read(file), file).map((piece) => ({ file, ...piece }));

/** The words of texts, and what the rules find in them. @param {Piece[]} pieces */
export function hitsOf(pieces, rules = RULES) {
  let words = 0;
  const hits = [];
  for (const { file, line, text } of pieces) {
    words += (text.match(/[A-Za-z']+/g) ?? []).length;
    for (const { rule, pattern } of rules)
      for (const hit of text.matchAll(pattern)) {
        const before = text.slice(0, hit.index);
        hits.push({
          file,
          line: line + before.split('\n').length - 1,
          rule,
          text: hit[0].trim().replace(/\s+/g, ' '),
        });
      }
  }
  return { words, hits };
}

/** Names that are one participle and nothing else: `told` says neither who nor what. @param {Piece[]} pieces */
export function barePieces(pieces, participles = PARTICIPLES) {
  return pieces.filter(({ text }) => participles.has(text.toLowerCase()));
}

function measured({ name, kind, pieces }) {
  if (kind === 'names') {
    const hits = barePieces(pieces).map((one) => ({ ...one, rule: 'a bare participle' }));
    return { name, kind, words: pieces.length, hits, value: (100 * hits.length) / pieces.length };
  }
  const { words, hits } = hitsOf(pieces);
  return { name, kind, words, hits, value: (1000 * hits.length) / words };
}

/**
 * The limits after a measurement: only what is above its goal has one, and none rises.
 * @param {Record<string, number>} limits @param {{name: string, kind: string, value: number}[]} all
 */
export function lowered(limits, all) {
  const entries = all.flatMap(({ name, kind, value }) => {
    // rounded up, so that a change elsewhere in the crate doesn't exceed it; names in halves, because their goal is 1
    const rounded = kind === 'names' ? Math.ceil(value * 2) / 2 : Math.ceil(value);
    const limit = Math.min(rounded, limits[name] ?? rounded);
    return limit > GOAL[kind] ? [[name, limit]] : [];
  });
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** What is above its limit. */
export function risen(limits, all) {
  return all.filter(({ name, kind, value }) => value > (limits[name] ?? GOAL[kind]));
}

/** Fails if a page, the UI or a crate is above its limit. */
export function words({ show, lower, list } = {}) {
  const all = [...units()].map(measured).filter((one) => one.words >= MIN_WORDS);
  const limits = JSON.parse(read(LIMITS));
  const named = show && all.find((one) => one.name === show);
  if (show && !named)
    throw new Problem(`${show} isn't measured. These are: ${all.map((one) => one.name).join(', ')}`);
  if (named) for (const hit of named.hits) say(`${hit.file}:${hit.line}  ${hit.text}  (${hit.rule})`);
  if (lower) writeFileSync(at(LIMITS), `${JSON.stringify(lowered(limits, all), null, 2)}\n`);
  if (list)
    for (const { name, kind, words: count, value } of all)
      say(
        `${value.toFixed(1).padStart(6)}${kind === 'names' ? ' %' : '  '} ${String(count).padStart(7)}  ${name}`,
      );
  const above = risen(lower ? JSON.parse(read(LIMITS)) : limits, all);
  if (above.length > 0)
    throw new Problem(
      `${above
        .map(
          ({ name, kind, value }) => `${name} has ${value.toFixed(2)}, above ${limits[name] ?? GOAL[kind]}`,
        )
        .join('\n')}\nSee the hits with: node scripts/words.mjs --show "${above[0].name}"`,
    );
}

if (import.meta.url === pathToFileURL(process.argv[1]).href)
  await main('words', () => {
    const [word, name] = process.argv.slice(2);
    words({ show: word === '--show' ? name : undefined, lower: word === '--lower', list: !word });
  });
