// @vitest-environment node
import { expect, test } from 'vitest';
import { bundle } from './gallery.mjs';

test('bundles the gallery with its own engine', async () => {
  const scripts = await bundle();
  const names = [...scripts.keys()];
  expect(names).toEqual(expect.arrayContaining(['frame.js', 'index.js']));
  const text = names.map((name) => Buffer.from(scripts.get(name)).toString()).join('');
  expect(text.includes('first card')).toBe(true);
  expect(text.includes('__wbindgen')).toBe(false);
});
