// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { draw } from '../../testing/draw';
import { badge, network, preview, row, tile, unknownBadge } from '../../testing/snapshots';
import '../../i18n/later';
import { loadView } from '..';
import { Shell } from './shell';

let card: HTMLElement;
beforeEach(async () => {
  await loadView('ConnectingExternal'); // prefetched while the list is visible
  vi.useFakeTimers();
  card = document.body.appendChild(document.createElement('div'));
});
afterEach(() => {
  cleanup();
  card.remove();
  vi.useRealTimers();
});

const shell = (changes: Parameters<typeof draw>[1] = {}) =>
  draw(<Shell card={card} painted={() => {}} />, changes);
const pass = (ms: number) => act(() => void vi.advanceTimersByTime(ms));
const connecting = {
  view: 'ConnectingExternal',
  left: 'back',
  depth: 2,
  wallet: row('fox', 'Foxglove'),
} as const;

// Loads the prefetched chunk once.
beforeAll(async () => {
  await import('./ahead');
}, 60_000);

describe('Shell', () => {
  test('@2.38 shows old and new view together for 150 ms', () => {
    const { set } = shell();
    set({ router: connecting });
    for (const [name, state] of [
      ['wm-view-Connect', 'leaving'],
      ['wm-view-ConnectingExternal', 'entering'],
    ] as const) {
      expect(screen.getByTestId(name).className).toContain(state);
      expect(screen.getByTestId(name).hasAttribute('inert')).toBe(state == 'leaving');
    }
    pass(104);
    expect(screen.queryByTestId('wm-view-Connect')).toBeTruthy();
    pass(1);
    expect(screen.queryByTestId('wm-view-Connect')).toBeNull();
    pass(44);
    expect(screen.getByTestId('wm-view-ConnectingExternal').className).toContain('entering');
    pass(1);
    expect(screen.getByTestId('wm-view-ConnectingExternal').className).toContain('still');
  });

  test('freezes the view that leaves and the card that closes', () => {
    const { set, container } = shell({ router: { ...connecting, done: true } });
    const view = screen.getByTestId('wm-view-ConnectingExternal');
    const copy = view.cloneNode(true);
    expect(view.textContent).toContain('Connected');
    set({ router: { view: 'Connect', left: 'help', done: false, wallet: null } });
    expect(view.className).toContain('leaving');
    expect([...view.childNodes].every((node, i) => node.isEqualNode(copy.childNodes[i]!))).toBe(true);
    pass(150);

    set({ router: { ...connecting, done: true } });
    pass(150);
    const open = container.cloneNode(true);
    set({ router: { ...connecting, open: false, done: false, wallet: null }, pairing: { wallet: null } });
    expect(container.isEqualNode(open)).toBe(true);
    pass(299);
    expect(container.isEqualNode(open)).toBe(true);
  });

  test('brings the view back if a change is undone', () => {
    const { set } = shell();
    const first = screen.getByTestId('wm-view-Connect');
    set({ router: connecting });
    pass(60);
    set({ router: { view: 'Connect', left: 'help', depth: 1, direction: 'back' } });
    expect(screen.getByTestId('wm-view-Connect')).toBe(first);
    expect(screen.getByTestId('wm-view-ConnectingExternal').className).toContain('leaving back');
    pass(150);
    expect(screen.queryByTestId('wm-view-ConnectingExternal')).toBeNull();
    expect([first.className, first.hasAttribute('inert')]).toEqual(['view still back', false]);
  });

  test('changes immediately with reduced motion', () => {
    vi.stubGlobal('matchMedia', () => ({ matches: true }));
    const { set } = shell();
    set({ router: connecting });
    expect(screen.queryByTestId('wm-view-Connect')).toBeNull();
    vi.unstubAllGlobals();
  });

  test('@2.38 ignores pointers while a view comes in, and accepts keys', () => {
    const { commands, set } = shell();
    set({ router: connecting, connect: { phase: 'rejected' } });
    commands.length = 0;
    const again = screen.getByTestId('w3m-connecting-widget-secondary-button');
    expect(fireEvent.mouseDown(again), 'the focus stays where it is').toBe(false);
    fireEvent.click(again, { detail: 1 });
    expect(commands).toEqual([]);
    fireEvent.click(again);
    expect(commands.length).toBe(1);
    pass(150);
    fireEvent.click(again, { detail: 1 });
    expect(commands.length).toBe(2);
  });

  test('@2.38 ignores keys too while a view that spends comes in', async () => {
    await loadView('SwitchNetwork');
    await loadView('SIWXSignMessage');
    const { set } = shell();
    const clicks = vi.fn();
    set({ router: { view: 'SIWXSignMessage', left: 'none' }, signIn: { phase: 'ready' } });
    const sign = screen.getByTestId('w3m-connecting-siwe-sign');
    sign.addEventListener('click', clicks);
    fireEvent.click(sign);
    expect(clicks).not.toHaveBeenCalled();
    pass(150);
    fireEvent.click(sign);
    expect(clicks).toHaveBeenCalledOnce();
  });

  test('@2.36 fades the title in 120 ms, and only the new one is read', () => {
    const { set } = shell();
    const title = () => screen.getByTestId('w3m-header-text');
    set({ router: connecting });
    expect([title().textContent, title().dataset.old]).toEqual(['Foxglove', 'Connect wallet']);
    pass(119);
    expect(title().dataset.old).toBe('Connect wallet');
    pass(1);
    expect(title().dataset.old).toBeUndefined();
  });

  test('focuses the first row, then the next view’s main action', () => {
    const { set } = shell();
    expect(document.activeElement).toBe(screen.getByTestId('wallet-selector-com.fox'));
    set({ router: connecting, connect: { phase: 'rejected' } });
    expect(document.activeElement).toBe(screen.getByTestId('w3m-connecting-widget-secondary-button'));
  });

  test('focuses while the view comes in', () => {
    const { set } = shell();
    set({ router: connecting, connect: { phase: 'rejected' } });
    expect(screen.getByTestId('wm-view-ConnectingExternal').className).toContain('entering');
    const first = screen.getByTestId('w3m-connecting-widget-secondary-button');
    expect(document.activeElement).toBe(first);
  });

  test('follows the height of a view that grows', () => {
    const observed = new Map<Element, () => void>();
    vi.stubGlobal(
      'ResizeObserver',
      class {
        constructor(private readonly happened: () => void) {}
        observe = (element: Element) => observed.set(element, this.happened);
        disconnect() {}
      },
    );
    shell();
    const view = screen.getByTestId('wm-view-Connect');
    Object.defineProperty(view, 'offsetHeight', { value: 321 });
    const before = view.parentElement!.style.blockSize;
    observed.get(view)?.();
    expect(view.parentElement!.style.blockSize, 'not in the turn of the observer').toBe(before);
    pass(20);
    expect(view.parentElement!.style.blockSize).toBe('321px');
    vi.unstubAllGlobals();
  });

  test('@2.27 closes safely with X, and goes back with Back and Alt+Left, never off the page', () => {
    const { commands, set } = shell();
    fireEvent.click(screen.getByTestId('w3m-header-close'));
    expect(screen.queryByTestId('header-back')).toBeNull();
    expect(fireEvent.keyDown(card, { key: 'ArrowLeft', altKey: true }), 'the browser goes nowhere').toBe(
      false,
    );
    expect(fireEvent.keyDown(card, { key: 'ArrowLeft' })).toBe(true);
    set({ router: connecting });
    fireEvent.click(screen.getByTestId('header-back'));
    fireEvent.keyDown(card, { key: 'ArrowLeft', altKey: true });
    expect(commands).toEqual([
      { type: 'router.close', reason: 'user' },
      { type: 'router.back' },
      { type: 'router.back' },
      { type: 'router.back' },
    ]);
  });

  test('closes with Alt+Left in a sign-in, and leaves it to the browser embedded', () => {
    const { commands, set } = shell({ router: { view: 'SIWXSignMessage', left: 'none' } });
    expect(fireEvent.keyDown(card, { key: 'ArrowLeft', altKey: true })).toBe(false);
    expect(commands).toEqual([{ type: 'router.close', reason: 'user' }]);
    card.role = 'region';
    set({ router: { view: 'Connect', left: 'help' } });
    expect(fireEvent.keyDown(card, { key: 'ArrowLeft', altKey: true })).toBe(true);
    set({ router: connecting });
    expect(fireEvent.keyDown(card, { key: 'ArrowLeft', altKey: true })).toBe(false);
    expect(commands.at(-1)).toEqual({ type: 'router.back' });
  });

  test('opens the wallet help from the question mark', () => {
    const { commands } = shell({ router: { left: 'help' } });
    fireEvent.click(screen.getByTestId('wm-header-help'));
    expect(commands).toEqual([{ type: 'router.push', view: 'WhatIsAWallet' }]);
  });

  test('@1.14 shows the network in the picker, which opens all networks', () => {
    const { commands } = shell({
      router: { left: 'network', network: { ...badge, name: '<i>Harbor</i>', icon: 'blob:harbor' } },
    });
    const picker = screen.getByTestId('w3m-account-select-network');
    expect(picker.textContent).toBe('<i>Harbor</i>');
    expect(picker.querySelector('img')!.getAttribute('src')).toBe('blob:harbor');
    expect(picker.getAttribute('aria-label')).toBe('<i>Harbor</i>. Choose network');
    fireEvent.click(picker);
    expect(commands).toEqual([{ type: 'router.push', view: 'Networks' }]);
  });

  test('says in words that the network is unsupported', () => {
    shell({ router: { left: 'network', network: unknownBadge } });
    const picker = screen.getByTestId('w3m-account-select-network');
    expect([picker.textContent, picker.className]).toEqual(['Unsupported', 'pill picker error']);
    expect(picker.getAttribute('aria-label')).toBe('Unsupported: Unknown Network. Choose network');
  });

  test('is named by the network while switching', () => {
    shell({ router: { view: 'SwitchNetwork' }, networks: { target: network('Lagoon') } });
    expect(screen.getByTestId('w3m-header-text').textContent).toBe('Lagoon');
  });

  test('shows the progress in its title: Sending, Sent, Pay 25 USDC', () => {
    const { set } = shell({ router: { view: 'SendPreview' }, send: { phase: 'review', preview } });
    const title = () => screen.getByTestId('w3m-header-text').textContent;
    const says = (more: Parameters<typeof set>[0]) => (set(more), pass(60), title());
    expect(title()).toBe('Review send');
    expect(says({ send: { preview: { ...preview, isPayment: true } } })).toBe('Review payment');
    expect(says({ send: { phase: 'waiting' } })).toBe('Sending');
    const ended = { gave: '1 ETH', got: null, atLeast: false, to: null, explorerUrl: null };
    expect(says({ send: { phase: 'editing', preview: null, ended } })).toBe('Sent');
    expect(says({ router: { view: 'Pay' } })).toBe('Pay 25 USDC');
    expect(says({ router: { view: 'PayLoading' }, pay: { phase: 'done' } })).toBe('Paid');
    expect(says({ router: { view: 'BuyInProgress' } })).toBe('Buy');
  });

  test('is named by the wallet that is paired or downloaded', () => {
    const { set } = shell({
      router: { view: 'ConnectingWalletConnect', wallet: null },
      pairing: { wallet: { id: 'l', name: 'Larch', icon: null } },
    });
    const title = () => screen.getByTestId('w3m-header-text').textContent;
    expect(title()).toBe('Larch');
    set({ pairing: { wallet: null } });
    pass(60);
    expect(title()).toBe('WalletConnect');
    set({
      router: { view: 'Downloads' },
      directory: { download: { wallet: tile('l', 'Larch'), links: [] } },
    });
    pass(60);
    expect(title()).toBe('Get Larch');
  });

  test('moves the focus to the way out if a close is refused', () => {
    const out = card.appendChild(document.createElement('button'));
    out.dataset.wayOut = '';
    const { set } = shell();
    set({ router: { refusals: 1 } });
    expect(document.activeElement).toBe(out);
  });

  test('links to the settings only in Account’s header', () => {
    const { commands, set } = shell({ router: { view: 'Account' } });
    fireEvent.click(screen.getByTestId('account-settings-button'));
    expect(screen.getByTestId('account-settings-button').getAttribute('aria-label')).toBe('Settings');
    expect(commands).toEqual([{ type: 'router.push', view: 'AccountSettings' }]);
    set({ router: { view: 'Networks' } });
    expect(screen.queryByTestId('account-settings-button')).toBeNull();
  });

  test('prefetches account parts once a wallet of the page is listed or chosen', async () => {
    vi.stubGlobal('requestIdleCallback', (fn: () => void) => (fn(), 1));
    vi.stubGlobal('cancelIdleCallback', () => {});
    const paired = { ...row('wc', 'WalletConnect'), tag: 'qrcode' as const };
    const ahead = (commands: { type: string }[]) =>
      commands.filter(({ type }) => type == 'router.ahead').length;
    for (const change of [{ connect: { rows: [paired, row('fox', 'Foxglove')] } }, { router: connecting }]) {
      const { commands, set, unmount } = shell({ connect: { rows: [paired] } });
      pass(500);
      expect(ahead(commands)).toBe(0);
      set(change);
      pass(500);
      expect(ahead(commands)).toBe(1);
      unmount();
    }
    vi.unstubAllGlobals();
  });

  test('shows an alert’s title and detail, and dismisses it', async () => {
    const { commands } = shell({
      alerts: { visible: [{ key: 'k', title: 'Project ID Not Configured', detail: 'why', kind: 'warning' }] },
    });
    // it loads with the prefetched parts, immediately
    await act(async () => void (await import('./ahead')));
    expect(screen.getByTestId('wui-alertbar-text').textContent).toBe('Project ID Not Configuredwhy');
    fireEvent.click(screen.getAllByLabelText('Dismiss')[0]!);
    expect(commands).toEqual([{ type: 'alerts.dismiss', key: 'k' }]);
  });

  test('resets a view that is opened while it still fades', async () => {
    await loadView('Networks');
    const rows = Array.from({ length: 9 }, (_, i) => network(`Network ${i}`));
    const { commands, set } = shell({
      router: { view: 'Networks', left: 'back', depth: 2 },
      networks: { groups: [{ kind: 'main', rows }], search: 'net' },
    });
    const body = () => screen.getByTestId('wm-view-Networks').parentElement!;
    const before = body();
    before.scrollTop = 400;
    set({ router: { open: false } });
    pass(100);
    expect(body()).toBe(before);
    set({ router: { open: true } });
    expect(body().scrollTop).toBe(0);
    expect(commands).toContainEqual({ type: 'networks.search', text: '' });
  });

  const views = (container: HTMLElement) =>
    [...container.querySelectorAll<HTMLElement>('[data-testid^=wm-view]')].map((view) =>
      view.dataset.testid!.slice('wm-view-'.length),
    );

  test('keeps its view for the fade, and then is empty unless it began with the list', () => {
    const { container, set } = shell({ router: { view: 'Account', depth: 1 } });
    set({ router: { open: false } });
    // 180 ms, and some frames until it starts
    pass(250);
    expect(views(container)).toEqual(['Account']);
    expect(card.className).toBe('going');
    pass(50);
    expect(container.childElementCount).toBe(0);
    expect(card.className).toBe('');
  });

  test('marks a leaving view until the next opening is drawn', () => {
    const { container, set, unmount } = shell({ router: connecting });
    set({ router: { open: false, view: 'Connect' } });
    expect(card.className).toBe('going');
    set({ router: { open: true } });
    expect([card.className, views(container)]).toEqual(['', ['Connect']]);
    set({ router: { open: false } });
    expect(card.className).toBe('going');
    // the engine is gone: the next one's card is visible
    unmount();
    expect(card.className).toBe('');
  });

  test('prepares the next list once closed, and shows exactly that', () => {
    const { commands, container, set } = shell();
    set({ router: { view: 'Networks', left: 'back', depth: 2 } });
    // closed, it has the next opening's first view
    set({ router: { open: false, view: 'Connect', left: 'help', depth: 1 } });
    pass(250);
    expect(views(container)).toContain('Networks');
    pass(50);
    expect(views(container)).toEqual(['Connect']);
    const [made, asked] = [screen.getByTestId('wm-view-Connect'), commands.length];
    expect(card.className).toBe('ahead');
    // It requests nothing, and takes no focus.
    pass(1000);
    expect([commands.length, made.contains(document.activeElement)]).toEqual([asked, false]);
    set({ connect: { rows: [row('a', 'Alpha')] } });
    set({ router: { open: true, view: 'Connect', left: 'help', depth: 1 } });
    expect(screen.getByTestId('wm-view-Connect')).toBe(made);
    expect([card.className, views(container)]).toEqual(['', ['Connect']]);
    expect(made.textContent).toContain('Alpha');
    expect(document.activeElement!.textContent).toContain('Alpha');
  });

  test('prepares nothing after a connection or for an empty list', () => {
    const { container, set } = shell();
    set({ router: { open: false } });
    pass(300);
    expect(views(container)).toEqual(['Connect']);
    set({ connect: { rows: [] } });
    expect(container.childElementCount).toBe(0);
    set({ connect: { rows: [row('a', 'Alpha')] } });
    expect(views(container)).toEqual(['Connect']);
    set({ router: { view: 'Account' } });
    expect(container.childElementCount).toBe(0);
  });

  test('prepares the list without the ticked legal box', async () => {
    vi.useRealTimers();
    await import('../logins/group');
    await import('../logins/legal-box');
    const { set } = shell({ state: { features: { legalCheckbox: true } } });
    const box = async () => (await screen.findByTestId('wui-checkbox')) as HTMLInputElement;
    fireEvent.click(await box());
    expect((await box()).checked).toBe(true);
    vi.useFakeTimers();
    set({ router: { view: 'Networks', left: 'back', depth: 2 } });
    set({ router: { open: false, view: 'Connect', left: 'help', depth: 1 } });
    pass(300);
    expect((screen.getByTestId('wui-checkbox') as HTMLInputElement).checked).toBe(false);
    set({ router: { open: true } });
    expect((screen.getByTestId('wui-checkbox') as HTMLInputElement).checked).toBe(false);
  });

  test('prepares nothing before the first opening', () => {
    const { container } = shell({ router: { open: false } });
    pass(1000);
    expect(container.childElementCount).toBe(0);
  });

  test('drops the prepared list if another view opens', () => {
    const { container, set } = shell();
    set({ router: { open: false } });
    pass(300);
    expect(views(container)).toEqual(['Connect']);
    set({ router: { open: true, view: 'Account', left: 'network' } });
    expect(views(container)).toEqual(['Account']);
    expect(screen.getByTestId('wm-view-Account').className).toContain('still');
  });

  describe('the sheet', () => {
    /** Touches an element, moves to each position (px, at ms) and releases. */
    const drag = (container: HTMLElement, ...moves: [y: number, at: number][]) => {
      const handle = container.querySelector('.handle')!;
      // jsdom's pointer events have no position; a mouse event with that name has one.
      const at = (type: string, clientY: number, timeStamp: number) =>
        fireEvent(
          handle,
          Object.defineProperty(new MouseEvent(type, { bubbles: true, clientY }), 'timeStamp', {
            value: timeStamp,
          }),
        );
      at('pointerdown', 0, 0);
      for (const [y, ms] of moves) at('pointermove', y, ms);
      const [y, ms] = moves.at(-1)!;
      at('pointerup', y, ms + 10);
    };
    const closed = [{ type: 'router.close', reason: 'user' }];

    test('closes if dropped 96 px down, and springs back before', () => {
      const { commands, container } = shell();
      drag(container, [95, 900]);
      expect(commands).toEqual([]);
      expect(card.style.getPropertyValue('--drag')).toBe('');
      drag(container, [96, 900]);
      expect(commands).toEqual(closed);
    });

    test('closes if thrown down, as fast as it was thrown', () => {
      const { commands, container } = shell();
      Object.defineProperty(card, 'offsetHeight', { value: 500 });
      drag(container, [10, 20], [40, 40]);
      expect(commands).toEqual(closed);
      // 460 px at 1.5 px per ms take 307 ms: never slower than after a tap
      expect(card.style.getPropertyValue('--out')).toBe('160ms');
      drag(container, [100, 20], [300, 40]);
      expect(card.style.getPropertyValue('--out')).toBe('70ms');
    });

    test('stays for a twitch, a rest and a throw back up', () => {
      const { commands, container } = shell();
      drag(container, [11, 5]);
      drag(container, [150, 300], [100, 320]);
      expect(commands).toEqual([]);
    });
  });
});
