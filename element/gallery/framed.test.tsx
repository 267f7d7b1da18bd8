// @vitest-environment jsdom
// In a foreign site's frame no row of the gallery offers anything that spends, signs, grants or confirms (decision 46, "A page in another site's
// frame").

import { cleanup } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import type { View } from '../src/contract';
import { draw } from '../src/testing/draw';
import { loadView, viewNow } from '../src/views';
import { entries, slicesOf } from './table';

const around = vi.hoisted(() => ({ isForeign: false }));
vi.mock('../src/framed', () => ({ isFramed: () => around.isForeign }));
vi.stubGlobal(
  'IntersectionObserver',
  class {
    observe() {}
    unobserve() {}
    disconnect() {}
  },
);
afterEach(cleanup);

/** The buttons that confirm, in every view. */
const confirms = [
  'wm-send-confirm',
  'swap-action-button',
  'wm-revoke-confirm',
  'wm-permission-confirm',
  'wm-session-revoke',
  'wm-review-confirm',
  'w3m-connecting-siwe-sign',
  'wm-register-name',
  'wui-network-button',
];
const found = (container: Element, ids: string[]) =>
  ids.filter((id) => container.querySelector(`[data-testid="${id}"]`));

const seen = new Set<string>();
const views = [...new Set(entries.filter(({ closed }) => !closed).map(({ view }) => view as View))];
// SwapPreview and Swap have buttons with the same name: the form's opens the preview.
const forms: readonly string[] = ['Swap', 'Send'];

test.each(views)('%s confirms nothing in a foreign frame, and leads to the page itself', async (view) => {
  await loadView(view);
  const Content = viewNow(view)!;
  for (const entry of entries.filter((one) => one.view == view && !forms.includes(view))) {
    around.isForeign = false;
    const own = draw(<Content />, slicesOf(entry)).container;
    const ids = found(own, confirms);
    expect(own.querySelector('[data-testid="wm-full-view"]'), entry.id).toBe(null);
    cleanup();
    around.isForeign = true;
    const framed = draw(<Content />, slicesOf(entry)).container;
    expect(found(framed, confirms), entry.id).toEqual([]);
    const link = framed.querySelector<HTMLAnchorElement>('[data-testid="wm-full-view"]');
    expect(!!link, entry.id).toBe(ids.length > 0 || view == 'ApproveTransaction');
    if (link) expect([link.href, link.target, link.rel]).toEqual([location.href, '_blank', 'noopener']);
    for (const box of framed.querySelectorAll('[role=checkbox], [type=checkbox]'))
      if (/accept|compared/.test(box.getAttribute('data-testid') ?? ''))
        expect(box.matches(':disabled, [aria-disabled=true]'), entry.id).toBe(true);
    for (const id of ids) seen.add(id);
    cleanup();
  }
});

test('meets every confirming button in some view', () => {
  expect(confirms.filter((id) => !seen.has(id))).toEqual([]);
});
