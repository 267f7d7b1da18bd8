/**
 * The window's half of the conversation with the page (the other half and the order of messages: ../window.js).
 * The page's origin comes with the address only to know whom to greet; what is shown and answered to is the origin
 * the browser reports for the message itself.
 */
import type { RpcProblem } from './errors';

/** The network the page is on. Its name is looked up here: the page could call it anything. */
export type AskedChain = { chainId: string };

/** What the page asks for; every part is checked again where it is used. */
export type AskedRequest = {
  method: string;
  params: readonly unknown[];
  chain: AskedChain;
  /** The wallet is to be unlocked first. */
  locked: boolean;
};

export type Answer = { result: unknown } | { error: RpcProblem };

export type Channel = {
  site: string;
  request: AskedRequest;
  unlocked: () => void;
  answer: (answer: Answer) => void;
};

const KIT = 'demo-wallet';
/** The page closes the window when it has the answer; a page that is gone cannot. */
const CLOSE_SELF_MS = 400;

/** Greets the page that opened the window and waits for its request. */
export function waitForRequest(): Promise<Channel> {
  const opener = window.opener as Window | null;
  const site = siteOfAddress();
  if (!opener || !site)
    return Promise.reject(
      new Error('This window is opened by a page that asks the demo wallet for something.'),
    );

  return new Promise((resolve) => {
    const end = new AbortController();
    window.addEventListener(
      'message',
      (event: MessageEvent<unknown>) => {
        if (event.origin !== site || event.source !== opener) return;
        const ask = readAsk(event.data);
        if (!ask) return;
        end.abort();
        const send = (message: object): void =>
          opener.postMessage({ kit: KIT, id: ask.id, ...message }, site);
        send({ type: 'ack' });
        resolve({
          site: event.origin,
          request: ask.request,
          unlocked: () => send({ type: 'unlocked' }),
          answer: (answer) => {
            send({ type: 'answer', ...answer });
            setTimeout(() => window.close(), CLOSE_SELF_MS);
          },
        });
      },
      { signal: end.signal },
    );
    opener.postMessage({ kit: KIT, type: 'hello' }, site);
  });
}

function siteOfAddress(): string | null {
  const text = new URLSearchParams(location.hash.slice(1)).get('site') ?? '';
  if (!URL.canParse(text)) return null;
  const url = new URL(text);
  return ['http:', 'https:'].includes(url.protocol) && url.origin === text ? text : null;
}

function readAsk(data: unknown): { id: string; request: AskedRequest } | null {
  if (!isRecord(data) || data['kit'] !== KIT || data['type'] !== 'ask') return null;
  const { id, request } = data;
  if (typeof id !== 'string' || !isRecord(request)) return null;
  const { method, params, chain, locked } = request;
  if (typeof method !== 'string' || !Array.isArray(params) || !isRecord(chain)) return null;
  const { chainId } = chain;
  if (typeof chainId !== 'string') return null;
  return { id, request: { method, params, chain: { chainId }, locked: locked === true } };
}

/** A plain object of unknown fields. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
