/**
 * The demo wallet's window: shows a page's request and responds with the user's decision. Where to start: channel.ts (communication with
 * the page), requests.ts (the table of requests), keys.ts (signing).
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

// A page without the wallet's extension opens the other window.
if (location.pathname === '/connect') runKeys();
else run().catch((error: unknown) => end(problem(error).message));
