// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { iconUrl, releaseIcons } from './icon';

let blobs: Blob[];

beforeEach(() => {
  blobs = [];
  URL.createObjectURL = vi.fn((blob: Blob) => `blob:${blobs.push(blob)}`);
  URL.revokeObjectURL = vi.fn();
});
afterEach(() => releaseIcons());

const bytes = (...list: (number | string)[]): string =>
  btoa(list.map((one) => (typeof one == 'string' ? one : String.fromCharCode(one))).join(''));
const raster = (type: string, ...list: (number | string)[]) => `data:${type};base64,${bytes(...list)}`;
const png = (type = 'image/png') => raster(type, 0x89, 'PNG\r\n', 0x1a, '\n', 'rest');
const svg = '<svg xmlns="http://www.w3.org/2000/svg"/>';

describe('an announced icon', () => {
  test.each([
    ['image/png', png()],
    ['image/jpeg', raster('image/jpeg', 0xff, 0xd8, 0xff, 0xe0)],
    ['image/gif', raster('image/gif', 'GIF89a..')],
    ['image/webp', raster('image/webp', 'RIFF', 1, 2, 3, 4, 'WEBPVP8 ')],
    ['image/avif', raster('image/avif', 0, 0, 0, 32, 'ftypavif')],
    ['image/x-icon', raster('image/x-icon', 0, 0, 1, 0, 1)],
    ['image/svg+xml', `data:image/svg+xml;base64,${btoa(svg)}`],
    ['image/svg+xml', `data:image/svg+xml,${encodeURIComponent(svg)}`],
    [
      'image/svg+xml',
      `data:image/svg+xml;utf8,${encodeURIComponent(`<?xml version="1.0"?>\n<!-- made -->\n${svg}`)}`,
    ],
    [
      'image/svg+xml',
      `\n data:image/svg+xml;charset=utf-8,${encodeURIComponent(`<!DOCTYPE svg PUBLIC "x" "y">${svg}`)}`,
    ],
  ])('@1.1 %s becomes a blob of that type', (type, uri) => {
    expect(iconUrl(uri)).toBe('blob:1');
    expect(blobs[0]!.type).toBe(type);
  });

  test('what it is, its bytes say: a PNG that calls itself a JPEG is a PNG', () => {
    expect(iconUrl(png('image/jpeg'))).toBe('blob:1');
    expect(blobs[0]!.type).toBe('image/png');
  });

  test.each([
    ['markup called PNG', raster('image/png', '<html><script>alert(1)</script>')],
    ['an SVG called PNG', raster('image/png', svg)],
    ['a PNG called SVG', png('image/svg+xml')],
    ['markup called SVG', `data:image/svg+xml,${encodeURIComponent('<html><svg></svg></html>')}`],
    ['a script called SVG', `data:image/svg+xml,${encodeURIComponent('alert(1)//<svg>')}`],
    ['nothing', 'data:image/png;base64,'],
    ['zeros', raster('image/png', 0, 0, 0, 0)],
    ['no base64', 'data:image/png;base64,***'],
    ['broken percent', 'data:image/svg+xml,%zz'],
    ['another scheme', 'https://example.com/icon.png'],
    ['a page', 'data:text/html,<script>'],
    ['a script', `java${'script'}:alert(1)`],
    ['no text', { toString: () => png() }],
    ['null', null],
  ])('%s is none', (_what, uri) => {
    expect(iconUrl(uri)).toBeNull();
    expect(blobs).toEqual([]);
  });

  test('@1.1 five megabytes are none, and cost nothing', () => {
    const huge = `data:image/png;base64,iVBORw0KGgo${'A'.repeat(5 * 1024 * 1024)}`;
    const decoding = vi.spyOn(globalThis, 'atob');
    expect(iconUrl(huge)).toBeNull();
    expect(decoding).not.toHaveBeenCalled();
    expect(iconUrl(`data:image/png;base64,iVBORw0KGgo${'A'.repeat(180_001)}`)).toBeNull();
  });

  test('blobs are given back at the end', () => {
    iconUrl(png());
    releaseIcons();
    expect(URL.revokeObjectURL).toHaveBeenCalledWith('blob:1');
  });
});
