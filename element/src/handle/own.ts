// Options that most pages leave out have files of their own (take-own.ts): here is only the look. A bare element, whose entry has no room for it,
// has them looked at when the engine begins (engine/load.ts).

import type { Options } from '../options';
import { aside, ignore, page } from '../page';

export function takeOwn({ ...options }: Options): void {
  // A running engine says it of the buttons itself.
  if (page.running) delete options.themeVariables;
  const { messages, migrateFrom, mobileFullScreen, storage, themeVariables } = options;
  if (messages || migrateFrom || mobileFullScreen || storage || themeVariables)
    // Beside what is being taken over already.
    page.own = Promise.all([page.own, aside((chunk) => chunk.takeOwn(options)).catch(ignore)]);
}
