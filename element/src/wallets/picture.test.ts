// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { announcedUrl, pictureUrl } from './picture';

let blobs: Blob[];
/** URLs that haven't been revoked */
let alive: Set<string>;
let drawCalls: unknown[][];
/** the browser's result for the next image; undefined: it never loads */
let loaded: { naturalWidth: number; naturalHeight: number } | 'broken' | 'never';

beforeEach(() => {
  [blobs, alive, drawCalls, loaded] = [[], new Set(), [], { naturalWidth: 96, naturalHeight: 96 }];
  URL.createObjectURL = vi.fn((blob: Blob) => {
    const url = `blob:${blobs.push(blob)}`;
    alive.add(url);
    return url;
  });
  URL.revokeObjectURL = vi.fn((url: string) => void alive.delete(url));
  vi.stubGlobal(
    'Image',
    class {
      onload = () => {};
      onerror = () => {};
      set src(_url: string) {
        if (loaded == 'never') return;
        if (loaded != 'broken') Object.assign(this, loaded);
        queueMicrotask(loaded == 'broken' ? this.onerror : this.onload);
      }
    },
  );
  const canvas = HTMLCanvasElement.prototype;
  const drawImage = (_image: unknown, ...box: unknown[]) => void drawCalls.push(box);
  vi.spyOn(canvas, 'getContext').mockReturnValue({ drawImage } as never);
  vi.spyOn(canvas, 'toBlob').mockImplementation((done) => done(new Blob(['px'], { type: 'image/png' })));
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const bytes = (...list: (number | string)[]): string =>
  btoa(list.map((one) => (typeof one == 'string' ? one : String.fromCharCode(one))).join(''));
const raster = (type: string, ...list: (number | string)[]) => `data:${type};base64,${bytes(...list)}`;
const png = (type = 'image/png') => raster(type, 0x89, 'PNG\r\n', 0x1a, '\n', 'rest');
const svg = '<svg xmlns="http://www.w3.org/2000/svg"/>';
const textOf = (blob: Blob): Promise<string> =>
  new Promise((done) => {
    const reader = new FileReader();
    reader.onload = () => done(String(reader.result));
    reader.readAsText(blob);
  });
const announcedSvg = (text: string) => `data:image/svg+xml,${encodeURIComponent(text)}`;

describe('announced icon', () => {
  // Enkrypt 2.17 and others write `data:image/svg+xml;utf8,` with raw text
  test.each([
    ['raw percent signs', '<svg xmlns="http://www.w3.org/2000/svg" width="100%" height="50%"/>'],
    ['a percent sign at the end', '<svg xmlns="http://www.w3.org/2000/svg"/><!-- 5 % -->'],
    ['codes that are no UTF-8', '<svg xmlns="http://www.w3.org/2000/svg"/><!-- %ff -->'],
  ])('@10.58 is shown as plain text with %s', async (_, text) => {
    expect(await announcedUrl(`data:image/svg+xml;utf8,${text}`)).toMatch(/^blob:/);
  });

  test.each([
    ['image/png', png()],
    ['image/jpeg', raster('image/jpeg', 0xff, 0xd8, 0xff, 0xe0)],
    ['image/gif', raster('image/gif', 'GIF89a..')],
    ['image/webp', raster('image/webp', 'RIFF', 1, 2, 3, 4, 'WEBPVP8 ')],
    ['image/avif', raster('image/avif', 0, 0, 0, 32, 'ftypavif')],
    ['image/x-icon', raster('image/x-icon', 0, 0, 1, 0, 1)],
  ])('@1.1 becomes a blob of its type: %s', async (type, uri) => {
    expect(await announcedUrl(uri)).toBe('blob:1');
    expect(blobs[0]!.type).toBe(type);
  });

  // B15: as a document, a blob of this origin could be opened.
  test.each([
    ['base64', `data:image/svg+xml;base64,${btoa(svg)}`],
    ['percent', announcedSvg(svg)],
    [
      'a declaration',
      `data:image/svg+xml;utf8,${encodeURIComponent(`<?xml version="1.0"?>\n<!-- made -->\n${svg}`)}`,
    ],
    [
      'a doctype',
      `\n data:image/svg+xml;charset=utf-8,${encodeURIComponent(`<!DOCTYPE svg PUBLIC "x" "y">${svg}`)}`,
    ],
    ['another name', raster('image/png', svg)],
  ])('@1.1 becomes pixels if it is an SVG (%s)', async (_how, uri) => {
    const url = (await announcedUrl(uri))!;
    expect(blobs.map((blob) => blob.type)).toEqual(['image/svg+xml', 'image/png']);
    expect([...alive]).toEqual([url]);
    expect(url).toBe('blob:2');
  });

  test('draws a whole SVG, and sizes one without a size', async () => {
    loaded = { naturalWidth: 400, naturalHeight: 100 };
    await announcedUrl(announcedSvg(svg));
    expect(drawCalls).toEqual([[0, 96, 256, 64]]);
    expect(await textOf(blobs[0]!)).toContain('<svg width="256" height="256" xmlns');
    await announcedUrl(announcedSvg('<svg width="5" viewBox="0 0 5 5"/>'));
    expect(await textOf(blobs[2]!)).toBe('<svg width="5" viewBox="0 0 5 5"/>');
  });

  test('takes its type from its bytes, not from its declared type', async () => {
    for (const name of ['image/jpeg', 'image/svg+xml']) await announcedUrl(png(name));
    expect(blobs.map((blob) => blob.type)).toEqual(['image/png', 'image/png']);
  });

  test.each([
    ['markup called PNG', raster('image/png', '<html><script>alert(1)</script>')],
    ['a script called SVG', announcedSvg('alert(1)//')],
    ['nothing', 'data:image/png;base64,'],
    ['zeros', raster('image/png', 0, 0, 0, 0)],
    ['no base64', 'data:image/png;base64,***'],
    ['broken percent', 'data:image/svg+xml,%zz'],
    ['no comma', 'data:image/png;base64'],
    ['another scheme', 'https://example.com/icon.png'],
    ['a page', 'data:text/html,<svg>'],
    ['a script', `java${'script'}:alert(1)`],
    ['no text', { toString: () => png() }],
    ['null', null],
  ])('%s is none', async (_what, uri) => {
    expect(await announcedUrl(uri)).toBeNull();
    expect(blobs).toEqual([]);
  });

  test('is dropped without a trace if the browser can’t load it', async () => {
    loaded = 'broken';
    expect(await announcedUrl(png())).toBeNull();
    expect(await announcedUrl(announcedSvg('<html><svg></svg></html>'))).toBeNull();
    vi.useFakeTimers();
    loaded = 'never';
    const waits = announcedUrl(png());
    await vi.advanceTimersByTimeAsync(2_000);
    expect(await waits).toBeNull();
    expect([blobs.length, alive.size]).toEqual([2, 0]);
  });

  test('is dropped if its canvas can’t be read', async () => {
    vi.mocked(HTMLCanvasElement.prototype.toBlob).mockImplementation(() => {
      throw new DOMException('tainted', 'SecurityError');
    });
    expect(await announcedUrl(announcedSvg(svg))).toBeNull();
    expect(alive.size).toBe(0);
  });

  test('@1.1 is dropped unread at five megabytes', async () => {
    const huge = `data:image/png;base64,iVBORw0KGgo${'A'.repeat(5 * 1024 * 1024)}`;
    const decoding = vi.spyOn(globalThis, 'atob');
    expect(await announcedUrl(huge)).toBeNull();
    expect(decoding).not.toHaveBeenCalled();
    expect(await announcedUrl(`data:image/png;base64,iVBORw0KGgo${'A'.repeat(180_001)}`)).toBeNull();
  });
});

// req 7.29, B15
test('checks a served picture by its bytes and size, and draws any SVG', async () => {
  const of = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0));
  loaded = { naturalWidth: 2048, naturalHeight: 1 };
  expect(await pictureUrl(of('\x89PNG\r\n\x1a\n'))).toBe('blob:1');
  loaded = { naturalWidth: 1, naturalHeight: 2049 };
  expect(await pictureUrl(of('\x89PNG\r\n\x1a\n'))).toBeNull();
  expect(await pictureUrl(of('\xef\xbb\xbf <svg xmlns="x"/>'))).toBe('blob:4');
  for (const bad of ['<html></html>', '', '<script>', 'RIFF0000WAVE', '%PDF-1.4'])
    expect(await pictureUrl(of(bad))).toBeNull();
  expect([...alive]).toEqual(['blob:1', 'blob:4']);
});
