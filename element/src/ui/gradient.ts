// The face of an address: a small landscape, always the same for the same text: sky, a sun or moon, and land whose edge leans to one
// side. Our own family: three colours that go together, 8 slopes, 12 heights, 3 sizes of the sun on 9 places. Goes in through CSSOM.

/** Paints a face that is picked by the text. */
export function paintGradient(element: HTMLElement, text: string): void {
  // FNV-1a over the lower-cased text: the same face whatever the checksum casing.
  let hash = 0x811c9dc5;
  for (const letter of text.toLowerCase()) hash = Math.imul(hash ^ letter.charCodeAt(0), 0x01000193) >>> 0;
  const pick = (from: number, count: number) => (hash >>> from) % count;
  const hue = hash % 360;
  const land = hue + 60 + 30 * pick(9, 5);
  // A hair between two stops: an edge without steps.
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
