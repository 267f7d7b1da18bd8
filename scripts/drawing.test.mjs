// The workers that draw icons. directory.test.mjs checks the drawings.
// @vitest-environment node
import { EventEmitter } from 'node:events';
import { expect, test, vi } from 'vitest';
import { rasterizer } from '../bin/drawing.mjs';

vi.mock('node:worker_threads', () => ({
  /** Breaks down with the drawing "bad", and responds no more. */
  Worker: class extends EventEmitter {
    #isDead = false;
    constructor() {
      super();
      setTimeout(() => this.emit('message', 'ready'));
    }
    postMessage(svg) {
      if (this.#isDead) return;
      this.#isDead = svg == 'bad';
      setTimeout(() =>
        this.#isDead ? this.emit('error', new Error('broken')) : this.emit('message', { png: svg }),
      );
    }
    async terminate() {
      this.#isDead = true;
    }
  },
}));

test('loses only the icon that breaks its worker @10.43', async () => {
  const { toPng, end } = rasterizer(200);
  const drawn = await Promise.allSettled(['one', 'bad', 'two'].map(toPng));
  expect(drawn.map(({ value, reason }) => value ?? reason.message)).toEqual(['one', 'broken', 'two']);
  await end();
});
