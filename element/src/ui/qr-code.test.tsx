// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { patchOf, QrCode } from './qr-code';
import { isReadable } from './qr-color';

// jsdom has no popover.
const popover = { configurable: true, value: null, writable: true };
beforeAll(() => void Object.defineProperty(HTMLElement.prototype, 'popover', popover));
afterEach(cleanup);

/** modules per side, versions 1 to 40 */
const sizes = Array.from({ length: 40 }, (_, i) => 21 + 4 * i);

const code = (more: Partial<Parameters<typeof QrCode>[0]> = {}) =>
  render(
    <QrCode
      qr={{ size: 65, path: 'M8 0h.01' }}
      label="QR code to connect Larch"
      enlargeLabel="Enlarge QR code"
      closeLabel="Close"
      {...more}
    />,
  );

describe('QR code', () => {
  test('@10.17 has a border of 4 light modules', () => {
    code();
    const svg = screen.getByTestId('wui-qr-code').querySelector('svg')!;
    expect(svg.getAttribute('viewBox')).toBe('-4 -4 73 73');
    expect(svg.querySelector('path')!.getAttribute('d')).toBe('M8 0h.01');
  });

  test('@10.17 draws the finders with round corners in three corners', () => {
    code();
    const finders = [...document.querySelectorAll('g > rect:not(.qr-patch)')];
    const of = (name: string) => finders.map((rect) => rect.getAttribute(name)).join(' ');
    // the center of a line one module thick, and the core: 30% of 7 and of 3 outside
    expect([of('x'), of('y')]).toEqual(['0.5 2 58.5 60 0.5 2', '0.5 2 0.5 2 58.5 60']);
    expect([of('width'), of('rx')]).toEqual(['6 3 6 3 6 3', '1.6 .9 1.6 .9 1.6 .9']);
  });

  test('@10.17 centers the logo on whole light modules at any plate size', () => {
    for (const size of sizes.filter((size) => size >= 29 && size <= 97))
      for (const plate_px of [240, 280, 340]) {
        const patch = patchOf(size, plate_px);
        const module_px = plate_px / (size + 8);
        expect((size - patch) % 2, `${size}`).toBe(0);
        expect(patch * module_px, `${size}`).toBeGreaterThanOrEqual(62);
        expect((patch - 2) * module_px, `${size}`).toBeLessThan(62);
      }
    code({ logo: 'blob:larch' });
    const patch = screen.getByTestId('wui-qr-code').querySelector('.qr-patch')!;
    expect(['x', 'y', 'width', 'height'].map((name) => patch.getAttribute(name))).toEqual([
      '25',
      '25',
      '15',
      '15',
    ]);
    expect(screen.getByTestId('wui-qr-code').querySelector('img')!.getAttribute('src')).toBe('blob:larch');
  });

  test('shows the product’s logo without a wallet', () => {
    code();
    expect(document.querySelector('img')).toBeNull();
    expect(document.querySelectorAll('.qr-own')).toHaveLength(2);
  });

  test('@10.8 is a named image with buttons to enlarge it and close again', () => {
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
    const group = screen.getByTestId('wui-qr-code').querySelector('g')!;
    expect(large.querySelector('use')!.getAttribute('href')).toBe(`#${group.id}`);
  });

  test('@10.8 shows no button to enlarge it in a browser without popover', () => {
    delete (HTMLElement.prototype as { popover?: unknown }).popover;
    code();
    expect(screen.getByRole('img')).toBeTruthy();
    expect(document.querySelector('button, .qr-large')).toBeNull();
    Object.defineProperty(HTMLElement.prototype, 'popover', popover);
  });

  test('has its text only if given', () => {
    const { rerender } = code();
    expect(screen.getByTestId('wui-qr-code').hasAttribute('data-uri')).toBe(false);
    rerender(
      <QrCode qr={{ size: 65, path: '' }} label="" enlargeLabel="" closeLabel="" uri="wc:abc@2?symKey=1" />,
    );
    expect(screen.getByTestId('wui-qr-code').dataset.uri).toBe('wc:abc@2?symKey=1');
  });

  test('is not drawn while it is awaited', () => {
    code({ qr: null, uri: 'wc:old' });
    expect(screen.getByTestId('wm-qr-wait')).toBeTruthy();
    expect(screen.queryByTestId('wui-qr-code')).toBeNull();
    expect(document.querySelector('[data-uri], svg, button')).toBeNull();
  });
});

describe('host’s color', () => {
  test.each([
    ['color(srgb 0 0 0)', true],
    ['color(srgb 0.164706 0.329412 0.835294)', false], // #2a54d5: 6.3
    ['color(srgb 0.1 0.2 0.55)', true],
    ['color(srgb 0.349 0.349 0.349)', true], // #595959: 7.0
    ['color(srgb 0.3608 0.3608 0.3608)', false], // #5c5c5c: 6.7
    ['color(srgb 1e-7 0 0)', true],
    // translucent, or unknown
    ['color(srgb 0 0 0 / 0.5)', false],
    ['rebeccapurple', false],
    ['', false],
  ])('%s is scannable: %s', (color, readable) => {
    expect(isReadable(color)).toBe(readable);
  });
});
