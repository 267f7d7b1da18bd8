// What the build gives to source files: style sheets as minified text, and the engine's glue with the hash of its bytes
// (rollup.config.mjs).

declare module '*.css' {
  const text: string;
  export default text;
}

declare module 'virtual:engine' {
  export const wasmUrl: URL;
  export const wasmIntegrity: string;
}

/** Lies in the chunk of engine/load.ts; the WebAssembly itself is fetched by the page (page.ts) so that both travel at once. */
declare module 'virtual:engine-glue' {
  type Glue = import('./engine/border').EngineGlue;
  const init: Glue['default'];
  export default init;
  export const Engine: Glue['Engine'];
  export const __wbg_reset_state: Glue['__wbg_reset_state'];
  export const locate: Glue['locate'];
  export const whenDead: Glue['whenDead'];
}
