// Each `import()` of ours first hands the name of its chunk to whoever checks chunks in this page (`globalThis.wmChunk`: the
// classic script, element/src/wallet-modal.global.js). Without one it is the plain `import()`, which an import map may check, and a host's
// bundler sees it as it was written.
export function checkedImports() {
  return {
    name: 'checked-imports',
    renderDynamicImport({ targetChunk }) {
      if (!targetChunk) return null;
      const name = JSON.stringify(targetChunk.fileName);
      return { left: `(async()=>(await globalThis.wmChunk?.(${name}),import(`, right: ')))()' };
    },
  };
}
