// Whether what spends, signs, grants or confirms is offered in this place (docs/spec/decisions.md 46). A site around the page can cut, mask and
// cover it as it likes, and no browser says so for sure: it is not, but for sites that the host names, where the browser sees most of that.
// A Safe around the page shows each request whole and asks again, so a request that goes to the Safe is offered. A request that goes to
// another wallet isn't, whichever account the page shows.

import { isFramed } from '../framed';
import { page } from '../page';
import type { OwnCommand } from './trusted-click';

/** What asks a wallet. That a network is switched needs no person, so it is no own command. */
export type Asking = OwnCommand | 'networks.retry';

/** What names the wallet that a command asks. The other commands ask the wallet of the account that the page shows. */
const asked = (command: Asking) =>
  command == 'review.confirm' || command == 'review.accept'
    ? 'review'
    : command == 'permissions.confirm'
      ? 'permissions'
      : command == 'sessions.confirm'
        ? 'sessions'
        : command == 'signIn.sign'
          ? 'signIn'
          : 'account';

/** Whether the wallet that a command asks is the Safe around the page. Without a command the embedded wallet is asked. */
const isProposed = (command: Asking | null) => !!command && !!page.running?.snapshot(asked(command)).proposes;

export function isOffered(command: Asking | null = null): boolean {
  if (!isFramed()) return true;
  if (isProposed(command)) return true;
  const listed = page.options.trustedFrameOrigins as unknown;
  const around = location.ancestorOrigins;
  if (!Array.isArray(listed) || !around?.length) return false;
  for (let i = 0; i < around.length; i++)
    if (!/^https:|^http:\/\/(localhost|127\.0\.0\.1)(:|$)/.test(around[i]!) || !listed.includes(around[i]))
      return false;
  return 'isVisible' in IntersectionObserverEntry.prototype;
}
