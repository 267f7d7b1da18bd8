// Checks for options that most pages don't use; their code is in its own files (take-own.ts). For an element without a handle,
// engine/load.ts checks them, because the entry has no room.

import type { Options } from '../options';
import { aside, ignore, page } from '../page';

export function loadOptionFiles({ ...options }: Options): void {
  // A running engine updates the buttons itself.
  if (page.running) delete options.themeVariables;
  const { messages, migrateFrom, mobileFullScreen, storage, themeVariables } = options;
  if (messages || migrateFrom || mobileFullScreen || storage || themeVariables)
    // In addition to a migration that is already running.
    page.own = Promise.all([page.own, aside((chunk) => chunk.loadRare(options)).catch(ignore)]);
}
