// @vitest-environment node
import { expect, test } from 'vitest';
import { cssValue } from './css-value';

test.each([
  '#2a54d5',
  'rgb(0 0 0 / 40%)',
  '"SF Pro Rounded", system-ui, sans-serif',
  'color-mix(in srgb, red, #000)',
  'calc((1px + 2px) * var(--x, 3))',
  '"a (font)", \'It"s\', serif',
  1.5,
])('passes %s on', (value) => expect(cssValue(value)).toBe(String(value)));

test.each([
  'x;}</style><script>alert(1)</script>',
  'red;--wm-overlay:none',
  'a}b{',
  '</style>',
  'a>b',
  'url(https://evil.example)',
  'URL(x)',
  'image-set("a" 1x)',
  '@import "x"',
  '\\3c style',
  'red/* ',
  '"an open string',
  "an open 'string",
  // an even number of each quote, but the last string is open
  `'"'"`,
  'rgb(0 0 0',
  'rgb(0 0 0))',
  'a[',
  '(a[b)c]',
  'two\nlines',
  'x'.repeat(201),
  '',
  ' ',
  null,
  undefined,
  {},
  ['red'],
  NaN + 'px;',
])('drops %j', (value) => expect(cssValue(value)).toBeUndefined());
