// The frame of the embedded wallet (docs/spec/embedded-frame.md sections 1 and 3). It is in the dialog, so it is over the page together
// with it. Only messages from its exact origin and its own window are accepted. The engine reads them.

import {
  apply,
  defineProperty,
  findItem,
  own,
  call,
  Channel,
  closePort,
  get,
  builtIn,
  listenOnPort,
  keys,
  listen,
  mapped,
  pair,
  parse,
  postTo,
  isFrom,
  set,
} from '../captured';
import { captures } from '../primordials';
import type { ModalElement } from '../page';
import { isOffered } from './offered';
import { messageText } from './said';
import type { FrameHandle } from './border';

/** the length of a message's text above which it isn't part of the protocol */
const text_max = 256 * 1024;

/** `Symbol.iterator`, found as the only function of a list that has no name */
const iterator = findItem(
  own<typeof Reflect.ownKeys>('Reflect', 'ownKeys')(captures.Array![2]),
  (key) =>
    typeof key == 'symbol' &&
    typeof (captures.Array![2] as unknown as Record<symbol, PropertyDescriptor>)[key]!.value == 'function',
)!;
/**
 * A transfer list with one item. Firefox and WebKit read the list through its iterator, which is the page's unless the list has its own.
 */
function handing<T>(one: T): T[] {
  let value: T | undefined = one;
  const next = () => {
    const step = { __proto__: null, value, done: !value };
    value = undefined;
    return step;
  };
  const list = [one];
  defineProperty(list, iterator, {
    __proto__: null,
    value: () => ({ __proto__: null, next }),
  } as PropertyDescriptor);
  return list;
}
export function openFrame(modal: ModalElement, url: string, tell: (text: string) => void): FrameHandle {
  const { origin, nonce } = read(url);
  let port: MessagePort | null = null;
  let isHeard = false;
  /** A message that can't be part of the protocol is passed as an empty one, which the engine counts. */
  const hear = (data: unknown): void => {
    const text = data && typeof data == 'object' ? messageText(data) : '';
    tell(text.length <= text_max ? text : '');
  };
  /** From here on, both sides use the port. A document that loads again gets a new one. */
  const usePort = (): void => {
    const { port1, port2 } = pair();
    closePort(port);
    port = port1;
    listenOnPort(port, hear);
    // eslint-disable-next-line no-restricted-syntax -- a window of another origin: a script of this page can't change its methods
    inside()?.postMessage({ type: '@w3m-app/PORT', nonce }, origin, handing(port2));
  };
  const frame: HTMLIFrameElement = call(document, 'createElement', ['iframe']);
  // A window of another origin: a page script can't change its methods.
  const inside = () => get(frame, 'contentWindow') as Window | null;
  const controller = new (builtIn<typeof AbortController>('AbortController'))();
  const attributes = {
    id: 'w3m-iframe',
    name: 'w3m-secure-iframe',
    title: 'Secure wallet',
    sandbox: 'allow-scripts allow-same-origin allow-forms allow-popups',
    // Passkeys (also creating them), browser logins (FedCM), and on a developer's machine a local server.
    allow:
      'publickey-credentials-get; publickey-credentials-create; identity-credentials-get; clipboard-write; local-network-access; loopback-network',
    referrerpolicy: 'strict-origin',
    inert: '',
    hidden: '',
  };
  const names = keys(attributes) as (keyof typeof attributes)[];
  mapped(names, (name) => call(frame, 'setAttribute', [name, attributes[name]]));
  listen<MessageEvent>(
    'message',
    (event) => {
      const message = isFrom(event, inside(), origin);
      if (!message) return;
      isHeard = true;
      if (offersPort(message.data)) usePort();
      hear(message.data);
    },
    controller.signal,
  );
  // Without a connection, the browser shows its error page in the frame, and doesn't reload it.
  listen('online', () => isHeard || set(frame, 'src', url), controller.signal);
  const card = modal.shadowRoot!.querySelector<HTMLElement>('.card')!;
  // Places the frame exactly over the space in the view, below the card's header, and follows it.
  const follow = (): void => {
    const room = (card.querySelector('.body') ?? card).getBoundingClientRect();
    const place = { left: room.left, top: room.top, width: room.width, height: room.height };
    mapped(keys(place) as (keyof typeof place)[], (name) =>
      frame.style.setProperty(name, `${place[name]}px`),
    );
  };
  const sizes = new ResizeObserver(follow);
  // its lower corners match the card's
  frame.style.cssText = 'position:fixed;border:0;border-radius:0 0 24px 24px;color-scheme:auto';
  listen('resize', follow, controller.signal);
  set(frame, 'src', url);
  modal.shadowRoot!.querySelector('dialog')!.append(frame);
  return {
    post: (text) => {
      if (port) apply(postTo, port, [parse(text)]);
      // eslint-disable-next-line no-restricted-syntax -- the same window
      else inside()?.postMessage(parse(text), origin);
    },
    show: (asked) => {
      // Only visible for an approval, which the user gives where other sites can't hide its content.
      const visible = asked && isOffered();
      frame.hidden = !visible;
      frame.inert = !visible;
      sizes.disconnect();
      if (!visible) return;
      sizes.observe(card);
      follow();
      frame.focus();
    },
    end: () => {
      controller.abort();
      closePort(port);
      sizes.disconnect();
      frame.remove();
    },
  };
}

/** The origin of the frame's URL, and the nonce by which its site identifies this page. */
function read(url: string): { origin: string; nonce: unknown } {
  const of = new (builtIn<typeof URL>('URL'))(url);
  return { origin: get(of, 'origin') as string, nonce: call(get(of, 'searchParams'), 'get', ['nonce']) };
}

/** Whether READY says that the site takes a port. */
function offersPort(data: unknown): boolean {
  const { type, payload } = (data ?? {}) as { type?: unknown; payload?: { port?: unknown } };
  return type === '@w3m-frame/READY' && payload?.port === true && !!Channel && !!postTo;
}
