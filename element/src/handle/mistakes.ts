// Detects mistakes in calls that neither throw nor reject (docs/guide/errors.md, "Warnings about mistakes"). Only the checks are in the
// entry. The messages are in warn.ts, which a page without mistakes never loads.

import { aside, ignore } from '../page';

const families = /^(eip155|solana|bip122|polkadot|cosmos)$/;

/** Warns about an unknown namespace. Reading it returns nothing, even if an account is connected. */
export function checkNamespace(call: string, namespace: unknown, must = false): void {
  if ((must || namespace != null) && !(typeof namespace == 'string' && families.test(namespace)))
    aside((chunk) => chunk.warnNames(call, namespace)).catch(ignore);
}

/**
 * Warns about a name that resembles an event of the provider. Other unknown names might come from a library that supports other
 * providers.
 */
export function checkEvent(name: unknown): void {
  if (
    typeof name == 'string' &&
    /account|chain|network|connect/i.test(name) &&
    !/^(accountsChanged|chainChanged|(dis)?connect)$/.test(name)
  )
    aside((chunk) => chunk.warnEvent(name)).catch(ignore);
}

/** The event names of events.ts; a unit test compares them. Listeners on elements and on the document can't be observed. */
const listened =
  /^wallet-(ready|open|(before-)?close|state|status|(dis)?connect|pairing|request|transaction|sign-(in|out)|toast|alert|error|track|(view|account|networks?|balance|connections|provider|features|theme)-change)$/;

/** Only our events are emitted on the handle, so a listener for any other name is never called. */
export function checkListened(name: unknown): void {
  if (!listened.test(`${name as string}`))
    aside((chunk) => chunk.warnListened(`${name as string}`)).catch(ignore);
}

/** Warns about a call on a destroyed handle that returns no promise which could reject. */
export const checkEnded = (call: string): unknown => aside((chunk) => chunk.warnEnded(call)).catch(ignore);
