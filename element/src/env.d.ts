// What the build gives to source files: style sheets as minified text, and the engine's glue with the hash of its bytes
// (design.md section 5, rollup.config.mjs).

declare module '*.css' {
  const text: string;
  export default text;
}

declare module 'virtual:engine' {
  import type { EngineGlue } from './engine/border';
  /** imports the glue chunk; the WebAssembly itself is fetched by the page (page.ts) so that both travel at once */
  export function loadGlue(): Promise<EngineGlue>;
  export const wasmUrl: string;
  export const wasmIntegrity: string;
}
