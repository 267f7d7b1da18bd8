// Maps `--w3m-*` to our variables. The engine accepts those with the same meaning unchanged; two are multiples of another base.

import { warnOnce } from '../shared/warn-once';
import type { ThemeMode, ThemeVariables } from './types';

/** AppKit's variable -> ours, and the size in pixels that equals 1 in ours */
export const SCALES: Readonly<Record<string, readonly [ours: string, base_px: number]>> = {
  '--w3m-font-size-master': ['--wm-font-scale', 10],
  '--w3m-border-radius-master': ['--wm-radius-scale', 4],
};

const PIXELS = /^\s*(\d+(?:\.\d+)?)(?:px)?\s*$/;

export function ourVariables(given: ThemeVariables): Record<string, string | number> {
  const ours: Record<string, string | number> = {};
  for (const [name, value] of Object.entries(given)) {
    if (value === undefined) continue;
    const scale = Object.hasOwn(SCALES, name) ? SCALES[name] : undefined;
    if (!scale) {
      ours[name] = value as string | number;
      continue;
    }
    const px = PIXELS.exec(String(value))?.[1];
    if (px === undefined)
      warnOnce(name, `Use a value in px (default \`${scale[1]}px\`), or set \`${scale[0]}\`.`);
    else ours[scale[0]] = Number(px) / scale[1];
  }
  return ours;
}

/** The visible color mode, if the modal follows the system. */
export function seenMode(mode: string | undefined): ThemeMode {
  if (mode == 'dark' || mode == 'light') return mode;
  return globalThis.matchMedia?.('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
}
