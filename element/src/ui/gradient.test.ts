// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { paintGradient } from './gradient';

/** The painted styles as text: jsdom drops colors that it doesn't know. */
function face(text: string): string {
  const style = { background: '' };
  paintGradient({ style } as unknown as HTMLElement, text);
  return style.background;
}

const addresses = Array.from(
  { length: 500 },
  (_, i) =>
    `0x${(BigInt(i + 1) * 0x9e3779b97f4a7c15f39cc0605cedc835n).toString(16).slice(-40).padStart(40, '0')}`,
);

test('draws the same avatar for an address in any letter case', () => {
  const address = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
  expect(face(address)).toBe(face(address.toLowerCase()));
  expect(face(address)).toBe(face(address));
});

test('draws different avatars of one style for different addresses', () => {
  const faces = addresses.map(face);
  expect(new Set(faces).size).toBeGreaterThan(490);
  for (const one of faces) {
    expect(one).toMatch(
      /^linear-gradient\(\d+deg,.*linear-gradient\(\d+deg,.*radial-gradient\(circle at.*linear-gradient\(oklch/,
    );
    expect(one).not.toContain('NaN');
  }
});
