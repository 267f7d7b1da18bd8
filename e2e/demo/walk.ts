// What the tests of the page of effects do in each family: connect once, ask for every effect of the table, look at the risk it is read with.
import type { Page } from '@playwright/test';
import { accept } from '../support/family';
import { confirm, expectClosed, still } from '../support/modal';
import { expect } from '../support/test';

interface Scripted {
  row: string;
  requests: { method: string }[];
  refuseOnce(method: string): void;
}

/** A row of the page, as the page says it is. */
interface Row {
  name: string;
  risk: string;
}

/** What a page may ask of a wallet without anybody knowing. */
const QUIET =
  /^(connect|silent|enable|prompt|suggest|disable|eth_(accounts|chainId|requestAccounts)|wallet_(get|switch).*)$/;
const RISKS = ['normal', 'review', 'warning', 'critical'];

const row = (page: Page, name: string) => page.locator(`[data-testid="effect"][data-name="${name}"]`);
const press = (page: Page, name: string) => row(page, name).getByTestId('effect-ask').click();
const result = (page: Page, name: string) => row(page, name).getByTestId('effect-result');
const expectOutcome = (page: Page, name: string, outcome: string) =>
  expect(row(page, name), name).toHaveAttribute('data-outcome', outcome);

/** What the wallet was asked of signatures and transactions. */
const questions = (wallet: Scripted) => wallet.requests.filter(({ method }) => !QUIET.test(method)).length;

/** Opens the table of a family, and connects by the first of its buttons. */
export async function connected(page: Page, family: string, wallet: Scripted): Promise<Row[]> {
  await page.goto(`/effects.html?nologin&nowallet#${family}`);
  const ask = page.getByTestId('effect-ask').first();
  await expect(ask).toHaveText('Connect to ask');
  await ask.click();
  await still(page, 'Connect');
  await page.getByTestId(wallet.row).click();
  await expectClosed(page);
  await expect(ask).toHaveText('Ask');
  return page.getByTestId('effect').evaluateAll((rows) =>
    rows.map((one) => ({
      name: (one as HTMLElement).dataset.name!,
      risk: (one as HTMLElement).dataset.risk!,
    })),
  );
}

/** What came of a press: the highest line of the review, or `refused` where there was none; whether it wants a tick. */
interface Read {
  risk: string;
  hasTick: boolean;
}

/**
 * In the page itself, since a browser that is asked for each step of forty reviews does little else: each row is pressed, the review is waited
 * for and cancelled. What pressing by pointer and keys needs is looked at below, and by the last of the tests.
 */
const readAndCancelled = (page: Page, rows: readonly Row[]): Promise<Record<string, Read>> =>
  page.evaluate(
    async ([asked, heavier]) => {
      const wait_ms = 10_000;
      const root = document.querySelector('wallet-modal')!.shadowRoot!;
      const seen = (selector: string) =>
        [...root.querySelectorAll<HTMLElement>(selector)].filter((one) => one.checkVisibility());
      async function until(what: string, is: () => boolean): Promise<void> {
        for (const end = performance.now() + wait_ms; !is();) {
          if (performance.now() > end) throw new Error(what);
          await new Promise(requestAnimationFrame);
        }
      }
      const found: Record<string, Read> = {};
      for (const { name, risk } of asked) {
        const row = document.querySelector<HTMLElement>(`[data-testid="effect"][data-name="${name}"]`)!;
        const says = () => `${name}: ${row.querySelector('[data-testid="effect-result"]')!.textContent}`;
        const comes = (outcome: string) =>
          until(`${says()}, not ${outcome}`, () => row.dataset.outcome == outcome);
        row.querySelector<HTMLElement>('[data-testid="effect-ask"]')!.click();
        if (risk == 'blocked') {
          await comes('failed');
          // by the modal, and not since the page could not build it
          found[name] = { risk: /\((4200|-32602)\)$/.test(says()) ? risk : says(), hasTick: false };
          continue;
        }
        const lines = () =>
          seen('[data-testid="wm-view-ReviewRequest"].still [data-testid="wm-review-line"]');
        await until(says(), () => lines().length > 0 || row.dataset.outcome == 'failed');
        const risks = lines().map((line) => heavier.indexOf(line.dataset.risk!));
        const hasTick = seen('[data-testid="wm-review-accept"]').length == 1;
        found[name] = { risk: heavier[Math.max(...risks)] ?? says(), hasTick };
        if (row.dataset.outcome == 'failed') continue;
        seen('[data-testid="wm-review-cancel"]')[0]!.click();
        await comes('refused');
        await until(`${name}: open`, () => seen('[data-testid="w3m-modal-card"]').length == 0);
      }
      return found;
    },
    [rows, RISKS] as const,
  );

/** Asks for each: what is read has the risk that the table says; cancelled or refused, the wallet is asked for nothing. */
export async function areReadAsSaid(page: Page, wallet: Scripted, rows: readonly Row[]): Promise<void> {
  const wanted = rows.map(({ name, risk }) => [name, { risk, hasTick: risk == 'critical' }]);
  expect(await readAndCancelled(page, rows)).toEqual(Object.fromEntries(wanted));
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
