// Skips a step whose inputs have not changed, by content: a checkout or a copy changes every time stamp.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { at } from './project.mjs';
import { say } from './run.mjs';

const SKIPPED = new Set(['node_modules', 'target', 'dist', '.git']);

function* filesUnder(file) {
  if (!existsSync(file)) return;
  if (!statSync(file).isDirectory()) {
    yield file;
    return;
  }
  for (const name of readdirSync(file).sort())
    if (!SKIPPED.has(name)) yield* filesUnder(path.join(file, name));
}

/** One hash over names and contents of the given files and folders (relative to the project), and of `also`. */
export function hashOf(inputs, also = '') {
  const hash = createHash('sha256').update(also);
  for (const input of inputs) {
    for (const file of filesUnder(at(input)))
      hash.update(`\0${path.relative(at(), file)}\0`).update(readFileSync(file));
  }
  return hash.digest('hex');
}

/** Whether `stamp` says that a step ended well for this hash, and all of `outputs` are still there. */
export const isDone = (stamp, hash, outputs) =>
  existsSync(stamp) && readFileSync(stamp, 'utf8') === hash && outputs.every((file) => existsSync(file));

/** Runs `step` unless it is done. */
export async function unlessDone(stamp, hash, outputs, step) {
  if (isDone(stamp, hash, outputs)) return;
  const began = Date.now();
  await step();
  mkdirSync(path.dirname(stamp), { recursive: true });
  writeFileSync(stamp, hash);
  say(`  done in ${((Date.now() - began) / 1000).toFixed(1)} s`);
}
