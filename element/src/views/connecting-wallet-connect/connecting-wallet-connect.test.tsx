// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { PairingPhase, PairingSlice, Platform } from '../../contract';
import { page } from '../../page';
import { draw } from '../../testing/draw';
import { URI } from '../../testing/snapshots';
import { ConnectingWalletConnect } from './connecting-wallet-connect';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  page.options = {};
});

const at = (pairing: Partial<PairingSlice> = {}) => draw(<ConnectingWalletConnect />, { pairing });

const none = { mobile: null, web: null, desktop: null };
const preparing = { phase: 'preparing', uri: null, qr: null, links: none } as const;
const app = 'larch://wc?uri=wc%3Aaa';
const byTap = { byTap: true, links: { ...none, mobile: app } };

const status = () => screen.getByTestId('wm-connecting-status');
const title = () => status().querySelector('h2')!.textContent;
const open = () => screen.getByTestId<HTMLAnchorElement>('wm-open-wallet');
const retry = () => screen.queryByTestId('w3m-connecting-widget-secondary-button');
/** Clicks a link that would leave the page: jsdom doesn't navigate. */
const follow = (link: HTMLElement) => {
  link.addEventListener('click', (event) => event.preventDefault(), { once: true });
  fireEvent.click(link);
};

function clipboard(writeText: (text: string) => Promise<void>) {
  Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { writeText } });
}

describe('ConnectingWalletConnect, the code', () => {
  test('@1.2 shows the code for its wallet, and says what to do', () => {
    at();
    const code = screen.getByTestId('wui-qr-code');
    expect(code.getAttribute('aria-label')).toBe('QR code to connect Larch');
    expect(code.querySelector('img')!.getAttribute('src')).toBe('blob:larch');
    expect(title()).toBe('Scan with Larch');
  });

  test('@1.2 shows the product’s logo and no download for any wallet', () => {
    at({ wallet: null });
    expect(title()).toBe('Scan with your wallet');
    const code = screen.getByTestId('wui-qr-code');
    expect([code.querySelector('img'), code.querySelectorAll('.qr-own').length]).toEqual([null, 1]);
    expect(screen.queryByTestId('wm-pairing-get')).toBeNull();
  });

  test('@2.7 shows a waiting plate without a link to copy while preparing', async () => {
    const writeText = vi.fn(async () => {});
    clipboard(writeText);
    const { commands } = at(preparing);
    expect(screen.getByTestId('wm-qr-wait')).toBeTruthy();
    const copy = screen.getByTestId('copy-wc2-uri');
    expect([copy.getAttribute('aria-disabled'), copy.hasAttribute('disabled')]).toEqual(['true', false]);
    await act(async () => void fireEvent.click(copy));
    expect(writeText).not.toHaveBeenCalled();
    expect(commands).toEqual([]);
  });

  test.each([
    ['done', async () => {}, 'Copied', []],
    [
      'refused',
      () => Promise.reject(new Error('no')),
      'Copy link',
      [
        {
          type: 'toasts.show',
          message: 'Copying is blocked. Copy it here:',
          variant: 'error',
        },
      ],
    ],
  ])('copying the link tells what came of it: %s', async (_, answer, label, toasts) => {
    const writeText = vi.fn(answer);
    clipboard(writeText);
    const { commands } = at();
    await act(async () => void fireEvent.click(screen.getByTestId('copy-wc2-uri')));
    expect(writeText).toHaveBeenCalledWith(URI);
    expect(commands).toEqual(toasts);
    expect(screen.getByTestId('copy-wc2-uri').textContent).toBe(label);
  });

  test('links to the wallet’s download if it exists', () => {
    const { commands, set } = at();
    expect(screen.getByTestId('wm-pairing-get').parentElement!.textContent).toBe("Don't have Larch? Get it");
    fireEvent.click(screen.getByTestId('wm-pairing-get'));
    expect(commands).toEqual([{ type: 'directory.download', id: 'larch' }]);
    set({ pairing: { canDownload: false } });
    expect(screen.queryByTestId('wm-pairing-get')).toBeNull();
  });

  test('replaces a renewed code silently, and keeps the focus', () => {
    const { set } = at();
    const [said, copy] = [status().textContent, screen.getByTestId('copy-wc2-uri')];
    act(() => copy.focus());
    set({ pairing: { uri: 'wc:next', qr: { size: 41, path: 'M9 1h.01' } } });
    expect(screen.getByTestId('wui-qr-code').querySelector('path')!.getAttribute('d')).toBe('M9 1h.01');
    expect(status().textContent).toBe(said);
    expect(document.activeElement).toBe(copy);
  });

  test('has the code’s text only in test mode', () => {
    at();
    expect(screen.getByTestId('wui-qr-code').hasAttribute('data-uri')).toBe(false);
    cleanup();
    page.options = { testMode: true };
    at();
    expect(screen.getByTestId('wui-qr-code').dataset.uri).toBe(URI);
  });
});

describe('ConnectingWalletConnect, the tabs', () => {
  test('@2.7 shows a tab for each platform in the engine’s order', () => {
    const { commands } = at({ platforms: ['mobile', 'web', 'desktop'] });
    expect(screen.getAllByRole('tab').map((tab) => [tab.dataset.testid, tab.textContent])).toEqual([
      ['tab-mobile', 'Mobile'],
      ['tab-webapp', 'Web'],
      ['tab-desktop', 'Desktop'],
    ]);
    expect(screen.getByTestId('tab-mobile').getAttribute('aria-selected')).toBe('true');
    fireEvent.click(screen.getByTestId('tab-webapp'));
    fireEvent.click(screen.getByTestId('tab-desktop'));
    expect(commands).toEqual([
      { type: 'pairing.platform', platform: 'web' },
      { type: 'pairing.platform', platform: 'desktop' },
    ]);
  });

  test('removes the tabs once connected', () => {
    const { set } = at({ platforms: ['mobile', 'web'] });
    expect(screen.getAllByRole('tab')).toHaveLength(2);
    set({ router: { done: true } });
    expect(screen.queryByRole('tab')).toBeNull();
  });

  test('shows no tabs for one platform', () => {
    at();
    expect(screen.queryByRole('tab')).toBeNull();
  });

  test.each<[Platform, string, string, string]>([
    ['web', 'https://larch.test/wc?uri=x', '_blank', 'wui-link-copy'],
    ['desktop', 'larch-desk://wc?uri=x', '_self', 'wui-link-copy'],
  ])('@1.3 %s: has its link before the click', (platform, url, target, copy) => {
    const { commands } = at({
      platforms: ['mobile', platform],
      platform,
      links: { ...none, [platform]: url },
    });
    expect([open().getAttribute('href'), open().target, open().rel]).toEqual([
      url,
      target,
      'noopener noreferrer',
    ]);
    expect(screen.getByTestId(copy)).toBeTruthy();
    follow(open());
    expect(commands).toEqual([{ type: 'pairing.opened', platform }]);
  });

  test('shows where to get an extension that isn’t installed', () => {
    const { commands } = at({ platforms: ['unsupported'], platform: 'unsupported' });
    expect(title()).toBe("Larch isn't installed");
    fireEvent.click(screen.getByTestId('wm-pairing-get'));
    expect(commands).toEqual([{ type: 'directory.download', id: 'larch' }]);
    expect(screen.queryByTestId('wui-qr-code')).toBeNull();
    expect(screen.queryByTestId('wui-link-copy')).toBeNull();
  });
});

describe('ConnectingWalletConnect, on a phone', () => {
  test('@10.16 disables the link until it is ready, and keeps the element', () => {
    const { commands, set } = at({ ...preparing, byTap: true });
    const link = open();
    expect([link.hasAttribute('href'), link.getAttribute('aria-disabled')]).toEqual([false, 'true']);
    act(() => link.focus());
    expect(document.activeElement).toBe(link);
    fireEvent.click(link);
    expect(commands).toEqual([]);
    set({ pairing: { phase: 'ready', uri: URI, ...byTap } });
    expect(open()).toBe(link);
    expect([link.getAttribute('href'), link.getAttribute('aria-disabled')]).toEqual([app, 'false']);
    expect(document.activeElement).toBe(link);
  });

  test('@10.16 doesn’t link to an older code', () => {
    at({ ...byTap, phase: 'preparing' });
    expect([open().hasAttribute('href'), open().getAttribute('aria-busy')]).toEqual([false, 'true']);
  });

  test('@1.3 leaves the tap to the browser, and also tells the engine', () => {
    const { commands } = at(byTap);
    expect(open().textContent).toBe('Open Larch');
    const click = new MouseEvent('click', { bubbles: true, cancelable: true });
    let prevented: boolean | undefined;
    const last = (event: Event) => {
      prevented = event.defaultPrevented;
      event.preventDefault();
    };
    addEventListener('click', last);
    act(() => void open().dispatchEvent(click));
    removeEventListener('click', last);
    expect(prevented).toBe(false);
    expect(commands).toEqual([{ type: 'pairing.opened', platform: 'mobile' }]);
  });

  test.each([
    ['leads its page', {}, ['larch', '_top']],
    ["can't lead its page", null, ['larch', '_top', 'larch', '_blank']],
  ])('@10.16 opens the link once in a frame that %s', (_, opened, expected) => {
    const opens = vi.spyOn(window, 'open').mockReturnValue(opened as Window | null);
    const { commands } = at({ ...byTap, target: '_top' });
    fireEvent.click(open());
    expect(opens.mock.calls.flatMap(([url, target]) => [`${url}`.split(':')[0], target])).toEqual(expected);
    expect(commands.map(({ type }) => type)).toContain('pairing.opened');
  });

  test.each(['_self', '_top', '_blank'] as const)('opens the link in the engine’s target: %s', (target) => {
    at({ ...byTap, target });
    expect(open().target).toBe(target);
  });

  test('@10.16 says aloud that the wallet didn’t open, with install, copy and code', async () => {
    const writeText = vi.fn(async () => {});
    clipboard(writeText);
    const { commands, set } = at(byTap);
    expect(title()).toBe('Continue in Larch');
    expect(screen.queryByTestId('wm-not-opened')).toBeNull();
    set({ pairing: { notOpened: true } });
    expect(status().getAttribute('role')).toBe('status');
    expect(title()).toBe("Larch didn't open?");
    const ways = [...screen.getByTestId('wm-not-opened').querySelectorAll('button')];
    expect(ways.map((way) => way.textContent)).toEqual(['Get Larch', 'Copy link', 'Show QR code']);
    fireEvent.click(ways[0]!);
    await act(async () => void fireEvent.click(ways[1]!));
    expect(writeText).toHaveBeenCalledWith(URI);
    fireEvent.click(ways[2]!);
    expect(screen.getByTestId('wui-qr-code')).toBeTruthy();
    // and the link is still there
    expect(open().getAttribute('href')).toBe(app);
    expect(commands[0]).toEqual({ type: 'directory.download', id: 'larch' });
  });

  test('@10.36 shows only the link of a wallet that opens the page itself', () => {
    const browse = 'https://larch.test/browse/x';
    const { set } = at({ byTap: true, uri: null, qr: null, links: { ...none, mobile: browse } });
    expect(open().getAttribute('href')).toBe(browse);
    expect(status().textContent).toContain("This page will open in Larch's browser.");
    const ways = () => [screen.queryByTestId('wui-link-copy'), screen.queryByTestId('wm-show-qr')];
    expect(ways()).toEqual([null, null]);
    set({ pairing: { notOpened: true } });
    expect(ways()).toEqual([null, null]);
    expect(screen.getByTestId('wm-not-opened').textContent).toBe('Get Larch');
  });

  test('shows a QR code for a wallet without a link', () => {
    at({ byTap: true });
    expect(screen.getByTestId('wui-qr-code')).toBeTruthy();
    expect(screen.queryByTestId('wm-open-wallet')).toBeNull();
  });

  test.each<[string, Partial<PairingSlice>]>([
    ['any wallet', { wallet: null }],
    ['a wallet without a link', { byTap: true }],
  ])('@10.16 %s: Copy link comes first, the code is behind a button', async (_, more) => {
    vi.stubGlobal('matchMedia', () => ({ matches: true }));
    const writeText = vi.fn(async () => {});
    clipboard(writeText);
    at(more);
    const copy = () => screen.getByTestId('copy-wc2-uri');
    expect([title(), copy().className]).toEqual(['Connect with a link', 'primary']);
    expect(screen.queryByTestId('wui-qr-code')).toBeNull();
    await act(async () => void fireEvent.click(copy()));
    expect(writeText).toHaveBeenCalledWith(URI);
    fireEvent.click(screen.getByTestId('wm-show-qr'));
    expect(screen.getByTestId('wui-qr-code')).toBeTruthy();
    expect(status().textContent).toContain('from another phone');
    expect(copy().className).toBe('pill');
  });
});

describe('ConnectingWalletConnect, the outcome', () => {
  const error = {
    name: 'WalletError',
    code: 5000,
    message: 'boom',
    title: null,
    details: 'nothing in common',
  } as const;

  test.each<[PairingPhase, string, boolean, boolean]>([
    ['approved', 'Approved in Larch', true, false],
    ['rejected', 'Connection rejected', false, true],
    ['failed', 'Failed to connect', false, true],
    ['unreachable', "Can't reach the connection service", false, true],
  ])('@2.7 %s: shows %s; spinner %s; Try again %s', (phase, text, turns, again) => {
    const { container, commands } = at({
      phase,
      relay: 'relay.test',
      error: phase == 'failed' ? error : null,
    });
    expect([title(), status().dataset.phase]).toEqual([text, phase]);
    expect(!!container.querySelector('.turning')).toBe(turns);
    expect(screen.queryByTestId('wui-qr-code')).toBeNull();
    if (!again) return expect(retry()).toBeNull();
    fireEvent.click(retry()!);
    expect(commands).toEqual([{ type: 'pairing.retry' }]);
  });

  test('shows Details for a failure, and not for a rejection', () => {
    const { set } = at({ phase: 'rejected', error });
    expect(screen.queryByText('Details')).toBeNull();
    set({ pairing: { phase: 'failed' } });
    expect(screen.getByText('5000 · nothing in common')).toBeTruthy();
  });

  test('names an unreachable relay under Details, and offers another wallet', () => {
    const { commands } = at({ phase: 'unreachable', relay: 'relay.test' });
    expect(status().textContent).not.toContain('relay.test');
    expect(screen.getByText('relay.test').closest('details')).toBeTruthy();
    fireEvent.click(screen.getByTestId('wm-pairing-other'));
    expect(commands).toEqual([{ type: 'router.back' }]);
  });

  test('@10.8 moves the focus only if its element is gone', () => {
    const { set } = at();
    act(() => screen.getByTestId('copy-wc2-uri').focus());
    set({ pairing: { phase: 'rejected', uri: null, qr: null } });
    expect(document.activeElement).toBe(retry());
    cleanup();

    const outside = document.body.appendChild(document.createElement('input'));
    const other = at();
    outside.focus();
    other.set({ pairing: { phase: 'rejected' } });
    expect(document.activeElement).toBe(outside);
    outside.remove();
  });

  test('@10.8 announces each change in the same status element', () => {
    const { set } = at();
    const element = status();
    for (const phase of ['approved', 'failed', 'unreachable', 'ready'] as const) {
      set({ pairing: { phase } });
      expect(status()).toBe(element);
    }
  });
});

test('@1.10 names a wallet that approved nothing of the required namespace', () => {
  const { commands } = at({
    phase: 'failed',
    missing: 'solana',
    error: { code: -32603, message: 'x', details: null } as never,
  });
  expect(title()).toBe("This wallet didn't share any Solana accounts");
  expect(screen.queryByText(/-32603/)).toBeNull();
  fireEvent.click(retry()!);
  expect(commands).toEqual([{ type: 'pairing.retry' }]);
});
