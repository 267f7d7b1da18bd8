// The drawings that ship with the package: for which networks and wallets, and that the engine accepts each.
import { describe, expect, test } from 'vitest';
import { knownWallets } from '../data/known';
import { isCheap } from '../wallets/svg';
import { drawing, drawingUrl } from './drawing';

const networks = [
  ...[1, 10, 25, 56, 100, 130, 137, 143, 146, 324, 480, 999, 1329, 2020, 2741, 5000, 8217, 8453, 42161],
  ...[42220, 43114, 57073, 59144, 80094, 81457, 534352],
].map((id) => `eip155:${id}`);
const others = [
  'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
  'bip122:000000000019d6689c085ae165831e93',
  'polkadot:91b171bb158e2d3848fa23a9f1c25182',
  'cosmos:cosmoshub-4',
];

/** The WCAG contrast of colors with six or three digits. */
function contrast(...colors: string[]): number {
  const [dark, light] = colors.map(luminance).sort((a, b) => a - b) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}
function luminance(hex: string): number {
  const digits = hex.length == 3 ? [...hex].flatMap((one) => [one, one]).join('') : hex;
  const [r, g, b] = [0, 2, 4].map((at) => {
    const part = parseInt(digits.slice(at, at + 2), 16) / 255;
    return part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

describe('drawings @7.29', () => {
  test('exist for the 30 most used networks and the 40 best-known wallets, as SVG that the engine accepts', () => {
    const ids = [...networks, ...others, ...knownWallets.map(({ id }) => id)];
    expect(ids).toHaveLength(70);
    for (const id of ids) {
      const svg = drawing(id)!;
      expect(svg, id).toMatch(/^<svg xmlns=.*<\/svg>$/);
      expect(svg, id).not.toContain('undefined');
      expect(isCheap(svg), id).toBe(true);
    }
  });

  test('draw networks as discs, wallets as squares, and testnets as their network', () => {
    expect(drawing('eip155:1')).toContain('<circle');
    expect(drawing(knownWallets[0]!.id)).not.toContain('<circle');
    expect(drawing('eip155:11155111')).toBe(drawing('eip155:1'));
    expect(drawing('solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1')).toBe(drawing(others[0]!));
    expect(drawing('eip155:84532')).toBe(drawing('eip155:8453'));
  });

  test('stand out from the card in both themes, and so do their letters', () => {
    for (const id of [...networks, ...others, ...knownWallets.map((one) => one.id)]) {
      const [field, letter] = [...drawing(id)!.matchAll(/(?:fill|stroke)="#(\w+)"/g)].map(([, hex]) => hex!);
      for (const card of ['16181d', '1f2229']) expect(contrast(field!, card), id).toBeGreaterThan(1.4);
      for (const card of ['ffffff', 'f5f6f8']) expect(contrast(field!, card), id).toBeGreaterThan(1.1);
      expect(contrast(field!, letter!), id).toBeGreaterThan(2.2);
    }
  });

  test("don't exist for other IDs", () => {
    for (const id of [
      'eip155:1337',
      'eip155:',
      'eip155:constructor',
      'cosmos:osmosis-1',
      'polkadot:b0a8d493285c2df73290dfb7e61f870f',
      'f'.repeat(64),
      'constructor',
      '',
    ])
      expect([drawing(id), drawingUrl(id)], id).toEqual([null, null]);
    expect(drawingUrl('eip155:1')).toMatch(/^data:image\/svg\+xml,%3Csvg/);
  });
});
