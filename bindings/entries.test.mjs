// The package exports each binding with its types.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { ENTRIES, FILES } from './entries.mjs';

const at = (path) => fileURLToPath(new URL(path, import.meta.url));

test('exports each binding from the package @10.39', () => {
  const { exports, sideEffects } = JSON.parse(readFileSync(at('../package.json'), 'utf8'));
  for (const [name, source] of Object.entries(ENTRIES)) {
    expect(existsSync(at(source)), source).toBe(true);
    expect(exports[`./${name}`]).toEqual({
      types: `./dist/types/bindings/${source.replace(/\.tsx?$/, '.d.ts')}`,
      ...(name !== 'testing' && { module: `./dist/bundler/bindings/${name.replaceAll('/', '-')}.js` }),
      default: `./dist/bindings/${name.replaceAll('/', '-')}.js`,
    });
  }
  // A page imports it for its side effects, so a bundler that reads `sideEffects` must not drop it.
  for (const [name, source] of Object.entries(FILES)) {
    const built = `./dist/bindings/${name.replaceAll('/', '-')}`;
    expect(existsSync(at(source)), source).toBe(true);
    expect([exports[`./${name}`], sideEffects.includes(built)]).toEqual([built, true]);
  }
});

test('bindings import only the public API and the two files in README.md', () => {
  const sources = readdirSync(at('.'), { recursive: true })
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file) && file !== 'appkit/testing.ts')
    .map((file) => readFileSync(at(file), 'utf8'));
  expect(sources.length).toBeGreaterThan(50);
  const found = sources.flatMap((text) => [...text.matchAll(/['"][./]+\/(element\/src\/[^'"]+)/g)]);
  expect(new Set(found.map(([, file]) => file))).toEqual(
    new Set(['element/src/drawings/drawing', 'element/src/siwx/session']),
  );
});
