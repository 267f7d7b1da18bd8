// The contents of the license files.
// @vitest-environment node
import { expect, test } from 'vitest';
import { BETWEEN, isGranted, textsOf } from './licence-texts.mjs';

test('uses the MIT text for a part without files only if MIT is enough', () => {
  const of = (license) => textsOf(null, { name: 'a', license, holders: 'A' });
  for (const license of ['MIT', 'MIT OR Apache-2.0', 'Apache-2.0/MIT', '(MIT OR Unlicense)'])
    expect(of(license)[0]).toMatch(/^MIT License\n\nCopyright \(c\) A\n/);
  for (const license of [
    'MIT AND BSD-3-Clause',
    '(MIT OR Apache-2.0) AND Unicode-3.0',
    'MIT-0',
    'ISC',
    undefined,
  ])
    expect(() => of(license)).toThrow('carries no licence');
});

test('keeps the grant of another part out', () => {
  const [mit] = textsOf(null, { name: 'a', license: 'MIT', holders: 'A' });
  // one file of b only names what the other one says
  const texts = ['a 1.0.0 (MIT)\nb 1.0.0 (MIT)\n\nMIT\n', `b 1.0.0 (MIT)\nc 1.0.0+x (MIT)\n\n${mit}\n`].join(
    BETWEEN,
  );
  const granted = ['a 1.0.0', 'b 1.0.0', 'c 1.0.0+x', 'd 1.0.0'].filter((part) => isGranted(texts, part));
  expect(granted).toEqual(['b 1.0.0', 'c 1.0.0+x']);
});
