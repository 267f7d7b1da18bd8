// A fake engine behind the real entry: `vi.mock('virtual:engine', () => import('./testing/engine'))` gives it to page.ts.

import type { Command, Slices } from '../contract';
import type { Engine, EngineGlue, EngineHost, RequestArguments } from '../engine/border';
import { vi } from 'vitest';
import { fillDom } from './page';
import { snapshots } from './snapshots';

export class FakeEngine implements Engine {
  /** all engines created so far; the last one is current */
  static made: FakeEngine[] = [];
  /** called by the glue when a call into the engine panics */
  static died: () => void;
  static get last(): FakeEngine {
    return FakeEngine.made.at(-1)!;
  }
  readonly slices = snapshots();
  readonly commands: Command[] = [];
  readonly requests: RequestArguments[] = [];
  isDestroyed = false;
  /** the responses of engines created from now on; by default they never resolve */
  static answers: FakeEngine['answer'];
  answer: (asked: Command | RequestArguments) => Promise<unknown> = FakeEngine.answers;

  constructor(
    readonly host: EngineHost,
    readonly options: object,
  ) {
    FakeEngine.made.push(this);
    this.slices.router.open = false;
    host.emit('wallet-ready', { initialized: true });
  }
  dispatch(command: Command): Promise<unknown> {
    this.commands.push(command);
    if (command.type == 'router.open') this.set('router', { open: true });
    if (command.type == 'router.close') this.set('router', { open: false });
    return command.type.startsWith('router') ? Promise.resolve() : this.answer(command);
  }
  request(_namespace: string, args: RequestArguments): Promise<unknown> {
    this.requests.push(args);
    return this.answer(args);
  }
  snapshot<K extends keyof Slices>(slice: K): Slices[K] {
    return this.slices[slice];
  }
  expects(): boolean {
    return false;
  }

  announce(): boolean {
    return true;
  }
  destroy(): void {
    this.isDestroyed = true;
  }
  set<K extends keyof Slices>(slice: K, values: Partial<Slices[K]>): void {
    this.slices[slice] = { ...this.slices[slice], ...values };
    this.host.emit('wallet-state', { changed: [slice] });
  }
}

export const wasmUrl = 'about:blank';
export const wasmIntegrity = '';

export const loadGlue = async (): Promise<EngineGlue> => ({
  default: async () => {},
  Engine: FakeEngine,
  __wbg_reset_state: () => {},
  locate: () => {},
  whenDead: (tell) => void (FakeEngine.died = tell),
});

/** Resets the page between tests: no engine, no storage, and every fetch returns an empty response. */
export function freshPage(): void {
  FakeEngine.made = [];
  FakeEngine.answers = () => new Promise(() => {});
  localStorage.clear();
  vi.stubGlobal('fetch', () => Promise.resolve(new Response()));
  fillDom();
}
