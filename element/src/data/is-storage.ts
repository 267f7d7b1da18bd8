// Whether the page's storage object has the required methods (option `storage`).

import type { OwnStorage } from '../options';

export const isStorage = (given: unknown): given is OwnStorage =>
  (['get', 'set', 'remove'] as const).every((name) => typeof (given as OwnStorage)[name] == 'function');
