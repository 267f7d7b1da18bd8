// The worker of drawing.mjs: draws an SVG as PNG with the optional package @resvg/resvg-wasm, which reads no file and no address that the
// drawing names. Without the package, each drawing is an error that says how to install it.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { parentPort } from 'node:worker_threads';

/** The modal shows icons at 64 px at most; twice that for dense screens. */
const SIDE_PX = 128;

async function loaded() {
  try {
    const resvg = await import('@resvg/resvg-wasm');
    const { resolve } = createRequire(import.meta.url);
    await resvg.initWasm(readFileSync(resolve('@resvg/resvg-wasm/index_bg.wasm')));
    return resvg;
  } catch {
    return undefined;
  }
}

function drawn(resvg, svg) {
  if (!resvg) throw new Error('it is an SVG. Install @resvg/resvg-wasm to convert SVG icons to PNG');
  const fitTo = { mode: 'width', value: SIDE_PX };
  const drawing = new resvg.Resvg(new TextDecoder().decode(svg), { fitTo, font: { loadSystemFonts: false } });
  try {
    if (drawing.height > drawing.width * 4) throw new Error('it is too tall for an icon');
    return drawing.render().asPng();
  } finally {
    drawing.free();
  }
}

const resvg = await loaded();
parentPort.on('message', (svg) => {
  try {
    parentPort.postMessage({ png: drawn(resvg, svg) });
  } catch (error) {
    // After a trap its memory can't be trusted.
    const isBroken = error instanceof WebAssembly.RuntimeError;
    parentPort.postMessage({ wrong: `${error?.message ?? error}`, isBroken });
  }
});
parentPort.postMessage('ready');
