// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { draw } from '../../testing/draw';
import { tile } from '../../testing/snapshots';
import { GetWallet } from './get-wallet';

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const guide = [tile('a', 'Alder', { icon: 'blob:alder' }), tile('b', 'Basalt')];

describe('GetWallet', () => {
  test('@10.32 lists a few wallets with their downloads, and all wallets last', () => {
    const { commands } = draw(<GetWallet />, { directory: { guide, rowsPhase: 'ready', explore: true } });
    const rows = screen.getAllByRole('button');
    expect(rows.map((row) => row.textContent)).toEqual(['AlderGet', 'BasaltGet', 'Explore all']);
    fireEvent.click(rows[1]!);
    fireEvent.click(screen.getByTestId('w3m-wallet-guide-explore'));
    expect(commands).toEqual([
      { type: 'directory.download', id: 'b' },
      { type: 'router.push', view: 'AllWallets' },
    ]);
  });

  test('doesn’t offer all wallets if the host doesn’t', () => {
    draw(<GetWallet />, { directory: { guide, rowsPhase: 'ready', explore: false } });
    expect(screen.queryByTestId('w3m-wallet-guide-explore')).toBeNull();
  });

  test('shows skeletons while loading, and a retry after a failure', () => {
    const { commands, set } = draw(<GetWallet />, { directory: { rowsPhase: 'loading' } });
    expect(screen.getByTestId('wm-skeleton').querySelectorAll('div')).toHaveLength(4);
    set({ directory: { rowsPhase: 'failed' } });
    expect(screen.getByRole('alert').textContent).toContain("Couldn't load wallets");
    fireEvent.click(screen.getByTestId('wm-guide-retry'));
    expect(commands).toEqual([{ type: 'directory.retry' }]);
  });

  test('@10.32 names apps, not extensions, on a phone', () => {
    const { container, unmount } = draw(<GetWallet />, { directory: { guide, rowsPhase: 'ready' } });
    expect(container.textContent).toContain('browser extension');
    unmount();
    vi.stubGlobal('matchMedia', () => ({ matches: true }));
    try {
      const phone = draw(<GetWallet />, { directory: { guide, rowsPhase: 'ready' } }).container;
      expect(phone.textContent).toContain('A wallet is an app.');
      expect(phone.textContent).not.toContain('extension');
    } finally {
      vi.unstubAllGlobals();
    }
  });

  test("doesn't wait forever if a part of the engine fails to load", () => {
    vi.useFakeTimers();
    draw(<GetWallet />);
    expect(screen.getByTestId('wm-skeleton')).toBeTruthy();
    act(() => void vi.advanceTimersByTime(1500));
    expect(screen.getByTestId('wm-guide-none')).toBeTruthy();
    expect(screen.queryByTestId('wm-skeleton')).toBeNull();
  });

  test('@10.8 is one tab stop', () => {
    draw(<GetWallet />, { directory: { guide, rowsPhase: 'ready', explore: true } });
    expect(screen.getAllByRole('button').map((row) => row.tabIndex)).toEqual([0, -1, -1]);
  });
});
