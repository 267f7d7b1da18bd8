// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { ActivityGroup, ActivitySlice } from '../../contract';
import { draw } from '../../testing/draw';
import { activityItem, snapshots, transaction } from '../../testing/snapshots';
import { Activity } from './activity';

const row_px = 64;
const months = 10;
const rows_of_month = 100;

/** Ten months with a thousand rows like the engine's, of which these are loaded. */
function groups(from: number, to: number): ActivityGroup[] {
  return Array.from({ length: months }, (_, month) => {
    const start = month * rows_of_month;
    const [first, end] = [from, to].map((at) => Math.min(Math.max(at - start, 0), rows_of_month));
    const items = Array.from({ length: end! - first! }, (_, i) => activityItem(`${start + first! + i}`));
    return { title: `Month ${month}`, count: rows_of_month, above: first!, items };
  });
}

/** the scroll position: jsdom has no layout, so months are placed where their rows would be */
let scrolled = 0;
beforeEach(() => {
  scrolled = 0;
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      observe() {}
      disconnect() {}
    },
  );
  vi.stubGlobal('requestAnimationFrame', (then: () => void) => (then(), 0));
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
    const month = [...document.querySelectorAll('ul[data-count]')].indexOf(this);
    const height = month < 0 ? 600 : rows_of_month * row_px;
    return new DOMRect(0, month < 0 ? 0 : month * height - scrolled, 400, height);
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const at = (activity: Partial<ActivitySlice> = {}) =>
  draw(
    <div className="body" data-testid="body">
      <Activity account={snapshots().account} />
    </div>,
    { activity: { groups: groups(0, 75), ...activity } },
  );
const scrollTo = (row: number) => {
  scrolled = row * row_px;
  fireEvent.scroll(screen.getByTestId('body'));
};
const row = (id: number) => document.querySelector<HTMLElement>(`[data-testid="wm-tx-0x${id}"]`);
// with selectors, because finding a hundred rows by role takes seconds
const all = (selector: string) => [...document.querySelectorAll<HTMLElement>(`.activity ${selector}`)];
const links = () => all('[data-testid^=wm-tx-]');
const stop = () => links().filter(({ tabIndex }) => tabIndex == 0);
const press = (key: string) => fireEvent.keyDown(document.activeElement!, { key });

describe('Activity with ten thousand rows', () => {
  test('keeps each month’s heading and height, and draws only rows near the visible ones', () => {
    at({ groups: groups(190, 265) });
    expect(all('h2')).toHaveLength(months);
    expect(all('li')).toHaveLength(75);
    const space = [...document.querySelectorAll<HTMLElement>('ul[data-count]')].map(({ style }) => [
      style.getPropertyValue('--rows-above'),
      style.getPropertyValue('--rows-below'),
    ]);
    expect(space.slice(0, 4)).toEqual([
      ['100', '0'],
      ['90', '0'],
      ['0', '35'],
      ['0', '100'],
    ]);
  });

  test('@10.8 gives screen readers a month’s length and a row’s position', () => {
    const { set } = at({ groups: groups(190, 265) });
    const item = row(195)!.closest('li')!;
    expect(item.getAttribute('aria-setsize')).toBe('100');
    expect(item.getAttribute('aria-posinset')).toBe('96');
    set({ activity: { groups: [{ ...groups(0, 100)[0]! }] } });
    expect(row(5)!.closest('li')!.hasAttribute('aria-setsize')).toBe(false);
  });

  test('tells the engine the first visible row, and nothing while it stays near', () => {
    const { commands, set } = at();
    const looks = () =>
      commands.filter(({ type }) => type == 'activity.look').map((look) => 'at' in look && look.at);
    expect(looks()).toEqual([0]);
    scrollTo(3);
    expect(looks()).toEqual([0]);
    scrollTo(220);
    scrollTo(222);
    scrollTo(999);
    scrollTo(0);
    expect(looks()).toEqual([0, 220, 999, 0]);
    set({ activity: { groups: [{ ...groups(0, 100)[0]! }] } });
    scrollTo(50);
    expect(looks(), 'a list that is here whole tells nothing').toHaveLength(4);
  });

  test('@10.8 is one tab stop: the focused row, or the first visible one', () => {
    const { set } = at();
    act(() => row(3)!.focus());
    expect(stop()).toEqual([row(3)]);
    set({ activity: { groups: groups(0, 90) } });
    expect(stop()).toEqual([row(3)]);
    act(() => row(3)!.blur());
    scrollTo(300);
    set({ activity: { groups: groups(275, 350) } });
    expect(stop()).toEqual([row(300)]);
  });

  test('@10.8 keeps the focus when its row is removed', () => {
    const { set } = at();
    act(() => row(3)!.focus());
    scrollTo(300);
    set({ activity: { groups: groups(275, 350) } });
    expect(document.activeElement).toBe(row(300));
    // while the focus moves between elements, jsdom reports that no element has it
    vi.spyOn(document, 'hasFocus').mockReturnValue(true);
    const elsewhere = document.body.appendChild(document.createElement('button'));
    act(() => elsewhere.focus());
    scrollTo(500);
    set({ activity: { groups: groups(475, 550) } });
    expect(document.activeElement, 'who has left is not fetched back').toBe(elsewhere);
    elsewhere.remove();
  });

  test('@10.8 moves to the last and first of all rows with End and Home', () => {
    const { commands, set } = at();
    act(() => row(3)!.focus());
    press('End');
    expect(commands.at(-1)).toEqual({ type: 'activity.look', at: 1000 });
    set({ activity: { groups: groups(925, 1000) } });
    expect(document.activeElement).toBe(row(999));
    press('Home');
    expect(commands.at(-1)).toEqual({ type: 'activity.look', at: 0 });
    set({ activity: { groups: groups(0, 75) } });
    expect(document.activeElement).toBe(row(0));
    press('ArrowDown');
    expect(document.activeElement).toBe(row(1));
  });

  test('@10.8 wraps arrows at the list’s ends, not at the loaded rows’ ends', () => {
    const { commands, set } = at({ groups: groups(100, 175) });
    commands.length = 0;
    act(() => row(174)!.focus());
    press('ArrowDown');
    act(() => row(100)!.focus());
    press('ArrowUp');
    expect([document.activeElement, commands]).toEqual([row(100), []]);
    set({ activity: { groups: groups(0, 75) } });
    act(() => row(0)!.focus());
    press('ArrowUp');
    expect(commands).toEqual([{ type: 'activity.look', at: 1000 }]);
  });

  test('draws a page fifteen rows per frame, and a distant window immediately', () => {
    const frames: (() => void)[] = [];
    vi.stubGlobal('requestAnimationFrame', (then: () => void) => frames.push(then));
    const pass = () => act(() => frames.splice(0).forEach((then) => then()));
    const places = () => {
      const ids = all('li').map(({ dataset }) => Number(dataset.id));
      return [ids[0], ids.at(-1), ids.length];
    };
    const { set } = at();
    expect(places()).toEqual([0, 74, 75]);
    set({ activity: { groups: groups(60, 135) } });
    expect(places()).toEqual([60, 89, 30]);
    pass();
    expect(places()).toEqual([60, 104, 45]);
    pass();
    pass();
    expect(places()).toEqual([60, 134, 75]);
    set({ activity: { groups: groups(20, 95) } });
    expect(places()).toEqual([45, 94, 50]);
    pass();
    pass();
    expect(places()).toEqual([20, 94, 75]);
    expect(frames).toEqual([]);
    set({ activity: { groups: groups(500, 575) } });
    expect(places()).toEqual([500, 574, 75]);
  });

  test('says that it keeps a limited number of rows', () => {
    const { set } = at({ full: '20,000' });
    expect(document.querySelector('.activity-full')!.textContent).toContain('latest 20,000 transactions');
    set({ activity: { full: null } });
    expect(document.querySelector('.activity-full')).toBeNull();
  });

  test('offers a button for the next page after an empty one', () => {
    const { commands, set } = at({ groups: [], pending: [transaction('p')], hasMore: true, stalled: true });
    fireEvent.click(screen.getByTestId('wm-activity-more'));
    expect(commands).toEqual([{ type: 'activity.more' }]);
    set({ activity: { hasMore: false } });
    expect(screen.queryByTestId('wm-activity-more')).toBeNull();
  });

  test('links to the address if the list is empty', () => {
    const { commands } = at({ groups: [] });
    fireEvent.click(screen.getByTestId('empty-state-button'));
    expect(commands).toEqual([{ type: 'router.push', view: 'Receive' }]);
  });
});
