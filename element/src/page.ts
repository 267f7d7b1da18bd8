// What there is once in a page: options, the element, the engine while it starts and runs (design.md section 5).
// Part of the entry; nothing is fetched before the first need.

import { loadGlue, wasmIntegrity, wasmUrl } from 'virtual:engine';
import type { Command, Slices } from './contract';
import type { RequestArguments } from './engine/border';
import { first } from './i18n/first';
import type { Options } from './options';
import { askWallets } from './wallets/announced';

/** The engine with everything around it that a page needs (engine/running.ts). */
export interface Running {
  dispatch(command: Command): Promise<unknown>;
  request(namespace: string, args: RequestArguments): Promise<unknown>;
  /** the same object until that slice's event */
  snapshot<K extends keyof Slices>(slice: K): Slices[K];
  subscribe(slice: keyof Slices, fn: () => void): () => void;
  /** the stored connection is settled or reconnecting */
  ready: Promise<void>;
  /** draws what a <wallet-button> shows once there is an engine; says whether it is busy */
  drawButton(host: HTMLElement, button: HTMLElement): boolean;
  destroy(): void;
}

/** What the engine's runner may ask of the element. */
export interface ModalElement extends HTMLElement {
  /** follows the engine: open or closed, theme */
  sync(): void;
  close(): Promise<void>;
}

export const page = {
  options: {} as Options,
  element: null as ModalElement | null,
  /** hears every public event as well (public-api.md section 4) */
  handle: null as EventTarget | null,
  running: null as Running | null,
  /** the engine while it starts, and after */
  starting: null as Promise<Running> | null,
  /** counts destroy(): what was started before it ends instead of running beside the next one */
  life: 0,
  /** calls of open() the engine has not answered yet */
  opening: 0,
  /** called whenever something a button shows may have changed */
  watchers: new Set<() => void>(),
};

export const changed = (): void => page.watchers.forEach((fn) => fn());

export const ignore = (): void => {};

/** Loads and starts the engine; once. Glue, bytes and runner travel at the same time. After a failure the next call tries again. */
export function start(): Promise<Running> {
  const { life } = page;
  const boot = async (): Promise<Running> => {
    askWallets();
    const bytes = fetch(page.options.wasmUrl ?? wasmUrl, {
      integrity: wasmIntegrity,
    });
    const [{ run }, glue] = await Promise.all([import('./engine/load'), loadGlue(), bytes]);
    return run(glue, bytes, life);
  };
  return (page.starting ??= boot().catch((cause) => {
    if (life == page.life) page.starting = null;
    changed();
    // The class comes with the chunk that may be what is missing: its shape has to do.
    throw cause.code
      ? cause
      : Object.assign(Error(first['load.failed'], { cause }), { name: 'WalletError', code: -32603 });
  }));
}

/** Engine and views, for the moment somebody is about to open. */
export const prepare = () => Promise.all([start(), import('./views/root')]);

/** Intent (hover, focus, touch): a failure is told when it matters, at open(). */
export const intend = (): void => {
  askWallets();
  prepare().catch(ignore);
};

export const dispatch = (command: Command): Promise<unknown> => start().then((run) => run.dispatch(command));

/** Merges options. What is wrong with them the engine says when it starts; createWalletModal says some of it at once (options.ts). */
export function setOptions(options: Options): void {
  page.options = { ...page.options, ...options };
  if (page.starting) dispatch({ type: 'options.update', options }).catch(ignore);
  page.element?.sync();
}

/** A connection is stored: worth loading the engine without being asked (services.md C, `connection_status`). */
export function isStored(): boolean {
  try {
    return /"connected"/.test(localStorage['wallet-modal:connection_status']);
  } catch {
    return false;
  }
}

/** Tells the developer by the public event; the console belongs to the host. */
export function warn(detail: string): void {
  (page.element ?? document).dispatchEvent(
    new CustomEvent('wallet-alert', {
      bubbles: true,
      detail: { key: 'host', title: 'wallet-modal', detail, kind: 'warning' },
    }),
  );
}

/** said when an element or a definition comes a second time */
export const alreadyThere = '<wallet-modal> is already there';
