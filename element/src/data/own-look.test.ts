// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { lookOf } from './own-look';

test('a value of the host’s look cannot leave its declaration, and fetches nothing @10.30', () => {
  const given = { '--wm-accent': ' #7b3fe4 ', '--w3m-color-mix': 'red', '--wm-radius-scale': 0.5 };
  expect(lookOf(given)).toEqual({
    '--wm-accent': '#7b3fe4',
    '--wm-color-mix': 'red',
    '--wm-radius-scale': '0.5',
  });
  for (const bad of [
    'red;',
    'url(x)',
    'URL(x)',
    'image(x)',
    'a}b',
    '',
    '\\65',
    '/**/',
    '@x',
    '<b',
    'x'.repeat(201),
    null,
    {},
  ])
    expect(lookOf({ '--wm-accent': bad }), String(bad)).toEqual({});
  expect(lookOf({ color: 'red', '--other': 'red', '--wm-': 'red' })).toEqual({});
  for (const nothing of [null, undefined, 'red', 1]) expect(lookOf(nothing)).toEqual({});
});
