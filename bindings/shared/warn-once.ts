// Warns once per name about parts of another modal's API that ours lacks, with the alternative.

/** The same as in element/src/warn.ts. */
const ERRORS_URL = 'node_modules/wallet-modal/docs/guide/errors.md#';

const warnedNames = new Set<string>();

/** Logs a warning in the console, only the first time. */
export function warnOnce(name: string, way: string, link = ': '): void {
  if (warnedNames.has(name)) return;
  warnedNames.add(name);

  const stop = way.endsWith('.') ? '' : '.';
  console.warn(`[wallet-modal] ${name}${link}${way}${stop} See ${ERRORS_URL}not_supported`);
}

/** A name of another modal that this one doesn't have; `way` is a sentence about what to use instead. */
export const warnUnsupported = (name: string, way: string): void => warnOnce(name, way, " isn't supported. ");

/** For tests: forgets all earlier warnings. */
export const forgetSaid = (): void => warnedNames.clear();
