// The list in the first card: real buttons, available before React and the engine (docs/spec/views.md section 1). It has the structure
// and the style sheets of the Connect view, so that the view replaces it without a shift. A click shows a waiting card, and is dispatched
// once the engine has opened the modal. known.ts decides which rows there are.

import type { Command } from '../contract';
import { make } from '../dom';
import { list as words } from '../i18n/en/list';
import { ignore, page, start } from '../page';
import { adopt } from '../styles/adopt';
import { sheet } from '../styles/sheets';
import base from '../styles/base.css';
import controls from '../styles/controls.css';
import moreTokens from '../styles/more-tokens.css';
import states from '../styles/states.css';
import { shapes } from '../ui/shapes';
import connect from '../views/connect/connect.css';
import { isPhone } from '../views/is-phone';
import shell from '../views/shell/shell.css';
import { announced } from '../wallets/announced';
import { readInfo } from '../wallets/introduction';
import { firstList, type FirstRow } from './known';
import { followScreen } from './screen';
import own from './list.css';

/** the arguments of `open()` (wallet-modal.ts) */
interface Opening {
  view?: string;
  uri?: string;
  namespace?: string;
  button?: HTMLElement;
}

/** the directory fills the list up to this number (views/connect/connect.tsx) */
const wallets_max = 4;
/** the time that a user needs to notice that something has moved */
const settleMs = 350;
/** how long to wait for a frame */
const unseen_ms = 300;
const svg = 'http://www.w3.org/2000/svg';

/** The row under a pointer that is down, which the view that replaces the list needs to know. */
let down: string | null = null;
/** The card with a click that the engine hasn't received yet. */
let waitingCard: Element | null = null;

const sheets = [moreTokens, base, controls, states, shell, connect, own];
// When this file loads, which is a separate task from rendering the list.
sheets.forEach(sheet);

function pressing(testId: string): void {
  down = testId;
  once(() => (down = null));
}

/** Calls `then` when the pressed pointer is released or canceled. */
function once(then: (event: Event) => void): void {
  const end = new AbortController();
  for (const type of ['pointerup', 'pointercancel'])
    addEventListener(type, (event) => (end.abort(), then(event)), { capture: true, signal: end.signal });
}

/** Renders the list into the entry's own card, if the opening asks for it and it is known. Resolves once the list is on screen. */
export function draw(
  first: HTMLElement,
  { view = 'Connect', uri, namespace, button }: Opening,
): Promise<void> | void {
  followScreen(first.parentElement!.parentElement!);
  const isPlain = !button || (button.localName == 'wallet-button' && !button.getAttribute('wallet'));
  if (view != 'Connect' || uri || namespace || !isPlain || button?.getAttribute('namespace')) return;
  // The engine places the page's own connectors.
  if (page.handle?.connectors.length) return;
  const list = firstList(page.options, introductions(), recent(), isPhone());
  if (!list?.rows.length) return;
  const { rows, logins, all } = list;
  const body = first.lastElementChild as HTMLElement;
  // Measured before the style sheets, which would require a layout of the whole card.
  const before = body.offsetHeight;
  adopt(first.getRootNode() as ShadowRoot, ...sheets);
  const [left, title] = first.firstElementChild!.children as unknown as [HTMLElement, HTMLElement];
  const heading = title.textContent;
  const help = left.className;

  /** Replaces the content; the height animates as it does between views. */
  const show = (content: Node, from = body.offsetHeight): void => {
    body.className = 'body';
    delete body.dataset.testid;
    body.style.blockSize = '';
    body.replaceChildren(make('div', { class: 'view still' }, content));
    const to = body.offsetHeight;
    if (to == from) return;
    body.style.blockSize = `${from}px`;
    void body.offsetHeight;
    body.style.blockSize = `${to}px`;
  };

  const back = (testId: string): void => {
    page.select = undefined;
    title.textContent = heading;
    left.className = help;
    left.replaceChildren();
    show(section);
    byTestId(first, testId)?.focus({ preventScroll: true });
  };

  const choose = (testId: string, command: Command, name: string, wait: Node): void => {
    page.select = (run) => {
      page.select = undefined;
      waitingCard = first;
      const over = (): void => {
        stop();
        if (waitingCard == first) waitingCard = null;
        // If it is still the only card, the view replaces it when it renders.
        if (first.className == 'over') first.remove();
      };
      // A wallet responds only after the user, so its view opens before that.
      const look = (): void => {
        const { open, view: now } = run.snapshot('router');
        if (!open || now != 'Connect') over();
      };
      const stop = run.subscribe('router', look);
      run.dispatch(command).then(over, over);
      look();
    };
    title.textContent = name;
    title.className = 'title';
    left.className = '';
    const way = make(
      'button',
      {
        type: 'button',
        class: 'icon-button',
        'aria-label': words.back,
        'data-testid': 'header-back',
        click: () => back(testId),
      },
      glyph('back', 'mirrored'),
    );
    left.replaceChildren(way);
    show(wait);
    way.focus({ preventScroll: true });
    start()
      .then((run) => {
        if (!page.select) return;
        if (run.snapshot('router').open) page.select(run);
        else return run.dispatch({ type: 'router.hurry' });
      })
      .catch(ignore);
  };

  const line = (
    { name, testId, tag }: Omit<FirstRow, 'id' | 'tag'> & { tag?: string },
    icon: keyof typeof shapes,
    click: () => void,
  ): HTMLElement =>
    make(
      'button',
      {
        type: 'button',
        class: 'row',
        part: 'row',
        'data-testid': testId,
        click,
        pointerdown: () => pressing(testId),
      },
      make('span', { class: 'row-icon plain', part: 'icon' }, glyph(icon)),
      make('span', { class: 'row-text' }, make('bdi', {}, name)),
      tag ? make('span', { class: 'tag', part: 'badge' }, tag) : '',
    );

  const wallet = (row: FirstRow, i: number, of: FirstRow[]): HTMLElement => {
    const tag = row.tag == 'qrcode' && isPhone() ? 'link' : row.tag;
    // Above the first row that doesn't work on this device, if one that does comes before it.
    const isHeaded = row.tag == 'qrcode' && i > 0 && all && of[0]!.tag != 'qrcode';
    const isLeading = !i && row.tag != 'qrcode';
    return make(
      'li',
      { ...(isLeading && { class: 'leads' }), 'data-tag': row.tag },
      isHeaded ? make('h2', {}, words['connect.group.others']) : '',
      line({ ...row, tag: words[`connect.tag.${tag}`] }, 'wallet', () =>
        choose(row.testId, { type: 'connect.select', id: row.id }, row.name, waiting(row)),
      ),
    );
  };

  const rest = (): Node[] => {
    if (!all) return [];
    const missing = wallets_max - rows.filter(({ tag }) => logins || tag != 'qrcode').length;
    const bars = Array.from({ length: Math.max(0, missing) }, () => make('div', {}));
    const everything = line({ name: words['connect.all'], testId: 'all-wallets' }, 'grid', () =>
      choose('all-wallets', { type: 'router.push', view: 'AllWallets' }, words['title.all'], skeleton(8)),
    );
    return [
      bars.length ? make('li', {}, make('div', { class: 'skeleton', role: 'status' }, ...bars)) : '',
      make('li', {}, everything),
    ].filter(Boolean) as Node[];
  };

  const ul = (label: string, testId: string, ...items: Node[]): HTMLElement =>
    make('ul', { class: 'rows', 'aria-label': label, 'data-testid': testId }, ...items);
  const allRow = ['w3m-connect-scroll-view', words['connect.list']] as const;
  const near = logins ? rows.filter(({ tag }) => tag != 'qrcode') : [];
  const others = rows.slice(near.length);
  const ways = Array.from({ length: logins }, () => make('i', {}));
  const section = make(
    'section',
    { class: 'connect' },
    make(
      'div',
      {},
      near.length ? ul(words['connect.near'], 'wm-connect-near', ...near.map(wallet)) : '',
      logins ? make('div', { class: 'ways-in', 'data-testid': 'wm-logins' }, ...ways) : '',
      ul(allRow[1], allRow[0], ...others.map(wallet), ...rest()),
    ),
    footer(() =>
      choose(guide, { type: 'router.push', view: 'GetWallet' }, words['connect.guide.start'], skeleton(4)),
    ),
  );
  show(section, before);
  return painted();
}

/** Resolves when the next frame has been rendered, or shortly after in a hidden tab. */
const painted = (): Promise<void> =>
  new Promise((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve));
    setTimeout(resolve, unseen_ms);
  });

const guide = 'w3m-wallet-guide-get-started';

const byTestId = (within: Element, testId: string | null | undefined): HTMLElement | null =>
  testId ? within.querySelector(`[data-testid="${CSS.escape(testId)}"]`) : null;

/**
 * The view has rendered: removes the first card, and moves the focus or a press in it to the view. After a selection, the first card
 * stays on top until the selected view has rendered.
 */
export function handOver(card: HTMLElement, first: HTMLElement): void {
  // Runs at each opening, but only the first has another card.
  if (!first.isConnected) return;
  if (page.select || waitingCard == first) {
    first.style.setProperty('--over', `${first.offsetTop}px`);
    first.className = 'over';
    // The remaining title names the dialog.
    first.querySelector('h1')!.removeAttribute('id');
    return;
  }
  const { activeElement } = card.getRootNode() as ShadowRoot;
  const focused = first.contains(activeElement) ? (activeElement as HTMLElement).dataset.testid : null;
  const before = places(first);
  first.remove();
  byTestId(card, focused)?.focus({ preventScroll: true });
  const after = places(card);
  // The project has other logins than the page's options say: a press that was meant for the earlier row does nothing.
  const movedIds = Object.keys(before).filter((testId) => after[testId] && after[testId] != before[testId]);
  if (movedIds.length) ignorePointer(card, movedIds);
  // The pressed element is gone, so the browser fires no click.
  const pressed = down;
  if (byTestId(card, pressed))
    once((event) => {
      const row = byTestId(card, pressed);
      if (event.type == 'pointerup' && row && event.composedPath().includes(row)) row.click();
    });
}

/** test id -> each row's distance from the header: both cards are in the same place. */
function places(within: Element): Record<string, number> {
  const top = (element: Element) => element.getBoundingClientRect().top;
  const rows = [...within.querySelectorAll<HTMLElement>('.row')];
  const from = top(within.querySelector('.head')!);
  return Object.fromEntries(rows.map((row) => [row.dataset.testid, Math.round(top(row) - from)]));
}

/** For a short time, these rows only react to keys. */
function ignorePointer(card: HTMLElement, moved: string[]): void {
  const end = new AbortController();
  const drop = (event: MouseEvent): void => {
    const row = (event.target as Element).closest<HTMLElement>('.row');
    if (event.detail && row && moved.includes(row.dataset.testid!)) event.stopPropagation();
  };
  card.addEventListener('click', drop, { capture: true, signal: end.signal });
  setTimeout(() => end.abort(), settleMs);
}

function introductions() {
  const announcements = announced().filter(
    ({ provider }) => !Object.keys(provider).includes('isWalletModal'),
  );
  return announcements.map(({ info }) => readInfo(info)).filter((one) => one != null);
}

/** Reads the stored recent wallets (engine/core/src/storage). A record of another version can't be read. */
function recent(): unknown {
  let text: string | undefined;
  try {
    text = localStorage['wallet-modal:recent_wallets'] as string | undefined;
  } catch {
    // storage is denied, to the engine too
  }
  if (text == null) return null;
  const { v, value } = JSON.parse(text) as { v: unknown; value: unknown };
  return v == 1 ? value : {};
}

function glyph(name: keyof typeof shapes, more = ''): Element {
  const picture = document.createElementNS(svg, 'svg');
  const path = document.createElementNS(svg, 'path');
  path.setAttribute('d', shapes[name]);
  for (const [key, value] of [
    ['class', `glyph ${more}`.trim()],
    ['viewBox', '0 0 20 20'],
    ['aria-hidden', 'true'],
  ])
    picture.setAttribute(key!, value!);
  picture.append(path);
  return picture;
}

const skeleton = (count: number): HTMLElement =>
  make('div', { class: 'skeleton' }, ...Array.from({ length: count }, () => make('div', {})));

/** A wallet was selected, and the engine is still loading. */
const waiting = ({ name, tag }: Pick<FirstRow, 'name' | 'tag'>): HTMLElement =>
  make(
    'section',
    { class: 'notice', role: 'status' },
    make('span', { class: 'notice-mark' }, glyph('wallet')),
    make(
      'h2',
      {},
      words['connecting.opening'].replace('{wallet}', () => name),
    ),
    tag == 'qrcode' ? '' : make('p', {}, words['connecting.opening.text']),
    make('span', { class: 'spinner' }),
  );

function footer(onGuide: () => void): HTMLElement {
  const { enableWalletGuide, features = {}, termsConditionsUrl, privacyPolicyUrl } = page.options;
  // The sentence with the page's links loads with the view.
  const isLegal = termsConditionsUrl || privacyPolicyUrl;
  return make(
    'footer',
    { class: 'foot', part: 'footer', 'data-testid': 'wm-footer' },
    enableWalletGuide == false || isLegal
      ? ''
      : make(
          'p',
          {},
          `${words['connect.guide']} `,
          make(
            'button',
            { type: 'button', class: 'link', 'data-testid': guide, click: onGuide },
            words['connect.guide.start'],
          ),
        ),
    (features.reownBranding ?? true) === true && !isLegal
      ? make('p', { class: 'brand' }, words['connect.brand'])
      : '',
  );
}
