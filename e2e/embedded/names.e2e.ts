// A name for somebody who has logged in: chosen, signed for in the frame, registered; the registry's own word is looked at afterwards. Every
// other way that it ends is a scenario (engine/core/tests/scenarios/names).
import { type Page } from '@playwright/test';
import { HOST_URLS } from '../support/ports';
import { openCard, still, view } from '../support/modal';
import { expect, test } from '../support/test';
import { approve, inFrame, logIn, refuse, visitLogin } from './host-page';

type Registered = { name: string; addresses: Record<string, { address: string }> };

/** The coin type of the demo's first chain. */
const COIN = String(0x8000_0000 + 1337);
const freshLabel = (): string => `ada-${Date.now().toString(36)}${Math.random().toString(36).slice(2, 6)}`;

/** What the registry says of a name; nothing for one that is nobody's. */
async function ownerOf(label: string): Promise<Registered | undefined> {
  const query = 'apiVersion=2&projectId=demo&st=wallet-modal&sv=html-core-1.0.0';
  const answer = await fetch(`${HOST_URLS.data}/v1/profile/account/${label}.reown.id?${query}`);
  return answer.ok ? ((await answer.json()) as Registered) : undefined;
}

const action = (page: Page) => page.getByTestId('wm-register-name');
const field = (page: Page) => page.getByTestId('wm-name-input');

/** From Account to the form, with this typed. */
async function typed(page: Page, label: string): Promise<void> {
  await openCard(page, 'Account');
  await page.getByTestId('account-settings-button').click();
  await still(page, 'AccountSettings');
  await page.getByTestId('account-choose-name-button').click();
  await still(page, 'ChooseAccountName');
  await view(page, 'ChooseAccountName').getByTestId('account-choose-name-button').click();
  await still(page, 'RegisterAccountName');
  await expect(field(page)).toBeFocused();
  await page.keyboard.type(label);
}

test('registers the name after one refusal, at the registry and in the account @1.17 @2.18 @2.19 @4.46', async ({
  page,
}) => {
  await visitLogin(page);
  const address = await logIn(page);
  const label = freshLabel();
  await typed(page, label);
  await expect(page.getByTestId(`wm-name-suggestion-${label}`)).toBeVisible();
  await page.keyboard.press('Enter');
  await still(page, 'ApproveTransaction');
  await expect(inFrame(page, 'fact-message')).toContainText(
    `{"name":"${label}.reown.id","attributes":{},"timestamp":`,
  );
  await refuse(page);
  await still(page, 'RegisterAccountName');
  await expect(view(page, 'RegisterAccountName').getByRole('alert')).not.toBeEmpty();
  await expect(field(page)).toHaveValue(label);
  expect(await ownerOf(label), 'nobody has signed').toBeUndefined();
  await action(page).click();
  await still(page, 'ApproveTransaction');
  await approve(page);
  await still(page, 'RegisterAccountNameSuccess');
  await expect(page.getByTestId('wm-name-status')).toContainText(`${label}.reown.id`);
  const found = await ownerOf(label);
  expect(found?.addresses[COIN]?.address).toBe(address);
  await page.getByTestId('wm-name-done').click();
  await still(page, 'Account');
  await expect(view(page, 'Account')).toContainText(`${label}.reown.id`);
  await page.getByTestId('account-settings-button').click();
  await still(page, 'AccountSettings');
  await expect(page.getByTestId('account-choose-name-button')).toHaveCount(0);
});

test('shows the registry’s reason if the name is taken meanwhile @4.46', async ({ page }) => {
  await visitLogin(page);
  await logIn(page);
  const label = freshLabel();
  await typed(page, label);
  await expect(page.getByTestId(`wm-name-suggestion-${label}`)).toBeVisible();
  const stranger = '0x000000000000000000000000000000000000dEaD';
  const seeded = await fetch(`${HOST_URLS.data}/__names/seed`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name: `${label}.reown.id`, address: stranger }),
  });
  expect(seeded.status).toBe(204);
  await action(page).click();
  await still(page, 'ApproveTransaction');
  await approve(page);
  await still(page, 'RegisterAccountName');
  await expect(view(page, 'RegisterAccountName').getByRole('alert')).toHaveText('This name is taken');
  expect((await ownerOf(label))?.addresses[COIN]?.address).toBe(stranger);
});
