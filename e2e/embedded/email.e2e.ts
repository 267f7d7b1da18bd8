// Login by email, from the address typed to the account, against the demo's secure site (docs/spec/embedded-frame.md section 5).
import type { Page } from '@playwright/test';
import { parseEther, toHex, type Address, type Hex } from 'viem';
import { chain, freshAddress } from '../support/chain';
import {
  call,
  card,
  create,
  expectClosed,
  leaveEnding,
  openCard,
  review,
  still,
  view,
} from '../support/modal';
import { pressOnce } from '../support/stubborn';
import { expect, test } from '../support/test';
import { codeFor, freshEmail, mails } from './peer';
import { fund } from './smart-wallet';

/** From the address typed to the account. */
async function logIn(page: Page): Promise<Address> {
  const email = freshEmail();
  await call(page, 'open', { view: 'EmailLogin' });
  await still(page, 'EmailLogin');
  await page.getByTestId('wui-email-input').fill(email);
  await page.keyboard.press('Enter');
  await still(page, 'EmailVerifyDevice');
  await fetch((await mails(email))[0]!.link!);
  await still(page, 'EmailVerifyOtp');
  await page
    .getByTestId('wui-otp-input')
    .locator('input')
    .first()
    .pressSequentially(await codeFor(email));
  await expectClosed(page);
  await expect(page.getByTestId('demo-status')).toHaveText('connected');
  return (await page.getByTestId('demo-account').textContent()) as Address;
}

const inFrame = (page: Page, name: string) => page.frameLocator('#w3m-iframe').getByTestId(`secure-${name}`);

/** A press that was meant, in the frame: Chromium takes none for half a second after a frame of another site has come. */
async function press(page: Page, button: 'confirm' | 'reject'): Promise<void> {
  await inFrame(page, button).hover();
  await expect(inFrame(page, 'confirm')).toHaveAttribute('aria-disabled', 'false');
  await inFrame(page, button).click();
}
const confirm = (page: Page) => press(page, 'confirm');

/** The page's own request; its result once it has one. */
async function ask(page: Page, method: string, params: unknown[]): Promise<void> {
  await page.evaluate(
    ([name, given]) => {
      const here = window as unknown as {
        walletModal: { getProvider(of: string): { request(args: object): Promise<unknown> } };
        __answer: unknown;
      };
      here.__answer = null;
      here.walletModal
        .getProvider('eip155')
        .request({ method: name, params: given })
        .then(
          (result) => (here.__answer = { result }),
          (error: { code: number }) => (here.__answer = { code: error.code }),
        );
    },
    [method, params] as const,
  );
}
const answer = (page: Page) => page.evaluate(() => (window as unknown as { __answer: unknown }).__answer);

test('logs in with an address and a code, and restores the account after a reload @1.4 @4.21', async ({
  page,
}) => {
  const email = freshEmail();
  await page.goto('/?noauto');
  await create(page, { authChains: ['eip155:1337', 'eip155:1338'] });
  await expect(page.locator('iframe')).toHaveCount(0);
  await call(page, 'open', { view: 'EmailLogin' });
  await still(page, 'EmailLogin');
  await page.getByTestId('wui-email-input').fill('ada@example');
  await page.getByTestId('wm-email-continue').click();
  await expect(page.getByRole('alert')).toContainText('Enter a valid email address');
  await page.getByTestId('wui-email-input').fill(email);
  await page.keyboard.press('Enter');
  await expect(
    page.getByTestId('wm-view-EmailVerifyDevice').or(page.getByTestId('wm-view-EmailVerifyOtp')),
  ).toBeVisible({ timeout: 15_000 });
  const [mail] = await mails(email);
  if (mail?.link) {
    const other = await page.context().newPage();
    await other.goto(mail.link);
    const go = other.getByRole('button').first();
    if (await go.count()) await go.click();
  }
  await still(page, 'EmailVerifyOtp');
  const code = await codeFor(email);
  await page.getByTestId('wui-otp-input').locator('input').first().pressSequentially(code);
  await expectClosed(page);
  await expect(page.getByTestId('demo-status')).toHaveText('connected');
  const address = await page.getByTestId('demo-account').textContent();
  expect(address).toMatch(/^0x[\da-fA-F]{40}$/);
  await openCard(page, 'Account');
  await page.reload();
  await create(page, { authChains: ['eip155:1337', 'eip155:1338'] });
  await expect(page.getByTestId('demo-account')).toHaveText(address!, { timeout: 20_000 });
});

test('signs a message in the frame over the card; Reject and Close reject @2.14 @4.33 @4.36', async ({
  page,
}) => {
  await page.goto('/?noauto');
  await create(page, { authChains: ['eip155:1337', 'eip155:1338'] });
  const address = await logIn(page);
  const message = 'Hello from the harbour';
  await ask(page, 'personal_sign', [toHex(message), address]);
  await still(page, 'ApproveTransaction');
  const frame = page.locator('wallet-modal iframe');
  await expect(frame).toBeVisible();
  await expect
    .poll(async () => {
      const [room, over] = [await view(page, 'ApproveTransaction').boundingBox(), await frame.boundingBox()];
      return [over!.x - room!.x, over!.y - room!.y, over!.width - room!.width].map(Math.round);
    })
    .toEqual([0, 0, 0]);
  await expect(card(page).getByTestId('w3m-header-close')).toBeVisible();
  await confirm(page);
  await expectClosed(page);
  // the account is a contract: whose signature it is, the chain is asked
  await expect.poll(() => answer(page)).toHaveProperty('result');
  const { result } = (await answer(page)) as { result: Hex };
  // of the smart account, whose contract is not on the chain yet (ERC-6492)
  expect(await chain.verifyMessage({ address, message, signature: result })).toBe(true);
  await expect(frame).toBeHidden();

  await ask(page, 'personal_sign', [toHex(message), address]);
  await still(page, 'ApproveTransaction');
  await press(page, 'reject');
  await expectClosed(page);
  await expect.poll(() => answer(page)).toEqual({ code: 4001 });

  await ask(page, 'personal_sign', [toHex(message), address]);
  await still(page, 'ApproveTransaction');
  await page.getByTestId('w3m-header-close').click();
  await expectClosed(page);
  await expect.poll(() => answer(page)).toEqual({ code: 4001 });
  await expect(frame).toBeHidden();
});

test('sends from the account until the transaction is confirmed', async ({ page }) => {
  await page.goto('/?noauto');
  await create(page, { authChains: ['eip155:1337', 'eip155:1338'] });
  const address = await logIn(page);
  await fund(address);
  const to = freshAddress();
  await openCard(page, 'Account');
  await review(page, '0.5', to);
  await pressOnce(page);
  await still(page, 'ApproveTransaction');
  await confirm(page);
  await expect.poll(() => chain.getBalance({ address: to })).toBe(parseEther('0.5'));
  await leaveEnding(page, 'send', /^Sent 0\.5 ETH/);
});
