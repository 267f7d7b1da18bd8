// Modules that the build provides: style sheets as minified strings, and the engine's glue with the hash of the binary
// (rollup.config.mjs).

declare module '*.css' {
  const text: string;
  export default text;
}

declare module 'virtual:engine' {
  export const wasmUrl: URL;
  export const wasmIntegrity: string;
}

/** In the chunk of engine/load.ts. page.ts fetches the WebAssembly, so that both load in parallel. */
declare module 'virtual:engine-glue' {
  type Glue = import('./engine/border').EngineGlue;
  const init: Glue['default'];
  export default init;
  export const Engine: Glue['Engine'];
  export const __wbg_reset_state: Glue['__wbg_reset_state'];
  export const locate: Glue['locate'];
  export const whenDead: Glue['whenDead'];
}
