// A page that speaks the frame protocol as the modal's engine does (docs/spec/embedded-frame.md), with nothing of the modal in it: what the secure
// site does is seen without us in between.
import { type FrameLocator, type Page } from '@playwright/test';
import { BASE_PORT, HOST_URLS, PAGE_URL } from '../support/ports';
import { expect } from '../support/test';

export const SECURE_URL = HOST_URLS.secure;
/** The page under its other name: to a browser another site than the secure one. */
export const TWIN_URL = `http://127.0.0.1:${BASE_PORT}`;
export const NONCE = '00112233445566778899aabbccddeeff';

export type Said = { type: string; id?: string; payload?: Record<string, unknown>; nonce?: string };
export type Outcome = { ok: boolean; payload?: Record<string, unknown> };

type PeerWindow = Window & {
  said: Said[];
  frame: HTMLIFrameElement;
  send(message: unknown): void;
};

export interface Peer {
  page: Page;
  frame: FrameLocator;
  /** Everything the frame has said. */
  said(): Promise<Said[]>;
  /** Sends as it is. */
  send(message: unknown): Promise<void>;
  /** Sends a call with an id of its own; its answer. */
  call(name: string, payload?: unknown): Promise<Outcome>;
  /** Sends a call and does not wait; later its answer. */
  begin(name: string, payload?: unknown): Promise<() => Promise<Outcome>>;
  /** Waits for an event that answers no call. */
  event(name: string): Promise<Said>;
}

let count = 0;
const freshId = (): string => `t${Date.now().toString(36)}${(count += 1).toString(36)}`;

/** Opens a page of this origin with the frame in it. `query`: more for the frame's address; `fault` reaches the server only. */
export async function openPeer(
  page: Page,
  { origin = PAGE_URL, claims = '', fault = '', secure = SECURE_URL, query = '' } = {},
): Promise<Peer> {
  // A page that a test makes up comes from nowhere: to Chromium such a one reaches this machine by permission only.
  await page.context().grantPermissions(['local-network-access']);
  await page.route(`${origin}/peer`, (route) =>
    route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>peer</title><body></body>' }),
  );
  if (fault)
    await page.route(
      (url) => url.origin === secure && url.pathname === '/sdk',
      (route) => route.continue({ url: `${route.request().url()}&fault=${fault}` }),
    );
  await page.goto(`${origin}/peer`);
  const src = `${secure}/sdk?projectId=demo&chainId=eip155:1337&version=4&enableLogger=false&origin=${claims || origin}&nonce=${NONCE}${query}`;
  await page.evaluate(
    ([address, target]) => {
      const here = window as unknown as PeerWindow;
      here.said = [];
      here.frame = document.createElement('iframe');
      here.frame.setAttribute('sandbox', 'allow-scripts allow-same-origin allow-forms allow-popups');
      here.frame.setAttribute('width', '400');
      here.frame.setAttribute('height', '600');
      here.frame.referrerPolicy = 'strict-origin';
      here.frame.src = address;
      window.addEventListener('message', (event) => {
        if (event.origin === target && event.source === here.frame.contentWindow)
          here.said.push(event.data as Said);
      });
      here.send = (message) => here.frame.contentWindow!.postMessage(message, target);
      document.body.append(here.frame);
    },
    [src, secure] as const,
  );
  const said = () => page.evaluate(() => (window as unknown as PeerWindow).said);
  const send = (message: unknown) =>
    page.evaluate((data) => (window as unknown as PeerWindow).send(data), message);
  const find = async (fits: (one: Said) => boolean): Promise<Said> => {
    let found: Said | undefined;
    await expect
      .poll(async () => (found = (await said()).find(fits)) !== undefined, { intervals: [20, 50, 100] })
      .toBe(true);
    return found!;
  };
  const begin = async (name: string, payload?: unknown) => {
    const id = freshId();
    await send({ type: `@w3m-app/${name}`, id, ...(payload === undefined ? {} : { payload }) });
    return async (): Promise<Outcome> => {
      const answer = await find((one) => one.id === id);
      expect(answer.type).toMatch(new RegExp(`^@w3m-frame/${name}_(SUCCESS|ERROR)$`));
      return { ok: answer.type.endsWith('_SUCCESS'), payload: answer.payload };
    };
  };
  return {
    page,
    frame: page.frameLocator('iframe'),
    said,
    send,
    begin,
    call: async (name, payload) => (await begin(name, payload))(),
    event: (name) => find((one) => one.type === `@w3m-frame/${name}`),
  };
}

/** The same, and the frame is ready and synced. */
export async function readyPeer(page: Page, options: Parameters<typeof openPeer>[1] = {}): Promise<Peer> {
  const peer = await openPeer(page, options);
  await peer.event('READY');
  expect(await peer.call('SYNC_DAPP_DATA', { projectId: 'demo' })).toEqual({ ok: true });
  return peer;
}

export type Mail = { subject: string; code: string | null; link: string | null };

/** The mails to an address, newest first. */
export async function mails(address: string): Promise<Mail[]> {
  const answer = await fetch(`${SECURE_URL}/mailbox.json?address=${encodeURIComponent(address)}`);
  return ((await answer.json()) as { mails: Mail[] }).mails;
}

/** The newest code. */
export const codeFor = async (address: string): Promise<string> => (await mails(address))[0]!.code!;

/** An address nobody has used. */
export const freshEmail = (): string => `${freshId()}@mail.example`;

/** Logs in from the address to the session, whatever that takes in this browser. */
export async function logIn(peer: Peer, email: string): Promise<Record<string, unknown>> {
  const begun = await peer.call('CONNECT_EMAIL', { email });
  expect(begun.ok).toBe(true);
  if (begun.payload!.action === 'VERIFY_DEVICE') {
    await fetch((await mails(email))[0]!.link!);
    expect(await peer.call('CONNECT_DEVICE')).toEqual({ ok: true });
  }
  expect(await peer.call('CONNECT_OTP', { otp: await codeFor(email) })).toEqual({ ok: true });
  return userOf(peer);
}

export async function userOf(peer: Peer, payload: unknown = {}): Promise<Record<string, unknown>> {
  const user = await peer.call('GET_USER', payload);
  expect(user.ok, JSON.stringify(user.payload)).toBe(true);
  return user.payload!;
}

export const rpc = (method: string, params: unknown = [], more = {}) => ({ method, params, ...more });
