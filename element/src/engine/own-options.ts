// Prepares the page's options for the engine: only JSON crosses (docs/spec/page-wallets.md section 0: the page's objects stay outside).
// viem's chain objects contain functions and bigints, which no network needs.

import { isStorage } from '../data/is-storage';
import type { Options } from '../options';
import { parse } from '../captured';
import { written } from '../written';

/** The options with `{}` instead of each object of the page. */
type Crossing = Omit<Options, 'root' | 'siwx' | 'siweConfig'> & { siwx?: object; siweConfig?: object };

export function ownOptions({ root: _root, siwx, siweConfig, ...rest }: Options): object {
  const options: Crossing = rest;
  // The objects stay in the page; the engine only knows that they exist.
  if (siwx) options.siwx = {};
  if (siweConfig && (siweConfig as { enabled?: boolean }).enabled !== false) options.siweConfig = {};
  const { storage } = options;
  if (storage && typeof storage == 'object') options.storage = (isStorage(storage) ? {} : false) as never;
  // The attribute was removed: undefined wouldn't be in the JSON.
  if ('enableEmbedded' in options) options.enableEmbedded = !!options.enableEmbedded;
  return asJson(options, String) as object;
}

/** As JSON, because only JSON crosses. The caller writes bigints, also if a page gave them a `toJSON`. */
export function asJson(value: unknown, bigint: (big: bigint) => string): unknown {
  return parse(written(value, bigint)!);
}
