// A QR code on its plate (docs/spec/views.md section 2, requirement 10.17): dark on white in every theme, a quiet zone of 4 modules, whole
// pixels a module, the wallet's logo on at most a fifth of the side; a tap enlarges it.

import { useEffect, useId, useRef } from 'react';
import { isReadable } from './qr-color';

/** modules around the code that stay white (ISO/IEC 18004) */
const quiet = 4;
const side_max_px = 336;
const side_min_px = 240;
const logo_max = 0.2;

interface Props {
  /** modules of one side without the quiet zone, and its dark ones as a path; nothing while it is awaited */
  qr: { size: number; path: string } | null;
  /** what it is, for who cannot see it */
  label: string;
  enlargeLabel: string;
  closeLabel: string;
  logo?: string | null;
  /** of a test's: the text that is encoded */
  uri?: string | null;
}

/** Pixels of the whole side: as many as fit, a whole number for each module. */
export function sideOf(size: number): number {
  const modules = size + 2 * quiet;
  return Math.max(side_min_px, modules * Math.floor(side_max_px / modules));
}

/** Modules of the white patch under a logo: whole ones, in the very middle. */
export function patchOf(size: number): number {
  const most = Math.floor(size * logo_max);
  return most % 2 == size % 2 ? most : most - 1;
}

export function QrCode({ qr, label, enlargeLabel, closeLabel, logo, uri }: Props) {
  const id = useId();
  const plate = useRef<HTMLDivElement>(null);
  // Not before its style sheet is there.
  useEffect(() => tint(plate.current!));
  if (!qr)
    return (
      <div className="qr" part="qr" data-testid="wm-qr-wait" aria-hidden="true" ref={plate}>
        <span className="qr-wait">
          <i />
          <i />
          <i />
        </span>
      </div>
    );
  const { size, path } = qr;
  const modules = size + 2 * quiet;
  const side = sideOf(size);
  const patch = patchOf(size);
  const frame = {
    viewBox: `${-quiet} ${-quiet} ${modules} ${modules}`,
    shapeRendering: 'crispEdges',
  };
  const middle = logo && (
    <rect
      className="qr-patch"
      x={(size - patch) / 2}
      y={(size - patch) / 2}
      width={patch}
      height={patch}
      rx={patch / 5}
      shapeRendering="geometricPrecision"
    />
  );
  return (
    <div className="qr" part="qr" ref={plate}>
      <div
        className="qr-code"
        role="img"
        aria-label={label}
        data-testid="wui-qr-code"
        data-uri={uri ?? undefined}
      >
        <svg {...frame} width={side} height={side} aria-hidden="true">
          <path id={id} d={path} />
          {middle}
        </svg>
        {logo && <img src={logo} alt="" />}
      </div>
      <button type="button" className="qr-enlarge" aria-label={enlargeLabel} popoverTarget={`${id}large`} />
      <div className="qr-large" id={`${id}large`} popover="auto">
        <button type="button" aria-label={closeLabel} popoverTarget={`${id}large`} popoverTargetAction="hide">
          <svg {...frame} aria-hidden="true">
            <use href={`#${id}`} />
            {middle}
          </svg>
          {logo && <img src={logo} alt="" />}
        </button>
      </div>
    </div>
  );
}

/** The host's `--wm-qr-color` counts when the code stays readable in it. */
function tint(plate: HTMLElement): void {
  delete plate.dataset.tint;
  if (!getComputedStyle(plate).getPropertyValue('--wm-qr-color')) return;
  plate.dataset.tint = '';
  if (!isReadable(getComputedStyle(plate).color)) delete plate.dataset.tint;
}
