// What a wallet says of itself by EIP-6963, read once (docs/spec/page-wallets.md section 1.1): the first card and the engine's finder take the same.

import type { Introduction } from './announced';

export interface Introduced {
  uuid: string;
  name: string;
  rdns: string;
  /** it names a uuid, and not one of version 4 as the standard has it */
  isOdd?: true;
}

const uuid_v4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i;
/** a reverse domain name: at least two labels; capitals are seen in the wild */
const rdns_grammar =
  /^(?=.{3,253}$)[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)+$/i;
const name_length_max = 64;
const uuid_length_max = 64;

/** Its words, or null when it does not introduce itself as the standard says. */
export function introduced(info: Introduction): Introduced | null {
  // Own data values only: a getter could answer differently each time it is asked, so its descriptor has no value here.
  const [uuid, name, rdns] = ['uuid', 'name', 'rdns'].map((key) => info[key]?.value as unknown);
  if (typeof uuid != 'string' || !uuid || uuid.length > uuid_length_max) return null;
  if (typeof rdns != 'string' || !rdns_grammar.test(rdns)) return null;
  if (typeof name != 'string' || !name.trim() || name.length > name_length_max) return null;
  const isOdd = !uuid_v4.test(uuid);
  return {
    // such a text could be the id of another wallet, or one of ours
    uuid: isOdd ? `uuid:${uuid.replace(/[^\w-]/g, '_')}` : uuid,
    name: name.normalize('NFC').trim(),
    rdns: rdns.toLowerCase(),
    ...(isOdd && { isOdd }),
  };
}
