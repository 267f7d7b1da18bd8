/**
 * The window's side of the protocol with the page (../window.js has the other side and the order of messages). The page's origin in the
 * URL is only used for the first message; the displayed origin, and the one that gets the response, is the one that the browser reports
 * for the message itself.
 */
import type { RpcProblem } from './errors';

/** The page's network. Its name is looked up here, because the page could choose any name. */
export type AskedChain = { chainId: string };

/** The page's request; every part is validated where it is used. */
export type AskedRequest = {
  method: string;
  params: readonly unknown[];
  chain: AskedChain;
  /** The user must unlock the wallet first. */
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
/** The page closes the window when it has the response, unless the page is gone. */
const CLOSE_SELF_MS = 400;

/** Sends the first message to the opener and waits for its request. */
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

/** A plain object with unknown fields. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
