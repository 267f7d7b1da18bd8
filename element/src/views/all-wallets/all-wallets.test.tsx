// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Command, DirectorySlice, WalletTile } from '../../contract';
import { draw } from '../../testing/draw';
import { tile } from '../../testing/snapshots';
import { AllWallets } from './all-wallets';

const columns = 4;

/** Observers like a browser's; the test decides what is visible. */
class Sight {
  static all = new Set<Sight>();
  readonly watched = new Set<Element>();
  constructor(readonly tell: (entries: Partial<IntersectionObserverEntry>[]) => void) {
    Sight.all.add(this);
  }
  observe = (element: Element) => void this.watched.add(element);
  unobserve = (element: Element) => void this.watched.delete(element);
  disconnect = () => void this.watched.clear();
}
const sight = (isIntersecting: boolean, elements: Element[]) =>
  act(() => {
    for (const one of Sight.all)
      for (const target of elements) if (one.watched.has(target)) one.tell([{ isIntersecting, target }]);
  });
const enter = (...elements: Element[]) => sight(true, elements);
const leave = (...elements: Element[]) => sight(false, elements);
const end = () => document.querySelector('.tiles-end');

beforeEach(() => {
  vi.useFakeTimers();
  Sight.all.clear();
  vi.stubGlobal('IntersectionObserver', Sight);
  // jsdom has no layout: four columns, as in the style sheet
  const real = getComputedStyle;
  vi.stubGlobal('getComputedStyle', (element: Element) =>
    Object.assign(Object.create(real(element)), { gridTemplateColumns: 'x '.repeat(columns).trim() }),
  );
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const pass = (ms: number) => act(() => void vi.advanceTimersByTime(ms));
const many = (count: number, more: Partial<WalletTile> = {}) =>
  Array.from({ length: count }, (_, i) => tile(`w${i}`, `${'ABCDEFGHIJKLMNOPQRSTUVWXYZ'[i % 26]}${i}`, more));
const all = (tiles: WalletTile[]) => ({ tiles, tilesCount: tiles.length });
/** Finds by name like the engine. */
const find = (wallets: WalletTile[], command: Command) => {
  if (command.type != 'directory.find') return undefined;
  const index = wallets.findIndex(({ name }) => name.toLowerCase().startsWith(command.text));
  return index < 0 ? null : index;
};
const at = ({ tiles = many(10), ...more }: Partial<DirectorySlice> = {}) =>
  draw(<AllWallets />, { directory: { phase: 'ready', ...all(tiles), ...more } }, (command) =>
    find(tiles, command),
  );
const grid = () => screen.getByTestId('wallet-list');
const tiles = () => [...grid().querySelectorAll('button')];
const field = () => screen.getByTestId<HTMLInputElement>('wui-input-text');
const type = (value: string) => fireEvent.change(field(), { target: { value } });
const press = (key: string) => fireEvent.keyDown(document.activeElement!, { key });

describe('AllWallets', () => {
  test('@2.6 shows a tile for each wallet in the engine’s order, which selects it', () => {
    const { commands } = at({
      tiles: [tile('a', 'Alder', { icon: 'blob:a', installed: true, certified: true }), tile('b', 'Basalt')],
    });
    const [alder, basalt] = [
      screen.getByTestId('wallet-search-item-a'),
      screen.getByTestId('wallet-search-item-b'),
    ];
    expect(tiles()).toEqual([alder, basalt]);
    // marks are in the accessible name, a letter instead of an icon isn't
    expect([alder.textContent, basalt.textContent]).toEqual(['Alderinstalled, certified', 'Basalt']);
    expect(alder.querySelector('img')!.getAttribute('src')).toBe('blob:a');
    fireEvent.click(basalt);
    expect(commands).toEqual([{ type: 'connect.select', id: 'b' }]);
  });

  test('searches at each key', () => {
    const { commands } = at();
    type('l');
    type('la');
    expect(field().value).toBe('la');
    expect(commands).toEqual(['l', 'la'].map((text) => ({ type: 'directory.search', text })));
  });

  test('keeps matching tiles undimmed while the service is searched', () => {
    const { container } = at({ search: 'la', searching: true });
    expect(grid().getAttribute('aria-busy')).toBe('false');
    expect(container.querySelector('.search .spinner')).toBeTruthy();
  });

  test('dims the old tiles while searching if none match, and reports the count', () => {
    const { container, set } = at({ search: 'la', searching: true, stale: true });
    expect(grid().getAttribute('aria-busy')).toBe('true');
    expect(tiles()).toHaveLength(10);
    expect(container.querySelector('.search .spinner')).toBeTruthy();
    set({ directory: { searching: false, stale: false, ...all(many(2)) } });
    expect(grid().getAttribute('aria-busy')).toBe('false');
    expect(container.querySelector('.search .spinner')).toBeNull();
    expect(screen.getByRole('status').textContent).toBe('Wallets found: 2');
  });

  test('keeps the search when the user returns from a wallet', () => {
    const { commands, unmount } = at({ search: 'larch' });
    expect(field().value).toBe('larch');
    unmount();
    pass(500);
    expect(commands).toEqual([]);
  });

  test('shows "Certified only" while the search is focused, filled or filtered', () => {
    const { set } = at();
    const head = () => document.querySelector('.all-head')!.classList.contains('searching');
    const toggle = screen.getByTestId('wui-certified-switch');
    expect(head()).toBe(false);
    act(() => field().focus());
    expect(head()).toBe(true);
    // to the switch itself
    act(() => toggle.focus());
    pass(200);
    expect(head()).toBe(true);
    act(() => toggle.blur());
    pass(200);
    expect(head()).toBe(false);
    type('l');
    expect(head()).toBe(true);
    type('');
    expect(head()).toBe(false);
    set({ directory: { certified: true } });
    expect(head()).toBe(true);
    expect(screen.getByTestId('wui-certified-switch')).toBe(toggle);
  });

  test('@10.33 marks a name that looks like another one, also for screen readers', () => {
    at({ tiles: [tile('a', 'Alder'), tile('b', 'Аlder', { conflict: true })] });
    const [real, fake] = tiles();
    expect([real!.querySelector('.alike'), !!fake!.querySelector('.tile-mark.alike')]).toEqual([null, true]);
    expect(fake!.textContent).toBe('АlderTwo wallets use this name');
    expect(fake!.title).toBe('Аlder: Two wallets use this name');
  });

  test('switches to certified wallets only and back', () => {
    const { commands, set } = at();
    const button = screen.getByRole('switch', { name: 'Certified only' });
    expect([button.dataset.testid, button.getAttribute('aria-checked')]).toEqual([
      'wui-certified-switch',
      'false',
    ]);
    fireEvent.click(button);
    set({ directory: { certified: true } });
    expect(button.getAttribute('aria-checked')).toBe('true');
    fireEvent.click(button);
    expect(commands).toEqual([
      { type: 'directory.certified', on: true },
      { type: 'directory.certified', on: false },
    ]);
  });

  test('@10.32 hides "Certified only" if the list doesn\'t mark certified wallets', () => {
    const { set } = at({ marks: false });
    expect(screen.queryByTestId('wui-certified-switch')).toBeNull();
    set({ directory: { marks: true } });
    expect(screen.getByTestId('wui-certified-switch')).toBeTruthy();
  });

  test('says that nothing was found, and offers to clear the search or show the code', () => {
    const { commands } = at({ search: '<b>x</b>', certified: false, tiles: [] });
    expect(screen.getByTestId('no-wallet-found').textContent).toContain('“<b>x</b>”');
    expect(screen.getByRole('status').textContent).toBe('No wallets found');
    fireEvent.click(screen.getByText('Clear'));
    pass(100);
    expect(field().value).toBe('');
    fireEvent.click(screen.getByTestId('wm-show-qr'));
    expect(commands).toEqual([
      { type: 'directory.search', text: '' },
      { type: 'router.push', view: 'ConnectingWalletConnectBasic' },
    ]);
  });

  test("@10.32 doesn't offer a QR code without a relay", () => {
    const { set } = at({ tiles: [], relay: false });
    expect(screen.queryByTestId('wm-all-wallets-qr')).toBeNull();
    expect(screen.getByTestId('no-wallet-found')).toBeTruthy();
    expect(screen.queryByTestId('wm-show-qr')).toBeNull();
    set({ directory: { relay: true } });
    expect(screen.getByTestId('wm-all-wallets-qr')).toBeTruthy();
    expect(screen.getByTestId('wm-show-qr')).toBeTruthy();
  });

  test('also clears the certified filter if nothing was found', () => {
    const { commands } = at({ certified: true, tiles: [] });
    expect(screen.getByTestId('no-wallet-found').textContent).toContain('No certified wallet');
    fireEvent.click(screen.getByText('Clear'));
    expect(commands).toEqual([{ type: 'directory.certified', on: false }]);
  });

  test('shows 16 skeleton tiles for the first page', () => {
    at({ phase: 'loading', tiles: [] });
    expect(screen.getByTestId('wm-skeleton').querySelectorAll('div')).toHaveLength(16);
    expect(screen.queryByTestId('wallet-list')).toBeNull();
  });

  test.each([
    [true, "Couldn't load wallets"],
    [false, "You're offline"],
  ])('says that the first page failed (online %s), with retry and QR code', (online, text) => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(online);
    const { commands } = at({ phase: 'failed', tiles: [] });
    expect(screen.getByRole('alert').textContent).toContain(text);
    fireEvent.click(screen.getByTestId('wm-all-wallets-retry'));
    fireEvent.click(screen.getByTestId('wm-show-qr'));
    expect(commands).toEqual([
      { type: 'directory.retry' },
      { type: 'router.push', view: 'ConnectingWalletConnectBasic' },
    ]);
  });

  test('keeps the page’s wallets if the first page failed, with a retry tile', () => {
    const { commands } = at({ phase: 'failed', tiles: many(2) });
    expect(tiles()).toHaveLength(3);
    fireEvent.click(screen.getByTestId('wm-all-wallets-retry'));
    expect(commands).toEqual([{ type: 'directory.retry' }]);
  });

  test('stops waiting for a page without a directory', () => {
    at({ phase: 'none', tiles: [] });
    expect(screen.getByTestId('wm-skeleton')).toBeTruthy();
    pass(1500);
    expect(screen.getByTestId('wm-all-wallets-failed')).toBeTruthy();
  });
});

describe('AllWallets, page by page', () => {
  test('@9.16 loads the next page once when its end comes near', () => {
    const { commands, set } = at({ hasMore: true });
    enter(end()!);
    expect(commands).toEqual([{ type: 'directory.more' }]);
    set({ directory: { loadingMore: true } });
    expect(end()).toBeNull();
    expect(screen.getByTestId('wm-skeleton').querySelectorAll('div')).toHaveLength(16);
    set({ directory: { loadingMore: false, ...all(many(20)) } });
    enter(end()!);
    expect(commands).toHaveLength(2);
    set({ directory: { hasMore: false } });
    expect(end()).toBeNull();
  });

  test('says how to find other wallets once the list is full', () => {
    const { set } = at({ isCut: true });
    expect(screen.getByTestId('wm-all-wallets-cut').textContent).toContain('Search for yours by name');
    set({ directory: { isCut: false } });
    expect(screen.queryByTestId('wm-all-wallets-cut')).toBeNull();
  });

  test('offers a retry tile for a failed page, and never loops', () => {
    const { commands } = at({ hasMore: true, moreFailed: true });
    expect(end()).toBeNull();
    expect(screen.getByRole('alert').textContent).toBe("Couldn't load wallets");
    fireEvent.click(screen.getByTestId('wm-all-wallets-retry'));
    expect(commands).toEqual([{ type: 'directory.more' }]);
  });

  test('@9.18 requests pictures of visible tiles together and once', () => {
    const { commands, set } = at({ tiles: [tile('a', 'A', { icon: 'blob:a' }), ...many(3)] });
    const items = [...grid().children];
    enter(...items.slice(0, 3));
    pass(100);
    expect(commands).toEqual([{ type: 'directory.look', ids: ['w0', 'w1'] }]);
    enter(...items);
    pass(100);
    expect(commands[1]).toEqual({ type: 'directory.look', ids: ['w2'] });
    set({ directory: all(many(3, { icon: 'blob:b' })) });
    enter(...items);
    pass(100);
    expect(commands).toHaveLength(2);
  });

  test('@9.18 doesn’t request pictures of tiles that only scroll past', () => {
    const { commands, set } = at({ tiles: many(4) });
    const items = [...grid().children];
    enter(...items);
    pass(50);
    leave(...items.slice(0, 2));
    // removed before it was requested
    set({ directory: all(many(3)) });
    pass(50);
    expect(commands).toEqual([{ type: 'directory.look', ids: ['w2'] }]);
    enter(...items.slice(0, 1));
    leave(...items.slice(0, 1));
    pass(100);
    expect(commands).toHaveLength(1);
    enter(...items.slice(0, 2));
    pass(100);
    expect(commands[1]).toEqual({ type: 'directory.look', ids: ['w0', 'w1'] });
  });
});

describe('AllWallets, by keyboard', () => {
  const focusAt = (index: number) => act(() => tiles()[index]!.focus());
  const focused = () => tiles().indexOf(document.activeElement as HTMLButtonElement);

  test('@10.8 is one tab stop', () => {
    at();
    expect(tiles().map((button) => button.tabIndex)).toEqual([0, ...Array(9).fill(-1)]);
    focusAt(6);
    expect(tiles()[6]!.tabIndex).toBe(0);
    expect(tiles()[0]!.tabIndex).toBe(-1);
  });

  test.each([
    [1, 'ArrowRight', 2],
    [3, 'ArrowRight', 4],
    [9, 'ArrowRight', 9],
    [1, 'ArrowLeft', 0],
    [0, 'ArrowLeft', 0],
    [1, 'ArrowDown', 5],
    [5, 'ArrowDown', 9],
    [7, 'ArrowDown', 9],
    [8, 'ArrowDown', 8],
    [5, 'ArrowUp', 1],
    [2, 'ArrowUp', 2],
    [1, 'PageDown', 9],
    [9, 'PageUp', 1],
    [6, 'Home', 0],
    [1, 'End', 9],
  ])('@10.8 moves from tile %i by %s to tile %i', (from, key, to) => {
    at();
    focusAt(from);
    press(key);
    expect(focused()).toBe(to);
  });

  test('@10.8 finds tiles by letters, and follows the text direction with arrows', async () => {
    at();
    focusAt(0);
    press('f');
    await act(async () => {});
    expect(focused()).toBe(5);
    press('9');
    await act(async () => {});
    expect(focused(), 'none begins so').toBe(5);
    document.documentElement.style.direction = 'rtl';
    grid().style.direction = 'rtl';
    press('ArrowLeft');
    expect(focused()).toBe(6);
    document.documentElement.removeAttribute('style');
  });

  test('leaves Alt and an arrow to the browser’s Back', () => {
    at();
    focusAt(1);
    expect(fireEvent.keyDown(document.activeElement!, { key: 'ArrowLeft', altKey: true })).toBe(true);
    expect(focused()).toBe(1);
  });

  test('@10.8 loads the next page with Page Down at the end', () => {
    const { commands } = at({ hasMore: true, tiles: many(40) });
    focusAt(0);
    press('PageDown');
    expect([focused(), commands]).toEqual([16, []]);
    press('PageDown');
    press('PageDown');
    expect([focused(), commands]).toEqual([39, [{ type: 'directory.more' }]]);
  });

  test('includes the retry tile in the grid', () => {
    at({ tiles: many(2), moreFailed: true });
    focusAt(1);
    press('ArrowRight');
    expect(document.activeElement).toBe(screen.getByTestId('wm-all-wallets-retry'));
  });
});

describe('AllWallets, of four thousand', () => {
  const height = 115;
  let top = 0;
  /** The engine's tiles near the reported position. */
  const ofMany = () => {
    const wallets = many(4_000);
    const near = (at: number) => {
      const tilesAbove = Math.min(Math.max(0, at - 30), wallets.length - 120);
      return { tiles: wallets.slice(tilesAbove, tilesAbove + 120), tilesAbove };
    };
    const directory = { phase: 'ready', hasMore: true, tilesCount: wallets.length, ...near(0) } as const;
    const view = (
      <div className="body">
        <AllWallets />
      </div>
    );
    const result = draw(view, { directory }, (command) => {
      if (command.type == 'directory.scroll')
        queueMicrotask(() => result.set({ directory: near(command.at) }));
      return find(wallets, command);
    });
    return { ...result, others: () => result.commands.filter(({ type }) => !/scroll|find/.test(type)) };
  };
  const inSight = () =>
    [...grid().querySelectorAll<HTMLElement>('li:not(.away)')].map(({ dataset }) => Number(dataset.at));
  const flush = () => act(async () => {});
  const scroll = async (to: number) => {
    top = to;
    document.querySelector('.body')!.dispatchEvent(new Event('scroll'));
    pass(20);
    await flush();
  };
  const focusedAt = () => Number(document.activeElement!.closest<HTMLElement>('li')!.dataset.at);

  beforeEach(() => {
    top = 0;
    // as in a layout: the grid is scrolled, and rows have the same height
    vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
      return { top: this.matches('.tiles') ? -top : 0, height: this.matches('li') ? height : 0 } as DOMRect;
    });
  });
  afterEach(() => vi.restoreAllMocks());

  test('@9.16 draws few tiles wherever it is scrolled, each counted among all', async () => {
    const { others } = ofMany();
    expect(inSight()).toEqual(Array.from({ length: 60 }, (_, i) => i));
    await scroll(500 * height);
    const visible = inSight();
    expect([visible.length, visible[0], visible.at(-1)]).toEqual([60, 496 * columns, 496 * columns + 59]);
    expect(grid().querySelectorAll('*').length).toBeLessThan(600);
    expect([grid().style.getPropertyValue('--above'), grid().style.getPropertyValue('--below')]).toEqual([
      `${496 * height}px`,
      `${(1000 - 496 - 15) * height}px`,
    ]);
    const first = grid().querySelector('li:not(.away)')!;
    expect([first.getAttribute('aria-posinset'), first.getAttribute('aria-setsize')]).toEqual([
      '1985',
      '4000',
    ]);
    await scroll(2_000 * height);
    expect(inSight().at(-1)).toBe(3_999);
    expect(others()).toEqual([]);
  });

  test('@9.16 requests other tiles before the loaded ones end, and no more', async () => {
    const { commands } = ofMany();
    const scrolls = () => commands.splice(0).map((command) => 'at' in command && command.at);
    await scroll(8 * height);
    expect(scrolls()).toEqual([]);
    await scroll(15 * height);
    expect(scrolls()).toEqual([]);
    await scroll(16 * height);
    expect(scrolls()).toEqual([48]);
    await scroll(500 * height);
    expect(scrolls()).toEqual([1984]);
    await scroll(2_000 * height);
    expect(scrolls()).toEqual([3940]);
    await scroll(1_990 * height);
    expect(scrolls()).toEqual([]);
    expect(grid().querySelectorAll('li[aria-hidden]')).toHaveLength(0);
  });

  test('@10.8 keeps the focused tile when scrolled away, and continues from it', async () => {
    ofMany();
    act(() => tiles()[5]!.focus());
    const button = document.activeElement;
    await scroll(500 * height);
    expect(document.activeElement).toBe(button);
    const away = grid().querySelector<HTMLElement>('.away')!;
    expect([away.contains(button), away.style.getPropertyValue('--row')]).toEqual([true, `${height}px`]);
    expect(tiles().filter(({ tabIndex }) => tabIndex == 0)).toEqual([button]);
    press('ArrowDown');
    await flush();
    expect([focusedAt(), inSight()[0]]).toEqual([9, 0]);
  });

  test('@10.8 reaches tiles outside the document by keys and letters', async () => {
    const { others } = ofMany();
    act(() => tiles()[0]!.focus());
    press('End');
    await flush();
    expect([focusedAt(), inSight().at(-1)]).toEqual([3_999, 3_999]);
    press('PageDown');
    expect(others()).toEqual([{ type: 'directory.more' }]);
    press('Home');
    await flush();
    expect([focusedAt(), inSight()[0]]).toEqual([0, 0]);
    for (const key of 'z3') press(key);
    await flush();
    await flush();
    expect(focusedAt()).toBe(311);
  });
});
