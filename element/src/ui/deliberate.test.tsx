// @vitest-environment jsdom
import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { press } from '../testing/press';
import { pressGate } from '../watched';
import { isCovered, useIntentionalPress } from './deliberate';

let confirmed: ReturnType<typeof vi.fn<() => void>>;
/** Chromium's report about covers of the button */
let see: ((entry: object) => void) | undefined;

function Subject({ appearance = 'one' }: { appearance?: string }) {
  const { refused, button } = useIntentionalPress(appearance, confirmed);
  return (
    <button {...button} data-refused={refused ?? 'no'}>
      Confirm
    </button>
  );
}

const button = () => screen.getByRole('button');
const refused = () => button().dataset.refused;

beforeEach(() => {
  vi.useFakeTimers();
  confirmed = vi.fn();
  Document.prototype.elementFromPoint = () => button();
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  see = undefined;
});

/** Renders it and waits for this time. */
function renderFor(ms: number) {
  const view = render(<Subject />);
  act(() => void vi.advanceTimersByTime(ms));
  return view;
}
const pressNow = (more: Parameters<typeof press>[1] = {}) => press(button(), { after: 0, ...more });

// docs/spec/security.md T11, B10
describe('a click counts', () => {
  test('after half a second of calm, by pointer or key', () => {
    renderFor(499);
    pressNow();
    pressNow({ pointer: false });
    expect([confirmed.mock.calls.length, refused()]).toEqual([0, 'early']);
    act(() => void vi.advanceTimersByTime(2));
    pressNow();
    pressNow({ pointer: false });
    expect([confirmed.mock.calls.length, refused()]).toEqual([2, 'no']);
  });

  test('@10.20 refuses while a wallet draws in the page, and for half a second afterwards', () => {
    renderFor(600);
    pressGate.from = Infinity;
    pressNow();
    pressNow({ pointer: false });
    expect([confirmed.mock.calls.length, refused()]).toEqual([0, 'early']);
    pressGate.from = performance.now() + 500;
    act(() => void vi.advanceTimersByTime(499));
    pressNow();
    expect(confirmed.mock.calls.length).toBe(0);
    act(() => void vi.advanceTimersByTime(2));
    pressNow();
    expect([confirmed.mock.calls.length, refused()]).toEqual([1, 'no']);
    pressGate.from = 0;
  });

  test('only half a second after its meaning changed', () => {
    const { rerender } = renderFor(600);
    rerender(<Subject appearance="two" />);
    pressNow();
    expect(refused()).toBe('early');
    act(() => void vi.advanceTimersByTime(501));
    pressNow();
    expect(confirmed).toHaveBeenCalledTimes(1);
  });

  test('only half a second after the page was hidden', () => {
    renderFor(600);
    document.dispatchEvent(new Event('visibilitychange'));
    pressNow();
    expect([confirmed.mock.calls.length, refused()]).toEqual([0, 'early']);
    act(() => void vi.advanceTimersByTime(501));
    pressNow();
    expect(confirmed).toHaveBeenCalledTimes(1);
  });

  test('only half a second after an overlay went away', () => {
    renderFor(600);
    Document.prototype.elementFromPoint = () => document.body;
    act(() => void vi.advanceTimersByTime(200));
    Document.prototype.elementFromPoint = () => button();
    pressNow();
    expect([confirmed.mock.calls.length, refused()]).toEqual([0, 'early']);
    act(() => void vi.advanceTimersByTime(501));
    pressNow();
    expect(confirmed).toHaveBeenCalledTimes(1);
  });

  test('never from a script', () => {
    renderFor(600);
    pressNow({ isTrusted: false });
    button().click();
    expect([confirmed.mock.calls.length, refused()]).toEqual([0, 'covered']);
  });

  test('only if the pointer also went down on it after the calm', () => {
    renderFor(490);
    const key = Object.keys(button()).find((name) => name.startsWith('__reactProps'))!;
    const handlers = (button() as never as Record<string, Record<string, (event: object) => void>>)[key]!;
    const event = (timeStamp: number) => ({
      nativeEvent: { isTrusted: true, timeStamp, detail: 1, clientX: 1, clientY: 1 },
      currentTarget: button(),
    });
    act(() => handlers.onPointerDown!(event(performance.now())));
    act(() => void vi.advanceTimersByTime(600));
    act(() => handlers.onClick!(event(performance.now())));
    expect([confirmed.mock.calls.length, refused()], 'down before').toEqual([0, 'early']);
    act(() => handlers.onClick!(event(performance.now())));
    expect(confirmed, 'never down').not.toHaveBeenCalled();
    // A page can capture the pointer: it is then released elsewhere, but the click is still ours.
    act(() => handlers.onPointerDown!(event(performance.now())));
    Document.prototype.elementFromPoint = (x) => (x == 77 ? document.body : button());
    const far = event(performance.now());
    act(() => handlers.onClick!({ ...far, nativeEvent: { ...far.nativeEvent, clientX: 77 } }));
    expect([confirmed.mock.calls.length, refused()], 'released elsewhere').toEqual([0, 'covered']);
  });

  test('not from a key held down since before it appeared', () => {
    renderFor(600);
    const event = new KeyboardEvent('keydown', {
      key: 'Enter',
      repeat: true,
      bubbles: true,
      cancelable: true,
    });
    expect(button().dispatchEvent(event)).toBe(false);
    const pressed = new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true });
    expect(button().dispatchEvent(pressed)).toBe(true);
  });

  test('not while the browser reports an overlay', () => {
    const options = vi.fn();
    vi.stubGlobal(
      'IntersectionObserver',
      class {
        constructor(hear: (entries: object[]) => void, given: object) {
          see = (entry) => hear([entry]);
          options(given);
        }
        observe = () => {};
        disconnect = () => {};
      },
    );
    renderFor(600);
    expect(options).toHaveBeenCalledWith({ threshold: [0, 0.99, 1], trackVisibility: true, delay: 100 });
    see!({});
    pressNow();
    expect(confirmed, 'a browser that cannot say').toHaveBeenCalledTimes(1);
    see!({ isVisible: false });
    act(() => void vi.advanceTimersByTime(2000));
    pressNow();
    expect([confirmed.mock.calls.length, refused()]).toEqual([1, 'covered']);
    see!({ isVisible: true });
    pressNow();
    expect([confirmed.mock.calls.length, refused()], 'it has only just gone').toEqual([1, 'early']);
    pressNow({ after: 501 });
    expect(confirmed).toHaveBeenCalledTimes(2);
  });
});

describe('in a page that another site frames', () => {
  let hear: (entries: object[]) => void;
  const observed = new Set<Element>();
  const frame = (parent: object) => {
    observed.clear();
    vi.stubGlobal('top', parent);
    vi.stubGlobal('parent', parent);
    vi.stubGlobal(
      'IntersectionObserver',
      class {
        constructor(happened: typeof hear) {
          hear = happened;
        }
        observe = (element: Element) => observed.add(element);
        disconnect = () => {};
      },
    );
    document.body.className = 'card';
    renderFor(600);
    document.body.className = '';
  };
  const foreign = {
    get origin(): never {
      throw new Error('another origin');
    },
  };
  const sees = (target: Element, intersectionRatio: number, isVisible = true) => ({
    target,
    intersectionRatio,
    isVisible,
  });

  test('only once the whole card was visible for half a second', () => {
    frame(foreign);
    expect(observed).toEqual(new Set([button(), document.body]));
    const card = document.body;
    pressNow();
    expect(refused(), 'before the browser has said anything').toBe('covered');
    for (const hidden of [sees(card, 0.98), sees(card, 1, false), sees(button(), 1, false)]) {
      hear([sees(card, 1), sees(button(), 1)]);
      hear([hidden]);
      act(() => void vi.advanceTimersByTime(2000));
      pressNow();
      expect([confirmed.mock.calls.length, refused()]).toEqual([0, 'covered']);
    }
    hear([sees(card, 1), sees(button(), 1)]);
    pressNow();
    expect(refused()).toBe('early');
    pressNow({ after: 501 });
    expect(confirmed).toHaveBeenCalledTimes(1);
  });

  test('only half a second after the frame moved below the pointer', () => {
    frame(foreign);
    hear([sees(document.body, 1), sees(button(), 1)]);
    act(() => void vi.advanceTimersByTime(600));
    const at = (screenX: number) => dispatchEvent(new MouseEvent('pointermove', { screenX, clientX: 10 }));
    at(50);
    at(50);
    pressNow();
    expect(confirmed).toHaveBeenCalledTimes(1);
    at(90);
    pressNow();
    expect([confirmed.mock.calls.length, refused()]).toEqual([1, 'early']);
  });

  test('at once in a frame of the same site', () => {
    frame({ origin });
    expect(observed).toEqual(new Set([button()]));
    pressNow();
    expect(confirmed).toHaveBeenCalledTimes(1);
  });
});

test('only once the content was seen to its end, and scrolls there first', () => {
  renderFor(600);
  const [body, section, foot] = [0, 1, 2].map(() => document.createElement('div'));
  body!.className = 'body';
  foot!.className = 'stays';
  const facts = document.createElement('dl');
  const parent = button().parentElement!;
  foot!.append(button());
  section!.append(facts, foot!);
  body!.append(section!);
  parent.append(body!);
  // Four lines of 100 px from 0; the footer begins at 184, with 16 px of fade.
  for (let i = 0; i < 4; i++) {
    const line = facts.appendChild(document.createElement('div'));
    line.getBoundingClientRect = () => new DOMRect(0, i * 100 - body!.scrollTop, 300, 100);
  }
  foot!.getBoundingClientRect = () => new DOMRect(0, 184, 300, 60);
  body!.getBoundingClientRect = () => new DOMRect(0, 0, 300, 244);
  const scrolled = [160, 188];
  for (const top of scrolled) {
    pressNow({ after: 0 });
    expect([confirmed.mock.calls.length, refused(), body!.scrollTop]).toEqual([0, 'unseen', top]);
  }
  pressNow();
  expect(refused(), 'it has only just come').toBe('early');
  pressNow({ after: 501 });
  expect(confirmed).toHaveBeenCalledTimes(1);
  // React removes what it created from its original place.
  parent.append(button());
  body!.remove();
});

test('never in a window too low for one line of the content', () => {
  renderFor(600);
  const [body, section, foot] = [0, 1, 2].map(() => document.createElement('div'));
  body!.className = 'body';
  foot!.className = 'stays';
  const facts = document.createElement('dl');
  const parent = button().parentElement!;
  foot!.append(button());
  section!.append(facts, foot!);
  body!.append(section!);
  parent.append(body!);
  const line = facts.appendChild(document.createElement('div'));
  line.getBoundingClientRect = () => new DOMRect(0, -40, 300, 60);
  foot!.getBoundingClientRect = () => new DOMRect(0, 10, 300, 60);
  body!.getBoundingClientRect = () => new DOMRect(0, 0, 300, 70);
  for (let i = 0; i < 3; i++) pressNow({ after: 501 });
  expect([confirmed.mock.calls.length, refused()]).toEqual([0, 'unseen']);
  parent.append(button());
  body!.remove();
});

describe('covered', () => {
  const at = (found: (x: number, y: number) => Element | null) => {
    render(<Subject />);
    button().getBoundingClientRect = () => new DOMRect(100, 200, 100, 50);
    Document.prototype.elementFromPoint = found;
    return isCovered(button());
  };

  test('checks nine points, and any of them counts', () => {
    const points: string[] = [];
    expect(at((x, y) => (points.push(`${x},${y}`), button()))).toBe(false);
    expect(points).toHaveLength(9);
    for (const point of points) {
      cleanup();
      expect(
        at((x, y) => (`${x},${y}` == point ? document.body : button())),
        point,
      ).toBe(true);
    }
    cleanup();
    expect(
      at(() => null),
      'outside of the window',
    ).toBe(true);
  });

  test.each([
    ['0.01', true],
    ['0.5', true],
    ['0.97', false],
  ])('counts opacity %s of any ancestor, through shadow roots and slots', (opacity, covered) => {
    const host = document.body.appendChild(document.createElement('div'));
    const root = host.attachShadow({ mode: 'open' });
    const inner = root.appendChild(document.createElement('p'));
    const slot = inner.appendChild(document.createElement('slot'));
    const light = host.appendChild(document.createElement('span'));
    const button = light.appendChild(document.createElement('button'));
    Document.prototype.elementFromPoint = () => button;
    expect(isCovered(button)).toBe(false);
    for (const one of [document.documentElement, document.body, host, inner, slot, light, button]) {
      one.style.opacity = opacity;
      expect(isCovered(button), one.localName).toBe(covered);
      one.style.opacity = '';
    }
    host.remove();
  });
});

test('counts a button that was removed from the page', () => {
  const parent = document.createElement('div');
  const button = parent.appendChild(document.createElement('button'));
  Document.prototype.elementFromPoint = () => button;
  expect(isCovered(button)).toBe(true);
  document.body.append(parent);
  expect(isCovered(button)).toBe(false);
  parent.remove();
});

test('counts an overlay in an outer tree that the inner one doesn’t see', () => {
  const host = document.body.appendChild(document.createElement('div'));
  const root = host.attachShadow({ mode: 'open' });
  const button = root.appendChild(document.createElement('button'));
  root.elementFromPoint = () => button;
  Document.prototype.elementFromPoint = () => host;
  expect(isCovered(button)).toBe(false);
  Document.prototype.elementFromPoint = () => document.body;
  expect(isCovered(button)).toBe(true);
  host.remove();
});
