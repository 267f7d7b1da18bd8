// @vitest-environment node
// The parts of a release that don't need a build: its version, the changelog, the files with the version, and the comparison of two builds.
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { at } from '../lib/project.mjs';
import { isAfter, moved, next, step, unreleased, versionOf } from './changelog.mjs';
import { fragments } from './fragments.mjs';
import { differences } from './place.mjs';
import { lockedCrates } from './sbom.mjs';
import { changelogOf, setRelease, setVersion } from './version.mjs';

const folders = [];
const folder = () => {
  folders.push(mkdtempSync(path.join(tmpdir(), 'wallet-modal-release-test-')));
  return folders.at(-1);
};
afterEach(() => folders.splice(0).forEach((one) => rmSync(one, { recursive: true, force: true })));

const changelog = (...entries) =>
  `# Changelog\n\n## Unreleased\n\n${entries.map((one) => `- ${one}\n`).join('')}\n## 1.4.2 (2026-01-02)\n\n- Older.\n`;

test('derives the version from the Unreleased section', () => {
  for (const [entries, last, expected] of [
    [['New.'], '1.4.2', '1.5.0'],
    [['Added: a thing.'], '1.4.2', '1.5.0'],
    [['Fixed: a thing.'], '1.4.2', '1.4.3'],
    [['Fixed: a thing.', 'Security: a thing.'], '1.4.2', '1.4.3'],
    [['Fixed: a thing.', 'New.'], '1.4.2', '1.5.0'],
    [['New.', 'Breaking: a name.'], '1.4.2', '2.0.0'],
    // below 1.0.0, npm's ^ accepts only another third figure
    [['New.'], '0.4.2', '0.4.3'],
    [['Breaking: a name.'], '0.4.2', '0.5.0'],
    // a pre-release becomes its version
    [['Fixed: a thing.'], '2.0.0-rc.1', '2.0.0'],
    [['Breaking: a name.'], '2.0.0-rc.1', '2.0.0'],
    [['Breaking: a name.'], '2.1.0-rc.1', '3.0.0'],
  ])
    expect(
      next(last, step(unreleased(changelog(...entries)).entries, last)),
      `${entries} after ${last}`,
    ).toBe(expected);
});

test('uses the given version or the one of package.json, and reports an empty changelog', () => {
  expect(versionOf(changelog('New.'), '1.4.2')).toBe('1.5.0');
  expect(versionOf(changelog('New.'), '1.4.2', '1.9.0')).toBe('1.9.0');
  expect(versionOf('# Changelog\n\n## Unreleased\n\n- First.\n', '0.1.0')).toBe('0.1.0');
  expect(() => versionOf(changelog('New.'), '1.4.2', '1.4.2')).toThrow('1.4.2 does not come after 1.4.2');
  expect(() => versionOf(changelog('New.'), '1.4.2', 'v2')).toThrow("v2 isn't a version");
  expect(() => versionOf(changelog(), '1.4.2')).toThrow('Unreleased of CHANGELOG.md are empty');
  expect(() => versionOf('# Changelog\n', '1.4.2')).toThrow('no "## Unreleased"');
});

test('orders versions as semver.org does', () => {
  // the list of the document's rule 11
  const order =
    '1.0.0-alpha 1.0.0-alpha.1 1.0.0-alpha.beta 1.0.0-beta 1.0.0-beta.2 1.0.0-beta.11 1.0.0-rc.1 1.0.0 2.0.0 2.1.0 2.1.1'.split(
      ' ',
    );
  order.forEach((one, i) =>
    order.forEach((other, j) => expect(isAfter(one, other), `${one} ${other}`).toBe(i > j)),
  );
});

test('moves the section Unreleased below the version and keeps the rest', () => {
  const text = '### Added\n\n- `$&` and $1.\n  More of it.\n\n### Fixed\n\n- Third.';
  const before = `# Changelog\n\n## Unreleased\n\n${text}\n\n## 1.0.0 (2026-01-02)\n\n- Older.\n`;
  expect(unreleased(before)).toEqual({
    text,
    entries: [
      { kind: 'Added', text: '`$&` and $1.\n  More of it.' },
      { kind: 'Fixed', text: 'Third.' },
    ],
    last: '1.0.0',
  });
  const after = moved(before, '1.1.0', '2026-11-27');
  expect(after).toBe(
    `# Changelog\n\n## Unreleased\n\n## 1.1.0 (2026-11-27)\n\n${text}\n\n## 1.0.0 (2026-01-02)\n\n- Older.\n`,
  );
  expect(unreleased(after)).toEqual({ text: '', entries: [], last: '1.1.0' });
});

test('reads the kind from the section or from the first word, and refuses another section', () => {
  const kinds = (text) => unreleased(`## Unreleased\n\n${text}\n`).entries.map((one) => [one.kind, one.text]);
  expect(kinds('- Fixed: One.\n- Bitcoin: Two.\n\n### Added\n\n- Three.\n- Security: Four.')).toEqual([
    ['Fixed', 'One.'],
    ['Changed', 'Bitcoin: Two.'],
    ['Added', 'Three.'],
    ['Security', 'Four.'],
  ]);
  expect(() => kinds('### Mended\n\n- One.')).toThrow('"Mended" isn\'t a section');
});

const fragment = (place, name, text) => {
  mkdirSync(path.join(place, 'changelog.d'), { recursive: true });
  writeFileSync(path.join(place, 'changelog.d', name), text);
};

test('joins changelog.d into the sections, newest first, and deletes its files', () => {
  const place = folder();
  copied(place, VERSIONED);
  const write = (text) => writeFileSync(path.join(place, 'CHANGELOG.md'), text);
  write(changelog('Fixed: An old one.', 'Added: `$&`.'));
  fragment(place, 'README.md', 'How to write one.');
  fragment(place, 'swap-slippage.fixed.md', '- Slippage.\nA second line.\n');
  fragment(place, 'api.breaking.md', '`open` is gone. Use `show`.\n');
  const text =
    '### Breaking\n\n- `open` is gone. Use `show`.\n\n### Added\n\n- `$&`.\n\n### Fixed\n\n- Slippage.\n- A second line.\n- An old one.';
  expect(unreleased(changelogOf(place)).text).toBe(text);
  expect(versionOf(changelogOf(place), '1.4.2')).toBe('2.0.0');
  expect(setRelease(place, '2.0.0', '2026-11-27').slice(-3)).toEqual([
    'CHANGELOG.md',
    'changelog.d/api.breaking.md',
    'changelog.d/swap-slippage.fixed.md',
  ]);
  expect(readFileSync(path.join(place, 'CHANGELOG.md'), 'utf8')).toBe(
    `# Changelog\n\n## Unreleased\n\n## 2.0.0 (2026-11-27)\n\n${text}\n\n## 1.4.2 (2026-01-02)\n\n- Older.\n`,
  );
  expect(readdirSync(path.join(place, 'changelog.d'))).toEqual(['README.md']);
  // with an empty section, and without a file
  fragment(place, 'one.added.md', 'One.');
  expect(unreleased(changelogOf(place)).text).toBe('### Added\n\n- One.');
  expect(fragments(folder())).toEqual([]);
});

test("refuses a file of changelog.d with a wrong name, and a line that isn't a sentence", () => {
  for (const [name, text, problem] of [
    ['swap.mended.md', 'One.', 'swap.mended.md: the name must be <subject>.<kind>.md'],
    ['Swap.fixed.md', 'One.', 'Swap.fixed.md: the name must be'],
    ['swap.fixed.md', 'Fixed: One.', 'a sentence without its kind: Fixed: One.'],
    ['swap.fixed.md', 'One.\nand two', 'a sentence without its kind: and two'],
  ]) {
    const place = folder();
    fragment(place, name, text);
    expect(() => fragments(place), `${name} ${text}`).toThrow(problem);
  }
});

test('can release the current changelog', () => {
  const ours = changelogOf(at());
  const { text, entries } = unreleased(ours);
  expect(unreleased(moved(ours, '77.0.0', '2026-11-27')).last).toBe('77.0.0');
  expect(moved(ours, '77.0.0', '2026-11-27')).toContain(`## 77.0.0 (2026-11-27)\n\n${text}`);
  expect(entries.every((one) => one.text.length > 4)).toBe(true);
});

const VERSIONED =
  'package.json package-lock.json Cargo.toml Cargo.lock engine/fuzz/Cargo.lock engine/bench/Cargo.lock docs/guide/quickstart.md'.split(
    ' ',
  );
const copied = (place, files) => {
  for (const file of files) cpSync(at(file), path.join(place, file), { recursive: true });
};

test('writes the version everywhere it stands, and nowhere else', () => {
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

test('builds with the release’s changelog, without Unreleased', () => {
  const place = folder();
  copied(place, [...VERSIONED, 'CHANGELOG.md', 'changelog.d']);
  const before = changelogOf(at());
  const changed = setRelease(place, '77.1.2', '2026-11-27');
  expect(changed.filter((one) => !one.startsWith('changelog.d/'))).toEqual([...VERSIONED, 'CHANGELOG.md']);
  expect(readFileSync(path.join(place, 'CHANGELOG.md'), 'utf8')).toBe(moved(before, '77.1.2', '2026-11-27'));
  expect(JSON.parse(readFileSync(path.join(place, 'package.json'), 'utf8')).version).toBe('77.1.2');
});

test('refuses uncommitted changes, a released version and an unknown option', () => {
  const place = folder();
  copied(place, ['scripts', 'package.json', 'CHANGELOG.md', 'changelog.d']);
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
  git('add', '--all');
  git('commit', '--quiet', '--message', 'Release');
  expect(release()).toMatch(/^1 .*Unreleased of CHANGELOG.md are empty/s);
});

test('finds a changed byte, an added file and a missing file between two builds', () => {
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

test('knows checksums for registry crates only', () => {
  const crates = lockedCrates(readFileSync(at('Cargo.lock'), 'utf8'));
  expect([...crates.keys()].some((name) => /^serde \d/.test(name))).toBe(true);
  expect([...crates.keys()].some((name) => name.startsWith('wallet-engine'))).toBe(false);
  expect([...crates.values()].every((sum) => /^[\da-f]{64}$/.test(sum))).toBe(true);
});
