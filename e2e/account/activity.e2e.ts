// Activity and collectibles: what the history service says, in order, by month; and what is said when it says nothing.
import type { Page } from '@playwright/test';
import { createWalletClient, http, parseEther, type Address, type Hash } from 'viem';
import { chain, fundedAddress, giveToken, mined } from '../support/chain';
import { button, card, connectDemoWallet, openCard, still, toast, view, visit } from '../support/modal';
import { trouble } from '../support/networks';
import { CHAIN_URL, HOST_URLS } from '../support/ports';
import { expect, test } from '../support/test';
import { historyOf, withAccount } from '../support/tokens';

const MONTHS = 'January February March April May June July August September October November December'.split(
  ' ',
);
const rows = (page: Page) => card(page).locator('[data-testid^=wm-tx-]');
const titles = (page: Page) => page.getByTestId('group-title');
const tx = (page: Page, hash: Hash) => page.getByTestId(`wm-tx-${hash}`);

/** An account the chain acts for sends Ether, outside of the page. */
async function sendEther(from: Address, to: Address, ether: string): Promise<Hash> {
  const hash = await createWalletClient({ transport: http(CHAIN_URL) }).sendTransaction({
    account: from,
    chain: null,
    to,
    value: parseEther(ether),
  });
  return mined(hash);
}

async function openActivity(page: Page): Promise<void> {
  await page.getByTestId('tab-activity').click();
  await expect(card(page).locator('.activity')).toHaveAttribute('data-phase', /ready|failed/);
}

test('shows activity newest first, by month, with verb, signed amount, counterparty and link @3.11 @3.12 @7.5 @9.21 @9.22', async ({
  page,
}) => {
  test.slow();
  const [account, friend] = [await fundedAddress(), await fundedAddress()];
  const received = await sendEther(friend, account, '0.98765432');
  const token = await giveToken('DUSD', account, 5_432_199n);
  const sent = await sendEther(account, friend, '1.25');
  await withAccount(page, account);
  await openActivity(page);
  await expect(rows(page)).toHaveCount(3);
  const { timestamp } = await chain.getBlock();
  await expect(titles(page).first()).toHaveText(MONTHS[new Date(Number(timestamp) * 1000).getUTCMonth()]!);
  const order = await rows(page).evaluateAll((all) => all.map((row) => row.dataset.testid));
  expect(order).toEqual([sent, token, received].map((hash) => `wm-tx-${hash}`));
  for (const [hash, verb, amount, direction] of [
    [sent, 'Sent', '-1.250 ETH', 'out'],
    [token, 'Received', '+5.432 DUSD', 'in'],
    [received, 'Received', '+0.987 ETH', 'in'],
  ] as const) {
    await expect(tx(page, hash)).toContainText(verb);
    await expect(tx(page, hash).locator(`.leg.${direction}`)).toHaveText(amount);
    await expect(tx(page, hash).locator('time')).toHaveText(/^\d\d [A-Z][a-z]{2}, \d\d:\d\d$/);
    await expect(tx(page, hash).locator('img').first()).toHaveAttribute('src', /^blob:/);
  }
  await tx(page, sent).click();
  await still(page, 'Transaction');
  const link = page.getByTestId('wm-tx-explorer');
  await expect(link).toHaveAttribute('href', `${HOST_URLS.explorer}/tx/${sent}`);
  await expect(link).toHaveAttribute('rel', /noopener/);
  await page.getByTestId('header-back').click();
  await expect(rows(page)).toHaveCount(3);
  await expect(tx(page, sent)).toContainText(`${friend.slice(0, 4)}…${friend.slice(-6)}`);
  await expect(tx(page, received)).toContainText(`${friend.slice(0, 4)}…${friend.slice(-6)}`);
  // The eye hides these amounts as well.
  await page.getByTestId('wm-hide-amounts').click();
  await expect(tx(page, sent).locator('.leg')).toContainText('••••');
});

test('loads three years in three pages as the list ends, marks failures and hides spam @3.11 @3.12 @7.5', async ({
  page,
}) => {
  test.slow();
  await visit(page);
  await connectDemoWallet(page, 3);
  await openCard(page, 'Account');
  await expect(button(page)).toContainText('dora');
  const asked: URL[] = [];
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (url.pathname.endsWith('/history')) asked.push(url);
  });
  await openActivity(page);
  await expect.poll(() => rows(page).count()).toBeGreaterThan(20);
  const first = await rows(page).count();
  expect(first).toBeLessThanOrEqual(50);
  const spam = page.getByTestId('wm-activity-spam');
  await expect(spam).toHaveText(/^Show hidden \(\d+\)$/);

  await expect(async () => {
    await rows(page).last().scrollIntoViewIfNeeded();
    await page.mouse.wheel(0, 2_000);
    await expect(card(page).locator('.activity-end')).toHaveCount(0, { timeout: 300 });
  }).toPass();
  await expect.poll(() => asked.length).toBe(3);
  const hidden = Number(/\d+/.exec((await spam.textContent())!)![0]);
  await expect(rows(page)).toHaveCount(120 - hidden);
  await spam.click();
  await expect(rows(page)).toHaveCount(120);
  await expect(card(page)).toContainText('Claim your reward at prize.invalid');
  await page.getByTestId('wm-activity-spam').click();
  await expect(rows(page)).toHaveCount(120 - hidden);
  expect(asked.map(({ searchParams }) => searchParams.has('cursor'))).toEqual([false, true, true]);
  for (const { searchParams } of asked) {
    expect(searchParams.get('projectId')).toBe('demo');
    expect(searchParams.get('chainId')).toBe('eip155:1337');
  }

  // Each month once, newest first, with its year when it is not this one.
  const found = await titles(page).allTextContents();
  expect(new Set(found).size).toBe(found.length);
  const thisYear = new Date().getUTCFullYear();
  const months = found.map((title) => {
    const [month, year = thisYear] = title.split(' ');
    return Number(year) * 12 + MONTHS.indexOf(month!);
  });
  expect([...months].sort((a, b) => b - a)).toEqual(months);
  expect(found.some((title) => / \d{4}$/.test(title))).toBe(true);
  const times = await rows(page)
    .locator('time')
    .evaluateAll((all) => all.map((time) => Date.parse((time as HTMLTimeElement).dateTime)));
  expect([...times].sort((a, b) => b - a)).toEqual(times);

  const verbs = (await rows(page).locator('.row-text > bdi').allTextContents()).map((text) => text.trim());
  for (const verb of 'Sent Received Swapped Approved Minted Deposited Staked Claimed Unstaked Withdrawn Borrowed Repaid Burned Executed Deployed Canceled'.split(
    ' ',
  ))
    expect(verbs, verb).toContain(verb);
  expect(verbs, 'a word that nobody has a verb for stays as it is').toContain('revoke');
  await expect(rows(page).filter({ hasText: 'Failed' }).first()).toBeVisible();
  const swap = rows(page).filter({ hasText: 'Swapped' }).first();
  await expect(swap.locator('.leg')).toHaveText([/^-[\d.,]+ ETH$/, /^\+[\d.,]+ MDW$/]);
});

test('shows names and pictures of NFTs, hides spam, and loads more on demand @2.32 @3.12', async ({
  page,
}) => {
  test.slow();
  await visit(page);
  await connectDemoWallet(page, 3);
  await openCard(page, 'Account');
  await page.getByTestId('tab-nfts').click();
  const nfts = card(page).locator('.nft bdi');
  await expect.poll(() => nfts.count()).toBeGreaterThan(1);
  const first = await nfts.count();
  for (const name of await nfts.allTextContents())
    expect(name).toMatch(/^(Field Notes|Harbour Lights) #\d+$/);
  await expect(card(page).locator('.nft img').first()).toHaveAttribute('src', /^blob:/);
  const more = card(page).getByRole('button', { name: 'Look further back' });
  await more.click();
  await expect.poll(() => nfts.count()).toBeGreaterThan(first);
  await more.click();
  await expect(more).toHaveCount(0);
  const names = await nfts.allTextContents();
  expect(new Set(names).size).toBe(names.length);
});

test('shows a toast, an empty state and Try again if the history fails with 500 or 429 @8.17 @9.29', async ({
  page,
}) => {
  test.setTimeout(90_000);
  const wallet = await withAccount(page, await fundedAddress());
  await openActivity(page);
  for (const [what, answer] of [
    ['500', { status: 500 }],
    ['429', { status: 429 }],
  ] as const) {
    const account = await fundedAddress();
    const hash = await giveToken('DUSD', account, 1_000_000n);
    const fault = await trouble(page, historyOf(account), answer);
    await wallet.emit('accountsChanged', [account]);
    await expect(page.getByTestId('demo-account')).toHaveText(account);
    await page.getByTestId('tab-activity').click();
    await expect(toast(page), what).toHaveText(/Failed to fetch transactions/, { timeout: 15_000 });
    await expect(toast(page)).toHaveAttribute('role', 'alert');
    const empty = page.getByTestId('empty-activity-state');
    await expect(empty).toContainText("Couldn't load activity");
    expect(fault.met).toBeGreaterThan(0);
    await fault.over();
    // After a 429 the host is left alone for a while (docs/spec/services.md A2).
    if (what != '429') {
      await page.getByTestId('wm-activity-retry').click();
      await expect(tx(page, hash)).toBeVisible();
      await expect(empty).toHaveCount(0);
    }
    // What does not need the history works.
    await page.getByTestId('tab-tokens').click();
    await expect(page.getByTestId('wm-token-DUSD')).toBeVisible();
  }
});

test('keeps the first page and offers to load more if a later page fails @8.17', async ({ page }) => {
  test.slow();
  await visit(page);
  await connectDemoWallet(page, 3);
  const fault = await trouble(page, /\/history\?.*cursor=/, { status: 403 });
  await openCard(page, 'Account');
  await openActivity(page);
  await expect.poll(() => rows(page).count()).toBeGreaterThan(20);
  const first = await rows(page).count();
  await page.getByTestId('wm-activity-spam').scrollIntoViewIfNeeded();
  await expect(card(page).getByRole('alert').filter({ hasText: 'older activity' })).toBeVisible();
  await expect(rows(page)).toHaveCount(first);
  const met = fault.met;
  await page.mouse.wheel(0, -500);
  await page.mouse.wheel(0, 2_000);
  expect(fault.met, 'not in a loop').toBe(met);
  await fault.over();
  await page.getByTestId('wm-activity-retry').click();
  await expect.poll(() => rows(page).count()).toBeGreaterThan(first);
  await expect(card(page)).not.toContainText("Couldn't load older activity");
});

test('keeps only the visible rows of thousands of transactions in the document, with every month’s heading and height @1.23 @2.24', async ({
  page,
  request,
}) => {
  test.slow();
  const LEDGER = '0x15d34AAf54267DB7D7c367839AAf71A00a2C6A65';
  await request.post(`${HOST_URLS.data}/__history`, { data: { entries: 500 } });
  await withAccount(page, LEDGER);
  await openActivity(page);
  await page.getByTestId('w3m-account-default-activity-button').click();
  await still(page, 'Activity');
  const list = view(page, 'Activity').locator('.activity');
  const read = () =>
    list.evaluate((all) => ({
      total: [...all.querySelectorAll<HTMLElement>('ul[data-count]')].reduce(
        (sum, { dataset }) => sum + Number(dataset.count),
        0,
      ),
      rows: all.querySelectorAll('li').length,
      elements: all.querySelectorAll('*').length,
      titles: [...all.querySelectorAll('h2')].map(({ textContent }) => textContent),
      height: all.closest('.body')!.scrollHeight,
    }));
  const scrollTo = (part: number) =>
    list.evaluate((all, to) => {
      const body = all.closest('.body')!;
      body.scrollTop = to * body.scrollHeight;
    }, part);
  /** In the middle of what is seen: the row that is there. */
  const middle = () =>
    list.evaluate((all) => {
      const { left, top, width, height } = all.closest('.body')!.getBoundingClientRect();
      const root = all.getRootNode() as ShadowRoot;
      const found = root.elementFromPoint(left + width / 2, top + height / 2);
      return found?.closest('section')?.querySelector('li')
        ? (found.closest('li') ?? found.closest('section'))!.textContent
        : null;
    });
  // To the end, and to the new end, as fast as pages come.
  await list.evaluate(async (all) => {
    const rows = () =>
      [...all.querySelectorAll<HTMLElement>('ul[data-count]')].reduce(
        (n, { dataset }) => n + Number(dataset.count),
        0,
      );
    while (rows() <= 3_000) {
      all.closest('.body')!.scrollTop = all.scrollHeight;
      await new Promise(requestAnimationFrame);
    }
  });
  const { total, rows: drawn, elements, titles: months, height } = await read();
  expect(drawn).toBeLessThanOrEqual(150);
  expect(elements).toBeLessThan(3_000);
  expect(new Set(months).size).toBe(months.length);
  expect(months.length).toBeGreaterThan(20);
  for (const part of [0.7, 0.31, 0.05, 0.5]) {
    await scrollTo(part);
    await expect.poll(middle).not.toBeNull();
    expect((await read()).rows).toBeLessThanOrEqual(150);
  }
  // Rows came and went, and nothing has moved.
  expect((await read()).height).toBe(height);
  const place = await list.locator('li').first().getAttribute('aria-posinset');
  expect(Number(place)).toBeGreaterThan(0);

  await scrollTo(0);
  const newest = list.locator('[data-testid^=wm-tx-]').first();
  await expect(newest).toBeInViewport();
  await newest.focus();
  await page.keyboard.press('End');
  // The end is where more is asked for: what was the last row need not be it any more.
  const focused = list.locator('[data-testid^=wm-tx-]:focus');
  await expect
    .poll(() => list.evaluate((all, to) => all.closest('.body')!.scrollTop > 0.9 * to, height))
    .toBe(true);
  await expect(focused).toHaveCount(1);
  await expect(focused).toBeInViewport();
  await page.keyboard.press('Home');
  await expect(newest).toBeFocused();
  await expect(newest).toBeInViewport();
  for (let i = 0; i < 20; i++) await page.keyboard.press('ArrowDown');
  await expect(focused).toHaveCount(1);
  await expect(focused).toBeInViewport();
  expect((await read()).total).toBeGreaterThanOrEqual(total);
});
