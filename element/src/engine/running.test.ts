// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Command } from '../contract';
import type { ModalElement, page as Page } from '../page';
import { holds, recorded } from '../testing/recorder';
import { snapshots } from '../testing/snapshots';
import { WalletError } from '../wallet-error';
import * as asked from './asked';
import type { Engine, EngineGlue, EngineHost, PageWallet } from './border';
import { Runner } from './running';

class FakeEngine implements Engine {
  static made: FakeEngine[] = [];
  /** called by the glue when a call into the engine panics */
  static died: () => void;
  commands: Command[] = [];
  wallets: PageWallet[] = [];
  answer: () => Promise<unknown> = () => Promise.resolve('answer');
  constructor(
    readonly host: EngineHost,
    readonly options: object,
  ) {
    FakeEngine.made.push(this);
    host.emit('wallet-ready', { initialized: true });
  }
  dispatch(command: Command) {
    this.commands.push(command);
    return this.answer();
  }
  request = () => this.answer();
  snapshot: Engine['snapshot'] = (slice) => snapshots()[slice];
  announce = (wallet: PageWallet) => !!this.wallets.push(wallet);
  expects = () => false;
  destroy = vi.fn();
}

const wallet = { id: 'w', namespaces: [] as string[] } as PageWallet;
let reset: ReturnType<typeof vi.fn<() => void>>;
let element: HTMLElement;
let events: [string, unknown][];

function begin(options: object = {}): Runner {
  const glue = {
    default: async () => {},
    Engine: FakeEngine,
    __wbg_reset_state: reset,
    locate: () => {},
    whenDead: (tell: () => void) => (FakeEngine.died = tell),
  } as unknown as EngineGlue;
  const page = {
    options,
    element: Object.assign(element, { sync: vi.fn(), close: vi.fn() }) as unknown as ModalElement,
    handle: null,
    watchers: new Set(),
  } as unknown as typeof Page;
  const runner = new Runner(glue, page);
  runner.begin((announce) => announce(wallet));
  runner.tell();
  return runner;
}

beforeEach(() => {
  FakeEngine.made = [];
  reset = vi.fn<() => void>();
  element = document.createElement('div');
  element.attachShadow({ mode: 'open' });
  events = [];
  for (const name of ['wallet-ready', 'wallet-error', 'wallet-connect'])
    element.addEventListener(name, (event) => events.push([name, (event as CustomEvent).detail]));
});
afterEach(() => vi.useRealTimers());

describe('@10.60 functions that a script replaces', () => {
  test('see no wallet and no amount', async () => {
    const provider = {};
    const own = { id: 'own', name: 'Own', namespaces: ['eip155'], provider, request: () => {}, picture: 1 };
    const runner = begin();
    const engine = FakeEngine.made[0]!;
    engine.announce = () => true;
    let beside: unknown;
    engine.request = ((_of: string, args: unknown) => ((beside = args), engine.answer())) as never;
    let promise: unknown;
    const observed = await recorded(async () => {
      runner.addConnector(own as never);
      runner.addConnector({ ...own, id: 'two' } as never);
      promise = runner.providerOf('own', 'eip155');
      await runner.request({ method: 'eth_sendTransaction', params: [{ value: 0xfeed5ec7e7n }] });
    });
    expect(promise).toBe(provider);
    expect(beside).toEqual({ method: 'eth_sendTransaction', params: [{ value: '0xfeed5ec7e7' }] });
    const isWallet = (one: unknown) =>
      typeof one == 'object' && !!one && (one as { provider?: unknown }).provider === provider && 'on' in one;
    expect(observed.filter(isWallet)).toEqual([]);
    expect(holds(observed, 0xfeed5ec7e7n)).toBe(false);
  });
});

describe('Runner', () => {
  test("@10.20 prefetches the code for in-page windows only for a host's own wallet", async () => {
    const fetchBeside = vi.spyOn(asked, 'fetchBeside').mockResolvedValue(undefined as never);
    const runner = begin();
    await runner.dispatch({ type: 'router.ahead' });
    expect(fetchBeside).not.toHaveBeenCalled();
    runner.addConnector({ id: 'own', name: 'Own', provider: { request: async () => null } });
    await runner.dispatch({ type: 'router.open' });
    expect(fetchBeside).not.toHaveBeenCalled();
    await runner.dispatch({ type: 'router.ahead' });
    expect(fetchBeside).toHaveBeenCalledOnce();
  });

  test('@10.30 shows the early list in the press only if the view is certain', () => {
    const plain = { type: 'router.open' };
    const opening = { view: 'Account', namespace: 'solana', uri: 'wc:1', arguments: {} };
    const others = Object.entries(opening).map(([name, value]) => ({ ...plain, [name]: value }));
    const isSeen = (certain: boolean, command: object, left = ''): boolean => {
      const runner = begin();
      const router = { ...snapshots().router, open: false, certain };
      FakeEngine.made.at(-1)!.snapshot = (slice) => ({ ...snapshots(), router })[slice];
      const card = document.createElement('div');
      card.className = `card ${left ? 'going' : 'ahead'}`;
      if (left) {
        const view = card.appendChild(document.createElement('div'));
        view.className = 'view still';
        view.appendChild(document.createElement('section')).className = left;
      }
      element.shadowRoot!.replaceChildren(card);
      void runner.dispatch(command as Command);
      return card.className == 'card';
    };
    expect([plain, { ...plain, view: 'Connect' }].map((open) => isSeen(true, open))).toEqual([true, true]);
    expect(isSeen(false, plain)).toBe(false);
    expect(others.map((open) => isSeen(true, open))).toEqual([false, false, false, false]);
    // for an opening that is still fading, only the list
    expect(isSeen(true, plain, 'connect')).toBe(true);
    expect(isSeen(false, plain, 'connect')).toBe(false);
    expect(isSeen(true, plain, 'all-wallets')).toBe(false);
  });

  test('sends 2,000 requests, queues the rest in order, and rejects all at the end', async () => {
    const runner = begin();
    const pending: [unknown, (value: unknown) => void][] = [];
    FakeEngine.made[0]!.request = ((_of: string, args: unknown) =>
      new Promise((answer) => pending.push([args, answer]))) as never;
    const ask = (n: number) => ({ method: 'eth_call', params: [n] });
    for (let n = 0; n < 2_000; n++) void runner.request(ask(n)).catch(() => {});
    const changed = ask(2_000);
    const late = runner.request(changed);
    changed.params[0] = 7;
    const last = runner.request(ask(2_001));
    expect(pending.length).toBe(2_000);
    pending[5]![1]('five');
    await vi.waitFor(() => expect(pending.length).toBe(2_001));
    expect(pending[2_000]![0]).toEqual(ask(2_000));
    pending[2_000]![1]('late');
    expect(await late).toBe('late');
    await vi.waitFor(() => expect(pending.length).toBe(2_002));
    const waits = runner.request(ask(2_002));
    runner.destroy();
    await expect(last).rejects.toMatchObject({ code: 4001 });
    await expect(waits).rejects.toMatchObject({ code: 4001 });
    expect(pending.length).toBe(2_002);
  });

  test('dispatches the engine’s events on the element, also early ones', async () => {
    const runner = begin();
    await runner.ready;
    FakeEngine.made[0]!.host.emit('wallet-connect', { namespace: 'eip155' });
    expect(events).toEqual([
      ['wallet-ready', { initialized: true }],
      ['wallet-connect', { namespace: 'eip155' }],
    ]);
  });

  test('passes only JSON of the options: no function, element or bigint', () => {
    begin({
      projectId: 'p',
      root: document.body,
      siwx: { createMessage: () => {} },
      networks: [{ id: 1n, fees: () => {} }],
    });
    expect(FakeEngine.made[0]!.options).toEqual({ projectId: 'p', siwx: {}, networks: [{ id: '1' }] });
  });

  test('turns the engine’s rejection into a WalletError with its code', async () => {
    const runner = begin();
    FakeEngine.made[0]!.answer = () =>
      Promise.reject({ code: 4001, message: 'Connection rejected', title: null, details: null });
    await expect(runner.dispatch({ type: 'connect.retry' })).rejects.toMatchObject({
      name: 'WalletError',
      code: 4001,
      message: 'Connection rejected',
    });
    await expect(runner.dispatch({ type: 'connect.retry' })).rejects.toBeInstanceOf(WalletError);
  });

  test('refuses to confirm a send without a trusted click', async () => {
    const runner = begin();
    const event = new Event('click');
    await expect(runner.dispatch({ type: 'send.confirm' })).rejects.toMatchObject({ code: 4100 });
    await expect(runner.dispatch({ type: 'send.confirm' }, event)).rejects.toMatchObject({ code: 4100 });
    expect(FakeEngine.made[0]!.commands).toEqual([]);
  });

  test('accepts a network by object, ID or number, and lets the engine judge others', () => {
    const runner = begin();
    const ours = { caipNetworkId: 'solana:x', id: 'x' };
    for (const network of [ours, { id: 10, name: 'OP' }, 'eip155:1', 8453, 'mainnet', undefined])
      void runner.switchNetwork(network as string);
    const networks = FakeEngine.made[0]!.commands.map((command) => (command as { network?: string }).network);
    expect(networks).toEqual(['solana:x', 'eip155:10', 'eip155:1', 'eip155:8453', 'mainnet', 'undefined']);
  });

  test('passes a command to the engine in the click’s tick', () => {
    const runner = begin();
    void runner.dispatch({ type: 'connect.select', id: 'w' });
    expect(FakeEngine.made[0]!.commands).toHaveLength(1);
  });

  test('rejects pending calls after a panic, and restarts with the same wallets', async () => {
    vi.useFakeTimers();
    const runner = begin();
    const [dead] = FakeEngine.made;
    dead!.answer = () => new Promise(() => {});
    const pending = [runner.dispatch({ type: 'send.review' }), runner.request({ method: 'eth_chainId' })];
    const outcomes = Promise.allSettled(pending);
    FakeEngine.died();
    expect(reset).not.toHaveBeenCalled(); // the panicking instance has to unwind first
    vi.runAllTimers();
    expect(
      (await outcomes).map((one) => one.status == 'rejected' && [one.reason.code, one.reason.message]),
    ).toEqual(Array(2).fill([-32603, 'An error occurred']));
    expect(events.filter(([name]) => name == 'wallet-error')).toHaveLength(1);
    expect(reset).toHaveBeenCalledTimes(1);
    expect(FakeEngine.made[1]!.wallets).toEqual([wallet]);
    await expect(runner.dispatch({ type: 'router.back' })).resolves.toBe('answer');
  });

  test('ignores events of a dead engine', () => {
    vi.useFakeTimers();
    begin();
    FakeEngine.died();
    vi.runAllTimers();
    events = [];
    FakeEngine.made[0]!.host.emit('wallet-connect', {});
    expect(events).toEqual([]);
  });

  test('rejects a call that traps once, and recovers once', async () => {
    vi.useFakeTimers();
    const runner = begin();
    FakeEngine.made[0]!.answer = () => {
      FakeEngine.died();
      throw new WebAssembly.RuntimeError('unreachable');
    };
    const outcome = runner.dispatch({ type: 'router.back' }).catch((error: WalletError) => error.code);
    vi.runAllTimers();
    expect(await outcome).toBe(-32603);
    expect(FakeEngine.made).toHaveLength(2);
  });

  test('stops restarting an engine that keeps dying', () => {
    vi.useFakeTimers();
    begin();
    for (let i = 0; i < 10; i++) {
      FakeEngine.died();
      vi.advanceTimersByTime(1);
    }
    expect(FakeEngine.made).toHaveLength(4);
  });
});
