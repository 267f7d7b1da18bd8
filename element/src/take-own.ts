// Options that most pages don't use, each in its own files (docs/spec/public-api.md section 1). A page without them loads none of these
// files.

import type { Options } from './options';
import { ignore, page, start } from './page';

/** how long the engine waits for migrated records: as long as for its own storage (engine/core/src/constants.rs, `STORAGE_MS`) */
const own_max_ms = 2_000;

/** Resolves when the records that the engine reads first are available. */
export async function loadRare(options: Options): Promise<void> {
  const { messages, migrateFrom, mobileFullScreen, storage, themeVariables } = options;
  // Whether a connection can be restored: asked right away.
  if (typeof storage == 'object')
    import('./engine/own-storage').then((chunk) => chunk.look(page)).catch(ignore);
  if (messages) import('./data/own-words').then((chunk) => chunk.setWords(page)).catch(ignore);
  if (themeVariables) import('./data/own-look').then((chunk) => chunk.applyLook(page)).catch(ignore);
  if (mobileFullScreen) import('./engine/full-screen').then((chunk) => chunk.follow(page)).catch(ignore);
  if (!migrateFrom || page.running) return;
  const migrated = import('./engine/migrate').then((chunk) => chunk.migrate(page.options)).catch(ignore);
  const isConnected = await Promise.race([
    migrated,
    new Promise<void>((resolve) => setTimeout(resolve, own_max_ms)),
  ]);
  // Not awaited, because the engine's start waits for this function.
  if (isConnected) start().catch(ignore);
}
