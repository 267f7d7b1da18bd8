// What the engine is told of the host's options: JSON, and of what the page answers itself (option `data`) the names alone.

import type { Options } from '../options';
import { ownOptions } from './own-options';

/** `true` for what can be asked; anything else is a mistake, which the engine names. */
const isAnswer = ([name, one]: [string, unknown]): [string, boolean] => [
  name,
  typeof one == 'function' || (name == 'wallets' && typeof one == 'string'),
];

export function crossing(options: Options): object {
  const own = ownOptions(options) as Options;
  const { data } = options;
  if (data && typeof data == 'object') own.data = Object.fromEntries(Object.entries(data).map(isAnswer));
  return own;
}
