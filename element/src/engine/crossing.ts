// Converts the page's options to JSON for the engine. Of the page's own functions (option `data`), only the names cross.

import { keys } from '../captured';
import type { Options } from '../options';
import { ownOptions } from './own-options';

/** `true` if the function can be called. Anything else is a mistake that the engine reports. */
const isAnswer = (name: string, one: unknown): boolean =>
  typeof one == 'function' || (name == 'wallets' && typeof one == 'string');

export function engineOptions(options: Options): object {
  const own = ownOptions(options) as Options;
  const { data } = options;
  if (data && typeof data == 'object') {
    const answers = { __proto__: null } as unknown as Record<string, boolean>;
    const names = keys(data);
    for (let i = 0; i < names.length; i++)
      answers[names[i]!] = isAnswer(names[i]!, (data as Record<string, unknown>)[names[i]!]);
    own.data = answers as Options['data'];
  }
  return own;
}
