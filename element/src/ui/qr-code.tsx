// A QR code on its plate (docs/spec/views.md section 2, requirement 10.17): dark on white in every theme, a quiet zone of 4 modules, dots
// for modules, rounded finders, the logo in the middle. A tap enlarges it.

import { useEffect, useId, useRef, useState } from 'react';
import { Icon } from './icon';
import { isReadable } from './qr-color';

/** Browsers before Chrome 114 and Safari 17 have no popover, so the QR code can't be enlarged. */
const canPopOver = (): boolean => 'popover' in HTMLElement.prototype;

/** modules around the QR code that stay white (ISO/IEC 18004) */
const quiet = 4;
/** the plate's side, if there is room for it */
const side_px = 340;
/** the logo with a white margin and the plate's edge */
const patch_px = 62;

interface Props {
  /** the number of modules per side without the quiet zone, and the dark modules as a path; null while loading */
  qr: { size: number; path: string } | null;
  /** a description for screen readers */
  label: string;
  enlargeLabel: string;
  closeLabel: string;
  logo?: string | null;
  /** for tests: the encoded text */
  uri?: string | null;
}

/** The number of modules under the logo that are white: whole modules, centered. `plate_px`: the plate's side. */
export function patchOf(size: number, plate_px = side_px): number {
  const least = Math.ceil((patch_px * (size + 2 * quiet)) / plate_px);
  return least % 2 == size % 2 ? least : least + 1;
}

/** A finder: a ring and its core, with corners of 30% of the side. */
const Finder = ({ x, y }: { x: number; y: number }) => (
  <>
    <rect x={x + 0.5} y={y + 0.5} width="6" height="6" rx="1.6" />
    <rect className="qr-core" x={x + 2} y={y + 2} width="3" height="3" rx=".9" />
  </>
);

export function QrCode({ qr, label, enlargeLabel, closeLabel, logo, uri }: Props) {
  const id = useId();
  const plate = useRef<HTMLDivElement>(null);
  const [plate_px, setPlate] = useState(side_px);
  // Once its style sheet has loaded.
  useEffect(() => tint(plate.current!));
  useEffect(() => setPlate(plate.current!.clientWidth || side_px), []);
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
  const side = size + 2 * quiet;
  const far = size - 7;
  const patch = patchOf(size, plate_px);
  const viewBox = `${-quiet} ${-quiet} ${side} ${side}`;
  const middle = {
    x: (size - patch) / 2,
    y: (size - patch) / 2,
    width: patch,
    height: patch,
    rx: patch / 5,
  };
  const face = logo ? (
    <img src={logo} alt="" />
  ) : (
    <span className="qr-own">
      <Icon name="wallet" />
    </span>
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
        <svg viewBox={viewBox} aria-hidden="true">
          <g id={id}>
            <Finder x={0} y={0} />
            <Finder x={far} y={0} />
            <Finder x={0} y={far} />
            <path className="qr-dots" d={path} transform="translate(.5 .5)" />
            <rect className="qr-patch" {...middle} />
          </g>
        </svg>
        {face}
      </div>
      {canPopOver() && (
        <>
          <button
            type="button"
            className="qr-enlarge"
            aria-label={enlargeLabel}
            popoverTarget={`${id}large`}
          />
          <div className="qr-large" id={`${id}large`} popover="auto">
            <button
              type="button"
              aria-label={closeLabel}
              popoverTarget={`${id}large`}
              popoverTargetAction="hide"
            >
              <svg viewBox={viewBox} aria-hidden="true">
                <use href={`#${id}`} />
              </svg>
              {face}
            </button>
          </div>
        </>
      )}
    </div>
  );
}

/** Applies the page's `--wm-qr-color` if the QR code stays readable in it. */
function tint(plate: HTMLElement): void {
  delete plate.dataset.tint;
  if (!getComputedStyle(plate).getPropertyValue('--wm-qr-color')) return;
  plate.dataset.tint = '';
  if (!isReadable(getComputedStyle(plate).color)) delete plate.dataset.tint;
}
