// Runs layers in the order of their needs, at the same time if they use different lanes. A layer's output appears in one piece when it ends; a layer
// that runs on its own prints immediately.
import { Problem } from './fail.mjs';
import { gathered } from './run.mjs';

/**
 * @typedef Layer
 * @property {string[]} [needs] names of layers that run first
 * @property {string} [lane] layers of one lane run one at a time. Without a lane, nothing else runs at the same time
 * @property {() => Promise<void>} run
 */

/** `wanted`: names. Their needs run, too. The first Problem stops all layers and is thrown with its layer's name. */
export async function inOrder(layers, wanted) {
  const waiting = new Set();
  const want = (name) => {
    if (!layers[name]) throw new Error(`there is no layer "${name}"`);
    if (waiting.has(name)) return;
    layers[name].needs?.forEach(want);
    waiting.add(name);
  };
  wanted.forEach(want);

  const running = new Map();
  const stop = new AbortController();
  const isReady = (name) => !layers[name].needs?.some((other) => waiting.has(other) || running.has(other));
  const isFree = (name) => {
    const { lane } = layers[name];
    if (!isReady(name)) return false;
    if (lane) return [...running.keys()].every((other) => layers[other].lane && layers[other].lane !== lane);
    return running.size === 0 && ![...waiting].some((other) => layers[other].lane && isReady(other));
  };
  while (waiting.size + running.size > 0) {
    for (const name of [...waiting]) {
      if (!isFree(name)) continue;
      waiting.delete(name);
      running.set(
        name,
        one(name, layers[name], stop.signal).then(
          () => null,
          (error) => error,
        ),
      );
    }
    const [name, error] = await Promise.race([...running].map(async ([one, end]) => [one, await end]));
    running.delete(name);
    if (!error) continue;
    stop.abort();
    await Promise.all(running.values());
    throw error instanceof Problem ? new Problem(`the layer "${name}" failed: ${error.message}`) : error;
  }
}

async function one(name, { lane, run }, signal) {
  const began = Date.now();
  const pieces = [];
  const end = () => {
    if (signal.aborted && lane) return;
    if (lane) process.stdout.write(`\n=== ${name}\n${Buffer.concat(pieces)}`);
    console.log(`=== ${name}: ${((Date.now() - began) / 1000).toFixed(0)} s`);
  };
  console.log(`${lane ? '... ' : '\n=== '}${name}`);
  try {
    await (lane ? gathered(pieces, signal, run) : run());
  } finally {
    // The output of a layer that stopped because another one failed isn't interesting.
    end();
  }
}
