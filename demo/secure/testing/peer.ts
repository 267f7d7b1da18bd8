// A page around the frame, in memory: the whole frame runs unchanged, except for the browser (outside.ts) and presses (asking.ts), which
// are simulated. Requests are rendered as a user would see them.
import type { Address, Hex } from 'viem';
import { expect, vi } from 'vitest';
import type { Question } from '../draw';
import type { Heard } from '../outside';
import { fund } from './chain';
import { Site } from './site';

export const PAGE = 'http://page.test';
export const OTHER_PAGE = 'http://other.test';
export const NONCE = '00112233445566778899aabbccddeeff';

export type Said = { type: string; id?: string; payload?: Record<string, unknown>; nonce?: string };
export type Outcome = { ok: boolean; payload?: Record<string, unknown> };

/** The request as the user sees it. */
export type Asked = {
  title: string;
  site: string;
  network: string;
  warnings: string[];
  /** The text of the checkbox. */
  accepts: string[];
  /** The texts with this label, such as `network-fee-at-most`. */
  facts(label: string): string[];
  /** The text with this label. */
  fact(label: string): string;
  /** The full address with this label. */
  address(label: string): string;
};

export interface Peer {
  site: Site;
  /** The browser's storage for the frame. */
  storage: Map<string, string>;
  /** Its keys: scripts can use but not read them. */
  vault: Map<string, unknown>;
  /** All messages of the frame. */
  said: Said[];
  /** Nested documents that the frame has added. */
  embedded: string[];
  /** The number of reloads of the frame. */
  reloads(): number;
  /** Sends a message unchanged. */
  send(message: unknown, ports?: MessagePort[]): void;
  /** Sends a call with its own ID; resolves with its response. */
  call(name: string, payload?: unknown): Promise<Outcome>;
  /** The same for a wallet request. */
  ask(method: string, params?: unknown, more?: object): Promise<Outcome>;
  /** Waits for an event that isn't a response. */
  event(name: string): Promise<Said>;
  /** Whether the user is being asked. */
  isAsking(): boolean;
  /** Waits until the user is asked. */
  asked(): Promise<Asked>;
  /** Ticks the checkbox as a user, because a script's click doesn't count. */
  accept(): void;
  confirm(): Promise<void>;
  reject(): Promise<void>;
}

let count = 0;
const freshId = (): string => `t${(count += 1)}`;
/** An unused email address. */
export const freshEmail = (): string => `${freshId()}@mail.example`;

const until = <T>(look: () => T): Promise<T> => vi.waitFor(look, { interval: 5, timeout: 7_000 });

/** Lets a test change the node's responses; undefined keeps one. */
export function nodeAnswers(site: Site, change: (method: string, result: unknown) => unknown): void {
  vi.stubGlobal('fetch', async (input: unknown, init: RequestInit = {}) => {
    const response = await site.fetch(input, init);
    if (!String(input).includes('/rpc/')) return response;
    const { method } = JSON.parse(String(init.body)) as { method: string };
    const answer = (await response.json()) as { result?: unknown };
    // gas and fees are read one by one, so that each can be changed
    if (method === 'eth_fillTransaction')
      return Response.json({ jsonrpc: '2.0', id: 1, error: { code: -32601, message: 'Method not found' } });
    const changed = change(method, answer.result);
    return Response.json(changed === undefined ? answer : { jsonrpc: '2.0', id: 1, ...(changed as object) });
  });
}

type Options = {
  site?: Site;
  storage?: Map<string, string>;
  /** null: the browser denies key storage. */
  vault?: Map<string, unknown> | null;
  page?: string;
  fault?: string;
  query?: string;
};

/** Opens a frame in a page of this origin. */
export async function openPeer({
  site = new Site(),
  storage = new Map(),
  vault = new Map(),
  page = PAGE,
  fault = '',
  query = '',
}: Options = {}): Promise<Peer> {
  const said: Said[] = [];
  const embedded: string[] = [];
  let take: (heard: Heard) => void = () => {};
  let reloads = 0;
  const screen = document.createElement('div');
  /** Decides the current request. */
  let press: ((yes: boolean) => void) | null = null;

  vi.resetModules();
  vi.stubGlobal('fetch', site.fetch);
  const meta: Record<string, string> = { page, fault, late: '3000', other: 'http://secure-twin.test' };
  vi.doMock('../outside', () => ({
    told: (name: string) => meta[name] ?? '',
    query: new URLSearchParams(`projectId=demo&chainId=eip155:1337&nonce=${NONCE}${query}`),
    SITE: 'http://secure.test',
    isFramed: () => true,
    say: (message: Said, origin: string) => void (origin === page && said.push(structuredClone(message))),
    hear: (origin: string, listener: typeof take) => void (origin === page && (take = listener)),
    stored: () => ({
      getItem: (key: string) => storage.get(key) ?? null,
      setItem: (key: string, value: string) => void storage.set(key, value),
      removeItem: (key: string) => void storage.delete(key),
    }),
    reload: () => void (reloads += 1),
    embed: (src: string) => void embedded.push(src),
  }));
  const box = async (): Promise<Map<string, unknown>> =>
    vault ?? Promise.reject(new DOMException('refused', 'SecurityError'));
  vi.doMock('../vault', () => ({
    read: async (store: string, name: string) => (await box()).get(`${store} ${name}`),
    write: async (store: string, name: string, value: unknown) =>
      void (await box()).set(`${store} ${name}`, value),
    readOrWrite: async (store: string, name: string, made: unknown) => {
      const place = `${store} ${name}`;
      const kept = await box();
      if (!kept.has(place)) kept.set(place, made);
      return kept.get(place);
    },
  }));
  const { drawQuestion, isAccepted, make } = await import('../draw');
  vi.doMock('../asking', () => ({
    setTheme: () => {},
    clear: () => screen.replaceChildren(),
    ask: (question: Question, signal: AbortSignal) =>
      new Promise<boolean>((resolve) => {
        screen.replaceChildren(...drawQuestion(question, make('p', ''), make('b', ''), make('b', '')));
        press = (yes) => {
          if (yes && !isAccepted(screen)) throw new Error('what is given away is not ticked');
          press = null;
          resolve(yes);
        };
        signal.addEventListener('abort', () => press?.(false));
      }),
  }));
  await import('../sdk');

  const send = (data: unknown, ports: MessagePort[] = []) => take({ data: structuredClone(data), ports });
  const call = async (name: string, payload?: unknown): Promise<Outcome> => {
    const id = freshId();
    send({ type: `@w3m-app/${name}`, id, ...(payload === undefined ? {} : { payload }) });
    const answer = await until(() => said.find((one) => one.id === id) ?? expect.unreachable(name));
    expect(answer.type).toMatch(new RegExp(`^@w3m-frame/${name}_(SUCCESS|ERROR)$`));
    const ok = answer.type.endsWith('_SUCCESS');
    return 'payload' in answer ? { ok, payload: answer.payload! } : { ok };
  };
  const decide = async (yes: boolean): Promise<void> =>
    (await until(() => press ?? expect.unreachable('nobody is asked')))(yes);
  return {
    site,
    storage,
    vault: vault ?? new Map<string, unknown>(),
    said,
    embedded,
    reloads: () => reloads,
    send,
    call,
    ask: (method, params = [], more = {}) => call('RPC_REQUEST', { method, params, ...more }),
    event: (name) =>
      until(() => said.find((one) => one.type === `@w3m-frame/${name}`) ?? expect.unreachable(name)),
    isAsking: () => screen.childElementCount > 0,
    asked: async () => {
      await until(() => press ?? expect.unreachable('nobody is asked'));
      return read(screen);
    },
    accept: () => {
      screen.querySelector<HTMLInputElement>('[data-testid="secure-accept"]')!.checked = true;
    },
    confirm: () => decide(true),
    reject: () => decide(false),
  };
}

/** The visible request, by the same names as in a browser. */
function read(screen: HTMLElement): Asked {
  const parts = (name: string) => [...screen.querySelectorAll(`[data-testid="secure-${name}"]`)];
  const texts = (name: string) => parts(name).map(({ textContent }) => textContent!);
  const one = (name: string): Element => {
    const [found, ...more] = parts(name);
    if (!found || more.length > 0) throw new Error(`there is not one ${name}: ${screen.textContent}`);
    return found;
  };
  return {
    title: one('title').textContent!,
    site: one('site').textContent!,
    network: texts('network').join(),
    warnings: texts('warning'),
    accepts: [...screen.querySelectorAll('.accept span span')].map(({ textContent }) => textContent!),
    facts: (label) => texts(`fact-${label}`),
    fact: (label) => one(`fact-${label}`).textContent!,
    address: (label) => one(`fact-${label}`).getAttribute('aria-label')!,
  };
}

/** The same, once the frame is ready and synced. */
export async function readyPeer(options: Options = {}): Promise<Peer> {
  const peer = await openPeer(options);
  await peer.event('READY');
  expect(await peer.call('SYNC_DAPP_DATA', { projectId: 'demo' })).toEqual({ ok: true });
  return peer;
}

/** Logs in from the email address to the session, with all steps that this browser needs. */
export async function logIn(peer: Peer, email: string): Promise<Record<string, unknown>> {
  const begun = await peer.call('CONNECT_EMAIL', { email });
  expect(begun.ok).toBe(true);
  if (begun.payload!['action'] === 'VERIFY_DEVICE') {
    peer.site.mails[0]!.open();
    expect(await peer.call('CONNECT_DEVICE')).toEqual({ ok: true });
  }
  expect(await peer.call('CONNECT_OTP', { otp: peer.site.codeFor(email) })).toEqual({ ok: true });
  return userOf(peer);
}

export async function userOf(peer: Peer, payload: unknown = {}): Promise<Record<string, unknown>> {
  const user = await peer.call('GET_USER', payload);
  expect(user.ok, JSON.stringify(user.payload)).toBe(true);
  return user.payload!;
}

/** Logged in with some Ether. */
export async function plainWallet(): Promise<{ peer: Peer; address: Address }> {
  const peer = await readyPeer();
  const { address } = (await logIn(peer, freshEmail())) as { address: Address };
  await fund(address);
  return { peer, address };
}

export type SmartWallet = { peer: Peer; address: Address; owner: Address };

/** Logged in with a smart account that isn't deployed yet and has some Ether; its key has none. */
export async function smartWallet(): Promise<SmartWallet> {
  const peer = await readyPeer();
  const owner = (await logIn(peer, freshEmail()))['address'] as Address;
  const user = await userOf(peer, { preferredAccountType: 'smartAccount' });
  expect(user['preferredAccountType']).toBe('smartAccount');
  const address = user['address'] as Address;
  expect(address).not.toBe(owner);
  await fund(address);
  return { peer, address, owner };
}

/** The value of a successful response. */
export function valueOf<T = Hex>(answer: Outcome): T {
  expect(answer.ok, JSON.stringify(answer.payload)).toBe(true);
  return answer.payload as T;
}

/** Expects a rejection with this message, without asking the user. */
export async function expectRefused(
  peer: Peer,
  method: string,
  params: unknown,
  words: string,
): Promise<void> {
  const answer = await peer.ask(method, params);
  expect(answer.ok, words).toBe(false);
  expect(answer.payload!['message']).toContain(words);
  expect(peer.isAsking()).toBe(false);
}

export const REJECTED = { ok: false, payload: { message: 'User rejected the request' } };
