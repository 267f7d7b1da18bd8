// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { draw } from '../../testing/draw';
import { network } from '../../testing/snapshots';
import { Networks } from './networks';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const field = () => screen.getByTestId<HTMLInputElement>('wui-input-text');
const rows = () => [...document.querySelectorAll<HTMLElement>('button.row')];
const type = (value: string) => fireEvent.change(field(), { target: { value } });
const pass = (ms: number) => act(() => void vi.advanceTimersByTime(ms));

/** enough for a search field */
const seven = (): NonNullable<Parameters<typeof draw>[1]> => ({
  networks: {
    groups: [{ kind: 'main', rows: Array.from({ length: 7 }, (_, i) => network(`Net ${'x'.repeat(i)}`)) }],
  },
});

/** Renders, and drops the first command, which requests the visible icons. */
function look(changes?: Parameters<typeof draw>[1]) {
  const view = draw(<Networks />, changes);
  expect(view.commands.splice(0)).toEqual([{ type: 'networks.pictures' }]);
  return view;
}

describe('Networks', () => {
  test('@1.14 groups recent, main and test networks, which switch when chosen', () => {
    const { commands } = look({
      networks: {
        groups: [
          { kind: 'recent', rows: [network('Lagoon')] },
          { kind: 'main', rows: [network('Harbor')] },
          { kind: 'test', rows: [network('Ground')] },
        ],
      },
    });
    expect(screen.getAllByRole('heading').map((title) => title.textContent)).toEqual([
      'Recent',
      'Networks',
      'Test networks',
    ]);
    expect(rows().map((row) => row.dataset.testid)).toEqual([
      'w3m-network-switch-Lagoon',
      'w3m-network-switch-Harbor',
      'w3m-network-switch-Ground',
    ]);
    fireEvent.click(screen.getByTestId('w3m-network-switch-Harbor'));
    expect(commands).toEqual([{ type: 'networks.choose', network: network('Harbor').caipNetworkId }]);
  });

  test('marks the current network, also for screen readers', () => {
    draw(<Networks />);
    expect(rows().map((row) => row.getAttribute('aria-current'))).toEqual(['true', null, null, null]);
    expect(screen.getByTestId('w3m-network-switch-Demo chain').querySelector('[role=img]')).toBeTruthy();
  });

  test('explains why the wallet can’t serve a network, and does nothing', () => {
    const { commands } = look();
    const row = screen.getByTestId('w3m-network-switch-Lagoon');
    expect(row.textContent).toBe("LagoonFoxglove doesn't have this network");
    expect([row.getAttribute('aria-disabled'), row.hasAttribute('disabled')]).toEqual(['true', false]);
    act(() => row.focus());
    expect(document.activeElement).toBe(row);
    fireEvent.click(row);
    expect(commands).toEqual([]);
  });

  test('@10.58 says that the wallet gave no address for a network, and tries again', () => {
    const unread = network('Polar', { unread: true });
    const { commands } = draw(<Networks />, {
      networks: { groups: [{ kind: 'main', rows: [network('Harbor'), unread] }] },
    });
    const row = screen.getByTestId('w3m-network-switch-Polar');
    expect(row.textContent).toBe("PolarFoxglove didn't share an address for this network");
    expect(row.getAttribute('aria-disabled')).toBe('false');
    fireEvent.click(row);
    expect(commands.slice(-1)).toEqual([{ type: 'networks.choose', network: unread.caipNetworkId }]);
  });

  test('searches 100 ms after the last key', () => {
    const { commands } = look(seven());
    type('h');
    pass(99);
    type('ha');
    expect(field().value).toBe('ha');
    pass(99);
    expect(commands).toEqual([]);
    pass(1);
    expect(commands).toEqual([{ type: 'networks.search', text: 'ha' }]);
  });

  test('searches nothing if left before that', () => {
    const { commands, unmount } = look(seven());
    type('h');
    unmount();
    pass(200);
    expect(commands).toEqual([]);
  });

  test('ends the search when left', () => {
    const { commands, set, unmount } = look(seven());
    type('h');
    pass(100);
    set({ networks: { search: 'h' } });
    unmount();
    expect(commands).toEqual([
      { type: 'networks.search', text: 'h' },
      { type: 'networks.search', text: '' },
    ]);
  });

  test('has a search field with seven networks, and while searching', () => {
    const { set } = look();
    expect(screen.queryByTestId('wui-input-text')).toBeNull();
    const six = seven().networks!.groups![0]!.rows.slice(0, 6);
    set({ networks: { groups: [{ kind: 'main', rows: six }] } });
    expect(screen.queryByTestId('wui-input-text')).toBeNull();
    set(seven());
    expect(field()).toBeTruthy();
    set({ networks: { search: 'x', groups: [{ kind: 'main', rows: six.slice(0, 1) }] } });
    expect(field().value).toBe('x');
  });

  test('says that nothing was found, and clears the search', () => {
    const { commands } = look({ networks: { search: '<b>x</b>', groups: [] } });
    expect(screen.getByTestId('wm-networks-none').textContent).toContain('“<b>x</b>”');
    expect(screen.getByRole('status').textContent).toBe('No networks found');
    fireEvent.click(screen.getByText('Clear search'));
    pass(100);
    expect(field().value).toBe('');
    expect(commands).toEqual([{ type: 'networks.search', text: '' }]);
  });

  test('@10.8 is one tab stop at the current network, with arrows and letters', () => {
    draw(<Networks />, {
      networks: {
        groups: [
          { kind: 'main', rows: [network('Alpha'), network('Beta', { selected: true })] },
          { kind: 'test', rows: [network('Gamma')] },
        ],
      },
    });
    const [alpha, beta, gamma] = rows();
    expect(rows().map((row) => row.tabIndex)).toEqual([-1, 0, -1]);
    const press = (key: string) => fireEvent.keyDown(document.activeElement!, { key });
    act(() => beta!.focus());
    press('ArrowDown');
    expect(document.activeElement).toBe(gamma);
    press('ArrowDown');
    expect(document.activeElement).toBe(alpha);
    press('End');
    expect(document.activeElement).toBe(gamma);
    press('Home');
    expect(document.activeElement).toBe(alpha);
    press('b');
    expect(document.activeElement).toBe(beta);
  });

  test('draws few of 700 networks, more near the end, all by keyboard @10.8', () => {
    let near = () => {};
    vi.stubGlobal(
      'IntersectionObserver',
      class {
        constructor(tell: (entries: { isIntersecting: boolean }[]) => void) {
          near = () => tell([{ isIntersecting: true }]);
        }
        observe() {}
        disconnect() {}
      },
    );
    const many = Array.from({ length: 350 }, (_, i) =>
      network(`Main ${i}`, { caipNetworkId: `eip155:1${i}` }),
    );
    const tests = Array.from({ length: 350 }, (_, i) =>
      network(`Test ${i}`, { caipNetworkId: `eip155:2${i}` }),
    );
    draw(<Networks />, {
      networks: {
        groups: [
          { kind: 'main', rows: many },
          { kind: 'test', rows: tests },
        ],
      },
    });
    const headings = () => screen.getAllByRole('heading').map((title) => title.textContent);
    expect([rows().length, headings()]).toEqual([40, ['Networks']]);
    expect(rows()[39]!.closest('li')!.getAttribute('aria-setsize')).toBe('350');
    act(() => near());
    expect(rows().length).toBe(80);
    const press = (key: string) => fireEvent.keyDown(document.activeElement!, { key });
    const here = () => document.activeElement!.textContent;
    act(() => rows()[79]!.focus());
    press('ArrowDown');
    expect([here(), rows().length]).toEqual(['Main 80', 120]);
    press('t');
    expect([here(), headings()]).toEqual(['Test 0', ['Networks', 'Test networks']]);
    press('End');
    expect([here(), rows().length]).toEqual(['Test 349', 700]);
    expect(rows()[0]!.closest('li')!.hasAttribute('aria-setsize')).toBe(false);
    press('ArrowDown');
    expect(here()).toBe('Main 0');
    vi.unstubAllGlobals();
  });

  test('links from the footer to what a network is', () => {
    const { commands } = look();
    fireEvent.click(screen.getByTestId('wm-networks-help'));
    expect(commands).toEqual([{ type: 'router.push', view: 'WhatIsANetwork' }]);
  });
});
