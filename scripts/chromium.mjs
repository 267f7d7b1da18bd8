// Finds or installs a Chromium for the browser tests. `npm test` calls this before its first long step, so a missing browser fails early, and no test
// is skipped. The order: CHROMIUM, the headless shell, any installed Chromium.
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { aptInstall, ran } from './lib/apt.mjs';
import { main, Problem } from './lib/fail.mjs';
import { at } from './lib/project.mjs';
import { output } from './lib/run.mjs';

/** The same engine without a window, which halves the time of the browser tests. Debian has a package for it. */
const LEAN = 'chromium-headless-shell';
const ON_PATH = ['chromium', 'chromium-browser', 'google-chrome'];

/** @returns {Promise<string>} the path or name of a Chromium that runs */
export async function chromium() {
  // The user named it, so a wrong name doesn't fall back to another browser.
  if (process.env.CHROMIUM)
    return (await works(process.env.CHROMIUM)) ?? missing(`CHROMIUM=${process.env.CHROMIUM} does not run. `);
  return (
    (await works(LEAN)) ??
    (await installed(LEAN)) ??
    (await there()) ??
    (await installed('chromium')) ??
    (await downloaded()) ??
    missing()
  );
}

async function there() {
  for (const candidate of [...ON_PATH, ...ofPlaywright()]) {
    const found = await works(candidate);
    if (found) return found;
  }
  return null;
}

/** Being on the path isn't enough: Ubuntu's chromium-browser can be a stub that only prints how to install it. */
async function works(candidate) {
  const version = await output(candidate, ['--version']);
  if (!/chrom/i.test(version ?? '')) return null;
  return path.isAbsolute(candidate) ? candidate : (await output('which', [candidate]))?.split('\n')[0];
}

/** Browsers that Playwright has already downloaded, newest first. */
function ofPlaywright() {
  const caches = {
    linux: '.cache/ms-playwright',
    darwin: 'Library/Caches/ms-playwright',
    win32: 'AppData/Local/ms-playwright',
  };
  const folder =
    process.env.PLAYWRIGHT_BROWSERS_PATH ?? path.join(homedir(), caches[process.platform] ?? caches.linux);
  if (!existsSync(folder)) return [];
  const inside = [
    'chrome-linux/chrome',
    'chrome-linux64/chrome',
    'chrome-win/chrome.exe',
    'chrome-win64/chrome.exe',
  ];
  const mac = [
    'chrome-mac/Chromium.app/Contents/MacOS/Chromium',
    'chrome-mac-arm64/Chromium.app/Contents/MacOS/Chromium',
  ];
  const builds = readdirSync(folder).filter((name) => /^chromium-\d+$/.test(name));
  builds.sort((a, b) => Number(b.split('-')[1]) - Number(a.split('-')[1]));
  return builds
    .flatMap((build) => [...inside, ...mac].map((file) => path.join(folder, build, file)))
    .filter(existsSync);
}

/** Debian's package; gives it when it runs then. */
async function installed(name) {
  return (await aptInstall('chromium', name, 'fonts-liberation')) ? works(name) : null;
}

async function downloaded() {
  console.log("chromium: downloading Playwright's (3 minutes at most)");
  const { devDependencies } = JSON.parse(readFileSync(at('package.json'), 'utf8'));
  const steps = [
    ['npx', '--yes', `playwright@${devDependencies['@playwright/test']}`, 'install', 'chromium'],
  ];
  return (await ran(steps)) ? there() : null;
}

function missing(reason = '') {
  throw new Problem(
    `${reason}The browser tests need Chromium: install your system's package (Debian: apt-get install chromium) or set CHROMIUM to the path of one.`,
  );
}

if (import.meta.url === pathToFileURL(process.argv[1]).href)
  await main('chromium', async () => console.log(await chromium()));
