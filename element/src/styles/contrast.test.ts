// @vitest-environment node
// Every pair of colours that carries words or a meaning, computed from the tokens themselves (WCAG 2.2, docs/spec/views.md section 2).
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

const read = (name: string) => readFileSync(new URL(name, import.meta.url), 'utf8');
const css = read('tokens.css') + read('more-tokens.css').split('@media')[0];

/** The two values of a token: light, dark. */
function both(token: string): [string, string] {
  const [, light, dark] = new RegExp(`--wm-${token}:.*?light-dark\\((#\\w+), (#\\w+)\\)`).exec(css)!;
  return [light!, dark!];
}

function parts(colour: string): number[] {
  const hex = colour.length == 4 ? colour.replace(/\w/g, '$&$&') : colour;
  return [1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16) / 255);
}

function luminance(of: number[]): number {
  const [red, green, blue] = of.map((part) =>
    part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4,
  );
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!;
}

function ratio(one: number[], other: number[]): number {
  const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (light! + 0.05) / (dark! + 0.05);
}

const surfaces = ['surface', 'surface-2', 'surface-3'];
/** text colors and their backgrounds; success, error and warning never appear on surface-3 */
const words: [string, string[]][] = [
  ['text', surfaces],
  ['text-2', surfaces],
  ['text-3', surfaces],
  ['link', surfaces],
  ...['success', 'error', 'warning'].map((name): [string, string[]] => [
    name,
    ['surface', 'surface-2', `${name}-bg`],
  ]),
];
/** borders and icons */
const signs: [string, string[]][] = [
  ['control', ['surface', 'surface-2']],
  ['primary', ['surface', 'surface-2']],
];

describe.each([
  ['light', 0],
  ['dark', 1],
] as const)('%s', (_, theme) => {
  const of = (token: string) => parts(both(token)[theme]);
  const pairs = (list: [string, string[]][]) => list.flatMap(([on, under]) => under.map((one) => [on, one]));

  test.each(pairs(words))('@10.8 %s on %s is readable', (on, under) => {
    expect(ratio(of(on!), of(under!))).toBeGreaterThanOrEqual(4.5);
  });

  test.each(pairs(signs))('@10.8 %s on %s is visible', (on, under) => {
    expect(ratio(of(on!), of(under!))).toBeGreaterThanOrEqual(3);
  });

  test('@10.8 white on the primary button is readable, also on hover', () => {
    const white = [1, 1, 1];
    expect(css).toContain('color: var(--wm-on-accent, #fff)');
    expect(ratio(white, of('primary'))).toBeGreaterThanOrEqual(4.5);
    const [, kept] =
      /\.primary:hover \{\s*background: color-mix\(in srgb, var\(--wm-primary\) (\d+)%, #000\)/.exec(
        read('card.css'),
      )!;
    const hover = of('primary').map((part) => (part * Number(kept)) / 100);
    expect(ratio(white, hover)).toBeGreaterThanOrEqual(4.5);
  });

  test('the error icon is visible on its badge', () => {
    expect(ratio(of('surface'), of('error'))).toBeGreaterThanOrEqual(4.5);
    expect(ratio(of('surface'), of('success'))).toBeGreaterThanOrEqual(4.5);
    expect(ratio(of('surface'), of('warning'))).toBeGreaterThanOrEqual(4.5);
  });
});

test('the dark primary is #4468F2, and dark links are #8FA8FF', () => {
  expect([both('primary')[1], both('link')[1]]).toEqual(['#4468f2', '#8fa8ff']);
});

test("a host's accent changes only the primary and link tokens", () => {
  for (const token of ['primary', 'link'])
    expect(css).toContain(`--wm-${token}: var(--wm-accent, light-dark(`);
  const root = new URL('../', import.meta.url);
  const sheets = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.css'),
  );
  expect(sheets.length).toBeGreaterThan(20);
  const users = sheets.filter((file) =>
    readFileSync(new URL(file, root), 'utf8').includes('var(--wm-accent)'),
  );
  expect(users).toEqual([]);
});
