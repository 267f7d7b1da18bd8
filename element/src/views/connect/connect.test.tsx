// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { draw } from '../../testing/draw';
import { row } from '../../testing/snapshots';
import { Connect } from './connect';

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const rows = () => [...screen.getByTestId('w3m-connect-scroll-view').querySelectorAll('button')];

describe('Connect', () => {
  test('@2.4 shows a row for each wallet, in the order of the engine, with its tag', () => {
    draw(<Connect />);
    expect(rows().map((button) => button.textContent)).toEqual(['FoxgloveRecent', 'HarborInstalled']);
    expect(screen.getByTestId('wallet-selector-com.fox')).toBeTruthy();
  });

  test('@2.29 choosing a wallet asks for it in the same tick as the click', () => {
    const { commands } = draw(<Connect />);
    fireEvent.click(screen.getByTestId('wallet-selector-com.harbor'));
    expect(commands).toEqual([{ type: 'connect.select', id: 'harbor' }]);
  });

  test('@10.33 a claimed identity is marked and both rows stay', () => {
    draw(<Connect />, {
      connect: { rows: [row('a', 'Twin', { conflict: true }), row('b', 'Twin', { conflict: true })] },
    });
    expect(screen.getAllByText('Two apps use this name')).toHaveLength(2);
  });

  test('the list is one tab stop; arrows, Home, End and typed letters move in it', () => {
    draw(<Connect />, { connect: { rows: [row('a', 'Alpha'), row('b', 'Beta'), row('c', 'Bravo')] } });
    const buttons = rows();
    expect(buttons.map((button) => button.tabIndex)).toEqual([0, -1, -1]);
    const press = (key: string) => fireEvent.keyDown(document.activeElement!, { key });
    act(() => buttons[0]!.focus());
    press('ArrowUp');
    expect(document.activeElement).toBe(buttons[2]);
    press('Home');
    expect(document.activeElement).toBe(buttons[0]);
    press('End');
    expect(buttons.map((button) => button.tabIndex)).toEqual([-1, -1, 0]);
    press('a');
    expect(document.activeElement).toBe(buttons[0]);
    press('b');
    expect(document.activeElement).toBe(buttons[0]); // "ab" fits nothing
  });

  test('without a wallet: a moment of patience, then what happened and a way to look again', () => {
    vi.useFakeTimers();
    draw(<Connect />, { connect: { rows: [] } });
    expect(screen.getByTestId('wm-skeleton')).toBeTruthy();
    act(() => void vi.advanceTimersByTime(500));
    expect(screen.getByText('No wallet found')).toBeTruthy();
    const asked = vi.fn();
    addEventListener('eip6963:requestProvider', asked);
    fireEvent.click(screen.getByTestId('wm-connect-again'));
    expect(asked).toHaveBeenCalledTimes(1);
    expect(screen.getByTestId('wm-connect-again').getAttribute('aria-busy')).toBe('true');
    act(() => void vi.advanceTimersByTime(500));
    expect(screen.getByRole('status').textContent).toContain('Still no wallet');
    removeEventListener('eip6963:requestProvider', asked);
  });

  test('legal links appear with their urls and lead to a new tab without an opener', () => {
    draw(<Connect />, { options: { termsConditionsUrl: 'https://host.test/terms', privacyPolicyUrl: null } });
    const link = screen.getByTestId('wm-footer').querySelector('a')!;
    expect([link.textContent, link.getAttribute('href'), link.getAttribute('rel')]).toEqual([
      'terms of service',
      'https://host.test/terms',
      'noopener noreferrer',
    ]);
  });

  test('newcomers are led to a first wallet, unless the host has no guide', () => {
    const { commands, set } = draw(<Connect />);
    fireEvent.click(screen.getByTestId('w3m-wallet-guide-get-started'));
    expect(commands).toEqual([{ type: 'router.push', view: 'GetWallet' }]);
    set({ options: { enableWalletGuide: false } });
    expect(screen.queryByTestId('w3m-wallet-guide-get-started')).toBeNull();
  });

  test('@3.22 the line below is there only while its feature is on', () => {
    const { set } = draw(<Connect />);
    expect(screen.queryByTestId('ux-branding-reown')).toBeNull();
    set({ state: { features: { reownBranding: true } } });
    expect(screen.getByTestId('ux-branding-reown')).toBeTruthy();
    set({ state: { features: { reownBranding: false } } });
    expect(screen.queryByTestId('ux-branding-reown')).toBeNull();
  });
});
