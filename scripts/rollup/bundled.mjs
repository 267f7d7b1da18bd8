// Which packages have lines in a bundle: their licences go into dist/ (dist-files.mjs), and dist/packages.json, which is not published, has
// them for the list of what a release is made of (scripts/release/sbom.mjs).
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const INSIDE = /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//;

/** @returns {{place: string, name: string, version: string, license: string, files: string[]}[]} sorted by their path in the project */
export function bundledPackages(root, bundle) {
  const found = new Map();
  for (const file of Object.values(bundle)) {
    for (const [id, { renderedLength }] of Object.entries(file.modules ?? {})) {
      // a package inside another one has its own version
      const folder = INSIDE.exec(id.replace(/^\0/, '').split(path.sep).join('/'))?.[1];
      if (!folder || renderedLength === 0) continue;
      const place = path.relative(root, folder).split(path.sep).join('/');
      found.set(place, (found.get(place) ?? new Set()).add(file.fileName));
    }
  }
  return [...found].sort().map(([place, files]) => {
    const { name, version, license } = JSON.parse(
      readFileSync(path.join(root, place, 'package.json'), 'utf8'),
    );
    return { place, name, version, license, files: [...files].sort() };
  });
}

/** Adds those of a bundle to dist/packages.json; `folder`: where in dist/ its files are. The product's bundle is the first. */
export function listPackages(root, folder = '') {
  const list = path.join(root, 'dist/packages.json');
  return {
    name: 'list-packages',
    writeBundle(_options, bundle) {
      const there = folder && existsSync(list) ? JSON.parse(readFileSync(list, 'utf8')) : [];
      const byPlace = new Map(there.map((one) => [one.place, one]));
      for (const one of bundledPackages(root, bundle)) {
        const files = one.files.map((file) => path.posix.join(folder, file));
        const others = (byPlace.get(one.place)?.files ?? []).filter(
          (file) => !folder || path.posix.dirname(file) !== folder,
        );
        byPlace.set(one.place, { ...one, files: [...others, ...files].sort() });
      }
      const all = [...byPlace.values()].sort((a, b) => (a.place < b.place ? -1 : 1));
      writeFileSync(list, `${JSON.stringify(all, null, 1)}\n`);
    },
  };
}
