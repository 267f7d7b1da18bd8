// The ten slowest of what ran, from what the runners write down: playwright and vitest by test, cargo by test program (the stable
// toolchain does not say more).
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { at, targetFolder } from './project.mjs';

const SHOWN = 10;
const folder = path.join(targetFolder, 'test-times');
const cargo = [];

const expected = new Set();

/** The path of a runner's report. */
export function reportOf(runner) {
  expected.add(runner);
  mkdirSync(folder, { recursive: true });
  // An older run's is not to be taken for this one's.
  rmSync(fileOf(runner), { force: true });
  return fileOf(runner);
}

/** Takes cargo's own lines: "Running tests/x.rs (...)" and "test result: ... finished in 1.23s". */
export function noteCargo(text) {
  let program = '';
  for (const line of text.split('\n')) {
    const [, source, binary] = /^\s+(?:Running|Doc-tests) (\S.*?)(?: \((.*)\))?$/.exec(line) ?? [];
    if (source) program = [crateOf(binary), source].filter(Boolean).join(' ');
    const [, passed, seconds] = /^test result: \w+\. (\d+) passed.* finished in ([\d.]+)s/.exec(line) ?? [];
    if (seconds) cargo.push({ what: `cargo      ${program}, ${passed} tests`, seconds: Number(seconds) });
  }
}

/** `target/debug/deps/scenarios-0123456789abcdef` -> `scenarios` */
const crateOf = (binary) => binary && path.basename(binary).replace(/-[0-9a-f]+$/, '');

export function printSlowest() {
  const all = [
    ...cargo,
    ...ofVitest(),
    ...ofPlaywright('playwright', 'e2e'),
    ...ofPlaywright('walk', 'e2e/browsers'),
  ].sort((a, b) => b.seconds - a.seconds);
  if (all.length === 0) return;
  console.log('\nslowest:');
  for (const { what, seconds } of all.slice(0, SHOWN))
    console.log(`${seconds.toFixed(1).padStart(7)} s  ${what}`);
}

const fileOf = (runner) => path.join(folder, `${runner}.json`);
const read = (runner) =>
  expected.has(runner) && existsSync(fileOf(runner))
    ? JSON.parse(readFileSync(fileOf(runner), 'utf8'))
    : null;

function ofVitest() {
  return (read('vitest')?.testResults ?? []).flatMap(({ name, assertionResults }) =>
    assertionResults.map(({ title, duration }) => ({
      what: `vitest     ${path.relative(at(), name)}: ${title}`,
      seconds: (duration ?? 0) / 1000,
    })),
  );
}

function ofPlaywright(runner, folder) {
  const found = [];
  const walk = ({ suites = [], specs = [] }) => {
    suites.forEach(walk);
    for (const { title, file, tests } of specs) {
      for (const { projectName, results } of tests) {
        const ms = results.reduce((sum, { duration }) => sum + duration, 0);
        const where = projectName ? ` (${projectName})` : '';
        found.push({ what: `playwright ${folder}/${file}: ${title}${where}`, seconds: ms / 1000 });
      }
    }
  };
  walk(read(runner) ?? {});
  return found;
}
