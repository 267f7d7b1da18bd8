// Debian's packages, for what a machine lacks.
import { existsSync } from 'node:fs';
import { run } from './run.mjs';

const LIMIT_MS = 180_000;

/** Installs packages, as root on Debian. Returns whether it did. `why` precedes the printed line. */
export async function aptInstall(why, ...packages) {
  if (process.getuid?.() !== 0 || !existsSync('/etc/debian_version')) return false;
  console.log(`${why}: installing Debian's ${packages.join(', ')} (apt-get)`);
  const get = ['apt-get', 'install', '-y', '--no-install-recommends', ...packages];
  // a list of packages that is there may do; an old one names files that are gone
  for (const steps of [[get], [['apt-get', 'update'], get]]) if (await ran(steps)) return true;
  return false;
}

/** Runs commands one after the other and says whether all of them ended well; quiet unless one fails. */
export async function ran(steps) {
  try {
    for (const [command, ...args] of steps) await run(command, args, { quiet: true, limit_ms: LIMIT_MS });
    return true;
  } catch {
    return false;
  }
}
