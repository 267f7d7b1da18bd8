// What a host gets wrong where nothing throws and nothing rejects (docs/guide/errors.md, "Warnings about mistakes"). Only the look is
// here, in the package's entry: the words are in warn.ts, which a page without a mistake never loads.

import { aside, ignore } from '../page';

const families = /^(eip155|solana|bip122|polkadot|cosmos)$/;

/** A family that there is none of: what is read of it is nothing, whoever is connected. */
export function checkFamily(call: string, namespace: unknown, must = false): void {
  if ((must || namespace != null) && !(typeof namespace == 'string' && families.test(namespace)))
    aside((chunk) => chunk.warnFamily(call, namespace)).catch(ignore);
}

/** Nearly the name of an event of a provider, which is never emitted. Other names may be of a library that knows other providers. */
export function checkEvent(name: unknown): void {
  if (
    typeof name == 'string' &&
    /account|chain|network|connect/i.test(name) &&
    !/^(accountsChanged|chainChanged|(dis)?connect)$/.test(name)
  )
    aside((chunk) => chunk.warnEvent(name)).catch(ignore);
}

/** The names of events.ts: a unit test compares. On elements and the document nobody can see who listens to what. */
const listened =
  /^wallet-(ready|open|(before-)?close|state|status|(dis)?connect|pairing|request|transaction|sign-(in|out)|toast|alert|error|track|(view|account|networks?|balance|connections|provider|features|theme)-change)$/;

/** The handle is ours alone: whatever else is listened to there is never emitted. */
export function checkListened(name: unknown): void {
  if (!listened.test(`${name as string}`))
    aside((chunk) => chunk.warnListened(`${name as string}`)).catch(ignore);
}

/** A handle after its end, where its answer is no promise that could reject. */
export const checkDead = (call: string): unknown => aside((chunk) => chunk.warnDead(call)).catch(ignore);
