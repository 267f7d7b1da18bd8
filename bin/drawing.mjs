// SVG icons become PNG files before they are written to a host's public folder: a drawing may carry scripts, pixels can't. A worker draws
// them, because a drawing may also be made to take for ever: then the worker is ended.
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

/** An icon takes a few milliseconds. */
const DRAW_MS = 2_000;

/**
 * Draws SVG as PNG, one drawing at a time (draw-worker.mjs). Call `end` after the last one.
 * @returns {{toPng: (svg: Uint8Array) => Promise<Uint8Array>, end: () => Promise<void>}}
 */
export function rasterizer(draw_ms = DRAW_MS) {
  let starting;
  let last = Promise.resolve();
  const end = async () => {
    const worker = await starting?.catch(() => {});
    starting = undefined;
    await worker?.terminate();
  };
  const draw = async (svg) => {
    const worker = await (starting ??= started());
    const late = AbortSignal.timeout(draw_ms);
    worker.postMessage(svg);
    const [{ png, wrong, isBroken }] = await once(worker, 'message', { signal: late }).catch(
      async (error) => {
        // It was too slow, or the worker broke down: the next drawing gets another one.
        await end();
        throw late.aborted ? new Error(`it is not drawn within ${draw_ms} ms`) : error;
      },
    );
    if (isBroken) await end();
    if (png) return png;
    throw new Error(wrong);
  };
  const toPng = (svg) => {
    const drawn = last.then(() => draw(svg));
    last = drawn.catch(() => {});
    return drawn;
  };
  return { toPng, end };
}

/** A worker with its WebAssembly loaded, which does not count as drawing. */
async function started() {
  const worker = new Worker(new URL('draw-worker.mjs', import.meta.url));
  await once(worker, 'message');
  return worker;
}
