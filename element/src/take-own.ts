// Options that most pages leave out, each with files of its own (docs/spec/public-api.md section 1): a page without them loads none of this.

import type { Options } from './options';
import { ignore, page, start } from './page';

/** so long the engine waits for what is taken over: as long as for its own storage (engine/core/src/constants.rs, `STORAGE_MS`) */
const own_max_ms = 2_000;

/** Settles when the engine may begin: what it reads first is there. */
export async function takeOwn(options: Options): Promise<void> {
  const { messages, migrateFrom, mobileFullScreen, storage, themeVariables } = options;
  // Whether there is a connection to come back to: asked for at once.
  if (typeof storage == 'object')
    import('./engine/own-storage').then((chunk) => chunk.look(page)).catch(ignore);
  if (messages) import('./data/own-words').then((chunk) => chunk.takeWords(page)).catch(ignore);
  if (themeVariables) import('./data/own-look').then((chunk) => chunk.dress(page)).catch(ignore);
  if (mobileFullScreen) import('./engine/full-screen').then((chunk) => chunk.follow(page)).catch(ignore);
  if (!migrateFrom || page.running) return;
  const migrated = import('./engine/migrate').then((chunk) => chunk.migrate(page.options)).catch(ignore);
  const isConnected = await Promise.race([
    migrated,
    new Promise<void>((resolve) => setTimeout(resolve, own_max_ms)),
  ]);
  // Not waited for: it waits for this.
  if (isConnected) start().catch(ignore);
}
