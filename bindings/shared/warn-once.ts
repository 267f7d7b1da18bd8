// What a page brought along from another modal and ours has no counterpart for is said, once a name, with the way there is.

/** As in element/src/warn.ts. */
const ERRORS_URL = 'node_modules/wallet-modal/docs/guide/errors.md#';

const said = new Set<string>();

/** On the console, as everything of ours that is for developers; the second time nothing. */
export function warnOnce(name: string, way: string, link = ': '): void {
  if (said.has(name)) return;
  said.add(name);

  const stop = way.endsWith('.') ? '' : '.';
  console.warn(`[wallet-modal] ${name}${link}${way}${stop} See ${ERRORS_URL}not_supported`);
}

/** A name of another modal that this one doesn't have; `way` is a sentence about what to use instead. */
export const warnUnsupported = (name: string, way: string): void => warnOnce(name, way, " isn't supported. ");

/** For tests: nothing has been said yet. */
export const forgetSaid = (): void => said.clear();
