// All style sheets of the modal share one root, whatever was opened before (use-sheet.ts): if two of them style the same bare class, the
// last one wins.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const source = path.resolve(import.meta.dirname, '..');
/** in their own roots */
const ofButtons = ['wallet-button.css', 'account-button.css', 'button-face.css'];

const sheets = readdirSync(source, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.css') && !ofButtons.includes(path.basename(file)))
  .map((file) => file.split(path.sep).join('/'));

/** The classes that a sheet styles anywhere: `.tile`, `.tile:hover`, but not `.tiles .tile`. */
function bare(file: string): Set<string> {
  const text = readFileSync(path.join(source, file), 'utf8').replace(/\/\*[^]*?\*\//g, '');
  // Media queries of a common sheet apply to the classes that they name.
  const always = text.replace(/@media[^{]*\{(?:[^{}]|\{[^{}]*\})*\}/g, '');
  const selectors = [...always.matchAll(/(?:^|[{};])\s*([^{};@]+)\{/g)].flatMap(([, list]) =>
    list!.split(','),
  );
  return new Set(selectors.flatMap((one) => /^\.([\w-]+)(?:::?[\w-]+)*$/.exec(one.trim())?.[1] ?? []));
}

/** Common sheets can extend each other, because they load before any view. */
const isCommon = (file: string) => file.startsWith('styles/') || file.startsWith('views/shell/');

test('no view styles a class of another view', () => {
  const owners = new Map<string, string[]>();
  for (const file of sheets)
    for (const name of bare(file)) owners.set(name, [...(owners.get(name) ?? []), file]);
  const shared = [...owners].filter(([, files]) => files.length > 1 && !files.every(isCommon));
  expect(Object.fromEntries(shared)).toEqual({});
});
