// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { EmbeddedSlice } from '../../contract';
import { page } from '../../page';
import { draw } from '../../testing/draw';
import { qr } from '../../testing/snapshots';
import { ConnectingFarcaster } from './connecting-farcaster';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  page.options = {};
});

const url = 'https://farcaster.test/connect?token=1';
const at = (more: Partial<EmbeddedSlice> = {}) =>
  draw(<ConnectingFarcaster />, {
    router: { view: 'ConnectingFarcaster' },
    embedded: { provider: 'farcaster', social: 'waiting', url, qr, ...more },
  });
const status = () => screen.getByTestId('wm-social-status');
const title = () => status().querySelector('h2')!.textContent;
const onPhone = () => vi.stubGlobal('matchMedia', () => ({ matches: true }));

describe('ConnectingFarcaster', () => {
  test('@2.9 @1.6 shows a code and its link, with the code’s text only in test mode', async () => {
    const writeText = vi.fn(async () => {});
    Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { writeText } });
    at();
    expect(screen.getByTestId('wui-qr-code').getAttribute('aria-label')).toBe(
      'QR code to log in with Farcaster',
    );
    expect(screen.getByTestId('wui-qr-code').hasAttribute('data-uri')).toBe(false);
    expect(screen.queryByTestId('wm-farcaster-open')).toBeNull();
    await act(async () => void fireEvent.click(screen.getByTestId('wui-link-copy')));
    expect(writeText).toHaveBeenCalledWith(url);
    expect(screen.getByTestId('wui-link-copy').textContent).toBe('Copied');
    cleanup();
    page.options = { testMode: true };
    at();
    expect(screen.getByTestId('wui-qr-code').dataset.uri).toBe(url);
  });

  test('disables copying until the code is there', () => {
    at({ social: 'preparing', url: null, qr: null });
    expect(screen.getByTestId('wm-qr-wait')).toBeTruthy();
    expect(title()).toBe('Getting your QR code');
    expect(screen.getByTestId('wui-link-copy').getAttribute('aria-disabled')).toBe('true');
  });

  test('@1.6 shows a link to the app on a phone, in one element from the start', () => {
    onPhone();
    const { set } = at({ social: 'preparing', url: null, qr: null });
    const link = screen.getByTestId<HTMLAnchorElement>('wm-farcaster-open');
    expect([link.hasAttribute('href'), link.getAttribute('aria-disabled')]).toEqual([false, 'true']);
    set({ embedded: { social: 'waiting', url, qr } });
    expect(screen.getByTestId('wm-farcaster-open')).toBe(link);
    expect([link.getAttribute('href'), link.target, link.rel]).toEqual([
      url,
      '_blank',
      'noopener noreferrer',
    ]);
    expect(screen.queryByTestId('wui-qr-code')).toBeNull();
  });

  test('@2.9 continues automatically once approved', () => {
    const { container, set } = at({ social: 'reading' });
    expect([title(), screen.queryAllByRole('button')]).toEqual(['Almost there', []]);
    expect(container.querySelector('.turning')).toBeTruthy();
    // the login has ended, and a required sign-in comes before "connected"
    set({ embedded: { social: 'idle' } });
    expect([title(), screen.queryAllByRole('button')]).toEqual(['Almost there', []]);
    expect(container.querySelector('.turning')).toBeTruthy();
    set({ router: { done: true } });
    expect(status().dataset.phase).toBe('connected');
  });

  test('@8.22 shows the engine’s error, and tries again', () => {
    const { commands } = at({
      social: 'failed',
      socialError: {
        name: 'WalletError',
        code: -32603,
        message: 'Failed to connect to farcaster',
        title: null,
        details: null,
      },
    });
    expect(title()).toBe('Failed to connect to farcaster');
    expect(screen.queryByTestId('wui-qr-code')).toBeNull();
    fireEvent.click(screen.getByText('Try again'));
    expect(commands).toEqual([{ type: 'embedded.social', provider: 'farcaster' }]);
  });
});
