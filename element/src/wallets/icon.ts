// Announced icons: a data: URI of an image becomes a blob, shown only by <img src=blob:> (docs/spec/page-wallets.md section 1.1,
// docs/spec/security.md T3, B15). Decoded by hand: fetch() of a data: URI is stopped by a strict connect-src. What it is, its bytes say.

const icon_bytes_max = 128 * 1024;
/** an SVG may open with a declaration, a doctype and comments */
const svg_head_chars = 4096;
const made = new Set<string>();

const rasters: readonly [type: string, magic: RegExp][] = [
  ['image/png', /^\x89PNG\r\n\x1a\n/],
  ['image/jpeg', /^\xff\xd8\xff/],
  ['image/gif', /^GIF8[79]a/],
  ['image/webp', /^RIFF[^]{4}WEBP/],
  ['image/avif', /^[^]{4}ftypavi[fs]/],
  ['image/bmp', /^BM/],
  ['image/x-icon', /^\0\0\x01\0/],
];
const svg = /^\ufeff?(?:\s|<\?xml[^>]*>|<!--[^]*?-->|<!doctype\s[^>[]*>)*<svg[\s>]/i;

/** The type of these bytes. Pictures tell it themselves, as they do to a browser; an SVG must be declared and look like one. */
function typeOf(bytes: Uint8Array, declared: string): string | undefined {
  const head = String.fromCharCode(...bytes.subarray(0, 16));
  const raster = rasters.find(([, magic]) => magic.test(head));
  const isSvg = /^image\/svg\b/i.test(declared);
  if (raster) return isSvg ? undefined : raster[0];
  const text = new TextDecoder().decode(bytes.subarray(0, svg_head_chars));
  return isSvg && svg.test(text) ? 'image/svg+xml' : undefined;
}

/** A blob: url of a checked image, or null. */
export function iconUrl(uri: unknown): string | null {
  // Percent-encoding is at most three characters a byte; a longer text cannot fit.
  if (typeof uri != 'string' || uri.length > 3 * icon_bytes_max) return null;
  const parts = /^data:(image\/[a-z0-9.+-]+)((?:;[^,;]*)*),(.*)$/is.exec(uri.trim());
  if (!parts) return null;
  const [, declared, parameters, body] = parts as unknown as [string, string, string, string];
  try {
    const text = decodeURIComponent(body);
    const bytes = /;base64$/i.test(parameters)
      ? Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))
      : new TextEncoder().encode(text);
    const type = bytes.length <= icon_bytes_max && typeOf(bytes, declared);
    if (!type) return null;
    const url = URL.createObjectURL(new Blob([bytes], { type }));
    made.add(url);
    return url;
  } catch {
    return null;
  }
}

/** Gives the blobs back: when the handle is destroyed. */
export function releaseIcons(): void {
  made.forEach((url) => URL.revokeObjectURL(url));
  made.clear();
}
