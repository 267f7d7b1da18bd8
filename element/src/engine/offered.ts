// Whether a place offers actions that spend, sign, grant or confirm (decision 46, "A page in another site's frame"). A site that frames the
// page can crop, mask and cover it, and no browser reports this reliably. So a framed page doesn't offer them, except in frames of sites
// that the page trusts, where the browser sees most of that. A Safe shows each request in full and asks again, so a request that goes to
// the Safe is offered. A request to another wallet isn't, whichever account the page shows.

import { isFramed } from '../framed';
import { page } from '../page';
import type { OwnCommand } from './trusted-click';

/** Commands that call a wallet. Switching a network needs no trusted click, so it isn't an OwnCommand. */
export type WalletCommand = OwnCommand | 'networks.retry';

/** The field that names the wallet of a command. Other commands use the wallet of the visible account. */
const walletOf = (command: WalletCommand) =>
  command == 'review.confirm' || command == 'review.accept'
    ? 'review'
    : command == 'permissions.confirm'
      ? 'permissions'
      : command == 'sessions.confirm'
        ? 'sessions'
        : command == 'signIn.sign'
          ? 'signIn'
          : 'account';

/** Whether the command's wallet is the Safe that frames the page. Without a command, the embedded wallet is meant. */
const isProposed = (command: WalletCommand | null) =>
  !!command && !!page.running?.snapshot(walletOf(command)).proposes;

export function isOffered(command: WalletCommand | null = null): boolean {
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
