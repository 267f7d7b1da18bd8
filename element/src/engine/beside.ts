// Makes room for a window that a browser wallet draws in the page during a request (10.20, 10.58; docs/spec/views.md section 1). A modal dialog
// makes the page inert, so the card becomes a non-modal dialog under that window, and only offers Cancel. For a host's own wallet
// (`addConnector`) this happens when it gets the request, for other wallets when a new element is over the page. The card is modal again when
// the wallet responds. Loads on first use (asked.ts), and observes the page only during a request.

import type { Command, Slices, View } from '../contract';
import { make } from '../dom';
import { t } from '../i18n/later';
import { ignore, type page as Page, type Running } from '../page';
import { adopt } from '../styles/adopt';
import css from '../styles/beside.css';
import { pressGate } from '../watched';
import type { PageWallet } from './border';
import { drawnIn, isDrawn, isOnTop, levelOf } from './drawn';
import { reopen } from './show-anew';

/** delay before buttons that spend work again, after the card is modal again */
const settleMs = 500;
const look_every_ms = 100;
/** the highest `z-index`, minus one for a wallet that uses it */
const level_max = 2 ** 31 - 2;
/** where to look for a wallet's window, as fractions of the screen */
const points = [
  [0.5, 0.5],
  [0.5, 0.15],
  [0.5, 0.85],
  [0.15, 0.5],
  [0.85, 0.5],
  [0.9, 0.9],
] as const;

interface Ask {
  readonly isHosts: boolean;
  /** the view during the request */
  view?: View;
  /** whether the engine has reported that it waits for the wallet */
  isAwaited?: boolean;
}

type Phased = { [K in keyof Slices]: Slices[K] extends { phase: string } ? K : never }[keyof Slices];
/** Views whose state shows whether the engine still waits. The engine can also stop without a response. */
const waits: Partial<Record<View, readonly [slice: Phased, phases: RegExp]>> = {
  ConnectingExternal: ['connect', /opening|confirm|already_open|slow|no_window|locked/],
  SIWXSignMessage: ['signIn', /signing|canceling/],
  SendPreview: ['send', /waiting/],
  SwapPreview: ['swap', /waiting/],
  RevokePreview: ['approvals', /waiting/],
  ReviewRequest: ['review', /waiting/],
};

/** The action of Cancel. In other views it goes back. */
const cancels: Partial<Record<View, Command>> = {
  SIWXSignMessage: { type: 'signIn.cancel' },
  ReviewRequest: { type: 'router.close', reason: 'user' },
};

/** One per page, during a request. */
let stage: Stage | undefined;

/** Starts a wallet's request. The returned function ends it. `early`: the changes in the page since the request. */
export function begin(page: typeof Page, { type }: PageWallet, early: MutationRecord[]): () => void {
  const ask: Ask = { isHosts: type == 'HOST' };
  if (!stage?.isOf(page)) {
    stage?.end();
    stage = new Stage(page, early);
  }
  const at = stage;
  at.asks.add(ask);
  // The engine's call is still running. The wallet gets the request in a later microtask (wallets/foreign.ts).
  queueMicrotask(at.follow);
  return () => {
    at.asks.delete(ask);
    at.follow();
  };
}

class Stage {
  readonly asks = new Set<Ask>();
  readonly #page: typeof Page;
  readonly #running: Running;
  readonly #modal: HTMLElement;
  readonly #box: HTMLDialogElement;
  readonly #card: HTMLElement;
  /** elements over the page before the request */
  readonly #known = new Set<Element>();
  /** elements over the page since the request */
  readonly #windows = new Set<Element>();
  readonly #roots = new Set<Document | ShadowRoot>();
  readonly #observer = new MutationObserver((records) => this.#look(records));
  readonly #ends: (() => void)[] = [];
  /** undoes what applies only while the card isn't modal */
  #beside?: AbortController | undefined;
  /** the focused element in the card */
  #focused: HTMLElement | null = null;
  /** the elements under the pointer before the wallet drew */
  #met = new Map<Element, Element>();

  constructor(page: typeof Page, early: MutationRecord[]) {
    this.#page = page;
    this.#running = page.running!;
    this.#modal = page.element!;
    this.#box = this.#modal.shadowRoot!.querySelector('dialog')!;
    this.#card = this.#box.querySelector<HTMLElement>('.card')!;
    this.#watch(document);
    this.#look(early);
    for (const one of this.#drawn(document.documentElement))
      if (!this.#windows.has(one)) this.#known.add(one);
    const { watchers } = page;
    watchers.add(this.follow);
    this.#ends.push(() => watchers.delete(this.follow));
    for (const slice of ['router', ...Object.values(waits).map(([of]) => of)] as const)
      this.#ends.push(this.#running.subscribe(slice, this.follow));
  }

  /** Whether it belongs to this page's engine, not to one that was destroyed. */
  isOf({ running, element }: typeof Page): boolean {
    return running == this.#running && element == this.#modal;
  }

  #drawn(from: Element): Element[] {
    return drawnIn(from, this.#modal, (root) => this.#watch(root));
  }

  #watch(root: Document | ShadowRoot): void {
    if (this.#roots.has(root)) return;
    this.#roots.add(root);
    const attributeFilter = ['class', 'style', 'hidden', 'open'];
    this.#observer.observe(root, { subtree: true, childList: true, attributes: true, attributeFilter });
    // A popover changes no attribute when it is shown.
    root.addEventListener('toggle', this.#toggled, true);
    this.#ends.push(() => root.removeEventListener('toggle', this.#toggled, true));
  }

  readonly #toggled = ({ target }: Event): void => {
    this.#lookAt(target as Element);
    this.follow();
  };

  #look(records: MutationRecord[]): void {
    const changed = new Set<Node>();
    for (const { type, target, addedNodes } of records)
      if (type == 'attributes') changed.add(target);
      else addedNodes.forEach((node) => changed.add(node));
    changed.forEach((node) => node.nodeType == Node.ELEMENT_NODE && this.#lookAt(node as Element));
    if (this.asks.size) this.follow();
  }

  #lookAt(element: Element): void {
    if (!element.isConnected || this.#modal.contains(element)) return;
    for (const one of this.#drawn(element)) if (!this.#known.has(one)) this.#windows.add(one);
  }

  /** Whether the request is still open: the user or the engine might have stopped waiting. */
  #isAsked(ask: Ask): boolean {
    const { view } = this.#running.snapshot('router');
    ask.view ??= view;
    const [slice, phases] = waits[view] ?? [];
    const isAwaited = !!slice && phases!.test(this.#running.snapshot(slice).phase);
    if (isAwaited) ask.isAwaited = true;
    return ask.view == view && (isAwaited || !ask.isAwaited);
  }

  /** Makes the card modal or non-modal, as needed. You can call it at any time. */
  readonly follow = (): void => {
    if (stage != this) return;
    const isOpen = this.#box.open && this.isOf(this.#page);
    this.asks.forEach((ask) => (isOpen && this.#isAsked(ask)) || this.asks.delete(ask));
    this.#windows.forEach((one) => isDrawn(one) || this.#windows.delete(one));
    if (!this.asks.size) return this.end();
    const isWanted = this.#windows.size > 0 || [...this.asks].some(({ isHosts }) => isHosts);
    if (isWanted != !!this.#beside) isWanted ? this.#leave() : this.#return();
    // The element moved in the page, so it opened again.
    else if (this.#beside && isOnTop(this.#box)) reopen(this.#box, 'show');
    if (this.#beside) this.#place();
  };

  end(): void {
    stage = undefined;
    this.#observer.disconnect();
    this.#ends.forEach((end) => end());
    if (this.#beside) this.#return();
  }

  #leave(): void {
    const beside = (this.#beside = new AbortController());
    const { signal } = beside;
    const [modal, box, card] = [this.#modal, this.#box, this.#card];
    const outside = document.activeElement as HTMLElement | null;
    const isOurs = outside == modal;
    this.#focused = isOurs ? (modal.shadowRoot!.activeElement as HTMLElement | null) : null;
    adopt(modal.shadowRoot!, css);
    pressGate.from = Infinity;
    reopen(this.#box, 'show');
    // Keys go to the wallet: the card doesn't have the focus, and Tab moves from the card to the elements over the page.
    (modal.shadowRoot!.activeElement as HTMLElement | null)?.blur();
    if (!isOurs) outside?.focus({ preventScroll: true });
    card.setAttribute('data-quiet', '');
    box.classList.add('beside');
    const foot = drawFoot(this.#cancel);
    card.append(foot);
    // Includes views that load after the request.
    const idle = new Set<Element>();
    const rest = (): void => {
      for (const child of card.children) {
        if (child == foot || child.hasAttribute('inert')) continue;
        child.setAttribute('inert', '');
        idle.add(child);
      }
    };
    rest();
    const late = new MutationObserver(rest);
    late.observe(card, { childList: true });
    // A non-modal dialog doesn't handle Esc itself. Outside the card, Esc is for the wallet.
    const onKey = (event: KeyboardEvent): void => {
      if (event.key != 'Escape') return;
      event.preventDefault();
      this.#cancel();
    };
    box.addEventListener('keydown', onKey, { signal });
    this.#met = this.#meet();
    // A window that fades changes nothing when it has gone.
    const timer = setInterval(this.follow, look_every_ms);
    signal.addEventListener('abort', () => {
      clearInterval(timer);
      late.disconnect();
      foot.remove();
      idle.forEach((child) => child.removeAttribute('inert'));
      box.classList.remove('beside');
      box.style.zIndex = '';
      card.removeAttribute('data-quiet');
    });
  }

  readonly #cancel = (): void => {
    const { view } = this.#running.snapshot('router');
    this.#running.dispatch(cancels[view] ?? { type: 'router.back' }).catch(ignore);
  };

  #return(): void {
    const [box, card] = [this.#box, this.#card];
    const focused = this.#focused;
    this.#beside!.abort();
    this.#beside = undefined;
    pressGate.from = performance.now() + settleMs;
    if (!box.open) return;
    // If the dialog has the focus, it returns the focus to its opener. When it opens again, it finds that opener again.
    card.focus({ preventScroll: true });
    reopen(box, 'showModal');
    card.focus({ preventScroll: true });
    if (focused?.isConnected) focused.focus({ preventScroll: true });
  }

  /** Returns the elements under some points of the screen, without the card, as children of the body. */
  #meet(): Map<Element, Element> {
    const elements = new Map<Element, Element>();
    for (const [x, y] of points) {
      const all = document.elementsFromPoint(innerWidth * x, innerHeight * y);
      const hit = all.find((one) => !this.#modal.contains(one));
      if (hit) elements.set(hit.closest('body > *') ?? hit, hit);
    }
    return elements;
  }

  /** Keeps the card below the wallet's window, and above the rest of the page. */
  #place(): void {
    const over = new Set(this.#windows);
    // For a host's own wallet, also elements that the observer can't see: in a closed shadow root, or not fixed.
    if ([...this.asks].some(({ isHosts }) => isHosts)) {
      this.#meet().forEach((hit, root) => this.#met.has(root) || over.add(hit));
    }
    let level = level_max;
    for (const one of over) {
      const of = levelOf(one);
      if (of === null) continue;
      const follows = this.#modal.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_FOLLOWING;
      level = Math.min(level, of == 0 && follows ? 0 : of - 1);
    }
    this.#box.style.zIndex = `${level}`;
  }
}

/** What the card offers while it isn't modal. */
const drawFoot = (cancel: () => void): HTMLElement =>
  make(
    'div',
    { class: 'beside-foot' },
    make(
      'button',
      {
        type: 'button',
        class: 'secondary',
        part: 'button button-secondary',
        'data-testid': 'wm-beside-cancel',
        // The second click of a double click was for the element before.
        click: ({ detail }: MouseEvent) => void (detail < 2 && cancel()),
      },
      make('span', {}, t('preview.cancel')),
    ),
  );
