// Style sheets in a browser without light-dark(): each has the colors of one theme.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

const folder = path.resolve(import.meta.dirname, '..');
const texts = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.css'))
  .map((file) => readFileSync(path.join(folder, file), 'utf8').replace(/\/\*[^]*?\*\//g, ''));

let system: { matches: boolean; onchange?: () => void };
let written: Map<object, string>;

async function load(knows: boolean) {
  vi.resetModules();
  vi.stubGlobal('CSS', { supports: () => knows });
  return import('./sheets');
}

beforeEach(() => {
  system = { matches: false };
  written = new Map();
  vi.stubGlobal('matchMedia', () => system);
  vi.stubGlobal(
    'CSSStyleSheet',
    class {
      replaceSync(text: string) {
        written.set(this, text);
      }
    },
  );
});
afterEach(() => vi.unstubAllGlobals());

test('keeps the text in a browser that knows light-dark()', async () => {
  const { sheet, followTheme } = await load(true);
  followTheme('dark');
  expect(written.get(sheet('a{color:light-dark(#fff,#000)}'))).toBe('a{color:light-dark(#fff,#000)}');
});

test('writes the theme’s colors, and again if theme or system changes', async () => {
  const { sheet, followTheme } = await load(false);
  const one = sheet('a{color:var(--x,light-dark(var(--a),rgb(1 2 3)))}');
  const of = () => written.get(one);
  followTheme('light');
  expect(of()).toBe('a{color:var(--x,var(--a))}');
  followTheme('dark');
  expect(of()).toBe('a{color:var(--x,rgb(1 2 3))}');
  followTheme(undefined);
  expect(of()).toBe('a{color:var(--x,var(--a))}');
  system.matches = true;
  system.onchange!();
  expect(of()).toBe('a{color:var(--x,rgb(1 2 3))}');
  expect(written.get(sheet('b{color:light-dark(red,blue)}'))).toBe('b{color:blue}');
});

test('replaces every light-dark() of our sheets with balanced brackets', async () => {
  const { sheet, followTheme } = await load(false);
  followTheme('dark');
  expect(texts.join('').split('light-dark(').length).toBeGreaterThan(20);
  for (const text of texts) {
    const plain = written.get(sheet(text))!;
    expect(plain).not.toContain('light-dark(');
    const count = (mark: string) => plain.split(mark).length;
    expect(count('(')).toBe(count(')'));
  }
});
