// Runs a command, and prints its output, with `quiet` only if it fails. Within `gathered`, it prints nothing: the caller prints the output of
// parallel work in one piece afterwards.
import { AsyncLocalStorage } from 'node:async_hooks';
import { spawn } from 'node:child_process';
import { delimiter } from 'node:path';
import { Problem } from './fail.mjs';
import { at, root } from './project.mjs';

const environment = (extra) => ({
  ...process.env,
  // `rollup`, `tsc`, ... of this project, without npx: it would ask the registry when a name is missing.
  PATH: at('node_modules', '.bin') + delimiter + process.env.PATH,
  ...extra,
});

const gatherers = new AsyncLocalStorage();

/**
 * Does `work` and writes nothing meanwhile. `pieces` (Buffers) grows with what it and its commands say; its commands are ended when
 * `signal` says so.
 */
export const gathered = (pieces, signal, work) => gatherers.run({ pieces, signal }, work);

let number = '';

/** Runs the step. Its lines that begin with `setup:` begin with `place` instead. */
export async function numbered(place, step) {
  number = place;
  await step();
  number = '';
}

/** A line of a step's own. */
export function say(text) {
  const line = number ? text.replace(/^setup:/, number) : text;
  const gatherer = gatherers.getStore();
  if (gatherer) gatherer.pieces.push(Buffer.from(`${line}\n`));
  else console.log(line);
}

/**
 * Resolves when the command ends well; a Problem named after it otherwise. `limit_ms`: it is ended after that. `heard` is given each
 * piece it writes, within `gathered`.
 */
export function run(
  command,
  args,
  { env, quiet = false, heard, what = `${command} ${args.join(' ')}`, limit_ms } = {},
) {
  const gatherer = gatherers.getStore();
  return new Promise((resolve, reject) => {
    const stdio = quiet || gatherer ? ['ignore', 'pipe', 'pipe'] : ['ignore', 'inherit', 'inherit'];
    const { signal } = gatherer ?? {};
    const child = spawn(command, args, {
      cwd: root,
      env: environment(env),
      stdio,
      timeout: limit_ms,
      signal,
    });
    const kept = quiet || !gatherer ? [] : gatherer.pieces;
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (piece) => {
        kept.push(piece);
        heard?.(piece);
      });
    child.on('error', (error) =>
      reject(
        new Problem(`${what}: ${error.code === 'ENOENT' ? `${command} is not installed` : error.message}`),
      ),
    );
    child.on('close', (code) => {
      if (code === 0) return resolve();
      if (!gatherer) process.stderr.write(Buffer.concat(kept));
      else if (quiet) gatherer.pieces.push(...kept);
      reject(new Problem(code === null ? `${what} was ended` : `${what} failed (exit code ${code})`));
    });
  });
}

/** What a command prints, or null when it fails or is not there. */
export function output(command, args, { limit_ms = 20_000 } = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: root,
      env: environment(),
      stdio: ['ignore', 'pipe', 'ignore'],
      timeout: limit_ms,
    });
    let text = '';
    child.stdout.on('data', (piece) => (text += piece));
    child.on('error', () => resolve(null));
    child.on('close', (code) => resolve(code === 0 ? text.trim() : null));
  });
}
