// A QR code on its plate (docs/spec/views.md section 2, requirement 10.17): dark on white in every theme, a quiet zone of 4 modules, dots
// for modules, rounded finders, the logo in the middle; a tap enlarges it.

import { useEffect, useId, useRef, useState } from 'react';
import { Icon } from './icon';
import { isReadable } from './qr-color';

/** Browsers before Chrome 114 and Safari 17 have no popover: there the code can't be enlarged. */
const canPopOver = (): boolean => 'popover' in HTMLElement.prototype;

/** modules around the code that stay white (ISO/IEC 18004) */
const quiet = 4;
/** of the plate, where there is room for it */
const side_px = 340;
/** the logo, a little white around it, and what the plate's edge takes */
const patch_px = 62;

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

/** Modules of the white patch under the logo: whole ones, in the very middle. `plate_px`: the plate's side. */
export function patchOf(size: number, plate_px = side_px): number {
  const least = Math.ceil((patch_px * (size + 2 * quiet)) / plate_px);
  return least % 2 == size % 2 ? least : least + 1;
}

/** A ring and its core; corners of 30 % of the side. */
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
  // Not before its style sheet is there.
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

/** The host's `--wm-qr-color` counts when the code stays readable in it. */
function tint(plate: HTMLElement): void {
  delete plate.dataset.tint;
  if (!getComputedStyle(plate).getPropertyValue('--wm-qr-color')) return;
  plate.dataset.tint = '';
  if (!isReadable(getComputedStyle(plate).color)) delete plate.dataset.tint;
}
