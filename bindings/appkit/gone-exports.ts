// Internal exports of AppKit's entries: importing one doesn't break the build, and using it warns about the alternative.

import { warnUnsupported } from '../shared/warn-once';
import { UNSUPPORTED_EXPORTS } from './gone';

/** Any property read or call logs the warning once, and returns undefined. */
export function unsupported(
  name: keyof typeof UNSUPPORTED_EXPORTS,
): Record<string, (...args: unknown[]) => undefined> {
  const say = (): undefined => {
    warnUnsupported(name, UNSUPPORTED_EXPORTS[name]);
  };
  // A function, so that it can also be called or constructed.
  return new Proxy(function () {} as never, {
    get: (_target, key) => (typeof key == 'string' && key != 'prototype' ? say : undefined),
    apply: say,
    construct: () => (say(), {}),
  });
}
