// Runs a command of the toolbox. Its output goes to ours; with `quiet` only when it fails.
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

/** Resolves when the command ends well; a Problem named after it otherwise. `limit_ms`: it is ended after that. */
export function run(
  command,
  args,
  { env, quiet = false, what = `${command} ${args.join(' ')}`, limit_ms } = {},
) {
  return new Promise((resolve, reject) => {
    const stdio = quiet ? ['ignore', 'pipe', 'pipe'] : ['ignore', 'inherit', 'inherit'];
    const child = spawn(command, args, { cwd: root, env: environment(env), stdio, timeout: limit_ms });
    const kept = [];
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (piece) => kept.push(piece));
    child.on('error', (error) =>
      reject(
        new Problem(`${what}: ${error.code === 'ENOENT' ? `${command} is not installed` : error.message}`),
      ),
    );
    child.on('close', (code) => {
      if (code === 0) return resolve();
      process.stderr.write(Buffer.concat(kept));
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
