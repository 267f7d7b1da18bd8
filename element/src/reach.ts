// Checks whether a module can load now. With a VPN, a virtual machine or a web view, some browsers report "offline" although they're online
// (docs/spec/views.md section 1). A request for the engine's file then checks the connection: any response proves it. It doesn't request the
// page's own URL, which might hold a code that works once, or be blocked by the page's content security policy.

import { wasmUrl } from 'virtual:engine';
import { isOffline, page } from './page';

const probe_ms = 3_000;

/** Each later report of "offline" needs a new check. */
globalThis.addEventListener?.('offline', () => (page.reached = false));

export const isReachable = async (): Promise<boolean> =>
  !isOffline() ||
  fetch(page.options.wasmUrl ?? wasmUrl, {
    __proto__: null,
    method: 'HEAD',
    cache: 'no-store',
    signal: AbortSignal.timeout(probe_ms),
  } as RequestInit).then(
    () => (page.reached = true),
    () => false,
  );
