// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { SwitchPhase } from '../../contract';
import { page } from '../../page';
import { draw } from '../../testing/draw';
import { press } from '../../testing/press';
import { network } from '../../testing/snapshots';
import { SwitchNetwork } from './switch-network';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  page.running = null;
});

const at = (phase: SwitchPhase) =>
  draw(<SwitchNetwork />, { networks: { phase, target: network('Lagoon', { icon: 'blob:lagoon' }) } });
const status = () => screen.getByTestId('wm-switch-status');
const ring = () => document.querySelector('.turning');

describe('SwitchNetwork', () => {
  test.each([
    ['confirm', 'Confirm in Foxglove'],
    ['adding', 'Add Lagoon to Foxglove'],
    // The wallet has agreed: "Confirm in" is over @10.58.
    ['moving', 'Switching to Lagoon'],
  ] as const)('@2.15 %s: says what the wallet asks, without a second request', (phase, text) => {
    const { container } = at(phase);
    expect(status().querySelector('h2')!.textContent).toBe(text);
    expect(container.querySelector('img')!.getAttribute('src')).toBe('blob:lagoon');
    expect(ring()).toBeTruthy();
    expect(screen.queryByRole('button')).toBeNull();
  });

  test('@2.15 says that the old network stays after a rejection, and tries again', () => {
    const { commands } = at('rejected');
    expect(status().textContent).toContain("You're still on Demo chain");
    expect(ring()).toBeNull();
    press(screen.getByTestId('wui-network-button'));
    expect(commands).toEqual([{ type: 'networks.retry' }]);
  });

  test('describes the switch in a Safe, which can be retried', () => {
    vi.stubGlobal('top', {});
    vi.stubGlobal('parent', {});
    const isOffered = (proposes: boolean) => {
      cleanup();
      page.running = { snapshot: () => ({ proposes }) } as never;
      at('rejected');
      return !!screen.queryByTestId('wui-network-button');
    };
    expect(isOffered(true)).toBe(true);
    expect(status().textContent).toContain("You're still on Demo chain");
    expect(isOffered(false)).toBe(false);
  });

  test('ignores a scripted or early click, and says so', () => {
    const { commands } = at('rejected');
    const retry = screen.getByTestId('wui-network-button');
    press(retry, { isTrusted: false });
    expect(screen.getByTestId('wm-confirm-refused').textContent).toContain(
      'Something is covering this button',
    );
    press(retry, { after: 100 });
    expect(status().textContent).toContain('too fast');
    expect(commands).toEqual([]);
  });

  test('says that the wallet has another request open, with Details and retry', () => {
    const { commands, set } = at('rejected');
    const error = {
      name: 'WalletError',
      code: -32002,
      message: 'pending',
      title: null,
      details: null,
    } as const;
    set({ networks: { error } });
    expect(status().querySelector('h2')!.textContent).toBe('Foxglove already has a request open');
    expect(screen.getByText('-32002 · pending')).toBeTruthy();
    press(screen.getByTestId('wui-network-button'));
    expect(commands).toEqual([{ type: 'networks.retry' }]);
  });

  test('keeps its text until the view is gone', () => {
    const { set } = at('adding');
    set({ networks: { phase: 'idle' } });
    expect(status().querySelector('h2')!.textContent).toBe('Add Lagoon to Foxglove');
    expect(ring()).toBeNull();
  });

  test('announces progress, and shows markup in names as text', () => {
    draw(<SwitchNetwork />, { networks: { phase: 'adding', target: network('<b>Net</b>') } });
    expect(status().getAttribute('role')).toBe('status');
    expect(status().querySelector('b')).toBeNull();
    expect(status().textContent).toContain('<b>Net</b>');
  });
});
