// Whether a QR code in this color can be scanned: its contrast with the white plate must be at least 7 (docs/spec/views.md section 2,
// WCAG 2.2).

const contrast_min = 7;

/** `color(srgb r g b)`, as browsers compute a color-mix() in srgb. A translucent color has a fourth part and doesn't match. */
const computed = /^color\(srgb ([\d.e-]+) ([\d.e-]+) ([\d.e-]+)\)$/;

const linear = (part: number): number => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);

/** `color`: as computed by the browser; any other format counts as unreadable. */
export function isReadable(color: string): boolean {
  const parts = computed.exec(color)?.slice(1).map(Number);
  if (!parts) return false;
  const [red, green, blue] = parts.map((part) => linear(Math.min(1, Math.max(0, part))));
  const luminance = 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!;
  return 1.05 / (luminance + 0.05) >= contrast_min;
}
