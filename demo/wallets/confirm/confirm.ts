/**
 * The demo wallet's window: shows what a page asks for and answers with what the person decides.
 * Where to start: channel.ts (how the page is spoken to), requests.ts (the table of what can be asked), keys.ts (who signs).
 */
import { waitForRequest } from './channel';
import { part } from './dom';
import { problem, rejected } from './errors';
import { decides, end, settle } from './person';
import { UNLOCK } from './requests';
import { run as runKeys } from '../keys/keys';

async function run(): Promise<void> {
  const { site, request, unlocked, answer } = await waitForRequest();
  part('site').textContent = site;

  if (request.locked) {
    if (!(await decides(UNLOCK))) return answer({ error: rejected() });
    unlocked();
  }
  answer(await settle(request));
}

// A page without the wallet's extension opens the other.
if (location.pathname === '/connect') runKeys();
else run().catch((error: unknown) => end(problem(error).message));
