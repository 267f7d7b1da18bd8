// SVG icons become PNG files before they are written to a host's public folder: a drawing may carry scripts, pixels can't.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

/** The modal shows icons at 64 px at most; twice that for dense screens. */
const SIDE_PX = 128;

/**
 * Draws an SVG as PNG with the optional package @resvg/resvg-wasm, which reads no file and no address that the drawing names.
 * Without the package, each drawing is an error that says how to install it.
 * @returns {Promise<(svg: Uint8Array) => Uint8Array>}
 */
export async function rasterizer() {
  let resvg;
  try {
    resvg = await import('@resvg/resvg-wasm');
    const { resolve } = createRequire(import.meta.url);
    await resvg.initWasm(readFileSync(resolve('@resvg/resvg-wasm/index_bg.wasm')));
  } catch (error) {
    // A second call in one process finds it running.
    if (!/already/i.test(error.message)) resvg = undefined;
  }
  if (!resvg)
    return () => {
      throw new Error('it is an SVG. Install @resvg/resvg-wasm to convert SVG icons to PNG');
    };
  return (svg) => {
    const fitTo = { mode: 'width', value: SIDE_PX };
    const drawing = new resvg.Resvg(new TextDecoder().decode(svg), {
      fitTo,
      font: { loadSystemFonts: false },
    });
    try {
      if (drawing.height > drawing.width * 4) throw new Error('it is too tall for an icon');
      return drawing.render().asPng();
    } finally {
      drawing.free();
    }
  };
}
