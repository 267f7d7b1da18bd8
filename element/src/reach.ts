// Whether a module can be fetched now. A VPN, a virtual machine or a web view makes some browsers report "no connection" while there is one
// (docs/spec/views.md section 1). Then the server of the engine's file is asked: any response proves the connection. The page's own address isn't
// requested: it may hold a code that works once, and the page's content security policy may forbid it.

import { wasmUrl } from 'virtual:engine';
import { isOffline, page } from './page';

const probe_ms = 3_000;

/** A later report of no connection is a new one. */
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
