// The package has each binding as an entry, with its types.
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { ENTRIES } from './entries.mjs';

const at = (path) => fileURLToPath(new URL(path, import.meta.url));

test('each binding is an entry of the package @10.39', () => {
  const { exports } = JSON.parse(readFileSync(at('../package.json'), 'utf8'));
  for (const [name, source] of Object.entries(ENTRIES)) {
    expect(existsSync(at(source)), source).toBe(true);
    expect(exports[`./${name}`]).toEqual({
      types: `./dist/types/bindings/${source.replace(/\.tsx?$/, '.d.ts')}`,
      ...(name !== 'testing' && { module: `./dist/bundler/bindings/${name.replaceAll('/', '-')}.js` }),
      default: `./dist/bindings/${name.replaceAll('/', '-')}.js`,
    });
  }
});
