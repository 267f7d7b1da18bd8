// Windows (docs/spec/embedded-frame.md section 6) for logins, and for the shops and exchanges where the user pays. They open
// synchronously in the click, before the engine gets the command, because the browser would block them later. Messages of a login window
// count only from its exact origin and that window, and the engine reads them. A shop sends no messages and can't reach this page.

import { apply, builtIn, listen, own, isFrom } from '../captured';
import { page } from '../page';
import { messageText } from './said';

const size = 'popup,width=600,height=800';
/** one login at a time: every page of this site uses the same window name */
const name = 'wallet-modal-login';
/** a longer message isn't ours */
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

/** An element of the page with such an id isn't an own property of the window. */
const has = (name: string): boolean => own<typeof Object.hasOwn>('Object', 'hasOwn')(window, name);

/**
 * In these apps, the page itself goes to the login provider, because a window would stay open (decision 6, "Messaging app",
 * engine/web/src/ports/window.rs).
 */
function isInMessagingApp(): boolean {
  const { Telegram } = window as unknown as Record<string, { WebApp?: Record<string, string> } | undefined>;
  const { initData, platform } = (has('Telegram') && Telegram?.WebApp) || {};
  return (
    has('TelegramWebviewProxy') ||
    has('TelegramWebviewProxyProto') ||
    !!(initData || (platform && platform != 'unknown'))
  );
}

/** Opens a login window. Call it in the click. `url`: `connect.logins.window` of the contract. */
export function openWindow(url: string): void {
  if (isInMessagingApp()) return;
  const opened = openAt(url, name);
  page.popup = (origin, tell) => {
    if (!opened) return null;
    const controller = new (builtIn<typeof AbortController>('AbortController'))();
    listen<MessageEvent>(
      'message',
      (event) => {
        const data = isFrom(event, opened, origin)?.data;
        const text = data && typeof data == 'object' ? messageText(data) : '';
        if (text && text.length <= text_max) tell(text);
      },
      controller.signal,
    );
    return {
      ...ways(opened),
      end: () => {
        controller.abort();
        opened.close();
      },
    };
  };
}

/**
 * Opens a shop whose host the user has seen. Call it in the click. Each call opens a new window, because a payment might still be open in
 * the last one. It stays open when the modal closes, and the engine never navigates it.
 */
export function openShop(url: string, inTab = false): void {
  const opened = inTab ? openOwn('about:blank') : openAt('about:blank', '_blank');
  if (opened) {
    // A page that can reach its opener can navigate it to another site.
    opened.opener = null;
    opened.location.href = url;
  }
  page.popup = () => opened && { ...ways(opened), go: () => {}, end: () => {} };
}

/** Opens a page whose host the user has seen. Call it in the click. That page can't reach this one. */
export const openShopAt = (url: string): void => void openAt(url, '_blank', ',noopener');

const ways = (opened: Window) => ({
  go: (to: string) => void (opened.location.href = to),
  isClosed: () => opened.closed,
  focus: () => opened.focus(),
});

// The buttons in the page also use it, once it has loaded (engine/buttons.ts).
page.openWindow = openWindow;
