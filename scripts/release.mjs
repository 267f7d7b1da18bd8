// `npm run release [-- --dry-run] [--version x.y.z] [--twice] [--built]`: writes a release to release/<version>/: the tarball, its hashes, the
// SBOM, the hashes of every file that a page loads, and the notes. It doesn't publish or commit.
//
// changelog.d/ and the section Unreleased of CHANGELOG.md decide the version (scripts/release/changelog.mjs). The commit is built in a clone, and
// again in a second clone, which must give the same bytes.
//
// --dry-run: writes only that folder and prints the notes. It builds once; with --twice, it builds both clones.
// --built: uses the existing dist/, to work on these scripts. The result isn't a release.
import { createHash } from 'node:crypto';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { main, Problem } from './lib/fail.mjs';
import { at } from './lib/project.mjs';
import { output, say } from './lib/run.mjs';
import { pack } from './packaging/pack.mjs';
import { unreleased, versionOf } from './release/changelog.mjs';
import { builtIn, differences } from './release/place.mjs';
import { sbom } from './release/sbom.mjs';
import { changelogOf, setRelease } from './release/version.mjs';

await main('release', async () => {
  const { dry, given, twice, built } = words();
  const dirty = await output('git', ['status', '--porcelain']);
  if (dirty === null) throw new Problem('this is no git checkout: a release is built from a commit');
  if (dirty) throw new Problem(`commit or put aside what is not committed:\n${dirty}`);
  const commit = await output('git', ['rev-parse', 'HEAD']);
  const changelog = changelogOf(at());
  const version = versionOf(changelog, JSON.parse(readFileSync(at('package.json'), 'utf8')).version, given);
  const date = new Date().toISOString().slice(0, 10);
  const notes = unreleased(changelog).text;
  say(`release: ${version} of ${commit.slice(0, 10)}${dry ? ', to look at' : ''}`);
  if (dry) say(`release: CHANGELOG.md would have under ${version} (${date}):\n\n${notes}\n`);

  const out = at('release', version);
  rmSync(out, { recursive: true, force: true });
  mkdirSync(out, { recursive: true });
  const work = mkdtempSync(path.join(tmpdir(), 'wallet-modal-release-'));
  try {
    const first = built ? at() : path.join(work, 'one');
    if (!built) await builtIn(first, commit, { version, date });
    const { file } = pack(out, { checkout: first, version });
    if (twice) await again(first, file, path.join(work, 'a second place', 'two'), commit, { version, date });
    write(out, 'sbom.cdx.json', `${JSON.stringify(await sbom(first, version), null, 1)}\n`);
    copyFileSync(path.join(first, 'dist/integrity.json'), path.join(out, 'integrity.json'));
    write(out, 'notes.md', `# ${version} (${date})\n\n${notes}\n`);
    write(out, 'commit.txt', `${commit}\n`);
    hashFiles(out, [path.basename(file), 'sbom.cdx.json', 'integrity.json', 'notes.md', 'commit.txt']);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
  if (!dry) setRelease(at(), version, date);
  sayWhatNow(version, { dry, twice, built });
});

function words() {
  let values;
  try {
    ({ values } = parseArgs({
      options: {
        'dry-run': { type: 'boolean', default: false },
        version: { type: 'string' },
        twice: { type: 'boolean', default: false },
        built: { type: 'boolean', default: false },
      },
    }));
  } catch (error) {
    throw new Problem(`${error.message} (there are --dry-run, --version x.y.z, --twice, --built)`);
  }
  const dry = values['dry-run'];
  if (values.built && (!dry || values.twice))
    throw new Problem('--built is for a --dry-run, and builds nothing that could be compared');
  return { dry, given: values.version, twice: values.twice || !dry, built: values.built };
}

/** Builds once more where everything about the place is another, and compares. */
async function again(first, file, folder, commit, release) {
  await builtIn(folder, commit, release, true);
  const differ = differences(path.join(first, 'dist'), path.join(folder, 'dist'));
  if (differ.length > 0) throw new Problem(`two builds of one commit differ: ${differ.join(', ')}`);
  const second = pack(path.join(path.dirname(folder), 'packed'), {
    checkout: folder,
    version: release.version,
  });
  if (hash(second.file, 'sha256') !== hash(file, 'sha256'))
    throw new Problem(
      'the files are the same and the tarballs are not: package.json, README.md, docs/, bin/?',
    );
  say('release: two builds in two places gave the same bytes, file by file and as tarballs');
}

function write(folder, name, text) {
  writeFileSync(path.join(folder, name), text);
}

function hash(file, by) {
  return createHash(by).update(readFileSync(file)).digest('hex');
}

/** As `sha256sum --check` and `sha512sum --check` read them. */
function hashFiles(folder, names) {
  for (const by of ['sha256', 'sha512'])
    write(
      folder,
      `${by.toUpperCase()}SUMS`,
      names.map((name) => `${hash(path.join(folder, name), by)}  ${name}\n`).join(''),
    );
}

function sayWhatNow(version, { dry, twice, built }) {
  const folder = `release/${version}`;
  const tarball = `${folder}/wallet-modal-${version}.tgz`;
  const sum = hash(at(tarball), 'sha256');
  say(`
release: made in ${folder}, and published nowhere
  wallet-modal-${version}.tgz   the package; sha256 ${sum}
  sbom.cdx.json             what it is made of (CycloneDX 1.6)
  integrity.json            the hash of every file that a page loads
  notes.md, commit.txt      what is new; of which commit
  SHA256SUMS, SHA512SUMS    of all of them`);
  if (built) return say('\nThis is of dist/ as it lay here: to look at, and no release.');
  if (!twice) say('\nBuilt once. `npm run release -- --dry-run --twice` shows that it can be built again.');
  if (dry)
    return say('\nA dry run: this checkout is as it was. Without --dry-run the version is written into it.');
  say(`
What a person does now:
  1. read \`git diff\`: the version, and CHANGELOG.md
  2. npm test && npm run test:hosts
  3. git add -A && git commit -m "Release ${version}" && git tag -s v${version}
  4. npm publish ${tarball}   (the tarball, never the folder: its hash is the one above)
  5. push commit and tag; put the files of ${folder} beside the tag`);
}
