// All sheets of the modal end up in one root, whatever was opened before (use-sheet.ts): a class that two of them style by itself
// is styled by the one that came last.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const source = path.resolve(import.meta.dirname, '..');
/** in roots of their own */
const ofButtons = ['wallet-button.css', 'account-button.css', 'button-face.css'];

const sheets = readdirSync(source, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.css') && !ofButtons.includes(path.basename(file)))
  .map((file) => file.split(path.sep).join('/'));

/** The classes a sheet styles wherever they stand: `.tile`, `.tile:hover`, and not `.tiles .tile`. */
function bare(file: string): Set<string> {
  const text = readFileSync(path.join(source, file), 'utf8').replace(/\/\*[^]*?\*\//g, '');
  // What a sheet of the common parts says of touch or contrast, it says of those it names.
  const always = text.replace(/@media[^{]*\{(?:[^{}]|\{[^{}]*\})*\}/g, '');
  const selectors = [...always.matchAll(/(?:^|[{};])\s*([^{};@]+)\{/g)].flatMap(([, list]) =>
    list!.split(','),
  );
  return new Set(selectors.flatMap((one) => /^\.([\w-]+)(?:::?[\w-]+)*$/.exec(one.trim())?.[1] ?? []));
}

/** What the frame and the common parts add to each other: they are there before any view. */
const isCommon = (file: string) => file.startsWith('styles/') || file.startsWith('views/shell/');

test('no view styles a class of another view', () => {
  const owners = new Map<string, string[]>();
  for (const file of sheets)
    for (const name of bare(file)) owners.set(name, [...(owners.get(name) ?? []), file]);
  const shared = [...owners].filter(([, files]) => files.length > 1 && !files.every(isCommon));
  expect(Object.fromEntries(shared)).toEqual({});
});
