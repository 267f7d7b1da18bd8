// @vitest-environment node
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { at } from './lib/project.mjs';
import { SEEDS, seedLines, seedsOf, spread } from './lib/seeds.mjs';

const files = readdirSync(at(SEEDS));

test('every file of seeds belongs to a fuzz target', () => {
  expect(files.length).toBeGreaterThanOrEqual(16);
  const targets = readdirSync(at('engine/fuzz/targets')).map((name) => name.replace(/\.rs$/, '.json'));
  expect(files.filter((name) => !targets.includes(name))).toEqual([]);
});

test.each(files)('%s has one seed a line, each once, sorted', (name) => {
  const seeds = seedsOf(name.replace(/\.json$/, ''));
  expect(readFileSync(at(SEEDS, name), 'utf8')).toBe(seedLines(seeds));
});

test('every byte survives the file and the corpus', () => {
  const all = Buffer.from(Array.from({ length: 256 }, (_, byte) => byte));
  const lines = seedLines([all, Buffer.from('{"a":\n1}'), all]);
  expect(JSON.parse(lines).map((text) => Buffer.from(text, 'latin1'))).toEqual([
    all,
    Buffer.from('{"a":\n1}'),
  ]);
  const corpus = mkdtempSync(path.join(tmpdir(), 'seeds-'));
  try {
    spread([all], corpus);
    expect(readdirSync(corpus)).toEqual(['4916d6bdb7f78e6803698cab32d1586ea457dfc8']);
    expect(readFileSync(path.join(corpus, readdirSync(corpus)[0]))).toEqual(all);
  } finally {
    rmSync(corpus, { recursive: true });
  }
});
