// A calm gradient from a text, always the same for the same text: the face of an address. Colours go in through CSSOM.

/** Sets --a, --b, --c: three neighbouring hues picked by the text. */
export function paintGradient(element: HTMLElement, text: string): void {
  // FNV-1a over the lower-cased text: the same face whatever the checksum casing.
  let hash = 0x811c9dc5;
  for (const letter of text.toLowerCase()) hash = Math.imul(hash ^ letter.charCodeAt(0), 0x01000193) >>> 0;
  const hue = hash % 360;
  const turn = 40 + ((hash >>> 9) % 50);
  const stops = [
    `oklch(0.78 0.13 ${hue})`,
    `oklch(0.66 0.16 ${hue + turn})`,
    `oklch(0.86 0.09 ${hue - turn})`,
  ];
  ['--a', '--b', '--c'].forEach((name, i) => element.style.setProperty(name, stops[i]!));
}
