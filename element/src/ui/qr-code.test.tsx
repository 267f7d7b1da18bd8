// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, test } from 'vitest';
import { patchOf, QrCode, sideOf } from './qr-code';
import { isReadable } from './qr-color';

afterEach(cleanup);

/** modules of one side, versions 1 to 40 */
const sizes = Array.from({ length: 40 }, (_, i) => 21 + 4 * i);

const code = (more: Partial<Parameters<typeof QrCode>[0]> = {}) =>
  render(
    <QrCode
      qr={{ size: 65, path: 'M0 0h7v1h-7z' }}
      label="QR code to connect Larch"
      enlargeLabel="Enlarge QR code"
      closeLabel="Close"
      {...more}
    />,
  );

describe('QR code', () => {
  test('@10.17 4 white modules are drawn around it, whatever stands beside it', () => {
    code();
    const svg = screen.getByTestId('wui-qr-code').querySelector('svg')!;
    expect(svg.getAttribute('viewBox')).toBe('-4 -4 73 73');
    expect(svg.querySelector('path')!.getAttribute('d')).toBe('M0 0h7v1h-7z');
  });

  test('@10.17 at least 240 px, and whole pixels a module for every code a link can need', () => {
    for (const size of sizes) expect(sideOf(size), `${size}`).toBeGreaterThanOrEqual(240);
    for (const size of sizes.filter((size) => size <= 97))
      expect(sideOf(size) % (size + 8), `${size}`).toBe(0);
    expect(Math.max(...sizes.filter((size) => size <= 97).map(sideOf))).toBeLessThanOrEqual(340);
  });

  test('@10.17 a logo covers at most a fifth of the side, whole modules in the very middle', () => {
    for (const size of sizes) {
      expect(patchOf(size) / size).toBeLessThanOrEqual(0.2);
      expect((size - patchOf(size)) % 2).toBe(0);
    }
    code({ logo: 'blob:larch' });
    const patch = screen.getByTestId('wui-qr-code').querySelector('rect')!;
    expect(['x', 'y', 'width', 'height'].map((name) => patch.getAttribute(name))).toEqual([
      '26',
      '26',
      '13',
      '13',
    ]);
    expect(screen.getByTestId('wui-qr-code').querySelector('img')!.getAttribute('src')).toBe('blob:larch');
  });

  test('without a logo nothing is covered', () => {
    code();
    expect(document.querySelector('rect, img')).toBeNull();
  });

  test('@10.8 it is a picture with a name; a button with a name enlarges it, another closes that', () => {
    code();
    expect(screen.getByRole('img').getAttribute('aria-label')).toBe('QR code to connect Larch');
    const enlarge = screen.getByLabelText('Enlarge QR code');
    const large = document.getElementById(enlarge.getAttribute('popovertarget')!)!;
    expect(large.getAttribute('popover')).toBe('auto');
    const close = large.querySelector('button')!;
    expect([close.getAttribute('aria-label'), close.getAttribute('popovertargetaction')]).toEqual([
      'Close',
      'hide',
    ]);
    expect(close.getAttribute('popovertarget')).toBe(large.id);
    const path = screen.getByTestId('wui-qr-code').querySelector('path')!;
    expect(large.querySelector('use')!.getAttribute('href')).toBe(`#${path.id}`);
  });

  test('the text of the code is on it only when it is given', () => {
    const { rerender } = code();
    expect(screen.getByTestId('wui-qr-code').hasAttribute('data-uri')).toBe(false);
    rerender(
      <QrCode qr={{ size: 65, path: '' }} label="" enlargeLabel="" closeLabel="" uri="wc:abc@2?symKey=1" />,
    );
    expect(screen.getByTestId('wui-qr-code').dataset.uri).toBe('wc:abc@2?symKey=1');
  });

  test('what is awaited is no code yet', () => {
    code({ qr: null, uri: 'wc:old' });
    expect(screen.getByTestId('wm-qr-wait')).toBeTruthy();
    expect(screen.queryByTestId('wui-qr-code')).toBeNull();
    expect(document.querySelector('[data-uri], svg, button')).toBeNull();
  });
});

describe('the colour of a host', () => {
  test.each([
    ['color(srgb 0 0 0)', true],
    ['color(srgb 0.164706 0.329412 0.835294)', false], // #2a54d5: 6.3
    ['color(srgb 0.1 0.2 0.55)', true],
    ['color(srgb 0.349 0.349 0.349)', true], // #595959: 7.0
    ['color(srgb 0.3608 0.3608 0.3608)', false], // #5c5c5c: 6.7
    ['color(srgb 1e-7 0 0)', true],
    // light shines through, or nobody knows
    ['color(srgb 0 0 0 / 0.5)', false],
    ['rebeccapurple', false],
    ['', false],
  ])('%s can be scanned: %s', (color, readable) => {
    expect(isReadable(color)).toBe(readable);
  });
});
