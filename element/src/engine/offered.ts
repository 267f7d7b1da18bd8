// Whether what spends, signs, grants or confirms is offered in this place (docs/spec/decisions.md 46). A site around the page can cut, mask and
// cover it as it likes, and no browser says so for sure: it is not, but for sites that the host names, where the browser sees most of that.

import { isFramed } from '../framed';
import { page } from '../page';

export function isOffered(): boolean {
  if (!isFramed()) return true;
  // What is confirmed is proposed to the Safe around us, which shows it whole and asks again.
  if (page.running?.snapshot('account').proposes) return true;
  const listed = page.options.framedBy as unknown;
  const around = location.ancestorOrigins;
  if (!Array.isArray(listed) || !around?.length) return false;
  for (let i = 0; i < around.length; i++)
    if (!/^https:|^http:\/\/(localhost|127\.0\.0\.1)(:|$)/.test(around[i]!) || !listed.includes(around[i]))
      return false;
  return 'isVisible' in IntersectionObserverEntry.prototype;
}
