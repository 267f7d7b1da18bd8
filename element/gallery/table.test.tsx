// @vitest-environment jsdom
// The gallery shows every view, and every row of its table can be drawn.

import { cleanup } from '@testing-library/react';
import { readFileSync } from 'node:fs';
import { afterEach, expect, test, vi } from 'vitest';
import type { View } from '../src/contract';
import { loadView, viewNow } from '../src/views';
import { draw } from '../src/testing/draw';
import { entries, slicesOf, transitions } from './table';

// jsdom lacks IntersectionObserver.
vi.stubGlobal(
  'IntersectionObserver',
  class {
    observe() {}
    unobserve() {}
    disconnect() {}
  },
);
afterEach(cleanup);

test('has an entry with its own name for every view', () => {
  const rows = readFileSync('element/src/views/index.ts', 'utf8').matchAll(/\b([A-Z]\w+): (?:here\(|')/g);
  const views = [...rows].map(([, view]) => view!);
  expect(views.length).toBeGreaterThan(10);
  const shown = new Set<string>(entries.map(({ view }) => view));
  expect(views.filter((view) => !shown.has(view))).toEqual([]);
  const ids = entries.map(({ id }) => id);
  expect(ids).toEqual([...new Set(ids)]);
  for (const { from, to } of transitions) for (const id of [from, to]) if (id) expect(ids).toContain(id);
});

/** The visible result of a missing text or value: JavaScript words, an unfilled placeholder. */
const missing = /\b(undefined|null|NaN)\b|\[object |\{\w+\}/;

/** All visible and accessible texts. */
function wordsOf(container: Element): string[] {
  const textAttributes = ['aria-label', 'aria-description', 'alt', 'title', 'placeholder', 'value'];
  return [...container.querySelectorAll('*')].flatMap((one) => [
    ...textAttributes.map((name) => one.getAttribute(name) ?? ''),
    // A request's bytes and documents are shown unchanged.
    one.closest('code, pre') ? '' : [...one.childNodes].map((node) => node.nodeValue ?? '').join(''),
  ]);
}

test.each(entries.filter(({ closed }) => !closed))(
  '$id is drawn, and no word is missing in it',
  async (entry) => {
    const view = entry.view as View;
    await loadView(view);
    const Content = viewNow(view)!;
    const complaints = vi.spyOn(console, 'error').mockImplementation(() => {});
    const { container } = draw(<Content />, slicesOf(entry));
    expect(complaints.mock.calls).toEqual([]);
    expect(container.querySelectorAll('*').length).toBeGreaterThan(1);
    expect(wordsOf(container).filter((words) => missing.test(words))).toEqual([]);
  },
);
