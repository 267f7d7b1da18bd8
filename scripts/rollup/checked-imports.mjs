// Each `import()` of ours first hands the name of its chunk to whoever checks chunks in this page (`globalThis.wmChunk`: the
// classic script, element/src/wallet-modal.global.js; an element of that name is no own property). Without one it is the plain `import()`, which an import map may check, and a host's
// bundler sees it as it was written.
//
// What the chunk imports itself is asked for beside it: a browser learns of that only once the chunk has come, a round trip late.

/** In the page before anything else of ours is imported (rollup.config.mjs). */
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
      // One that does not come is told by the chunk that needs it.
      const asked = beside.map(({ resolvedImportPath: at }) => `import(${at}).catch(()=>{}),`);
      return {
        left: `(async()=>(Object.hasOwn(globalThis,"wmChunk")&&await wmChunk(${name}),${asked.join('')}import(`,
        right: ')))()',
      };
    },
  };
}
