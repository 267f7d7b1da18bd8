// Announced icons: a data: URI of an image becomes a blob, shown only by <img src=blob:> (page-wallets.md section 1.1,
// security.md T3, B15). Decoded by hand: fetch() of a data: URI is stopped by a strict connect-src.

const icon_bytes_max = 128 * 1024;
const made = new Set<string>();

/** A blob: url of a checked image, or null. */
export function iconUrl(uri: unknown): string | null {
  // Percent-encoding is at most three characters a byte; a longer text cannot fit.
  if (typeof uri != 'string' || uri.length > 3 * icon_bytes_max) return null;
  const parts = /^data:(image\/[a-z0-9.+-]+)((?:;[^,;]*)*),(.*)$/is.exec(uri.trim());
  if (!parts) return null;
  const [, type, parameters, body] = parts as unknown as [string, string, string, string];
  try {
    const text = decodeURIComponent(body);
    const bytes = /;base64$/i.test(parameters)
      ? Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))
      : new TextEncoder().encode(text);
    if (!bytes.length || bytes.length > icon_bytes_max) return null;
    const url = URL.createObjectURL(new Blob([bytes], { type: type.toLowerCase() }));
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
