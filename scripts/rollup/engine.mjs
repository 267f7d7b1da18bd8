// Provides `virtual:engine`, with the address of the engine's first part and the hash of its bytes, and `virtual:engine-glue`, in the lazy chunk that starts the
// engine. The entry contains address and hash, so the .wasm loads without waiting for the glue (one round trip less, docs/spec/performance.md)
// and can't be exchanged (docs/spec/security.md S9).
import { readFileSync } from 'node:fs';
import path from 'node:path';

const ENGINE = 'virtual:engine';
const GLUE = 'virtual:engine-glue';

/** `folder` is the output of `cargo run -p xtask -- wasm`. `emits`: copies its files next to the scripts. */
export function engine(folder, emits = true) {
  const manifest = read(folder);
  return {
    name: 'engine',
    resolveId: (id) => ([ENGINE, GLUE].includes(id) ? `\0${id}` : null),
    load(id) {
      if (id === `\0${GLUE}`) {
        const from = (file) => JSON.stringify(path.join(folder, file));
        return `export * from ${from('glue.js')}; export { default } from ${from('glue.js')}; export { locate } from ${from('parts.js')};`;
      }
      if (id !== `\0${ENGINE}`) return null;
      const { main, files } = manifest;
      return `
        export const wasmUrl = ${emits ? `new URL(${JSON.stringify(main)}, import.meta.url)` : 'undefined'};
        export const wasmIntegrity = ${JSON.stringify(files[main].integrity)};`;
    },
    generateBundle() {
      if (!emits) return;
      // Next to the chunks, because glue and parts load relative to the script that requests them.
      for (const fileName of Object.keys(manifest.files)) {
        this.emitFile({ type: 'asset', fileName, source: readFileSync(path.join(folder, fileName)) });
      }
    },
  };
}

function read(folder) {
  try {
    return JSON.parse(readFileSync(path.join(folder, 'manifest.json'), 'utf8'));
  } catch {
    throw new Error('the engine is not built: run `npm run build`, which does both steps');
  }
}
