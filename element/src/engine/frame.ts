// The frame of the embedded wallet (docs/spec/embedded-frame.md sections 1 and 3): in the dialog, so that it is over the page with it, and
// heard only with its exact origin from its very window. What it says is read in the engine.

import {
  apply,
  defineProperty,
  found,
  own,
  call,
  Channel,
  closePort,
  get,
  builtIn,
  hearOn,
  keys,
  listen,
  mapped,
  pair,
  parse,
  postTo,
  saidBy,
  set,
} from '../captured';
import { kept } from '../primordials';
import type { ModalElement } from '../page';
import { isOffered } from './offered';
import { spoken } from './said';
import type { FrameHandle } from './border';

/** a message that is longer as text is none of the protocol's */
const text_max = 256 * 1024;

/** `Symbol.iterator`: of a list's own functions the only one that has no name. */
const iterator = found(
  own<typeof Reflect.ownKeys>('Reflect', 'ownKeys')(kept.Array![2]),
  (key) =>
    typeof key == 'symbol' &&
    typeof (kept.Array![2] as unknown as Record<symbol, PropertyDescriptor>)[key]!.value == 'function',
)!;
/** One thing to hand over with a message: Firefox and WebKit read the list by its iterator, which is the page's unless it has its own. */
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
  /** What cannot be one of the protocol's is told as nothing: the engine counts it. */
  const hear = (data: unknown): void => {
    const text = data && typeof data == 'object' ? spoken(data) : '';
    tell(text.length <= text_max ? text : '');
  };
  /** Both sides speak over it from now on; a document that begins anew gets another one. */
  const usePort = (): void => {
    const { port1, port2 } = pair();
    closePort(port);
    port = port1;
    hearOn(port, hear);
    // eslint-disable-next-line no-restricted-syntax -- a window of another origin: a script of this page can't change its methods
    inside()?.postMessage({ type: '@w3m-app/PORT', nonce }, origin, handing(port2));
  };
  const frame: HTMLIFrameElement = call(document, 'createElement', ['iframe']);
  // The window of another origin: a script of this page can't change its methods.
  const inside = () => get(frame, 'contentWindow') as Window | null;
  const gone = new (builtIn<typeof AbortController>('AbortController'))();
  const attributes = {
    id: 'w3m-iframe',
    name: 'w3m-secure-iframe',
    title: 'Secure wallet',
    sandbox: 'allow-scripts allow-same-origin allow-forms allow-popups',
    // Passkeys (also new ones), logins of the browser (FedCM), and on a developer's machine a server of its own.
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
      const said = saidBy(event, inside(), origin);
      if (!said) return;
      isHeard = true;
      if (offersPort(said.data)) usePort();
      hear(said.data);
    },
    gone.signal,
  );
  // Without a network the browser shows its own error page in the frame, and stays there.
  listen('online', () => isHeard || set(frame, 'src', url), gone.signal);
  const card = modal.shadowRoot!.querySelector<HTMLElement>('.card')!;
  // Exactly over the room the view has for it, below the header of the card, wherever that goes.
  const follow = (): void => {
    const room = (card.querySelector('.body') ?? card).getBoundingClientRect();
    const place = { left: room.left, top: room.top, width: room.width, height: room.height };
    mapped(keys(place) as (keyof typeof place)[], (name) =>
      frame.style.setProperty(name, `${place[name]}px`),
    );
  };
  const sizes = new ResizeObserver(follow);
  // its lower corners are the card's
  frame.style.cssText = 'position:fixed;border:0;border-radius:0 0 24px 24px;color-scheme:auto';
  listen('resize', follow, gone.signal);
  set(frame, 'src', url);
  modal.shadowRoot!.querySelector('dialog')!.append(frame);
  return {
    post: (text) => {
      if (port) apply(postTo, port, [parse(text)]);
      // eslint-disable-next-line no-restricted-syntax -- the same window
      else inside()?.postMessage(parse(text), origin);
    },
    show: (asked) => {
      // Only for an approval, which is given where nobody else can hide what is approved.
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
      gone.abort();
      closePort(port);
      sizes.disconnect();
      frame.remove();
    },
  };
}

/** The origin of the frame's url, and the nonce by which its site knows this page. */
function read(url: string): { origin: string; nonce: unknown } {
  const of = new (builtIn<typeof URL>('URL'))(url);
  return { origin: get(of, 'origin') as string, nonce: call(get(of, 'searchParams'), 'get', ['nonce']) };
}

/** READY of a site that takes a port. */
function offersPort(data: unknown): boolean {
  const { type, payload } = (data ?? {}) as { type?: unknown; payload?: { port?: unknown } };
  return type === '@w3m-frame/READY' && payload?.port === true && !!Channel && !!postTo;
}
