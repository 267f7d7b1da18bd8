// Makes each `import()` of our code pass its chunk's name to the page's checker of chunks first (`globalThis.wmChunk`, set by the classic script
// element/src/wallet-modal.global.js; an element of that name isn't an own property). Without a checker it is a plain `import()`, which an import
// map can check and a bundler understands.
//
// The imports of the chunk are requested at the same time. Otherwise, a browser finds them only after the chunk, one round trip later.

/** Runs in the page before any other import of ours (rollup.config.mjs). */
const FIRST = ['index', 'define', 'list', 'load', 'root'];

export function checkedImports() {
  return {
    name: 'checked-imports',
    renderDynamicImport({ targetChunk, getTargetChunkImports }) {
      if (!targetChunk) return null;
      const name = JSON.stringify(targetChunk.fileName);
      const beside = (getTargetChunkImports() ?? []).filter(
        ({ chunk }) => chunk && !FIRST.includes(chunk.name),
      );
      // If it fails, the chunk that needs it reports the error.
      const asked = beside.map(({ resolvedImportPath: at }) => `import(${at}).catch(()=>{}),`);
      return {
        left: `(async()=>(Object.hasOwn(globalThis,"wmChunk")&&await wmChunk(${name}),${asked.join('')}import(`,
        right: ')))()',
      };
    },
  };
}
