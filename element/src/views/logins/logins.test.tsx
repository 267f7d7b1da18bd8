// @vitest-environment jsdom
// The ways to log in on Connect, and where they lead.
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Command, Logins } from '../../contract';
import { openWindow } from '../../engine/popup';
import { draw } from '../../testing/draw';
import { row, type Changes } from '../../testing/snapshots';
import { Connect, ConnectWallets } from '../connect/connect';
import { ConnectSocials } from '../connect-socials/connect-socials';
import { Create } from '../create/create';
import { EmailLogin } from '../email-login/email-login';

vi.mock('../../engine/popup', () => ({ openWindow: vi.fn() }));

const seven = ['google', 'x', 'farcaster', 'discord', 'apple', 'github', 'facebook'];
const window = 'https://secure.test/loading';
const withLogins = (more: Partial<Logins> = {}): Changes => ({
  connect: { logins: { email: true, socials: seven, window, refused: false, ...more } },
});
const features = (values: Record<string, boolean | string[]>): Changes => ({ state: { features: values } });

/** The visible icons of each, from top to bottom. */
const marks =
  '[data-testid=wui-email-input], [data-testid=w3m-social-login-widget], [data-testid=wui-separator], [data-testid=w3m-connect-scroll-view], [data-testid=w3m-collapse-wallets-button]';
const order = () => [...document.querySelectorAll<HTMLElement>(marks)].map((mark) => mark.dataset.testid);
const providers = () =>
  [...document.querySelectorAll<HTMLElement>('[data-testid^=social-selector-]')].map((button) =>
    button.dataset.testid!.slice('social-selector-'.length),
  );
const field = () => screen.getByTestId<HTMLInputElement>('wui-email-input');
const type = (text: string) => fireEvent.change(field(), { target: { value: text } });
const enter = async () => act(async () => void fireEvent.submit(field().form!));

/** The engine's rejection. */
const refusing = (drawn: ReturnType<typeof draw>, error: object) =>
  vi.spyOn(drawn.engine, 'dispatch').mockImplementation((command: Command) => {
    drawn.commands.push(command);
    return Promise.reject(error);
  });

// Loads the chunk once.
beforeAll(async () => {
  draw(<Connect />, { ...withLogins(), ...features({ legalCheckbox: true }) });
  await screen.findByTestId('wui-email-input');
  cleanup();
});
beforeEach(() => void vi.mocked(openWindow).mockClear());
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

describe('Connect with logins', () => {
  test('@2.33 @1.4 @1.5 shows email, socials and wallets, with "or" before wallets', () => {
    draw(<Connect />, withLogins());
    expect(order()).toEqual([
      'wui-email-input',
      'w3m-social-login-widget',
      'wui-separator',
      'w3m-connect-scroll-view',
    ]);
    expect(screen.getByTestId('w3m-email-login-or-separator').textContent).toBe('or');
  });

  test.each([
    [
      ['wallet', 'social', 'email'],
      ['w3m-connect-scroll-view', 'wui-separator', 'w3m-social-login-widget', 'wui-email-input'],
    ],
    [
      ['email', 'wallet', 'social'],
      [
        'wui-email-input',
        'wui-separator',
        'w3m-connect-scroll-view',
        'wui-separator',
        'w3m-social-login-widget',
      ],
    ],
  ])('@2.33 follows the host’s order: %s', (wanted, seen) => {
    draw(<Connect />, { ...withLogins(), ...features({ connectMethodsOrder: wanted }) });
    expect(order()).toEqual(seen);
  });

  test.each<[string, Partial<Logins>, string[]]>([
    ['email alone', { socials: [] }, ['wui-email-input', 'wui-separator', 'w3m-connect-scroll-view']],
    [
      'socials alone',
      { email: false },
      ['w3m-social-login-widget', 'wui-separator', 'w3m-connect-scroll-view'],
    ],
    ['neither', { email: false, socials: [] }, ['w3m-connect-scroll-view']],
  ])('%s: what is not offered is not there, nor an "or" for it', (_, logins, seen) => {
    draw(<Connect />, withLogins(logins));
    expect(order()).toEqual(seen);
  });

  test.each([
    [1, ['google'], 1],
    [2, ['google', 'x'], 2],
    [3, ['google', 'x', 'farcaster'], 1],
    [6, ['google', 'x', 'farcaster', 'discord', 'apple', 'github'], 1],
    [7, ['google', 'x', 'farcaster', 'discord', 'apple', 'more'], 1],
  ])('@5.15 shows for %i providers which, and how many in wide rows', (count, seen, wide) => {
    draw(<Connect />, withLogins({ socials: seven.slice(0, count) }));
    expect(providers()).toEqual(seen);
    const rows = screen.getAllByTestId('wui-list-social').map((one) => one.textContent);
    expect(rows).toEqual(['Continue with Google', 'Continue with X'].slice(0, wide));
  });

  test('labels round providers, and links to all of them', () => {
    const { commands } = draw(<Connect />, withLogins());
    expect(screen.getByTestId('social-selector-discord').getAttribute('aria-label')).toBe(
      'Continue with Discord',
    );
    fireEvent.click(screen.getByTestId('social-selector-more'));
    expect(commands).toEqual([{ type: 'router.push', view: 'ConnectSocials' }]);
  });

  test('@1.5 opens the window in the click before telling the engine', () => {
    const { commands } = draw(<Connect />, withLogins());
    vi.mocked(openWindow).mockImplementationOnce(() => expect(commands).toEqual([]));
    fireEvent.click(screen.getByTestId('social-selector-google'));
    expect(vi.mocked(openWindow).mock.calls).toEqual([[window]]);
    expect(commands).toEqual([{ type: 'embedded.social', provider: 'google' }]);
  });

  test('@1.6 opens no window for Farcaster, which has a code', () => {
    const { commands } = draw(<Connect />, withLogins());
    fireEvent.click(screen.getByTestId('social-selector-farcaster'));
    expect(openWindow).not.toHaveBeenCalled();
    expect(commands).toEqual([{ type: 'embedded.social', provider: 'farcaster' }]);
  });

  test('keeps the same wallet list element when the logins load', async () => {
    vi.resetModules();
    vi.doMock('../../engine/popup', () => ({ openWindow: vi.fn() }));
    const fresh = await import('../connect/connect');
    const { draw: freshly } = await import('../../testing/draw');
    freshly(<fresh.Connect />, withLogins());
    const list = screen.getByTestId('w3m-connect-scroll-view');
    expect(screen.getByTestId('wm-logins').querySelectorAll('i')).toHaveLength(3);
    // the placeholder has the focus mark of its content
    expect(screen.getByTestId('wm-logins').hasAttribute('data-first')).toBe(true);
    act(() => screen.getByTestId('wm-logins').focus());
    await screen.findByTestId('wui-email-input');
    expect(screen.getByTestId('w3m-connect-scroll-view')).toBe(list);
    expect(screen.getByTestId('wm-logins').querySelector('i')).toBeNull();
    expect(document.activeElement).toBe(field());
  });

  test('shows one row for wallets without emailShowWallets, if email is offered', () => {
    const { set } = draw(<Connect />, { ...withLogins(), ...features({ emailShowWallets: false }) });
    expect(order().at(-1)).toBe('w3m-collapse-wallets-button');
    set(withLogins({ email: false }));
    expect(order().at(-1)).toBe('w3m-connect-scroll-view');
  });

  test('shows only wallets in ConnectWallets', () => {
    draw(<ConnectWallets />, withLogins());
    expect(order()).toEqual(['w3m-connect-scroll-view']);
  });

  test('disables logins if the project refused the page, while wallets work', () => {
    const { commands, set } = draw(<Connect />, withLogins());
    const before = field();
    set(withLogins({ refused: true }));
    expect(field()).toBe(before);
    expect(field().closest('[inert]')).toBeTruthy();
    expect(screen.getByTestId('social-selector-google').closest('[inert]')).toBeTruthy();
    expect(screen.getByText("Email and social login aren't available here.").closest('[inert]')).toBeNull();
    fireEvent.click(screen.getByTestId('wallet-selector-com.fox'));
    expect(commands).toEqual([{ type: 'connect.select', id: 'fox' }]);
  });
});

describe('The field of an email', () => {
  test('@1.4 sends on Enter', async () => {
    const { commands } = draw(<Connect />, withLogins());
    type('ada@example.org');
    await enter();
    expect(commands).toEqual([{ type: 'embedded.email', email: 'ada@example.org' }]);
  });

  test('shows an arrow once the text could be an address', async () => {
    const { commands } = draw(<Connect />, withLogins());
    for (const not of ['', 'ada', 'ada@', 'ada@example', 'ada@example.', '@example.org', 'a@b@c.io']) {
      type(not);
      expect(screen.queryByTestId('wm-email-go')).toBeNull();
    }
    type('ada@example.org');
    await act(async () => void fireEvent.click(screen.getByTestId('wm-email-go')));
    expect(commands).toEqual([{ type: 'embedded.email', email: 'ada@example.org' }]);
  });

  test('@5.11 shows in the line that the address is invalid, and keeps the focus', async () => {
    const view = draw(<Connect />, withLogins());
    refusing(view, { code: -32602, message: 'Invalid params: email' });
    type('ada');
    await enter();
    expect(screen.getByRole('alert').textContent).toBe('Enter a valid email address');
    expect(document.activeElement).toBe(field());
    expect(field().getAttribute('aria-invalid')).toBe('true');
    type('ada@');
    expect(screen.queryByText('Enter a valid email address')).toBeNull();
  });

  test('@5.10 shows the engine’s words if it is too early for another mail', async () => {
    const view = draw(<Connect />, withLogins());
    refusing(view, { code: -32603, message: 'Please try again after 12 seconds' });
    type('ada@example.org');
    await enter();
    expect(screen.getByText('Please try again after 12 seconds')).toBeTruthy();
  });

  test('sends once at a time, and shows that it is busy', async () => {
    const { commands } = draw(<Connect />, { ...withLogins(), embedded: { phase: 'sending' } });
    type('ada@example.org');
    await enter();
    expect(commands).toEqual([]);
    expect(field().form!.querySelector('.spinner')).toBeTruthy();
    expect(screen.queryByTestId('wm-email-go')).toBeNull();
  });

  test('@2.10 stands alone in EmailLogin with a label and a button', async () => {
    const { commands } = draw(<EmailLogin />, withLogins());
    expect(screen.getByLabelText('Email')).toBe(field());
    type('ada@example.org');
    await act(async () => void fireEvent.click(screen.getByTestId('wm-email-continue')));
    expect(commands).toEqual([{ type: 'embedded.email', email: 'ada@example.org' }]);
  });
});

describe('Legal checkbox', () => {
  const legal = { ...withLogins(), ...features({ legalCheckbox: true }) };
  const box = () => screen.getByTestId<HTMLInputElement>('wui-checkbox');
  const wallet = () => screen.getByTestId('wallet-selector-com.fox');

  test('disables everything until ticked', () => {
    draw(<Connect />, legal);
    for (const one of [field(), screen.getByTestId('social-selector-x'), wallet()])
      expect(one.closest('[inert]')).toBeTruthy();
    fireEvent.click(box());
    for (const one of [field(), screen.getByTestId('social-selector-x'), wallet()])
      expect(one.closest('[inert]')).toBeNull();
    fireEvent.click(box());
    expect(wallet().closest('[inert]')).toBeTruthy();
  });

  test('moves the focus to the box after a click elsewhere, and says why', async () => {
    draw(<Connect />, legal);
    box().blur();
    // inert elements get no pointer events, so the section does
    fireEvent.pointerDown(screen.getByTestId('w3m-legal-checkbox').parentElement!);
    await waitFor(() => expect(document.activeElement).toBe(box()));
    expect(screen.getByRole('alert').textContent).toBe('Select the checkbox to continue.');
    fireEvent.click(box());
    expect(screen.queryByText('Select the checkbox to continue.')).toBeNull();
  });

  test('has the host’s links in place of the sentence below', () => {
    draw(<Connect />, {
      ...legal,
      options: { termsConditionsUrl: 'https://host.test/terms', privacyPolicyUrl: 'https://host.test/p' },
    });
    const label = screen.getByTestId('w3m-legal-checkbox').querySelector('label')!;
    expect(label.textContent).toBe('I agree to the terms of service and privacy policy.');
    expect([...document.querySelectorAll('a')].map((link) => link.closest('label'))).toEqual([label, label]);
  });

  test.each([
    ['EmailLogin', EmailLogin],
    ['ConnectSocials', ConnectSocials],
    ['Create', Create],
  ])('is in %s that a host opened, unless already ticked', (_, View) => {
    const first = () => document.querySelector<HTMLElement>('[data-testid=wui-email-input], .rows button')!;
    draw(<Connect />, legal); // a new opening
    cleanup();
    draw(<View />, legal);
    expect(first().closest('[inert]')).toBeTruthy();
    fireEvent.click(box());
    expect(first().closest('[inert]')).toBeNull();
    cleanup();
    draw(<Connect />, legal);
    fireEvent.click(box());
    cleanup();
    draw(<View />, { ...legal, router: { depth: 2 } });
    expect(first().closest('[inert]')).toBeNull();
    cleanup();
    // another opening: an earlier tick no longer applies
    draw(<View />, legal);
    expect(first().closest('[inert]')).toBeTruthy();
    cleanup();
    draw(<View />, withLogins());
    expect(screen.queryByTestId('w3m-legal-checkbox')).toBeNull();
  });

  test('is there without any login', () => {
    draw(<Connect />, { ...withLogins({ email: false, socials: [] }), ...features({ legalCheckbox: true }) });
    expect(wallet().closest('[inert]')).toBeTruthy();
    fireEvent.click(box());
    expect(wallet().closest('[inert]')).toBeNull();
  });

  test('stays ticked on the way back, and not at the next opening', () => {
    draw(<Connect />, legal);
    fireEvent.click(box());
    cleanup();
    draw(<Connect />, { ...legal, router: { direction: 'back' } });
    expect(box().checked).toBe(true);
    cleanup();
    draw(<Connect />, legal);
    expect(box().checked).toBe(false);
  });
});

describe('ConnectSocials', () => {
  test('@1.5 @5.15 shows a row for each provider, which opens the window in the click', () => {
    const { commands } = draw(<ConnectSocials />, withLogins());
    expect(providers()).toEqual(seven);
    expect(screen.getByTestId('social-selector-github').textContent).toBe('GitHub');
    fireEvent.click(screen.getByTestId('social-selector-github'));
    expect(vi.mocked(openWindow).mock.calls).toEqual([[window]]);
    expect(commands).toEqual([{ type: 'embedded.social', provider: 'github' }]);
  });
});

describe('Create', () => {
  test('@1.4 @1.5 shows only logins, and links wallet users to the list', () => {
    const { commands } = draw(<Create />, {
      ...withLogins(),
      connect: { ...withLogins().connect, rows: [row('a', 'A')] },
    });
    expect(order()).toEqual(['wui-email-input', 'w3m-social-login-widget']);
    fireEvent.click(screen.getByTestId('wm-create-connect'));
    expect(commands).toEqual([{ type: 'router.push', view: 'Connect' }]);
  });
});
