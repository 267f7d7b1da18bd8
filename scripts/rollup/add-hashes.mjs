// Adds the hashes of the bindings to those of the product: integrity.json and importmap.json have every file that a page can load.
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const sha384 = (text) => `sha384-${createHash('sha384').update(text).digest('base64')}`;

/** `dist`: where both files are; `folder`: in it, where this bundle goes. */
export function addHashes(dist, folder) {
  return {
    name: 'add-hashes',
    writeBundle(_options, bundle) {
      const made = Object.values(bundle)
        .map((file) => [`${folder}/${file.fileName}`, sha384(file.code ?? file.source)])
        .sort();
      change(path.join(dist, 'integrity.json'), (hashes) => merged(hashes, folder, made));
      const modules = made
        .filter(([name]) => name.endsWith('.js'))
        .map(([name, hash]) => [`./${name}`, hash]);
      change(path.join(dist, 'importmap.json'), ({ integrity }) => ({
        integrity: merged(integrity, `./${folder}`, modules),
      }));
    },
  };
}

/** Without those of an earlier build. */
const merged = (hashes, folder, made) => ({
  ...Object.fromEntries(Object.entries(hashes).filter(([name]) => !name.startsWith(`${folder}/`))),
  ...Object.fromEntries(made),
});

function change(file, by) {
  writeFileSync(file, `${JSON.stringify(by(JSON.parse(readFileSync(file, 'utf8'))), null, 1)}\n`);
}
