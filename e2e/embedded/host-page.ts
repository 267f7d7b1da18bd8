// A host's page with our modal, and somebody who logs in there by email: what the tests of the embedded wallet on a page share. Pages and
// frames also keep every message that reaches them, so that a test knows what has come, and with which ids.
import type { BrowserContext, Frame, Page } from '@playwright/test';
import type { Address } from 'viem';
import { call, create, expectClosed, still } from '../support/modal';
import { expect } from '../support/test';
import { codeFor, freshEmail, mails, SECURE_URL } from './peer';

/** The demo's chains are on no list: the host names them. */
export const AUTH = { authChains: ['eip155:1337', 'eip155:1338'] };

/** A message, and who said it. */
export type Came = {
  from: string;
  data: { type?: string; id?: string; payload?: Record<string, unknown>; last?: string };
};

/** Every document keeps what reaches it, from its first moment on. */
export const keepMessages = (context: BrowserContext): Promise<unknown> =>
  context.addInitScript(() => {
    const came: unknown[] = [];
    Object.assign(window, { __came: came });
    window.addEventListener('message', ({ origin, data }) => came.push({ from: origin, data }));
    // page and frame go on over a port; others have theirs (of React's scheduler nothing comes but null)
    const { set } = Object.getOwnPropertyDescriptor(MessagePort.prototype, 'onmessage')!;
    Object.defineProperty(MessagePort.prototype, 'onmessage', {
      configurable: true,
      set(this: MessagePort, listener: (event: MessageEvent) => void) {
        set!.call(this, (event: MessageEvent<unknown>) => {
          if (event.data) came.push({ from: 'port', data: event.data });
          listener.call(this, event);
        });
      },
    });
  });

export const came = (where: Page | Frame): Promise<Came[]> =>
  where.evaluate(() => (window as unknown as { __came: Came[] }).__came);

/** The methods the frame was asked for a host or a person; what the page reads by itself to show what there is, is not among them. */
export async function askedOf(page: Page): Promise<string[]> {
  const all = (await came(await secureFrame(page))).map(({ data }) => data);
  const requests = all.filter((data) => data?.type === '@w3m-app/RPC_REQUEST');
  const methods = requests.map((data) => data.payload?.method as string);
  return methods.filter((method) => !['wallet_getCapabilities', 'wallet_getAssets'].includes(method));
}

/** The secure site's frame, once its document is there. */
export async function secureFrame(page: Page): Promise<Frame> {
  const find = () => page.frames().find((frame) => frame.url().startsWith(`${SECURE_URL}/sdk?`));
  await expect.poll(() => find() !== undefined, { intervals: [20, 50, 100] }).toBe(true);
  return find()!;
}

/** The id under which the frame was asked this last. */
export async function askedAs(page: Page, name: string): Promise<string> {
  let id: string | undefined;
  await expect
    .poll(async () => {
      const all = await came(await secureFrame(page));
      id = all.findLast(({ data }) => data?.type === `@w3m-app/${name}`)?.data.id;
      return id !== undefined;
    })
    .toBe(true);
  return id!;
}

/** A modal of a page that offers logins. */
export async function visitLogin(page: Page, options: Record<string, unknown> = {}): Promise<void> {
  await page.goto('/?noauto');
  await create(page, { ...AUTH, ...options });
}

/** Types the address; a mail with a link is on its way. */
export async function giveEmail(page: Page, email: string): Promise<void> {
  await call(page, 'open', { view: 'EmailLogin' });
  await still(page, 'EmailLogin');
  await page.getByTestId('wui-email-input').fill(email);
  await page.keyboard.press('Enter');
}

/** Opens the link of the mail, anywhere. */
export async function openLink(email: string): Promise<void> {
  await expect.poll(async () => (await mails(email))[0]?.link ?? null).not.toBeNull();
  await fetch((await mails(email))[0]!.link!);
}

/** Types the code of the last mail. */
export async function typeCode(page: Page, email: string): Promise<void> {
  await still(page, 'EmailVerifyOtp');
  const first = page.getByTestId('wui-otp-input').locator('input').first();
  await first.pressSequentially(await codeFor(email));
}

/** Connected, and the modal has closed; whose account it is. */
export async function connectedAs(page: Page): Promise<Address> {
  await expectClosed(page);
  await expect(page.getByTestId('demo-status')).toHaveText('connected');
  return (await page.getByTestId('demo-account').textContent()) as Address;
}

/** From the address typed to the account, in a browser that the site does not know yet. */
export async function logIn(page: Page, email = freshEmail()): Promise<Address> {
  await giveEmail(page, email);
  await still(page, 'EmailVerifyDevice');
  await openLink(email);
  await typeCode(page, email);
  return connectedAs(page);
}

export const inFrame = (page: Page, name: string) =>
  page.frameLocator('#w3m-iframe').getByTestId(`secure-${name}`);

/** A press that was meant, in the frame. */
export async function approve(page: Page): Promise<void> {
  const button = inFrame(page, 'confirm');
  await button.hover();
  await expect(button).toHaveAttribute('aria-disabled', 'false');
  await button.click();
}

/** The same for a no: Chromium throws away what is pressed in a frame of another origin half a second after it came. */
export async function refuse(page: Page): Promise<void> {
  await inFrame(page, 'confirm').hover();
  await expect(inFrame(page, 'confirm')).toHaveAttribute('aria-disabled', 'false');
  await inFrame(page, 'reject').click();
}

/** What became of a request: null while it waits. */
export type Outcome = { result: unknown } | { code: number; message: string } | null;

/** A request of the page to its provider, and how to look at what became of it. */
export async function request(
  page: Page,
  method: string,
  params: unknown[],
): Promise<() => Promise<Outcome>> {
  const at = await page.evaluate(
    ([name, given]) => {
      const here = window as unknown as {
        walletModal: { getProvider(of: string): { request(args: object): Promise<unknown> } };
        __outcomes?: unknown[];
      };
      const all = (here.__outcomes ??= []);
      const index = all.push(null) - 1;
      here.walletModal
        .getProvider('eip155')
        .request({ method: name, params: given })
        .then(
          (result) => (all[index] = { result }),
          ({ code, message }: { code: number; message: string }) => (all[index] = { code, message }),
        );
      return index;
    },
    [method, params] as const,
  );
  return () =>
    page.evaluate((index) => (window as unknown as { __outcomes: Outcome[] }).__outcomes[index]!, at);
}

/** What a request gave. */
export async function resultOf<T>(outcome: () => Promise<Outcome>): Promise<T> {
  await expect.poll(outcome).toHaveProperty('result');
  return ((await outcome()) as { result: T }).result;
}
