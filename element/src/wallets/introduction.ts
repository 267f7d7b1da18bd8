// A wallet's EIP-6963 info, read once (docs/spec/page-wallets.md section 1.1): the first card and the engine's finder use the same
// result.

import type { Introduction } from './announced';

export interface WalletInfo {
  uuid: string;
  name: string;
  rdns: string;
  /** its uuid isn't one of version 4, which the standard requires */
  isOdd?: true;
}

const uuid_v4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i;
/** a reverse domain name: at least two labels; some wallets use capitals */
const rdns_grammar =
  /^(?=.{3,253}$)[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)+$/i;
const name_length_max = 64;
const uuid_length_max = 64;

/** The wallet's info, or null if it doesn't follow the standard. */
export function readInfo(info: Introduction): WalletInfo | null {
  // Only own data values: a getter could return a different value each time, and its descriptor has no value.
  const [uuid, name, rdns] = ['uuid', 'name', 'rdns'].map((key) => info[key]?.value as unknown);
  if (typeof uuid != 'string' || !uuid || uuid.length > uuid_length_max) return null;
  if (typeof rdns != 'string' || !rdns_grammar.test(rdns)) return null;
  if (typeof name != 'string' || !name.trim() || name.length > name_length_max) return null;
  const isOdd = !uuid_v4.test(uuid);
  return {
    // such a string could equal the id of another wallet, or one of ours
    uuid: isOdd ? `uuid:${uuid.replace(/[^\w-]/g, '_')}` : uuid,
    name: name.normalize('NFC').trim(),
    rdns: rdns.toLowerCase(),
    ...(isOdd && { isOdd }),
  };
}
