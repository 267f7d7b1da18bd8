// changelog.d/: a file for each change, so that two changes never edit the same lines. The release joins the files into CHANGELOG.md.
import { existsSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { Problem } from '../lib/fail.mjs';
import { KINDS } from './changelog.mjs';

const FOLDER = 'changelog.d';
const NAME = /^([a-z\d][a-z\d-]*)\.([a-z]+)\.md$/;

/** The files of changelog.d/ but its README, by name. @returns {string[]} */
function files(checkout) {
  const folder = path.join(checkout, FOLDER);
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => name !== 'README.md')
    .sort();
}

/** The entries of every file: each line is one. @returns {import('./changelog.mjs').Entry[]} */
export function fragments(checkout) {
  return files(checkout).flatMap((name) => {
    const [, , word] = NAME.exec(name) ?? [];
    const kind = KINDS.find((one) => one.toLowerCase() === word);
    if (!kind) {
      const kinds = KINDS.map((one) => one.toLowerCase()).join(', ');
      throw new Problem(`${FOLDER}/${name}: the name must be <subject>.<kind>.md; the kinds are ${kinds}`);
    }
    return readFileSync(path.join(checkout, FOLDER, name), 'utf8')
      .split('\n')
      .filter((line) => line.trim() !== '')
      .map((line) => {
        const text = line.replace(/^- /, '').trim();
        if (!/^["`<A-Z]/.test(text) || !text.endsWith('.') || /^\w+: /.test(text))
          throw new Problem(
            `${FOLDER}/${name}: each line must be one entry, a sentence without its kind: ${text}`,
          );
        return { kind, text };
      });
  });
}

/** Removes the files whose entries are in CHANGELOG.md. @returns {string[]} their paths */
export function removeFragments(checkout) {
  return files(checkout).map((name) => {
    rmSync(path.join(checkout, FOLDER, name));
    return `${FOLDER}/${name}`;
  });
}
