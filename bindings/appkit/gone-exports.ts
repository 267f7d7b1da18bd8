// Names that the entries of AppKit export from its inside: an import of one does not break the build, and using it says what there is instead.

import { warnUnsupported } from '../shared/warn-once';
import { UNSUPPORTED_EXPORTS } from './gone';

/** Whatever is read from it or called on it says so once, and is nothing. */
export function gone(
  name: keyof typeof UNSUPPORTED_EXPORTS,
): Record<string, (...args: unknown[]) => undefined> {
  const say = (): undefined => {
    warnUnsupported(name, UNSUPPORTED_EXPORTS[name]);
  };
  // A function, so that it may be called or constructed itself.
  return new Proxy(function () {} as never, {
    get: (_target, key) => (typeof key == 'string' && key != 'prototype' ? say : undefined),
    apply: say,
    construct: () => (say(), {}),
  });
}
