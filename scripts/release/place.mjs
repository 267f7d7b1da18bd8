// A place to build a release in: a clone of what is committed, with the release's version and changelog, in which nothing else has ever been built.
import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { main } from '../lib/fail.mjs';
import { at } from '../lib/project.mjs';
import { run, say } from '../lib/run.mjs';
import { pathToFileURL } from 'node:url';
import { setRelease } from './version.mjs';

/** The environment of the second build: another time zone and language, another folder and another cargo home. */
const ELSEWHERE = { TZ: 'Pacific/Kiritimati', LANG: 'tr_TR.UTF-8', LC_ALL: 'tr_TR.UTF-8' };

/** Clones a commit of this checkout into `folder` and builds it there. `elsewhere`: with everything else about it changed. */
export async function builtIn(folder, commit, { version, date }, elsewhere = false) {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(path.dirname(folder), { recursive: true });
  await run('git', ['clone', '--quiet', '--no-hardlinks', at(), folder], { what: 'git clone' });
  // whatever was committed since
  await run('git', ['-C', folder, 'checkout', '--quiet', '--detach', commit], { what: 'git checkout' });
  setRelease(folder, version, date);
  say(`release: building ${folder} (some minutes)`);
  const env = { CARGO_TARGET_DIR: path.join(folder, 'target'), ...(elsewhere && ELSEWHERE) };
  if (elsewhere) env.CARGO_HOME = cargoHome(path.join(path.dirname(folder), 'home of cargo'));
  await run('node', [path.join(folder, 'scripts/release/place.mjs')], { what: `building ${folder}`, env });
}

/** Another home of cargo with what is in the one that is there, so that nothing is fetched again. */
function cargoHome(folder) {
  const home = process.env.CARGO_HOME ?? path.join(homedir(), '.cargo');
  mkdirSync(folder, { recursive: true });
  const link = path.join(folder, 'registry');
  if (!existsSync(link)) symlinkSync(path.join(home, 'registry'), link);
  for (const name of ['config.toml', 'config'])
    if (existsSync(path.join(home, name))) cpSync(path.join(home, name), path.join(folder, name));
  return folder;
}

/** Every file under a folder and the hash of its bytes. @returns {Map<string, string>} */
export function hashes(folder, inside = '') {
  const found = new Map();
  for (const name of readdirSync(path.join(folder, inside)).sort()) {
    const file = path.posix.join(inside, name);
    if (statSync(path.join(folder, file)).isDirectory())
      for (const [one, hash] of hashes(folder, file)) found.set(one, hash);
    else
      found.set(
        file,
        createHash('sha256')
          .update(readFileSync(path.join(folder, file)))
          .digest('hex'),
      );
  }
  return found;
}

/** @returns {string[]} the files that are not the same in two folders */
export function differences(one, other) {
  const [a, b] = [hashes(one), hashes(other)];
  return [...new Set([...a.keys(), ...b.keys()])].filter((file) => a.get(file) !== b.get(file)).sort();
}

// Runs in the clone, with the steps of the clone's commit.
if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  await main('release', async () => {
    const { dist, engine, packages } = await import('../lib/steps.mjs');
    await packages();
    // Only the build tool: a release doesn't contain the demo.
    await run('cargo', ['build', '--locked', '--quiet', '--package', 'xtask'], { what: 'the build tool' });
    await engine();
    await dist();
  });
}
