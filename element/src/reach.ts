// Whether a module can be fetched now. A VPN, a virtual machine or a web view makes some browsers report "no connection" while there is one
// (docs/spec/views.md section 1). Then the page's own server is asked: any response proves the connection.

import { isOffline, page } from './page';

const probe_ms = 3_000;

/** A later report of no connection is a new one. */
globalThis.addEventListener?.('offline', () => (page.reached = false));

export const isReachable = async (): Promise<boolean> =>
  !isOffline() ||
  fetch(location.href, {
    method: 'HEAD',
    cache: 'no-store',
    signal: AbortSignal.timeout(probe_ms),
  }).then(
    () => (page.reached = true),
    () => false,
  );
