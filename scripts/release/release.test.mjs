// @vitest-environment node
// The parts of a release that need no build: its version, the changelog, where the version is written, what two builds are compared by.
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { at } from '../lib/project.mjs';
import { isAfter, moved, next, step, unreleased, versionOf } from './changelog.mjs';
import { differences } from './place.mjs';
import { lockedCrates } from './sbom.mjs';
import { setRelease, setVersion } from './version.mjs';

const folders = [];
const folder = () => {
  folders.push(mkdtempSync(path.join(tmpdir(), 'wallet-modal-release-test-')));
  return folders.at(-1);
};
afterEach(() => folders.splice(0).forEach((one) => rmSync(one, { recursive: true, force: true })));

const changelog = (...entries) =>
  `# Changelog\n\n## Unreleased\n\n${entries.map((one) => `- ${one}\n`).join('')}\n## 1.4.2 (2026-01-02)\n\n- Older.\n`;

test('the version follows from what is under Unreleased', () => {
  for (const [entries, last, expected] of [
    [['New.'], '1.4.2', '1.5.0'],
    [['Fixed: a thing.'], '1.4.2', '1.4.3'],
    [['Fixed: a thing.', 'Mended: a thing.'], '1.4.2', '1.4.3'],
    [['Mended: a thing.', 'New.'], '1.4.2', '1.5.0'],
    [['New.', 'Breaking: a name.'], '1.4.2', '2.0.0'],
    // below 1.0.0 npm's ^ takes the third figure alone
    [['New.'], '0.4.2', '0.4.3'],
    [['Breaking: a name.'], '0.4.2', '0.5.0'],
    // what was tried becomes itself
    [['Mended: a thing.'], '2.0.0-rc.1', '2.0.0'],
    [['Breaking: a name.'], '2.0.0-rc.1', '2.0.0'],
    [['Breaking: a name.'], '2.1.0-rc.1', '3.0.0'],
  ])
    expect(
      next(
        last,
        step(
          entries.map((one) => `- ${one}\n`),
          last,
        ),
      ),
      `${entries} after ${last}`,
    ).toBe(expected);
});

test('a version is given, or the first one is that of package.json; nothing to release is said', () => {
  expect(versionOf(changelog('New.'), '1.4.2')).toBe('1.5.0');
  expect(versionOf(changelog('New.'), '1.4.2', '1.9.0')).toBe('1.9.0');
  expect(versionOf('# Changelog\n\n## Unreleased\n\n- First.\n', '0.1.0')).toBe('0.1.0');
  expect(() => versionOf(changelog('New.'), '1.4.2', '1.4.2')).toThrow('1.4.2 does not come after 1.4.2');
  expect(() => versionOf(changelog('New.'), '1.4.2', 'v2')).toThrow('v2 is no version');
  expect(() => versionOf(changelog(), '1.4.2')).toThrow('nothing stands under Unreleased');
  expect(() => versionOf('# Changelog\n', '1.4.2')).toThrow('no "## Unreleased"');
});

test('versions are in the order of semver.org', () => {
  // the list of the document's rule 11
  const order =
    '1.0.0-alpha 1.0.0-alpha.1 1.0.0-alpha.beta 1.0.0-beta 1.0.0-beta.2 1.0.0-beta.11 1.0.0-rc.1 1.0.0 2.0.0 2.1.0 2.1.1'.split(
      ' ',
    );
  order.forEach((one, i) =>
    order.forEach((other, j) => expect(isAfter(one, other), `${one} ${other}`).toBe(i > j)),
  );
});

test('what was unreleased stands under the version, whatever it is made of; the rest stays', () => {
  const text = '- New: `$&` and $1.\n  More of it.\n\nNext: other things.\n- Third.';
  const before = `# Changelog\n\n## Unreleased\n\n${text}\n\n## 1.0.0 (2026-01-02)\n\n- Older.\n`;
  expect(unreleased(before)).toEqual({
    text,
    entries: ['- New: `$&` and $1.\n  More of it.\n\nNext: other things.\n', '- Third.'],
    last: '1.0.0',
  });
  const after = moved(before, '1.1.0', '2026-11-27');
  expect(after).toBe(
    `# Changelog\n\n## Unreleased\n\n## 1.1.0 (2026-11-27)\n\n${text}\n\n## 1.0.0 (2026-01-02)\n\n- Older.\n`,
  );
  expect(unreleased(after)).toEqual({ text: '', entries: [], last: '1.1.0' });
});

test('our changelog can be released', () => {
  const ours = readFileSync(at('CHANGELOG.md'), 'utf8');
  const { text, entries } = unreleased(ours);
  expect(unreleased(moved(ours, '77.0.0', '2026-11-27')).last).toBe('77.0.0');
  expect(moved(ours, '77.0.0', '2026-11-27')).toContain(`## 77.0.0 (2026-11-27)\n\n${text}`);
  expect(entries.every((one) => one.length > 4)).toBe(true);
});

const VERSIONED =
  'package.json package-lock.json Cargo.toml Cargo.lock engine/fuzz/Cargo.lock engine/bench/Cargo.lock docs/guide/quickstart.md'.split(
    ' ',
  );
const copied = (place, files) => {
  for (const file of files) cpSync(at(file), path.join(place, file), { recursive: true });
};

test('a version is written wherever ours stands, and nowhere else', () => {
  const place = folder();
  const files = VERSIONED;
  copied(place, files);
  expect(setVersion(place, '77.1.2-rc.1')).toEqual(files);
  const read = (file) => readFileSync(path.join(place, file), 'utf8');
  const lines = (file) =>
    read(file)
      .split('\n')
      .filter((line) => line.includes('77.1.2-rc.1')).length;
  expect(files.map(lines)).toEqual([1, 2, 1, 5, 2, 2, 1]);
  expect(JSON.parse(read('package.json')).version).toBe('77.1.2-rc.1');
  const lock = JSON.parse(read('package-lock.json'));
  expect([lock.version, lock.packages[''].version]).toEqual(['77.1.2-rc.1', '77.1.2-rc.1']);
  // and back: nothing else has changed
  setVersion(place, JSON.parse(readFileSync(at('package.json'), 'utf8')).version);
  for (const file of files) expect(read(file), file).toBe(readFileSync(at(file), 'utf8'));
});

test('what is built has the changelog of its release: nothing in the package says Unreleased of what it is', () => {
  const place = folder();
  copied(place, [...VERSIONED, 'CHANGELOG.md']);
  const before = readFileSync(at('CHANGELOG.md'), 'utf8');
  expect(setRelease(place, '77.1.2', '2026-11-27')).toEqual([...VERSIONED, 'CHANGELOG.md']);
  expect(readFileSync(path.join(place, 'CHANGELOG.md'), 'utf8')).toBe(moved(before, '77.1.2', '2026-11-27'));
  expect(JSON.parse(readFileSync(path.join(place, 'package.json'), 'utf8')).version).toBe('77.1.2');
});

test('a release refuses what is not committed, what is released already, and a wish that it does not know', () => {
  const place = folder();
  copied(place, ['scripts', 'package.json', 'CHANGELOG.md']);
  const git = (...words) =>
    execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@localhost', ...words], { cwd: place });
  git('init', '--quiet');
  const release = (...words) => {
    const { status, stderr } = spawnSync(
      process.execPath,
      [path.join(place, 'scripts/release.mjs'), ...words],
      { cwd: place, encoding: 'utf8' },
    );
    return `${status} ${stderr}`;
  };
  git('add', '.');
  git('commit', '--quiet', '--message', 'All');
  expect(release('--dry')).toMatch(/^1 .*--dry-run, --version/s);
  expect(release('--built')).toMatch(/^1 .*--built is for a --dry-run/s);
  writeFileSync(path.join(place, 'more'), '');
  expect(release()).toMatch(/^1 .*not committed:\n\?\? more/s);
  rmSync(path.join(place, 'more'));

  setRelease(place, JSON.parse(readFileSync(at('package.json'), 'utf8')).version, '2026-11-27');
  expect(release()).toMatch(/^1 .*not committed:\n ?M CHANGELOG.md/s);
  git('commit', '--quiet', '--all', '--message', 'Release');
  expect(release()).toMatch(/^1 .*nothing stands under Unreleased/s);
});

test('two builds differ by a byte, by a file more, by one less', () => {
  const [one, other] = [folder(), folder()];
  for (const place of [one, other]) {
    mkdirSync(path.join(place, 'deep'));
    for (const name of ['same', 'deep/changed']) writeFileSync(path.join(place, name), name);
  }
  expect(differences(one, other)).toEqual([]);
  writeFileSync(path.join(other, 'deep/changed'), 'Changed');
  writeFileSync(path.join(one, 'one'), '');
  writeFileSync(path.join(other, 'deep/other'), '');
  expect(differences(one, other)).toEqual(['deep/changed', 'deep/other', 'one']);
});

test('crates of a registry have a checksum in Cargo.lock, ours have none', () => {
  const crates = lockedCrates(readFileSync(at('Cargo.lock'), 'utf8'));
  expect([...crates.keys()].some((name) => /^serde \d/.test(name))).toBe(true);
  expect([...crates.keys()].some((name) => name.startsWith('wallet-engine'))).toBe(false);
  expect([...crates.values()].every((sum) => /^[\da-f]{64}$/.test(sum))).toBe(true);
});
