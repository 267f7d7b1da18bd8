// Runs layers in an order that honours what each needs, beside each other where they do not want the same thing. What a layer says is
// written in one piece when it is over; a layer that runs alone writes as it goes.
import { Problem } from './fail.mjs';
import { gathered } from './run.mjs';

/**
 * @typedef Layer
 * @property {string[]} [needs] names of layers that come first
 * @property {string} [lane] one layer of a lane at a time. Without a lane it runs alone
 * @property {() => Promise<void>} run
 */

/** `wanted`: names; what they need runs too. The first Problem ends all that runs, and is thrown with the layer's name. */
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
    // Of one that was ended because another failed nobody wants to read.
    end();
  }
}
