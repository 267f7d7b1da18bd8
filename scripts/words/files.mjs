// The files of a folder, without what is installed, built or generated.
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { at } from '../lib/project.mjs';

const SKIPPED = new Set(['node_modules', 'target', 'dist', 'pictures', 'vectors', 'corpus']);
const GENERATED = /\.gen\.|^element\/src\/contract\.ts$|\/command\/contract\.rs$|\/snapshot\/empty\.rs$/;

/** Paths from the project's root, sorted. @returns {string[]} */
export function filesUnder(folder, name, deep = true) {
  if (!existsSync(at(folder))) return [];
  return readdirSync(at(folder), { withFileTypes: true })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const file = path.posix.join(folder, entry.name);
      if (entry.isDirectory())
        return deep && !SKIPPED.has(entry.name) && !entry.name.startsWith('.') ? filesUnder(file, name) : [];
      return name.test(entry.name) && !GENERATED.test(file) ? [file] : [];
    });
}
