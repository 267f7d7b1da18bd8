// Windows (docs/spec/embedded-frame.md section 6: logins; shops and exchanges: a purchase is paid there). Opened in the click itself, before the
// engine hears of it: later the browser would let none open. What a login's window says is heard only from its exact origin and from that
// very window, and read in the engine; a shop says nothing to us, and has no way to this page.

import { apply, builtIn, listen, own, saidBy } from '../captured';
import { page } from '../page';
import { spoken } from './said';

const size = 'popup,width=600,height=800';
/** one login at a time: the name is the window's own, whatever page of ours opens it */
const name = 'wallet-modal-login';
/** a message that is longer as text is none of ours */
const text_max = 16 * 1024;

const openOwn = (...args: unknown[]): Window | null =>
  apply(builtIn<() => unknown>('open'), window, args) as Window | null;
const place = (at: number): number => (at > 0 ? at : 0);
const openAt = (url: string, target: string, more = ''): Window | null =>
  openOwn(
    url,
    target,
    `${size},left=${place(screenX + (outerWidth - 600) / 2)},top=${place(screenY + (outerHeight - 800) / 2)}${more}`,
  );

/** An element of the page with such an id is no own property of the window. */
const has = (name: string): boolean => own<typeof Object.hasOwn>('Object', 'hasOwn')(window, name);

/** There the page itself goes to the provider: a window would be left behind (docs/spec/decisions.md 6, engine/web/src/ports/window.rs). */
function isInMessagingApp(): boolean {
  const { Telegram } = window as unknown as Record<string, { WebApp?: Record<string, string> } | undefined>;
  const { initData, platform } = (has('Telegram') && Telegram?.WebApp) || {};
  return (
    has('TelegramWebviewProxy') ||
    has('TelegramWebviewProxyProto') ||
    !!(initData || (platform && platform != 'unknown'))
  );
}

/** For a login; call it in the click. `url`: `connect.logins.window` of the contract. */
export function openWindow(url: string): void {
  if (isInMessagingApp()) return;
  const opened = openAt(url, name);
  page.popup = (origin, tell) => {
    if (!opened) return null;
    const gone = new (builtIn<typeof AbortController>('AbortController'))();
    listen<MessageEvent>(
      'message',
      (event) => {
        const data = saidBy(event, opened, origin)?.data;
        const text = data && typeof data == 'object' ? spoken(data) : '';
        if (text && text.length <= text_max) tell(text);
      },
      gone.signal,
    );
    return {
      ...ways(opened),
      end: () => {
        gone.abort();
        opened.close();
      },
    };
  };
}

/**
 * For a shop whose host the user has seen; call it in the click. A new window each time: a payment may still be open in the last one. It stays
 * open, also when the modal closes, and the engine leads it nowhere else.
 */
export function openShop(url: string, inTab = false): void {
  const opened = inTab ? openOwn('about:blank') : openAt('about:blank', '_blank');
  if (opened) {
    // A page that can reach its opener can send it somewhere else.
    opened.opener = null;
    opened.location.href = url;
  }
  page.popup = () => opened && { ...ways(opened), go: () => {}, end: () => {} };
}

/** For a page whose host the user has seen; call it in the click. That page can't reach this one. */
export const openShopAt = (url: string): void => void openAt(url, '_blank', ',noopener');

const ways = (opened: Window) => ({
  go: (to: string) => void (opened.location.href = to),
  isClosed: () => opened.closed,
  focus: () => opened.focus(),
});

// Buttons of the page open one too, once this is there (engine/buttons.ts).
page.openWindow = openWindow;
