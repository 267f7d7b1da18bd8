// Writes the public API as a report: docs/api/<entry>.api.md has the declarations of each entry, without comments. Run `npm run api` to update it.
// `npm test` compares it with dist/types (scripts/packaging). This script also writes custom-elements.json.
import { readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { ENTRIES } from '../bindings/entries.mjs';
import { main } from './lib/fail.mjs';
import { at } from './lib/project.mjs';
import { say } from './lib/run.mjs';
import { reportOf } from './packaging/api-report.mjs';
import { MANIFEST, manifestText } from './packaging/custom-elements.mjs';

/** Entry -> the path of its declarations in dist/types. */
const DECLARED = {
  index: 'index.d.ts',
  ...Object.fromEntries(
    Object.entries(ENTRIES).map(([name, source]) => [name, `bindings/${source.replace(/\.tsx?$/, '.d.ts')}`]),
  ),
};
const FOLDER = 'docs/api';

/** @returns {Map<string, string>} file -> what it has to be */
export function reports() {
  const ofEntries = Object.entries(DECLARED).map(([name, file]) => [
    `${FOLDER}/${name.replaceAll('/', '-')}.api.md`,
    reportOf(
      name === 'index' ? 'wallet-modal' : `wallet-modal/${name}`,
      readFileSync(at('dist/types', file), 'utf8'),
    ),
  ]);
  return new Map([...ofEntries, [MANIFEST, manifestText()]]);
}

/** @returns {string[]} the files that are not what dist/types declares, or are of no entry */
export function stale() {
  const now = reports();
  const text = (file) => {
    try {
      return readFileSync(at(file), 'utf8');
    } catch {
      return '';
    }
  };
  const there = readdirSync(at(FOLDER))
    .filter((file) => file.endsWith('.api.md'))
    .map((file) => `${FOLDER}/${file}`);
  return [
    ...[...now].filter(([file, report]) => text(file) !== report).map(([file]) => file),
    ...there.filter((file) => !now.has(file)),
  ].sort();
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  await main('api', async () => {
    const changed = stale();
    const now = reports();
    for (const file of changed) {
      if (now.has(file)) writeFileSync(at(file), now.get(file));
      else rmSync(at(file));
      say(`api: ${file}`);
    }
    if (changed.length === 0) say('api: the reports are those of dist/types');
  });
}
