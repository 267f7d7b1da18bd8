// The arguments of `npm test -- ...`: names of layers, or a selection of browser tests.
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { Problem } from './fail.mjs';
import { at } from './project.mjs';

export const BROWSER_TESTS = 'browser tests';
export const WALK = 'walk in Firefox and WebKit';
export const RECORDER = 'recorder in Firefox and WebKit';

/** A word of the command line -> its layers. Their needs run, too (layers.mjs). */
const WORDS = {
  rust: ['rust tests'],
  element: ['unit tests of the element'],
  sources: ['formats, lints, types, locks', 'lints of the browser half'],
  sdk: ['the official SDKs over our relay'],
  size: ['size'],
  package: ['the package'],
  e2e: [BROWSER_TESTS],
  browsers: [WALK],
  recorder: [RECORDER],
};

/** Parts that `npm run test:hosts` runs: other browsers, and the package as pages and tests outside the project use it. */
export const WITH_HOSTS = ['browsers', 'recorder', 'e2e/guide', 'e2e/bindings/testing'];

/** All layers of `npm test`. */
export const FULL = {
  words: [],
  names: Object.entries(WORDS).flatMap(([word, names]) => (WITH_HOSTS.includes(word) ? [] : names)),
  files: browserTests('e2e/').filter((file) => !WITH_HOSTS.some((start) => file.startsWith(start))),
};

/** @returns {{words: string[], names: string[], files: string[]}} `files`: browser tests, empty for all of them */
export function select(words) {
  if (words.length === 0) return FULL;
  const names = new Set();
  const files = new Set();
  for (const word of words) {
    const known = WORDS[word.replace(/\/$/, '')];
    const found = known ? [] : browserTests(word);
    if (!known && found.length === 0) throw new Problem(unknown(word));
    for (const name of known ?? WORDS.e2e) names.add(name);
    found.forEach((file) => files.add(file));
  }
  // `e2e e2e/money`: all of them
  const all = words.some((word) => /^e2e\/?$/.test(word));
  return { words, names: [...names], files: all ? [] : [...files] };
}

/** The files whose path or name begins like that: `e2e/money`, `e2e/send`. */
function browserTests(word) {
  const [, start] = /^(?:\.\/)?e2e\/(.*)$/.exec(word) ?? [];
  if (start === undefined) return [];
  return readdirSync(at('e2e'), { recursive: true })
    .map((file) => file.split(path.sep).join('/'))
    .filter((file) => file.endsWith('.e2e.ts'))
    .filter((file) => file.startsWith(start) || path.posix.basename(file).startsWith(start))
    .map((file) => `e2e/${file}`)
    .sort();
}

const unknown = (word) =>
  word.startsWith('e2e/')
    ? `there is no browser test that begins with ${word}: see the folders in e2e/.`
    : `"${word}" is no layer: ${Object.keys(WORDS).join(', ')}, or a part of e2e (e2e/money, e2e/send).`;
