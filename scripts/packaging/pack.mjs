// The tarball of `npm pack`, and what is in it.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { at } from '../lib/project.mjs';

/** Packs this checkout into a folder. @returns {{file: string, files: string[]}} the tarball, and what it holds */
export function pack(folder) {
  mkdirSync(folder, { recursive: true });
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  const said = execFileSync(npm, ['pack', '--json', '--ignore-scripts', '--pack-destination', folder], {
    cwd: at(),
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [{ filename, files }] = JSON.parse(said);
  return { file: path.join(folder, filename), files: files.map((file) => file.path).sort() };
}

/** Packs, and lays out what is in it as an installation does. @returns {string[]} the files */
export function unpacked(folder) {
  const place = mkdtempSync(path.join(tmpdir(), 'wallet-modal-pack-'));
  try {
    const { file, files } = pack(place);
    mkdirSync(folder, { recursive: true });
    execFileSync('tar', ['-xzf', file, '--strip-components', '1', '-C', folder]);
    return files;
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}
