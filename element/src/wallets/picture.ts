// Images of foreign origin, announced or fetched: the bytes become a blob, which is only shown in <img src=blob:>
// (docs/spec/page-wallets.md section 1.1, docs/spec/security.md T3, B15). The type is read from the bytes. An SVG is a document, so it is
// drawn once and kept as pixels. In its own chunk, because a list can be read before its images have loaded.

import { isCheap } from './svg';

/** for announced images; the engine limits those it fetches */
const announced_bytes_max = 128 * 1024;
const side_max_px = 2048;
/** the size at which an SVG is drawn: an icon of a row on the densest screen */
const drawn_px = 256;
/** R12: images that never load must not delay those of the next wallet */
const load_ms = 2_000;

const rasters: readonly [type: string, magic: RegExp][] = [
  ['image/png', /^\x89PNG\r\n\x1a\n/],
  ['image/jpeg', /^\xff\xd8\xff/],
  ['image/gif', /^GIF8[79]a/],
  ['image/webp', /^RIFF[^]{4}WEBP/],
  ['image/avif', /^[^]{4}ftypavi[fs]/],
  ['image/bmp', /^BM/],
  ['image/x-icon', /^\0\0\x01\0/],
];

/** Decodes percent-encoded text. Anything else stays as it is (`width="100%"`), and so does text that isn't UTF-8. */
function decoded(text: string): string {
  const escaped = text.replace(/%(?![\da-f]{2})/gi, '%25');
  try {
    return decodeURIComponent(escaped);
  } catch {
    return text;
  }
}

/** The bytes of an image's data: URI. Decoded here, because a strict connect-src blocks fetch() of one. */
function announcedBytes(uri: unknown): Uint8Array<ArrayBuffer> | null {
  // Percent-encoding needs at most three characters per byte, so a longer string is too large.
  if (typeof uri != 'string' || uri.length > 3 * announced_bytes_max) return null;
  const comma = uri.indexOf(',');
  const head = uri.slice(0, Math.max(comma, 0)).trim().toLowerCase();
  if (!head.startsWith('data:image/')) return null;
  try {
    const text = decoded(uri.slice(comma + 1));
    if (!head.endsWith(';base64')) return new TextEncoder().encode(text);
    const binary = atob(text);
    const bytes = new Uint8Array(binary.length);
    for (let i = 0; i < binary.length; i++) bytes[i] = binary.charCodeAt(i);
    return bytes;
  } catch {
    return null;
  }
}

/** Some browsers draw nothing for an SVG without a size, so this adds one. */
function sized(text: string): string {
  const start = text.indexOf('<svg') + 4;
  const isSized = text.slice(start, text.indexOf('>', start)).includes('width=');
  return isSized
    ? text
    : `${text.slice(0, start)} width="${drawn_px}" height="${drawn_px}"${text.slice(start)}`;
}

/** Loads bytes that the browser accepts as an image of that type; otherwise returns null. */
async function load<T>(part: BlobPart, type: string, keep: (image: HTMLImageElement, url: string) => T) {
  const url = URL.createObjectURL(new Blob([part], { type }));
  const image = new Image();
  const isLoaded = await new Promise<boolean>((done) => {
    image.onload = () => done(true);
    image.onerror = () => done(false);
    setTimeout(done, load_ms, false);
    image.src = url;
  });
  let result: T | null = null;
  try {
    return (result = isLoaded ? keep(image, url) : null);
  } finally {
    if (result != url) URL.revokeObjectURL(url);
  }
}

/** Draws a loaded SVG, uncropped and centered in a square. */
function drawSvg(image: HTMLImageElement): HTMLCanvasElement | null {
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = drawn_px;
  const { naturalWidth: width, naturalHeight: height } = image;
  const scale = drawn_px / Math.max(width, height, 1);
  const at = (size: number) => (drawn_px - size * scale) / 2;
  canvas.getContext('2d')?.drawImage(image, at(width), at(height), width * scale, height * scale);
  return canvas;
}

/** Returns a blob: URL of an image that this browser can show, or null. */
export async function pictureUrl(bytes: Uint8Array<ArrayBuffer>): Promise<string | null> {
  try {
    const head = String.fromCharCode(...bytes.subarray(0, 16));
    const raster = rasters.find(([, magic]) => magic.test(head));
    if (raster)
      return await load(bytes, raster[0], ({ naturalWidth, naturalHeight }, url) =>
        Math.max(naturalWidth, naturalHeight) > side_max_px ? null : url,
      );
    const text = new TextDecoder().decode(bytes);
    if (!isCheap(text)) return null;
    const canvas = await load(sized(text), 'image/svg+xml', drawSvg);
    // A canvas that can't be read (the SVG embeds a page) throws, and counts as missing.
    const blob = await new Promise<Blob | null>((done) => (canvas ? canvas.toBlob(done) : done(null)));
    return blob && URL.createObjectURL(blob);
  } catch {
    return null;
  }
}

/** Returns a blob: URL of an announced image, or null. */
export async function announcedUrl(uri: unknown): Promise<string | null> {
  const bytes = announcedBytes(uri);
  return bytes && bytes.length <= announced_bytes_max ? pictureUrl(bytes) : null;
}
