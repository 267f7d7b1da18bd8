// Makes the tarball that users install. It contains the files that package.json names, documents whose links work outside the repository
// (links.mjs), and a manifest without the fields that only a checkout needs.
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { at } from '../lib/project.mjs';
import { forPackage } from './links.mjs';

const npm = (folder, ...words) =>
  JSON.parse(
    execFileSync(
      process.platform === 'win32' ? 'npm.cmd' : 'npm',
      ['pack', '--json', '--ignore-scripts', ...words],
      {
        cwd: folder,
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'inherit'],
      },
    ),
  )[0];
const pathsOf = ({ files }) => files.map((file) => file.path).sort();

/** Fields of the manifest that only building and testing need. */
const OF_CHECKOUT = ['scripts', 'workspaces', 'devDependencies'];

/** Lays out what is packed of a checkout. @returns {string[]} the files */
function layOut(checkout, folder, version) {
  const files = pathsOf(npm(checkout, '--dry-run'));
  const manifest = JSON.parse(readFileSync(path.join(checkout, 'package.json'), 'utf8'));
  // `https://host/owner/name`, if the repository has an address: links lead to the release's tag
  const address = /^(?:git\+)?(https:\/\/.*?)(?:\.git)?$/.exec(manifest.repository?.url ?? '')?.[1];
  const repository = address && `${address}/blob/v${version ?? manifest.version}`;
  for (const file of files) {
    const to = path.join(folder, file);
    mkdirSync(path.dirname(to), { recursive: true });
    if (!file.endsWith('.md')) cpSync(path.join(checkout, file), to);
    else
      writeFileSync(to, forPackage(file, readFileSync(path.join(checkout, file), 'utf8'), files, repository));
  }
  for (const name of OF_CHECKOUT) delete manifest[name];
  if (version) manifest.version = version;
  writeFileSync(path.join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  return files;
}

/**
 * Packs a checkout into a folder.
 * @param {{checkout?: string, version?: string}} [of] another checkout, another version
 * @returns {{file: string, files: string[]}} the tarball, and its contents
 */
export function pack(folder, { checkout = at(), version } = {}) {
  mkdirSync(folder, { recursive: true });
  const place = mkdtempSync(path.join(tmpdir(), 'wallet-modal-pack-'));
  try {
    const named = layOut(checkout, place, version);
    const packed = npm(place, '--pack-destination', path.resolve(folder));
    const files = pathsOf(packed);
    if (named.join() !== files.join()) throw new Error('npm packs something else than it said');
    return { file: path.join(folder, packed.filename), files };
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}

/** Packs, and lays out what is in it as an installation does. @returns {string[]} the files */
export function unpacked(folder) {
  const place = mkdtempSync(path.join(tmpdir(), 'wallet-modal-packed-'));
  try {
    const { file, files } = pack(place);
    mkdirSync(folder, { recursive: true });
    execFileSync('tar', ['-xzf', file, '--strip-components', '1', '-C', folder]);
    return files;
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}
