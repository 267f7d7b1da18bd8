// @vitest-environment jsdom
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { EmbeddedSlice, SocialPhase } from '../../contract';
import { openWindow } from '../../engine/popup';
import { draw } from '../../testing/draw';
import { ConnectingSocial } from './connecting-social';

vi.mock('../../engine/popup', () => ({ openWindow: vi.fn() }));
beforeEach(() => void vi.mocked(openWindow).mockClear());
afterEach(cleanup);

const window = 'https://secure.test/loading';
const at = (social: SocialPhase, more: Partial<EmbeddedSlice> = {}) =>
  draw(<ConnectingSocial />, {
    router: { view: 'ConnectingSocial' },
    connect: { logins: { email: true, socials: ['google'], window, refused: false } },
    embedded: { provider: 'google', social, ...more },
  });
const status = () => screen.getByTestId('wm-social-status');
const title = () => status().querySelector('h2')!.textContent;
const buttons = () => screen.queryAllByRole('button').map((button) => button.textContent);

describe('ConnectingSocial', () => {
  test.each<[SocialPhase, string, boolean, string[]]>([
    ['preparing', 'Opening Google', true, []],
    ['waiting', 'Continue in the Google window', true, ['Show window']],
    ['reading', 'Almost there', true, []],
    ['blocked', 'Your browser blocked the window', false, ['Open window']],
    ['closed', 'Window closed', false, ['Try again']],
  ])('@4.17 %s: shows what happens and the next steps', (phase, text, turning, ways) => {
    const { container } = at(phase);
    expect([title(), status().dataset.phase, buttons()]).toEqual([text, phase, ways]);
    expect(!!container.querySelector('.turning')).toBe(turning);
  });

  test('@4.17 says that a window that seems closed may still be open', () => {
    at('closed');
    expect(status().textContent).toContain('The login window was closed. If it is still open, finish there.');
  });

  test('@4.17 shows the error with Details, and tries again in the click', () => {
    const { commands } = at('failed', {
      socialError: {
        name: 'WalletError',
        code: -32603,
        message: 'Failed to initiate social connection',
        title: null,
        details: 'access_denied',
      },
    });
    expect(title()).toBe('Failed to initiate social connection');
    expect(document.querySelector('details')!.textContent).toContain('access_denied');
    vi.mocked(openWindow).mockImplementationOnce(() => expect(commands).toEqual([]));
    fireEvent.click(screen.getByText('Try again'));
    expect(vi.mocked(openWindow).mock.calls).toEqual([[window]]);
    expect(commands).toEqual([{ type: 'embedded.social', provider: 'google' }]);
  });

  test('@1.5 opens the blocked window in the click', () => {
    const { commands } = at('blocked');
    vi.mocked(openWindow).mockImplementationOnce(() => expect(commands).toEqual([]));
    fireEvent.click(screen.getByTestId('wm-social-open'));
    expect(vi.mocked(openWindow).mock.calls).toEqual([[window]]);
    expect(commands).toEqual([{ type: 'embedded.window' }]);
  });

  test('shows an open window without opening another', () => {
    const { commands } = at('waiting');
    fireEvent.click(screen.getByTestId('wm-social-show'));
    expect(openWindow).not.toHaveBeenCalled();
    expect(commands).toEqual([{ type: 'embedded.social', provider: 'google' }]);
  });

  test('shows nothing else between the profile and connected', () => {
    const { set } = at('reading');
    set({ embedded: { social: 'idle' } });
    expect(title()).toBe('Almost there');
    set({ router: { done: true } });
    expect([title(), status().dataset.phase, buttons()]).toEqual(['Connected', 'connected', []]);
    expect(status().textContent).toContain("You're logged in with Google.");
  });

  test('keeps its text while it fades', () => {
    const { set } = at('waiting');
    set({ router: { view: 'Connect' }, embedded: { social: 'idle' } });
    expect(title()).toBe('Continue in the Google window');
  });
});
