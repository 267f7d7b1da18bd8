/**
 * The confirmation window, seen from the page. The window lives on the wallet's origin; every message names its exact target origin,
 * and one is believed only when it comes from that origin and from the very window we opened.
 *
 *   window -> page  hello          it is loaded and listens
 *   page -> window  ask {request}  what to decide on
 *   window -> page  ack            it shows the request
 *   window -> page  unlocked       the person has unlocked the wallet there, before deciding
 *   window -> page  answer {result | error}
 *
 * Closing the window is an answer too: 4001. The ask is kept small; what the window shows is checked there, not here.
 */
import { rpcError, CODE } from './errors.js';

/** A window that doesn't show the request by then never will. */
const SHOWN_MS = 15_000;
const CLOSED_POLL_MS = 200;
/** A response might still arrive after its window has closed. */
const CLOSED_GRACE_MS = 150;

let open = false;

/** Opens the window for one request and resolves with the user's response. */
export function askPerson(origin, request, onUnlocked) {
  if (open) return Promise.reject(rpcError(CODE.alreadyOpen, 'A request is already open in the demo wallet'));
  const site = encodeURIComponent(location.origin);
  const popup = window.open(
    `${origin}/confirm.html#site=${site}`,
    'demo-wallet',
    'popup,width=380,height=640',
  );
  if (!popup)
    return Promise.reject(
      rpcError(CODE.internal, "The browser blocked the demo wallet's window: allow pop-ups for this page"),
    );
  open = true;
  return converse(popup, origin, request, onUnlocked).finally(() => {
    open = false;
    popup.close();
  });
}

function converse(popup, origin, request, onUnlocked) {
  return new Promise((resolve, reject) => {
    const id = crypto.getRandomValues(new Uint32Array(2)).join('-');
    const end = new AbortController();
    const settle = (how, value) => {
      if (end.signal.aborted) return;
      end.abort();
      clearTimeout(shown);
      clearInterval(poll);
      how(value);
    };

    const shown = setTimeout(
      () => settle(reject, rpcError(CODE.internal, "The demo wallet's window did not answer")),
      SHOWN_MS,
    );
    const poll = setInterval(() => {
      if (!popup.closed) return;
      clearInterval(poll);
      setTimeout(() => settle(reject, rpcError(CODE.rejected, 'User rejected the request')), CLOSED_GRACE_MS);
    }, CLOSED_POLL_MS);

    // A page that unloads cancels its request.
    window.addEventListener('pagehide', () => popup.close(), { signal: end.signal });

    window.addEventListener(
      'message',
      (event) => {
        if (event.origin !== origin || event.source !== popup || event.data?.kit !== 'demo-wallet') return;
        const { type } = event.data;
        if (type === 'hello') popup.postMessage({ kit: 'demo-wallet', type: 'ask', id, request }, origin);
        if (event.data.id !== id) return;
        if (type === 'ack') clearTimeout(shown);
        if (type === 'unlocked') onUnlocked();
        if (type !== 'answer') return;
        const { error, result } = event.data;
        if (error) settle(reject, rpcError(Number(error.code), String(error.message)));
        else settle(resolve, result);
      },
      { signal: end.signal },
    );
  });
}
