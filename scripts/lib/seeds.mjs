// Seeds of the fuzz targets, one file per target and one seed a line: a JSON array of texts in which each character is a byte (Latin-1).
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { at } from './project.mjs';
import { caseLines } from './case-lines.mjs';

export const SEEDS = 'engine/fuzz/seeds';
const fileOf = (target) => at(SEEDS, `${target}.json`);

/** @returns {Buffer[] | undefined} undefined if the target has no seeds of its own */
export function seedsOf(target) {
  if (!existsSync(fileOf(target))) return undefined;
  return JSON.parse(readFileSync(fileOf(target), 'utf8')).map((text) => Buffer.from(text, 'latin1'));
}

/** The file of these seeds: each once, sorted. @param {Buffer[]} seeds */
export const seedLines = (seeds) =>
  caseLines([...new Set(seeds.map((bytes) => bytes.toString('latin1')))].sort());

/** Adds the contents of files. @param {string} target @param {string[]} files */
export function addSeeds(target, files) {
  const added = files.map((file) => readFileSync(file));
  writeFileSync(fileOf(target), seedLines([...(seedsOf(target) ?? []), ...added]));
}

/** Writes seeds as files of a corpus, named by their hashes, as libFuzzer names its own. @param {Buffer[]} seeds */
export function spread(seeds, corpus) {
  mkdirSync(corpus, { recursive: true });
  for (const bytes of seeds)
    writeFileSync(path.join(corpus, createHash('sha1').update(bytes).digest('hex')), bytes);
}
