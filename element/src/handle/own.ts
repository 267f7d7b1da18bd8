// Options that most pages leave out have files of their own (take-own.ts): here is only the look. A bare element, whose entry has no room for it,
// has them looked at when the engine begins (engine/load.ts).

import type { Options } from '../options';
import { aside, ignore, page } from '../page';

export function takeOwn(options: Options): void {
  if (options.messages || options.migrateFrom || options.mobileFullScreen || options.storage)
    page.own = aside((chunk) => chunk.takeOwn(options)).catch(ignore);
}
