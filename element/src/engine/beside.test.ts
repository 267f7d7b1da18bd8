// @vitest-environment jsdom
// The card steps out of the way of a window that a wallet draws in the page. e2e/shell/in-page-wallet.e2e.ts has it in a browser.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Command, Slices } from '../contract';
import type { page as Page } from '../page';
import { fillDom } from '../testing/page';
import { snapshots } from '../testing/snapshots';
import { pressGate } from '../watched';
import { followAsks } from './asked';
import { begin } from './beside';
import type { PageWallet } from './border';

/** the observers of the page, and the elements with listeners */
let observers: Set<MutationObserver>;
let box: HTMLDialogElement;
let card: HTMLElement;
let page: typeof Page;
let slices: Slices;
let commands: Command[];
let listeners: Set<() => void>;
let isModal: boolean;
let settle: (answer: unknown) => void;
let fail: (error: unknown) => void;

/** A wallet that responds when the test tells it to. */
function wallet(type: PageWallet['type'] = 'HOST', request?: PageWallet['request']): PageWallet {
  const one = {
    name: 'Painter',
    type,
    request: request ?? (() => new Promise((resolve, reject) => ((settle = resolve), (fail = reject)))),
  } as unknown as PageWallet;
  followAsks(page, one);
  return one;
}
const connect = (one = wallet()) => {
  const answer = one.request('wm_connect', '{"silent":false}');
  answer.catch(() => {});
  return answer;
};
const cancel = () => card.querySelector<HTMLElement>('[data-testid=wm-beside-cancel]');
const set = <K extends keyof Slices>(slice: K, values: Partial<Slices[K]>) => {
  slices[slice] = { ...slices[slice], ...values };
  listeners.forEach((fn) => fn());
};
const isBeside = () => vi.waitFor(() => expect([isModal, !!cancel()]).toEqual([false, true]));
const isBack = () => vi.waitFor(() => expect([isModal, !!cancel()]).toEqual([true, false]));
/** Resolves after all effects of an action. */
const nextTask = () => new Promise((next) => setTimeout(next));

/** Adds an element to the page. jsdom has no layout, so the test sets its size. */
function put(css: string, { size = 300, into = document.body as ParentNode } = {}): HTMLElement {
  const one = document.createElement('div');
  one.style.cssText = css;
  const large = { offsetWidth: { value: size }, offsetHeight: { value: size } };
  Object.defineProperties(one, { ...large, getClientRects: { value: () => [1], writable: true } });
  into.append(one);
  return one;
}

beforeEach(() => {
  fillDom();
  observers = new Set();
  const { observe, disconnect } = MutationObserver.prototype;
  vi.spyOn(MutationObserver.prototype, 'observe').mockImplementation(function (
    this: MutationObserver,
    ...of
  ) {
    observers.add(this);
    return observe.apply(this, of);
  });
  vi.spyOn(MutationObserver.prototype, 'disconnect').mockImplementation(function (this: MutationObserver) {
    observers.delete(this);
    return disconnect.call(this);
  });
  document.elementsFromPoint = () => [document.body];
  const modal = document.body.appendChild(document.createElement('wallet-modal'));
  const root = modal.attachShadow({ mode: 'open' });
  box = root.appendChild(document.createElement('dialog'));
  card = box.appendChild(document.createElement('div'));
  card.className = 'card';
  card.tabIndex = -1;
  card.append(document.createElement('wallet-modal-views'));
  isModal = true;
  Object.assign(box, {
    open: true,
    close: () => (box.open = false),
    show: () => ((box.open = true), (isModal = false)),
    showModal: () => ((box.open = true), (isModal = true)),
    matches: (state: string) => state == ':modal' && isModal,
  });
  slices = snapshots();
  slices.router = { ...slices.router, open: true, view: 'ConnectingExternal' };
  slices.connect = { ...slices.connect, phase: 'opening' };
  commands = [];
  listeners = new Set();
  page = {
    element: modal,
    watchers: new Set(),
    running: {
      snapshot: (slice: keyof Slices) => slices[slice],
      subscribe: (_: string, fn: () => void) => {
        const of = listeners.add(fn);
        return () => of.delete(fn);
      },
      dispatch: async (command: Command) => void commands.push(command),
    },
  } as unknown as typeof Page;
  pressGate.from = 0;
});
afterEach(async () => {
  box.open = false;
  listeners.forEach((fn) => fn());
  await nextTask();
  // Observes the page only during a request.
  expect([observers.size, listeners.size, page.watchers.size]).toEqual([0, 0, 0]);
  document.body.replaceChildren();
  vi.restoreAllMocks();
  vi.useRealTimers();
});

test("@10.20 a host's wallet: the card is non-modal and only offers Cancel from before the request until the response", async () => {
  await import('./beside');
  const order: string[] = [];
  const views = card.querySelector('wallet-modal-views')!;
  const answer = connect(
    wallet('HOST', async () => {
      await null;
      order.push(`asked, ${isModal ? 'modal' : 'beside'}`);
      return new Promise((resolve) => (settle = resolve));
    }),
  );
  await isBeside();
  expect(cancel()!.textContent).toBe('Cancel');
  expect([views.hasAttribute('inert'), pressGate.from]).toEqual([true, Infinity]);
  expect(card.hasAttribute('data-quiet')).toBe(true);
  settle('yes');
  expect(await answer).toBe('yes');
  await isBack();
  expect([views.hasAttribute('inert'), card.hasAttribute('data-quiet'), box.style.zIndex]).toEqual([
    false,
    false,
    '',
  ]);
  const wait = pressGate.from - performance.now();
  expect(wait > 400 && wait <= 500).toBe(true);
  // The second time the file has loaded, so the card is non-modal before the wallet draws.
  order.length = 0;
  connect(wallet('HOST', async () => (await null, order.push(isModal ? 'modal' : 'beside'))));
  await vi.waitFor(() => expect(order).toEqual(['beside']));
  await isBack();
});

test("@10.20 is modal again after a refusal, and after a request that didn't reach the wallet", async () => {
  const refused = connect();
  await isBeside();
  fail({ code: 4001 });
  await expect(refused).rejects.toEqual({ code: 4001 });
  await isBack();
  const thrown = wallet('HOST', () => {
    throw new Error('the request differs');
  });
  expect(() => thrown.request('personal_sign', '[]')).toThrow('the request differs');
  await isBack();
});

test('@10.58 keeps waiting for a wallet that already has an open request', async () => {
  connect();
  await isBeside();
  fail({ code: -32002 });
  set('connect', { phase: 'already_open' });
  await nextTask();
  await isBeside();
  set('connect', { phase: 'failed' });
  await isBack();
});

test.each([
  ['wm_connect', '{"silent":true}'],
  ['eth_chainId', '[]'],
  ['eth_accounts', '[]'],
  ['wallet_getCapabilities', '[]'],
  ['wm_takes', '{}'],
])('leaves the card as it is for a request that no user sees: %s %s', async (method, params) => {
  void wallet().request(method, params);
  await nextTask();
  expect([isModal, observers.size]).toEqual([true, 0]);
});

test.each(['wm_connect', 'wm_switchChain', 'personal_sign', 'eth_getEncryptionPublicKey', 'anything'])(
  'counts whatever a user may see as a request: %s',
  async (method) => {
    void wallet().request(method, '{}');
    await isBeside();
  },
);

test("doesn't observe the page while the dialog is closed or the card is embedded", async () => {
  box.open = false;
  void connect();
  await nextTask();
  expect([observers.size, cancel()]).toEqual([0, null]);
});

test('@10.20 an announced wallet: the card is non-modal only while a new element is over the page', async () => {
  const header = put('position: fixed');
  const hidden = put('position: fixed; display: none; z-index: 7');
  void connect(wallet('INJECTED'));
  await vi.waitFor(() => expect(listeners.size > 0).toBe(true));
  // The page's own from before, an element that isn't over the page, and an invisible one.
  header.className = 'scrolled';
  put('position: static');
  put('position: fixed', { size: 1 });
  put('position: fixed; visibility: hidden');
  put('position: fixed; pointer-events: none');
  await nextTask();
  expect([isModal, cancel()]).toEqual([true, null]);
  hidden.style.display = 'block';
  await isBeside();
  expect(box.style.zIndex).toBe('6');
  hidden.remove();
  await isBack();
  put('position: fixed');
  await isBeside();
});

test.each<[string, () => HTMLElement]>([
  ['an element of the body', () => put('position: fixed')],
  ['deep in what is added', () => put('').appendChild(put('position: fixed'))],
  ['in an open shadow root', () => put('position: fixed', { into: put('').attachShadow({ mode: 'open' }) })],
  [
    'in a root that lets presses through',
    () =>
      put('position: absolute; pointer-events: auto', { into: put('position: fixed; pointer-events: none') }),
  ],
])('@10.20 what a wallet draws is seen: %s', async (_, draw) => {
  void connect(wallet('INJECTED'));
  await vi.waitFor(() => expect(listeners.size > 0).toBe(true));
  draw();
  await isBeside();
});

test('@10.20 also sees elements from before the file loaded, and a popover once it is shown', async () => {
  void connect(wallet('INJECTED'));
  put('position: fixed');
  await isBeside();
  set('router', { view: 'Connect' });
  await isBack();
  const popover = put('');
  void begin(page, { name: 'Painter' } as PageWallet, []);
  await nextTask();
  popover.matches = (state) => state == ':popover-open';
  popover.dispatchEvent(new Event('toggle'));
  await isBeside();
});

test('@10.20 is modal again when a window faded out without another change', async () => {
  void connect(wallet('INJECTED'));
  await vi.waitFor(() => expect(listeners.size > 0).toBe(true));
  const window = put('position: fixed');
  await isBeside();
  window.getClientRects = () => [] as unknown as DOMRectList;
  await isBack();
});

test('@10.20 elements that join the card meanwhile are inert until the card is modal again', async () => {
  connect();
  await isBeside();
  const late = card.appendChild(document.createElement('wallet-modal-views'));
  await nextTask();
  expect([late.hasAttribute('inert'), cancel()!.hasAttribute('inert')]).toEqual([true, false]);
  settle('yes');
  await isBack();
  expect(late.hasAttribute('inert')).toBe(false);
});

test("@10.20 doesn't change the card or observe the page if the wallet responds before the file loads", async () => {
  vi.resetModules();
  const { followAsks } = await import('./asked');
  const one = { type: 'HOST', request: async () => 'yes' } as unknown as PageWallet;
  followAsks(page, one);
  const show = vi.spyOn(box, 'show');
  const request = one.request('wm_connect', '{"silent":false}');
  expect(observers.size).toBe(1);
  expect(await request).toBe('yes');
  expect(observers.size).toBe(0);
  await import('./beside');
  await nextTask();
  expect(show).not.toHaveBeenCalled();
});

test("ignores the modal's own element", async () => {
  void connect(wallet('INJECTED'));
  await vi.waitFor(() => expect(listeners.size > 0).toBe(true));
  put('position: fixed', { into: page.element! });
  put('position: fixed', { into: card });
  page.element!.className = 'x';
  await nextTask();
  expect(isModal).toBe(true);
});

test.each<[Slices['router']['view'], Command]>([
  ['ConnectingExternal', { type: 'router.back' }],
  ['SendPreview', { type: 'router.back' }],
  ['SIWXSignMessage', { type: 'signIn.cancel' }],
  ['ReviewRequest', { type: 'router.close', reason: 'user' }],
])('cancels %s once, by its button and by Esc in the card', async (view, command) => {
  set('router', { view });
  void wallet().request('anything', '{}');
  await isBeside();
  cancel()!.dispatchEvent(new MouseEvent('click', { detail: 2 }));
  expect(commands).toEqual([]);
  cancel()!.dispatchEvent(new MouseEvent('click', { detail: 1 }));
  cancel()!.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));
  document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));
  expect(commands).toEqual([command, command]);
});

test.each([
  ['another view', () => set('router', { view: 'Connect' })],
  ['the engine waits no longer', () => set('connect', { phase: 'failed' })],
])('@10.20 stops observing for a wallet that never answers: %s', async (_, go) => {
  connect();
  await isBeside();
  go();
  await isBack();
  expect([observers.size, listeners.size]).toEqual([0, 0]);
});

test('cleans up when the modal closes meanwhile, and the next opening is modal', async () => {
  connect();
  await isBeside();
  box.open = false;
  page.watchers.forEach((fn) => fn());
  expect([cancel(), observers.size, box.style.zIndex, box.className]).toEqual([null, 0, '', '']);
  box.showModal();
  page.watchers.forEach((fn) => fn());
  expect(isModal).toBe(true);
});

test.each(['beside', 'modal'])(
  '@10.20 follows the next request after the engine was destroyed during one, while the card was %s',
  async (card) => {
    connect(wallet(card == 'beside' ? 'HOST' : 'INJECTED'));
    await vi.waitFor(() => expect(listeners.size > 0).toBe(true));
    if (card == 'beside') await isBeside();
    const before = listeners;
    listeners = new Set();
    page.running = { ...page.running! };
    box.showModal();
    connect();
    await isBeside();
    expect([before.size, listeners.size > 0]).toEqual([0, true]);
    set('connect', { phase: 'failed' });
    await isBack();
  },
);

test('is non-modal again after the element moved in the page', async () => {
  connect();
  await isBeside();
  box.showModal();
  page.watchers.forEach((fn) => fn());
  expect(isModal).toBe(false);
});
