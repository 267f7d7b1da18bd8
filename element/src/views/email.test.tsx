// @vitest-environment jsdom
// The codes of a mail, and another address.
import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { Command, EmbeddedSlice, ErrorData, LoginSlice } from '../contract';
import { draw } from '../testing/draw';
import { EmailVerifyDevice } from './email-verify-device/email-verify-device';
import { EmailVerifyOtp } from './email-verify-otp/email-verify-otp';
import { UpdateEmailPrimaryOtp } from './update-email-primary-otp/update-email-primary-otp';
import { UpdateEmailSecondaryOtp } from './update-email-secondary-otp/update-email-secondary-otp';
import { UpdateEmailWallet } from './update-email-wallet/update-email-wallet';
import { UpgradeEmailWallet } from './upgrade-email-wallet/upgrade-email-wallet';

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const failure = (message: string): ErrorData => ({
  name: 'WalletError',
  code: -32603,
  message,
  title: null,
  details: null,
});
const login: LoginSlice = {
  provider: 'email',
  email: 'ada@example.org',
  name: 'ada@example.org',
  accountType: 'smartAccount',
  eoa: '0x70…dc79C8',
  smart: '0x3C…4293BC',
  canSwitch: true,
  switching: false,
  canName: false,
};
const boxes = () => [...screen.getByTestId('wui-otp-input').querySelectorAll('input')];
const typed = () => boxes().map(({ value }) => value);
const put = (at: number, value: string) => fireEvent.change(boxes()[at]!, { target: { value } });
const paste = (at: number, text: string) =>
  fireEvent.paste(boxes()[at]!, { clipboardData: { getData: () => text } });

describe('Six boxes', () => {
  const at = (more: Partial<EmbeddedSlice> = {}) =>
    draw(<EmailVerifyOtp />, { embedded: { phase: 'code', email: 'ada@example.org', ...more } });

  test('@5.12 shows the address that the mail went to, as the engine shortened it', () => {
    at({ email: 'a.very.long.name.of.someone…org' });
    expect(screen.getByText('a.very.long.name.of.someone…org').tagName).toBe('BDI');
  });

  test('accepts digits only, moves on, and sends the sixth', () => {
    const { commands } = at();
    for (const [i, digit] of [...'12345'].entries()) put(i, digit);
    expect(document.activeElement).toBe(boxes()[5]);
    put(5, 'x');
    expect([typed().join(''), commands]).toEqual(['12345', []]);
    put(5, '6');
    expect(commands).toEqual([{ type: 'embedded.code', code: '123456' }]);
  });

  test('fills all boxes from a paste, and skips characters between digits', () => {
    const { commands } = at();
    paste(0, ' 123-456 ');
    expect(commands).toEqual([{ type: 'embedded.code', code: '123456' }]);
  });

  test('clears the previous box with Backspace in an empty one', () => {
    at();
    put(0, '1');
    put(1, '2');
    fireEvent.keyDown(boxes()[2]!, { key: 'Backspace' });
    expect([typed().join(''), document.activeElement]).toEqual(['1', boxes()[1]]);
  });

  test.each([
    ['2 tries left', '2 tries left'],
    ['An error occurred', "That code isn't right"],
    ['', "That code isn't right"],
  ])('announces the frame’s words for a wrong code (%s), and empties the boxes', (said, text) => {
    const { set } = at();
    paste(0, '111111');
    set({ embedded: { error: failure(said) } });
    expect(screen.getByTestId('wm-otp-message').textContent).toBe(text);
    expect(screen.getByTestId('wm-otp-message').getAttribute('role')).toBe('alert');
    expect(typed().join('')).toBe('');
    expect(document.activeElement).toBe(boxes()[0]);
  });

  test('sends no code while one is checked', () => {
    const { commands } = at({ phase: 'checking' });
    paste(0, '123456');
    expect(commands).toEqual([]);
    expect(screen.getByText('Checking the code')).toBeTruthy();
  });

  test('@4.20 counts down to another mail, and says that it was sent', () => {
    vi.useFakeTimers({ now: 1_000_000 });
    const { commands, set } = at({ resendAt: 1_002_000 });
    const resend = screen.getByTestId('wm-otp-resend');
    expect(resend.textContent).toBe('Resend code in 2 s');
    fireEvent.click(resend);
    expect(commands).toEqual([]);
    act(() => void vi.advanceTimersByTime(2_000));
    expect(screen.queryByText('New code sent')).toBeNull();
    fireEvent.click(resend);
    expect(commands).toEqual([{ type: 'embedded.email', email: 'ada@example.org' }]);
    set({ embedded: { phase: 'sending', resendAt: 1_032_000 } });
    expect(screen.queryByText('New code sent')).toBeNull();
    set({ embedded: { phase: 'code' } });
    expect(screen.getByText('New code sent').getAttribute('role')).toBe('status');
  });

  test('@4.21 tells a new device where to look, and sends another mail', () => {
    const { commands } = draw(<EmailVerifyDevice />, {
      embedded: { phase: 'device', email: 'ada@example.org' },
    });
    expect(screen.getByText('ada@example.org')).toBeTruthy();
    const again = screen.getByTestId('wm-device-resend');
    expect([again.textContent, screen.queryByTestId('wm-mail-open')]).toEqual(['Resend link', null]);
    fireEvent.click(again);
    fireEvent.click(screen.getByTestId('wm-mail-other'));
    expect(commands).toEqual([{ type: 'embedded.email', email: 'ada@example.org' }, { type: 'router.back' }]);
  });

  test.each([
    ['ada@gmail.com', 'Open Gmail'],
    ['ada@Outlook.com', 'Open Outlook'],
    ['gmail.com@example.org', undefined],
  ])('links to the mailbox of %s', (email, text) => {
    draw(<EmailVerifyOtp />, { embedded: { phase: 'code', email } });
    expect(screen.queryByTestId('wm-mail-open')?.textContent).toBe(text);
  });
});

describe('Another address', () => {
  const field = () => screen.getByTestId<HTMLInputElement>('wui-email-input');
  const save = () => screen.getByTestId('wm-email-save');
  const type = (value: string) => fireEvent.change(field(), { target: { value } });
  const press = async () => act(async () => void fireEvent.click(save()));
  const at = (more: Partial<EmbeddedSlice> = {}) =>
    draw(<UpdateEmailWallet />, { embedded: { login, ...more } });

  test('@2.12 has the current address, and saves only another one', async () => {
    const { commands } = at();
    expect([field().value, save().getAttribute('aria-disabled')]).toEqual(['ada@example.org', 'true']);
    await press();
    type('ada@');
    await press();
    type(' ada@example.org ');
    await press();
    expect(commands).toEqual([]);
    type('ada@lovelace.org');
    expect(save().getAttribute('aria-disabled')).toBe('false');
    await press();
    expect(commands).toEqual([{ type: 'embedded.update', email: 'ada@lovelace.org' }]);
  });

  test('@2.12 goes back with Cancel', () => {
    const { commands } = at();
    fireEvent.click(screen.getByTestId('wm-email-cancel'));
    expect(commands).toEqual([{ type: 'router.back' }]);
  });

  test('@5.11 shows a refused address in its place', async () => {
    const view = at();
    vi.spyOn(view.engine, 'dispatch').mockImplementation((_: Command) =>
      Promise.reject(Object.assign(new Error('Invalid params: email'), { code: -32602 })),
    );
    type('ada@-.org');
    await press();
    expect(screen.getByRole('alert').textContent).toBe('Enter a valid email address');
  });

  test('shows why mail failed, and not why a code was refused', () => {
    const { set } = at({ error: failure('Something went wrong') });
    expect(screen.getByText('Something went wrong')).toBeTruthy();
    set({ embedded: { update: 'code' } });
    expect(screen.queryByText('Something went wrong')).toBeNull();
  });

  test('@4.22 asks for the current address’s code, then the new one’s', () => {
    const embedded = { login, update: 'code' as const, newEmail: 'ada@lovelace.org' };
    const first = draw(<UpdateEmailPrimaryOtp />, { embedded });
    expect(screen.getByText('ada@example.org')).toBeTruthy();
    paste(0, '123456');
    expect(first.commands).toEqual([{ type: 'embedded.updateCode', code: '123456' }]);
    cleanup();
    const second = draw(<UpdateEmailSecondaryOtp />, { embedded });
    expect(screen.getByText('ada@lovelace.org')).toBeTruthy();
    paste(0, '654321');
    fireEvent.click(screen.getByTestId('wm-otp-again'));
    expect(second.commands).toEqual([
      { type: 'embedded.updateCode', code: '654321' },
      { type: 'router.back' },
    ]);
    expect(screen.queryByTestId('wm-otp-resend')).toBeNull();
  });

  test('links UpgradeEmailWallet to the secure site in an isolated tab', () => {
    draw(<UpgradeEmailWallet />, {
      connect: {
        logins: { email: true, socials: [], window: 'https://secure.test:8443/loading', refused: false },
      },
    });
    const link = screen.getByTestId<HTMLAnchorElement>('w3m-secure-website-button');
    expect([link.getAttribute('href'), link.target, link.rel]).toEqual([
      'https://secure.test:8443/dashboard',
      '_blank',
      'noopener noreferrer',
    ]);
    expect(screen.getByText(/connect again/)).toBeTruthy();
  });
});
