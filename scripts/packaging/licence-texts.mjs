// Collects the license texts of the code in dist/: a package's own files, or the standard text of its license. dist/licences.txt has those of the
// npm packages (scripts/rollup/dist-files.mjs), dist/licences-engine.txt those of the crates in the engine. The build writes them without paths
// and times, so the same sources give the same bytes.
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Problem } from '../lib/fail.mjs';
import { at } from '../lib/project.mjs';
import { output } from '../lib/run.mjs';
import { cargoComponents, ENGINE, PLATFORM } from '../release/sbom.mjs';

const FILES = /^(un)?licen[cs]e|^copying|^copyright|^notice/i;
/** between the texts of one file */
export const BETWEEN = `\n${'-'.repeat(79)}\n\n`;
export const ENGINE_TEXTS = 'dist/licences-engine.txt';

const mit = (holders) => `MIT License

Copyright (c) ${holders}

Permission is hereby granted, free of charge, to any person obtaining a copy
of this software and associated documentation files (the "Software"), to deal
in the Software without restriction, including without limitation the rights
to use, copy, modify, merge, publish, distribute, sublicense, and/or sell
copies of the Software, and to permit persons to whom the Software is
furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all
copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR
IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY,
FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE
AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER
LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM,
OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE
SOFTWARE.`;

/** One of several is enough; all of several are not in one text. */
const mayBeMit = (license) => /(^|[ /(])MIT($|[ /)])/.test(license ?? '') && !/ AND /i.test(license);

/**
 * The texts of one package. `folder`: its path, or null if it isn't installed. `holders`: the owners in its manifest.
 * @returns {string[]}
 */
export function textsOf(folder, { name, license, holders }) {
  const files = folder ? readdirSync(folder).filter((file) => FILES.test(file)) : [];
  const found = files
    .sort()
    .map((file) => readFileSync(path.join(folder, file), 'utf8').replaceAll('\r\n', '\n').trim())
    // a file may name another one, in a folder that is not packed
    .filter((text) => text.length > 60);
  if (found.length > 0) return [...new Set(found)];
  if (!mayBeMit(license)) throw new Problem(`${name} carries no licence, and is not of MIT`);
  return [mit(holders || `the authors of ${name}`)];
}

/** Each text once, below all whom it is of. `entries`: [what, texts]. */
export function together(entries) {
  const byWords = new Map();
  for (const [what, texts] of entries)
    for (const text of texts) {
      // some have it in longer lines
      const words = text.replace(/\s+/g, ' ');
      const known = byWords.get(words) ?? { text, of: [] };
      byWords.set(words, known);
      known.of.push(what);
    }
  return [...byWords.values()].map(({ text, of }) => `${of.join('\n')}\n\n${text}\n`).join(BETWEEN);
}

/** The minimum length of a license text. A shorter one is only a name. */
const SHORTEST = 300;

/** Whether a text of these is of the part (`name 1.0.0`), and gives something. */
export function isGranted(texts, part) {
  const head = new RegExp(`^${part.replace(/[.+]/g, '\\$&')} \\(`, 'm');
  const grants = /permission|licensed under|terms and conditions|released into the public domain/i;
  return texts.split(BETWEEN).some((text) => head.test(text) && text.length > SHORTEST && grants.test(text));
}

/** Of the crates, and Rust's own library. */
export async function engineTexts(checkout) {
  const said = await output(
    'cargo',
    [
      ...['metadata', '--locked', '--format-version', '1', '--filter-platform', PLATFORM],
      ...['--manifest-path', path.join(checkout, 'Cargo.toml')],
    ],
    { limit_ms: 120_000 },
  );
  if (said === null) throw new Problem(`cargo metadata does not say where the crates of ${ENGINE} are`);
  const byName = new Map(JSON.parse(said).packages.map((one) => [`${one.name} ${one.version}`, one]));
  return together(
    (await cargoComponents(checkout)).map(({ name, version }) => {
      if (name === 'std')
        return [
          `${name} ${version} (MIT OR Apache-2.0)`,
          textsOf(null, { name, license: 'MIT', holders: 'the Rust Project contributors' }),
        ];
      const { license, authors, manifest_path: manifest } = byName.get(`${name} ${version}`);
      const holders = authors.map((one) => one.replace(/ *<.*>/, '')).join(', ');
      return [`${name} ${version} (${license})`, textsOf(path.dirname(manifest), { name, license, holders })];
    }),
  );
}

/** Writes dist/licences-engine.txt. */
export async function writeEngineTexts() {
  writeFileSync(at(ENGINE_TEXTS), await engineTexts(at()));
}
