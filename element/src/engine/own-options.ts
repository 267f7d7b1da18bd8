// What of the host's options crosses into the engine: JSON and nothing else (docs/spec/page-wallets.md section 0:
// objects of the page stay outside). viem's chain objects carry functions and bigints, which no network needs.

import { isStorage } from '../data/is-storage';
import type { Options } from '../options';
import { parse } from '../captured';
import { written } from '../written';

/** The options without objects of the page: `{}` stands for each of those. */
type Crossing = Omit<Options, 'root' | 'siwx' | 'siweConfig'> & { siwx?: object; siweConfig?: object };

export function ownOptions({ root: _root, siwx, siweConfig, ...rest }: Options): object {
  const options: Crossing = rest;
  // The objects stay with the page; the engine knows that they are there.
  if (siwx) options.siwx = {};
  if (siweConfig && (siweConfig as { enabled?: boolean }).enabled !== false) options.siweConfig = {};
  const { storage } = options;
  if (storage && typeof storage == 'object') options.storage = (isStorage(storage) ? {} : false) as never;
  // The attribute was taken away: undefined would be no word at all.
  if ('enableEmbedded' in options) options.enableEmbedded = !!options.enableEmbedded;
  return asJson(options, String) as object;
}

/** As JSON, which is all that crosses; a bigint is written by the caller, also where a page has given it a `toJSON`. */
export function asJson(value: unknown, bigint: (big: bigint) => string): unknown {
  return parse(written(value, bigint)!);
}
