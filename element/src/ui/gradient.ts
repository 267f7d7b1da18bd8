// The generated avatar of an address: a small landscape that depends only on the text, with a sky, a sun or moon, and land with a slope.
// It has three matching colors, 8 slopes, 12 heights, and 3 sizes of the sun at 9 positions. Set through CSSOM.

/** Paints the avatar for a text. */
export function paintGradient(element: HTMLElement, text: string): void {
  // FNV-1a over the lowercase text: the same avatar with and without checksum casing.
  let hash = 0x811c9dc5;
  for (const letter of text.toLowerCase()) hash = Math.imul(hash ^ letter.charCodeAt(0), 0x01000193) >>> 0;
  const pick = (from: number, count: number) => (hash >>> from) % count;
  const hue = hash % 360;
  const land = hue + 60 + 30 * pick(9, 5);
  // A small gap between two color stops makes the edge smooth.
  const sun = 13 + 4 * pick(12, 3);
  const slope = 160 + 5 * pick(15, 8);
  const height = 50 + 2 * pick(18, 12);
  element.style.background = [
    `linear-gradient(${slope}deg,#0000 ${height + 14}%,oklch(.5 .13 ${land}) ${height + 16}%)`,
    `linear-gradient(${360 - slope}deg,#0000 ${height}%,oklch(.64 .14 ${land}) ${height + 2}%)`,
    `radial-gradient(circle at ${30 + 20 * pick(21, 3)}% ${26 + 8 * pick(24, 3)}%,oklch(.97 .05 ${hue + 40}) ${sun}%,#0000 ${sun + 2}%)`,
    `linear-gradient(oklch(.74 .13 ${hue}),oklch(.88 .08 ${hue + 30}))`,
  ].join();
}
