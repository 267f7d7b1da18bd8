// @vitest-environment jsdom
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, describe, expect, test } from 'vitest';
import type { DownloadLink } from '../../contract';
import { draw } from '../../testing/draw';
import { qr, tile } from '../../testing/snapshots';
import { Downloads } from './downloads';

afterEach(cleanup);

const links = (code: DownloadLink['qr']): DownloadLink[] => [
  { kind: 'extension', url: 'https://store.test/ext', qr: null },
  { kind: 'ios', url: 'https://apps.test/ios', qr: code },
  { kind: 'android', url: 'https://play.test/android', qr: code },
  { kind: 'website', url: 'https://larch.test/get', qr: null },
];
const of = (list: DownloadLink[]) =>
  draw(<Downloads />, { directory: { download: { wallet: tile('larch', 'Larch'), links: list } } });
const way = (kind: string) => screen.getByTestId(`wm-download-${kind}`);

describe('Downloads', () => {
  test('@10.32 shows each store as a link in a new tab without an opener on a phone', () => {
    of(links(null));
    const rows = ['extension', 'ios', 'android', 'website'].map(way);
    expect(rows.map((row) => [row.tagName, row.getAttribute('href'), row.getAttribute('rel')])).toEqual(
      links(null).map(({ url }) => ['A', url, 'noopener noreferrer']),
    );
    expect(way('website').textContent).toContain('larch.test');
    expect(screen.queryByTestId('wui-qr-code')).toBeNull();
  });

  test('@10.32 shows a store’s code immediately on a desktop, and another on request', () => {
    of(links(qr));
    expect(screen.getByTestId('wui-qr-code').getAttribute('aria-label')).toBe('QR code: Larch on App Store');
    expect([way('ios'), way('android')].map((row) => row.getAttribute('aria-expanded'))).toEqual([
      'true',
      'false',
    ]);
    expect(screen.getByTestId('wm-download-ios-link').getAttribute('href')).toBe('https://apps.test/ios');
    fireEvent.click(way('android'));
    expect(screen.getAllByTestId('wui-qr-code')).toHaveLength(1);
    expect(screen.getByTestId('wui-qr-code').getAttribute('aria-label')).toBe(
      'QR code: Larch on Google Play',
    );
    fireEvent.click(way('android'));
    expect(screen.queryByTestId('wui-qr-code')).toBeNull();
  });

  test('says that no download is known', () => {
    of([]);
    expect(screen.getByTestId('wm-download-none').textContent).toBe(
      'No download link for LarchCheck its official website.',
    );
  });
});
