// @vitest-environment jsdom
// The element's side of the conversation with the embedded wallet's frame. What is said is read in the engine; real frames: e2e/embedded.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { ModalElement } from '../page';
import { messageListeners as windowHeard, messages } from '../testing/messages';

const ORIGIN = 'https://secure.test';
const NONCE = '00112233445566778899aabbccddeeff';
const ready = (port?: unknown) => ({ type: '@w3m-frame/READY', payload: { version: '1', port } });

let texts: string[];
let handle: ReturnType<typeof import('./frame').openFrame>;
let inner: object;
let posted: ReturnType<typeof vi.fn>;

/** Sends a message to this window. */
const say = (data: unknown, { origin = ORIGIN, source = inner as unknown, isTrusted = true } = {}) =>
  windowHeard.forEach((fn) => fn({ data, origin, source, isTrusted } as MessageEvent));
const parsedMessages = () =>
  texts.map((text) => (text ? (JSON.parse(text) as { id?: string; type?: string }) : null));

beforeEach(async () => {
  vi.resetModules();
  messages();
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      disconnect() {}
    },
  );
  texts = [];
  const host = document.createElement('div');
  const dialog = document.createElement('dialog');
  const card = document.createElement('div');
  card.className = 'card';
  dialog.append(card);
  host.attachShadow({ mode: 'open' }).append(dialog);
  document.body.replaceChildren(host);
  const url = `${ORIGIN}/sdk?projectId=p&nonce=${NONCE}`;
  posted = vi.fn();
  inner = { postMessage: posted };
  vi.spyOn(HTMLIFrameElement.prototype, 'contentWindow', 'get').mockImplementation(() => inner as Window);
  const { openFrame } = await import('./frame');
  handle = openFrame(host as unknown as ModalElement, url, (text) => texts.push(text));
  // The page's later getter isn't called (10.60).
  Object.defineProperty(dialog.querySelector('iframe')!, 'contentWindow', {
    get: () => {
      throw new Error('asked');
    },
  });
});

afterEach(() => {
  handle.end();
  vi.restoreAllMocks();
});

/** The site's end of the last port. */
const givenPort = (): MessagePort => (posted.mock.calls.at(-1) as [unknown, unknown, [MessagePort]])[2][0];

test('gives a site that supports ports its own port, and both continue on it', async () => {
  say(ready(true));
  expect(posted.mock.calls[0]!.slice(0, 2)).toEqual([{ type: '@w3m-app/PORT', nonce: NONCE }, ORIGIN]);
  expect(parsedMessages()).toEqual([ready(true)]);
  const port = givenPort();
  const posts: unknown[] = [];
  port.onmessage = ({ data }) => posts.push(data);
  handle.post('{"type":"@w3m-app/GET_USER","id":"1"}');
  await vi.waitFor(() => expect(posts).toEqual([{ type: '@w3m-app/GET_USER', id: '1' }]));
  expect(posted, 'the window hears of nothing more').toHaveBeenCalledTimes(1);
  port.postMessage({ type: '@w3m-frame/GET_USER_SUCCESS', id: '1' });
  await vi.waitFor(() =>
    expect(parsedMessages()[1]).toEqual({ type: '@w3m-frame/GET_USER_SUCCESS', id: '1' }),
  );
  // a document that loads again gets another port
  say(ready(true));
  const next = givenPort();
  expect(next).not.toBe(port);
  next.onmessage = ({ data }) => posts.push(data);
  handle.post('{"id":"2"}');
  await vi.waitFor(() => expect(posts[1]).toEqual({ id: '2' }));
  next.close();
});

test.each([[undefined], [false], ['true'], [1]])('talks to a site that answers %o by its window', (port) => {
  say(ready(port));
  handle.post('{"id":"1"}');
  expect(posted.mock.calls).toEqual([[{ id: '1' }, ORIGIN]]);
});

test('ignores other windows and origins, and gives them no port', () => {
  say(ready(true), { origin: 'https://other.test' });
  say(ready(true), { source: window });
  say(ready(true), { source: null });
  say(ready(true), { isTrusted: false });
  expect([posted.mock.calls, texts]).toEqual([[], []]);
});

test('reports a frame message outside the protocol as empty', () => {
  for (const data of ['text', null, 7, { big: 1n }, { text: 'x'.repeat(256 * 1024) }]) say(data);
  expect(texts).toEqual(['', '', '', '', '']);
});

test('@10.25 reloads a frame that was opened offline when the connection is back', () => {
  const frame = document.querySelector('div')!.shadowRoot!.querySelector('iframe')!;
  const loads = new MutationObserver(() => {});
  loads.observe(frame, { attributes: true, attributeFilter: ['src'] });
  const url = frame.src;
  dispatchEvent(new Event('online'));
  expect(loads.takeRecords()).toHaveLength(1);
  expect(frame.src).toBe(url);
  // the site has spoken, so earlier messages aren't lost
  say(ready());
  dispatchEvent(new Event('online'));
  expect(loads.takeRecords()).toEqual([]);
});

test("@10.25 doesn't reload a removed frame", () => {
  const frame = document.querySelector('div')!.shadowRoot!.querySelector('iframe')!;
  const loads = new MutationObserver(() => {});
  loads.observe(frame, { attributes: true, attributeFilter: ['src'] });
  handle.end();
  dispatchEvent(new Event('online'));
  expect(loads.takeRecords()).toEqual([]);
});
