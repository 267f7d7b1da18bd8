// @vitest-environment node
// The guides list the changes of a page that migrates from another modal. They match the differences of the pages in demo/hosts: only imports.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const read = (path) => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8');

const MOVES = [
  ['docs/guide/from-appkit.md', 'demo/hosts/appkit/original.tsx', 'demo/hosts/appkit/moved.tsx', '10.41'],
  [
    'docs/guide/from-appkit.md',
    'demo/hosts/appkit/original.vue.ts',
    'demo/hosts/appkit/moved.vue.ts',
    '10.41',
  ],
  [
    'docs/guide/from-rainbowkit.md',
    'demo/hosts/rainbowkit/original.tsx',
    'demo/hosts/rainbowkit/moved.tsx',
    '10.48',
  ],
  ['docs/guide/wagmi.md', 'demo/hosts/wagmi/config.original.ts', 'demo/hosts/wagmi/config.ts', '10.40'],
];

/** Line by line: each removed line, and its replacement. */
function difference(before, after) {
  const [was, is] = [before, after].map((path) => read(path).split('\n'));
  expect(is.length).toBe(was.length);
  return was.flatMap((line, index) => (line == is[index] ? [] : [`-${line}`, `+${is[index]}`]));
}

for (const [guide, before, after, row] of MOVES)
  test(`@${row} ${guide} shows the changes of ${after}, which are only imports`, () => {
    const lines = difference(before, after);
    expect(lines.length).toBeGreaterThan(0);
    for (const line of lines) expect(line).toMatch(/^[-+](import|(import .*|\}) from) '[^']+';$/);
    // Each line that comes in names us, and none that goes.
    expect(lines.map((line) => / 'wallet-modal\//.test(line))).toEqual(lines.map((line) => line[0] == '+'));
    const shown = [...read(guide).matchAll(/^```diff (\S+)\n(.*?)\n```$/gms)];
    expect(shown.find(([, file]) => file == after)?.[2]).toBe(lines.join('\n'));
  });

test('@10.40 wagmi 2 has the same config', () => {
  for (const name of ['config.ts', 'config.original.ts', 'main.tsx'])
    expect(read(`demo/hosts/wagmi-2/${name}`)).toBe(read(`demo/hosts/wagmi/${name}`));
});
