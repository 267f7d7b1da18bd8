// Finds Firefox and WebKit for the walk in both (e2e/browsers), or installs them as root on Debian. Unlike Chromium, a missing browser doesn't stop
// the tests: its walk is skipped, with a message at the start and at the end.
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { aptInstall } from './lib/apt.mjs';
import { main, Problem } from './lib/fail.mjs';
import { output } from './lib/run.mjs';

/**
 * The environment of the walk: the path of each browser, or "none" to skip it. FIREFOX and WEBKIT (MiniBrowser of WebKitGTK) set another path, or
 * "none".
 *
 * @returns {Promise<{FIREFOX: string, WEBKIT: string}>}
 */
export async function browsers() {
  // One after the other: apt-get has a lock.
  return { FIREFOX: await firefox(), WEBKIT: await webkit() };
}

async function firefox() {
  const { FIREFOX: given } = process.env;
  if (given) return given == NONE ? NONE : ((await runs(given)) ?? wrong('FIREFOX', given));
  for (const name of ['firefox-esr', 'firefox']) {
    const found = await runs(name);
    if (found) return found;
  }
  if (await aptInstall('browsers', 'firefox-esr', 'fonts-liberation'))
    return (await runs('firefox-esr')) ?? NONE;
  return NONE;
}

/** Being on the path isn't enough: Ubuntu's can be a stub that only prints how to install it. */
async function runs(candidate) {
  if (!/Mozilla Firefox/.test((await output(candidate, ['--version'])) ?? '')) return null;
  return path.isAbsolute(candidate) ? candidate : output('which', [candidate]);
}

async function webkit() {
  const { WEBKIT: given } = process.env;
  if (given == NONE) return NONE;
  if (given && !existsSync(given)) wrong('WEBKIT', given);
  const found = async () =>
    (await output('which', ['WebKitWebDriver'])) && (await output('which', ['Xvfb']))
      ? (given ?? miniBrowser())
      : null;
  if (!(await found())) await aptInstall('browsers', 'webkit2gtk-driver', 'xvfb', 'fonts-liberation');
  return (await found()) ?? NONE;
}

/** It's next to WebKit's processes, in a folder named after the machine's architecture. */
function miniBrowser() {
  for (const folder of ['/usr/lib', ...within('/usr/lib'), '/usr/libexec'])
    for (const kind of ['webkit2gtk-4.1', 'webkitgtk-6.0', 'webkit2gtk-4.0']) {
      const file = path.join(folder, kind, 'MiniBrowser');
      if (existsSync(file)) return file;
    }
  return null;
}

const within = (folder) =>
  readdirSync(folder)
    .filter((name) => name.endsWith('-linux-gnu'))
    .map((name) => path.join(folder, name));

export const NONE = 'none';

const HOW = {
  FIREFOX: ['Firefox', 'firefox-esr'],
  WEBKIT: ['WebKit', 'webkit2gtk-driver xvfb'],
};

/** A line for each walk that is left out. */
export function leftOut(found) {
  return Object.entries(HOW)
    .filter(([name]) => found[name] == NONE)
    .map(
      ([name, [title, packages]]) =>
        `NOT TESTED in ${title}: there is none (Debian: apt-get install ${packages}; elsewhere set ${name}).`,
    );
}

function wrong(name, value) {
  throw new Problem(`${name}=${value} does not run: set it to the path of one, or to "${NONE}".`);
}

if (import.meta.url === pathToFileURL(process.argv[1]).href)
  await main('browsers', async () => {
    const found = await browsers();
    console.log([...Object.values(found).filter((one) => one != NONE), ...leftOut(found)].join('\n'));
  });
