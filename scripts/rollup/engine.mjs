// The modules `virtual:engine`, where the first part of the engine lies and the hash its bytes must have, and
// `virtual:engine-glue`, which lies in the lazy chunk that starts the engine. Address and hash are compiled into the entry,
// so that the .wasm is fetched without waiting for the glue (docs/spec/performance.md: otherwise glue -> wasm is one more round trip)
// and cannot be exchanged (docs/spec/security.md S9).
import { readFileSync } from 'node:fs';
import path from 'node:path';

const ENGINE = 'virtual:engine';
const GLUE = 'virtual:engine-glue';

/** `folder` is what `cargo run -p xtask -- wasm` wrote; `emits`: its files are laid beside the scripts. */
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
      // Beside the chunks: glue and parts are looked for relative to the script that asks.
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
