// What the tests of the page of deeds do in each family: connect once, ask for every deed of the table, look at the weight it is read with.
import type { Page } from '@playwright/test';
import { accept } from '../support/family';
import { confirm, expectClosed, still } from '../support/modal';
import { expect } from '../support/test';

interface Scripted {
  row: string;
  asked: { method: string }[];
  refuseOnce(method: string): void;
}

/** A row of the page, as the page says it is. */
interface Row {
  name: string;
  weight: string;
}

/** What a page may ask of a wallet without anybody knowing. */
const QUIET =
  /^(connect|silent|enable|prompt|suggest|disable|eth_(accounts|chainId|requestAccounts)|wallet_(get|switch).*)$/;
const WEIGHTS = ['plain', 'look', 'risky', 'grave'];

const row = (page: Page, name: string) => page.locator(`[data-testid="deed"][data-name="${name}"]`);
const press = (page: Page, name: string) => row(page, name).getByTestId('deed-ask').click();
const result = (page: Page, name: string) => row(page, name).getByTestId('deed-result');
const expectOutcome = (page: Page, name: string, outcome: string) =>
  expect(row(page, name), name).toHaveAttribute('data-outcome', outcome);

/** What the wallet was asked of signatures and transactions. */
const questions = (wallet: Scripted) => wallet.asked.filter(({ method }) => !QUIET.test(method)).length;

/** Opens the table of a family, and connects by the first of its buttons. */
export async function connected(page: Page, family: string, wallet: Scripted): Promise<Row[]> {
  await page.goto(`/deeds.html?nologin&nowallet#${family}`);
  const ask = page.getByTestId('deed-ask').first();
  await expect(ask).toHaveText('Connect to ask');
  await ask.click();
  await still(page, 'Connect');
  await page.getByTestId(wallet.row).click();
  await expectClosed(page);
  await expect(ask).toHaveText('Ask');
  return page.getByTestId('deed').evaluateAll((rows) =>
    rows.map((one) => ({
      name: (one as HTMLElement).dataset.name!,
      weight: (one as HTMLElement).dataset.weight!,
    })),
  );
}

/** The heaviest line of the review on screen. */
async function readWeight(page: Page): Promise<string> {
  const lines = page.getByTestId('wm-review-line');
  // the first review has its own code on the way
  await expect(lines.first()).toBeVisible();
  const weights = await lines.evaluateAll((all) => all.map((one) => (one as HTMLElement).dataset.weight!));
  return WEIGHTS[Math.max(...weights.map((weight) => WEIGHTS.indexOf(weight)))] ?? 'nothing';
}

/** Asks for each: what is read has the weight that the table says; cancelled or refused, the wallet is asked for nothing. */
export async function areReadAsSaid(page: Page, wallet: Scripted, rows: readonly Row[]): Promise<void> {
  const found: Record<string, string> = {};
  for (const { name, weight } of rows) {
    await press(page, name);
    if (weight == 'refused') {
      await expectOutcome(page, name, 'failed');
      found[name] = 'refused';
      continue;
    }
    await still(page, 'ReviewRequest').catch(async (error) => {
      throw new Error(`${name}: ${await result(page, name).textContent()}`, { cause: error });
    });
    found[name] = await readWeight(page);
    await expect(page.getByTestId('wm-review-accept'), name).toHaveCount(found[name] == 'grave' ? 1 : 0);
    await page.getByTestId('wm-review-cancel').click();
    await expectOutcome(page, name, 'refused');
    await expectClosed(page);
  }
  expect(found).toEqual(Object.fromEntries(rows.map(({ name, weight }) => [name, weight])));
  expect(questions(wallet)).toBe(0);
}

/** Confirms one: it is read with these words, signed, and the page says that the signature holds. */
export async function isSignedAndHolds(
  page: Page,
  name: string,
  words: readonly string[] = [],
): Promise<void> {
  await press(page, name);
  await still(page, 'ReviewRequest');
  for (const text of words) await expect(page.getByTestId('w3m-modal-card')).toContainText(text);
  if (await page.getByTestId('wm-review-accept').count()) await accept(page);
  await confirm(page.getByTestId('wm-review-confirm'));
  await expectOutcome(page, name, 'checked');
  await expect(result(page, name)).toContainText('holds');
  await expectClosed(page);
}

/** The deed is for another network than the account's, and says so; nothing where it is for this one. */
export const saysItsNetwork = (page: Page, name: string, text: string): Promise<void> =>
  expect(row(page, name).getByTestId('deed-on')).toHaveText(text);

/** The wallet says no to one that was confirmed: the page says so, and asks again the next time. */
export async function isRefusedByTheWallet(page: Page, wallet: Scripted, method: string): Promise<void> {
  const name = 'A message';
  wallet.refuseOnce(method);
  await press(page, name);
  await still(page, 'ReviewRequest');
  await confirm(page.getByTestId('wm-review-confirm'));
  await expectOutcome(page, name, 'refused');
  await expectClosed(page);
}
