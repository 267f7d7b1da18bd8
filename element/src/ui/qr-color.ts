// Whether a QR code in this colour can be scanned: contrast with its white plate of 7 at least (docs/spec/views.md section 2, WCAG 2.2).

const contrast_min = 7;

/** `color(srgb r g b)`, as browsers compute a color-mix() in srgb. One that lets light through has a fourth part: not taken. */
const computed = /^color\(srgb ([\d.e-]+) ([\d.e-]+) ([\d.e-]+)\)$/;

const linear = (part: number): number => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);

/** `color`: as computed by the browser; anything else is not readable. */
export function isReadable(color: string): boolean {
  const parts = computed.exec(color)?.slice(1).map(Number);
  if (!parts) return false;
  const [red, green, blue] = parts.map((part) => linear(Math.min(1, Math.max(0, part))));
  const luminance = 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!;
  return 1.05 / (luminance + 0.05) >= contrast_min;
}
