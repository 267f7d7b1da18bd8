// @vitest-environment jsdom
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, describe, expect, test } from 'vitest';
import type { SignInSlice } from '../../contract';
import { draw } from '../../testing/draw';
import { press } from '../../testing/press';
import { SIWXSignMessage } from './siwx-sign-message';

afterEach(cleanup);

const at = (more: Partial<SignInSlice> = {}) => draw(<SIWXSignMessage />, { signIn: more });
const sign = () => screen.getByTestId('w3m-connecting-siwe-sign');
const cancel = () => screen.getByTestId('w3m-connecting-siwe-cancel');
const status = () => screen.getByTestId('wm-sign-in-status');
const failure = { name: 'WalletError', title: null, details: null } as const;

describe('SIWXSignMessage', () => {
  test('@2.13 shows who asks, where, and the whole message', () => {
    at();
    expect(status().querySelector('h2')!.textContent).toBe('Harbour wants you to sign in');
    expect(status().textContent).toContain('harbour.test');
    expect(screen.getByText('Read message')).toBeTruthy();
    expect(screen.getByText(/^harbour\.test wants you to sign in with your Ethereum account/)).toBeTruthy();
  });

  test('shows page and wallet side by side, and "!" after a failure', () => {
    at({ error: { ...failure, code: -32603, message: 'Failed to sign message' } });
    const logos = [...document.querySelector('.sign-in-logos')!.children].map((one) => one.className);
    expect(logos).toEqual(['sign-in-app', 'sign-in-link', 'ring']);
    // two strokes without a circle, because the badge is one
    expect(document.querySelector('.badge.error path')!.getAttribute('d')).toBe('M10 4.5v6.5M10 15v.01');
  });

  test('signs and cancels by its buttons', () => {
    const { commands } = at();
    expect(sign().getAttribute('aria-disabled')).toBe('false');
    press(sign());
    fireEvent.click(cancel());
    expect(commands).toEqual([{ type: 'signIn.sign' }, { type: 'signIn.cancel' }]);
  });

  test('names the wallet while it is asked, and only Cancel works', () => {
    const { commands } = at({ phase: 'signing' });
    expect(status().querySelector('h2')!.textContent).toBe('Confirm in Foxglove');
    expect(sign().getAttribute('aria-busy')).toBe('true');
    expect(document.querySelector('.turning')).toBeTruthy();
    press(sign());
    fireEvent.click(cancel());
    expect(commands).toEqual([{ type: 'signIn.cancel' }]);
  });

  test('@10.58 keeps both buttons in their place while the signature is verified, and only Cancel works', () => {
    const { commands, set } = at({ phase: 'signing' });
    sign().focus();
    const [pressed, before] = [sign(), [...cancel().parentElement!.children]];
    set({ signIn: { phase: 'verifying' } });
    expect(status().querySelector('h2')!.textContent).toBe('Verifying your signature');
    expect(status().textContent).not.toContain('Confirm in');
    expect(document.querySelector('.turning')).toBeTruthy();
    expect([...cancel().parentElement!.children]).toEqual(before);
    expect([pressed.textContent, pressed.getAttribute('aria-busy')]).toEqual(['Verifying', 'true']);
    expect(document.activeElement).toBe(pressed);
    press(pressed);
    expect(commands).toEqual([]);
    fireEvent.click(cancel());
    expect(commands).toEqual([{ type: 'signIn.cancel' }]);
  });

  test('ignores both buttons while cancelling', () => {
    const { commands } = at({ phase: 'canceling' });
    expect(cancel().textContent).toBe('Canceling');
    expect(cancel().getAttribute('aria-busy')).toBe('true');
    expect(sign().getAttribute('aria-disabled')).toBe('true');
    press(sign());
    fireEvent.click(cancel());
    expect(commands).toEqual([]);
  });

  test('@8.19 offers to sign again after a rejection, and shows Details after a failure', () => {
    const { commands } = at({ error: { ...failure, code: 4001, message: 'Signature declined' } });
    expect(status().querySelector('h2')!.textContent).toBe('Signature declined');
    expect(document.querySelector('.badge.quiet')).toBeTruthy();
    expect(screen.queryByText('Details')).toBeNull();
    press(sign());
    expect(commands).toEqual([{ type: 'signIn.sign' }]);
    cleanup();
    at({ error: { ...failure, code: -32603, message: 'Failed to sign message', details: 'nonce is used' } });
    expect(document.querySelector('.badge.error')).toBeTruthy();
    expect(screen.getByText('nonce is used')).toBeTruthy();
  });

  test('ignores a too early click, and says why', () => {
    const { commands } = at();
    press(sign(), { after: 300 });
    expect(screen.getByTestId('wm-confirm-refused').textContent).toContain('too fast');
    press(sign(), { over: document.body });
    expect(status().textContent).toContain('Something is covering this button');
    expect(commands).toEqual([]);
    press(sign());
    expect(screen.queryByTestId('wm-confirm-refused')).toBeNull();
    expect(commands).toEqual([{ type: 'signIn.sign' }]);
  });

  test('@4.42 makes Cancel the way out if required, and says why', () => {
    at({ required: true });
    expect(cancel().hasAttribute('data-way-out')).toBe(true);
    const why = document.getElementById(cancel().getAttribute('aria-describedby')!);
    expect(why!.textContent).toContain('Sign in to use this site');
    cleanup();
    at();
    expect(cancel().hasAttribute('aria-describedby')).toBe(false);
  });

  test('keeps its text while the card fades', () => {
    const { set } = at();
    set({ signIn: { phase: 'none', message: null, domain: '' } });
    expect(status().textContent).toContain('harbour.test');
    expect(screen.getByText(/^harbour\.test wants/)).toBeTruthy();
  });

  test('names a page without a name by its host', () => {
    at({ app: '' });
    expect(status().querySelector('h2')!.textContent).toBe('harbour.test wants you to sign in');
  });
});
