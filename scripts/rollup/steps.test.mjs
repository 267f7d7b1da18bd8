// @vitest-environment node
import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { STEPS } from './steps.mjs';

test('names only modules that exist, because a renamed one would get a file of its own', () => {
  const exists = (name) => ['', '.ts', '.tsx', '.css'].some((end) => existsSync(`element/src/${name}${end}`));
  expect(
    Object.values(STEPS)
      .flat()
      .filter((name) => !exists(name)),
  ).toEqual([]);
});
