// The gallery's stand-in for the engine (`virtual:engine`, `virtual:engine-glue`). It returns the slices of the table and knows which
// view each command opens, so that you can click through. It sends no request.

import type { Command, Slices, View } from '../src/contract';
import type { Engine as Border, EngineGlue, EngineHost } from '../src/engine/border';
import type { Entry } from './row';
import { entryOf, firstOf, slicesOf } from './table';

/** Empty: there is nothing to compile. */
export const wasmUrl = new URL('data:application/wasm,');
export const wasmIntegrity = '';

/** Commands that lead to another view, as the engine's flows do. */
const leads: Partial<Record<Command['type'], View>> = {
  'connect.select': 'ConnectingExternal',
  'directory.download': 'Downloads',
  'networks.choose': 'SwitchNetwork',
  'send.open': 'Send',
  'send.review': 'SendPreview',
  'send.cancel': 'Send',
  'send.token': 'Send',
  'swap.open': 'Swap',
  'swap.select': 'SwapSelectToken',
  'swap.token': 'Swap',
  'swap.review': 'SwapPreview',
  'swap.cancel': 'Swap',
  'buy.open': 'OnRamp',
  'buy.fiats': 'OnRampFiatSelect',
  'buy.tokens': 'OnRampTokenSelect',
  'buy.payment': 'OnRamp',
  'buy.purchase': 'OnRamp',
  'buy.choose': 'OnRampProviders',
  'buy.provider': 'BuyInProgress',
  'signIn.sign': 'Account',
  'accounts.disconnect': 'Connect',
};

/** Called by the gallery's page. */
export const stage = {
  entry: entryOf(new URLSearchParams(globalThis.location?.search).get('entry') ?? ''),
  engine: null as Engine | null,
  /** called for each entry that is shown */
  onShow: (_entry: Entry) => {},
};

export class Engine implements Border {
  #slices: Slices = slicesOf(stage.entry);
  /** the entries shown before this one, for Back */
  #past: Entry[] = [];

  constructor(
    readonly host: EngineHost,
    { themeMode }: Partial<Slices['theme']>,
  ) {
    this.#slices.router.open = false;
    if (themeMode) this.#slices.theme.themeMode = themeMode;
    stage.engine = this;
    host.emit('wallet-ready', { initialized: true });
  }

  /** Renders this entry. Slices that it doesn't set get their defaults. `direction`: how the new view slides in. */
  show(entry: Entry, direction: 'forward' | 'back' = 'forward'): void {
    const { open } = this.#slices.router;
    if (entry.view != stage.entry.view && direction == 'forward') this.#past.push(stage.entry);
    stage.entry = entry;
    this.#slices = slicesOf(entry, this.#slices);
    Object.assign(this.#slices.router, { direction, open });
    this.#changed();
    stage.onShow(entry);
  }

  dispatch(command: Command): Promise<unknown> {
    const { type } = command;
    if (type == 'router.open') this.#set('router', { open: true });
    else if (type == 'router.close') this.#set('router', { open: false });
    else if (type == 'router.back') this.#back();
    else if (type == 'router.push' || type == 'router.replace' || type == 'router.reset')
      this.show(firstOf(command.view));
    else if (type == 'options.update') {
      const { themeMode } = command.options as Partial<Slices['theme']>;
      if (themeMode) this.#set('theme', { themeMode });
    } else if (type == 'toasts.dismiss') this.#set('toast', { toast: null });
    else if (type == 'alerts.dismiss') this.#set('alerts', { visible: [] });
    else if (type == 'accounts.tab') this.#set('account', { tab: command.tab });
    else if (type == 'accounts.hide') {
      this.#set('account', { hidden: command.hidden });
      this.#set('tokens', { hidden: command.hidden });
    } else if (leads[type]) this.show(firstOf(leads[type]));
    return Promise.resolve();
  }

  #back(): void {
    const last = this.#past.pop();
    if (last) this.show(last, 'back');
    else this.#set('router', { open: false });
  }

  #set<K extends keyof Slices>(slice: K, values: Partial<Slices[K]>): void {
    this.#slices[slice] = { ...this.#slices[slice], ...values };
    this.#changed([slice]);
  }

  #changed(changed = Object.keys(this.#slices)): void {
    this.host.emit('wallet-state', { changed });
  }

  request = (): Promise<unknown> => new Promise(() => {});
  snapshot<K extends keyof Slices>(slice: K): Slices[K] {
    return structuredClone(this.#slices[slice]);
  }
  announce = (): boolean => false;
  expects = (): boolean => false;
  destroy(): void {}
}

/** Depending on the entry, the engine loads, never finishes loading, or fails to load. */
const init: EngineGlue['default'] = () => {
  if (stage.entry.engine == 'waits') return new Promise(() => {});
  return stage.entry.engine == 'fails' ? Promise.reject(new Error('')) : Promise.resolve();
};
export default init;
export const __wbg_reset_state = (): void => {};
export const whenDead = (): void => {};
export const locate = (): void => {};
// If you add an export to the glue, this line reports it as missing: rollup bundles this module instead, and the compiler doesn't see
// that.
({ default: init, Engine, __wbg_reset_state, whenDead, locate }) satisfies EngineGlue;
