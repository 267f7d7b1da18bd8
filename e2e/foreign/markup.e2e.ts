// Texts that attack, in every field of the services' answers (docs/spec/security.md T9): what is drawn has the same elements, of the same
// number, as with plain words; no dialog opens, nothing is asked for, no rule of the page is broken (support/test.ts). A thousand more go
// through the text pipeline itself in engine/core/tests/scenarios/proofs.
import type { Page, Request } from '@playwright/test';
import type { Address } from 'viem';
import { freshAddress, fundedAddress } from '../support/chain';
import { card, dialog, expectClosed, listed, openCard, still, visit } from '../support/modal';
import { openAccount } from '../support/networks';
import { CHAIN_URL, HOST_URLS, PAGE_URL } from '../support/ports';
import { ScriptedWallet } from '../support/scripted';
import { expect, test } from '../support/test';
import { balanceOf, historyOf } from '../support/tokens';

const RUN = 'window.__pwned=1';
/** One of each kind, no two of which look alike: those would be marked. What is cut or cleaned away is the pipeline's own business. */
const ATTACKS = [
  `<img src=x onerror=${RUN}>`,
  `<script>${RUN}</script>`,
  `<svg onload=${RUN}>`,
  `<svg><script>${RUN}</script></svg>`,
  `<svg><animate onbegin=${RUN} attributeName=x>`,
  `<iframe srcdoc="<script>parent.${RUN}</script>">`,
  `<math><mtext><mglyph><style><img src=x onerror=${RUN}></style>`,
  `<form><math></form><form><style></math><img src=x onerror=${RUN}>`,
  `"><img src=q/x onerror=${RUN}>`,
  `' onmouseover='${RUN}`,
  `</title><script>${RUN}</script>`,
  `<a href="javascript:${RUN}">x</a>`,
  `java${'script'}:${RUN}`,
  `&lt;img src=x onerror=${RUN}&gt;`,
  `&#60;img src=x onerror=${RUN}&#62;`,
  `\uff1cimg src=z/x onerror=${RUN}\uff1e`,
  `<details open ontoggle=${RUN}>`,
  `<template shadowrootmode=open><img src=x onerror=${RUN}></template>`,
  '{{constructor.constructor("window.__pwned=1")()}}',
  `<\u200bimg\u202e src=y/x\u0000 onerror=${RUN}>`,
] as const;
const PLAIN = ATTACKS.map((_, index) => `Name ${String(index).padStart(2, '0')}`);

const headers = { 'access-control-allow-origin': '*' };
const token = (index: number) => `0x${String(index + 1).padStart(40, '0')}`;

/** Every list of the services, with these in all its texts. */
async function serve(page: Page, account: Address, texts: readonly string[]): Promise<void> {
  const balances = texts.map((text, index) => ({
    name: text,
    symbol: text,
    chainId: 'eip155:1337',
    address: `eip155:1337:${token(index)}`,
    price: 1,
    quantity: { decimals: '18', numeric: '1.5' },
    iconUrl: text,
  }));
  const ether = { name: 'Ether', symbol: 'ETH', chainId: 'eip155:1337', price: 1 };
  const list = [{ ...ether, quantity: { decimals: '18', numeric: '5' } }, ...balances];
  await page.route(balanceOf(account), (route) => route.fulfill({ headers, json: { balances: list } }));
  const data = texts.map((text, index) => ({
    id: `t${index}`,
    metadata: {
      operationType: text,
      hash: `0x${String(index).padStart(64, '0')}`,
      minedAt: '2026-01-02T03:04:05Z',
      chain: 'eip155:1337',
      status: 'confirmed',
      sentFrom: text,
      sentTo: text,
    },
    transfers: [
      {
        direction: 'in',
        quantity: { numeric: text },
        nft_info: { name: text, content: { preview: { url: text } }, flags: { is_spam: false } },
      },
      { direction: 'out', quantity: { numeric: '1' }, fungible_info: { symbol: text, icon: { url: text } } },
    ],
  }));
  await page.route(historyOf(account), (route) => route.fulfill({ headers, json: { data, next: null } }));
  const listings = texts.map((text, index) => ({
    id: String(index).padStart(64, '0'),
    name: text,
    rdns: `w${index}.example`,
    description: text,
    homepage: text,
    mobile_link: text,
    desktop_link: text,
    webapp_link: text,
    link_mode: text,
    app_store: text,
    play_store: text,
    chrome_store: text,
    chains: ['eip155:1337', text],
  }));
  const json = { count: 600, data: listings };
  await page.route(`${HOST_URLS.wallets}/getWallets**`, (route) => route.fulfill({ headers, json }));
}

/** Who the account is: each time it is asked, the next of them. */
const named = (page: Page, texts: () => string) =>
  page.route(`${HOST_URLS.data}/v1/identity/**`, (route) =>
    route.fulfill({ headers, json: { name: texts(), avatar: texts() } }),
  );

/** How many elements of each kind the card has. */
const elements = (page: Page) =>
  card(page).evaluate((top) => {
    const counts: Record<string, number> = {};
    for (const { localName } of top.querySelectorAll('*')) counts[localName] = (counts[localName] ?? 0) + 1;
    return counts;
  });

/** Whatever a text could bring about. */
function watched(page: Page) {
  const seen: string[] = [];
  page.on('dialog', (one) => {
    seen.push(`a dialog: ${one.message()}`);
    void one.dismiss();
  });
  page.on('popup', (one) => seen.push(`a window: ${one.url()}`));
  page.on('framenavigated', (frame) => frame.parentFrame() && seen.push(`a frame: ${frame.url()}`));
  page.on('request', (request: Request) => {
    const { pathname, href } = new URL(request.url());
    if (pathname.endsWith('/x') || /__pwned|onerror|javascript/i.test(decodeURIComponent(href)))
      seen.push(`a request: ${href}`);
  });
  return async () => {
    if (await page.evaluate(() => '__pwned' in window)) seen.push('a text ran');
    return seen;
  };
}

/** What it is made of once nothing comes any more. */
/** The same over more than a second: on a busy machine what is loaded comes later than one look after the other. */
const settled = async (page: Page) => {
  const looks = async () => {
    const list = [];
    for (let i = 0; i < 4; i++) {
      list.push(JSON.stringify(await elements(page)));
      await page.waitForTimeout(250);
    }
    return list;
  };
  await expect(async () => expect(new Set(await looks()).size).toBe(1)).toPass();
  return elements(page);
};

/** Through every view that draws a list of a service; each is looked at. */
async function walk(page: Page, texts: readonly string[], look: (view: string) => Promise<unknown>) {
  const account = await fundedAddress();
  await serve(page, account, texts);
  await named(page, () => texts[0]!);
  const wallet = await ScriptedWallet.install(page, { accounts: [account] });
  const [first] = texts;
  await visit(page, '?nowallet');
  await openCard(page);
  await listed(page);
  await look('Connect');
  await page.getByTestId('all-wallets').click();
  await still(page, 'AllWallets');
  await expect(card(page).locator('[data-testid^=wallet-search-item-]')).toHaveCount(texts.length + 1);
  await look('AllWallets');
  await page.getByTestId(`wallet-search-item-${'0'.repeat(64)}`).click();
  await still(page, 'ConnectingWalletConnect');
  await expect(card(page)).toContainText(first!);
  await page.keyboard.press('Escape');
  await expectClosed(page);

  await openAccount(page, wallet.row);
  const tokens = card(page).locator('[data-testid^=wm-token-]');
  await expect(tokens).toHaveCount(texts.length + 1);
  await expect(tokens.filter({ hasText: first!.slice(0, 12) }).first()).toBeVisible();
  await look('Account');
  await page.getByTestId('tab-activity').click();
  await expect(card(page).locator('[data-testid^=wm-tx-]')).toHaveCount(texts.length);
  await expect(card(page).locator('[data-testid^=wm-tx-]').first()).toContainText(first!.slice(0, 12));
  await look('activity');
  await page.getByTestId('tab-nfts').click();
  await expect(card(page).locator('.nfts')).toHaveAttribute('data-phase', 'ready');
  await expect(card(page).locator('.nfts')).toContainText(first!);
  await look('collectibles');
  await page.getByTestId('w3m-account-default-send-button').click();
  await still(page, 'Send');
  await page.getByTestId('wm-send-token').click();
  await still(page, 'SendSelectToken');
  await expect(card(page).locator('[data-testid^=wm-send-token-]')).toHaveCount(texts.length + 1);
  await look('SendSelectToken');
  await page
    .getByTestId(`wm-send-token-${first!.slice(0, 12)}`)
    .first()
    .click();
  await still(page, 'Send');
  await look('Send');
  expect(
    await dialog(page).locator('[onerror], [onload], [onmouseover], script, iframe, form form, math').count(),
  ).toBe(0);
}

test('shows markup in every list of the services as text, and sends no request @10.5', async ({
  page,
  browser,
}) => {
  test.setTimeout(60_000);
  // of its own: what one page remembers would be in the other's list
  const plain = await browser.newPage({ baseURL: PAGE_URL, reducedMotion: 'reduce' });
  const made: Record<string, Record<string, number>> = {};
  await walk(plain, PLAIN, async (view) => (made[view] = await settled(plain)));
  await plain.close();
  const happened = watched(page);
  await walk(page, ATTACKS, (view) => expect.poll(() => elements(page), view).toEqual(made[view]));
  expect(Object.keys(made)).toHaveLength(7);
  expect(await happened()).toEqual([]);
});

test('shows markup in an account’s name and in a network’s texts as text @10.5', async ({ page }) => {
  test.setTimeout(90_000);
  const happened = watched(page);
  let text = 'Somebody';
  await named(page, () => text);
  await page.route(`${CHAIN_URL}/**`, async (route) => {
    const body = route.request().postDataJSON() as { id: number; method: string } | null;
    if (body?.method != 'eth_estimateGas') return route.fallback();
    const error = { code: 3, message: `execution reverted: ${text}` };
    return route.fulfill({ headers, json: { jsonrpc: '2.0', id: body.id, error } });
  });
  const account = await fundedAddress();
  const wallet = await ScriptedWallet.install(page, { accounts: [account] });
  await visit(page, '?nowallet');
  await openAccount(page, wallet.row);
  const words = () => text.slice(0, 8).replaceAll(/[\u200b\u202e]/g, '');
  const overview = await settled(page);
  for (const attack of ATTACKS) {
    text = attack;
    const named = page.waitForResponse((response) => response.url().includes('/v1/identity/'));
    await wallet.emit('accountsChanged', [await fundedAddress('5')]);
    await named;
    // the last of what is loaded comes a moment later
    await expect.poll(() => elements(page), attack).toEqual(overview);
    // no text of the service is the name of an account
    await expect(card(page)).not.toContainText(words());
  }
  text = 'Somebody';
  await page.getByTestId('w3m-account-default-send-button').click();
  await still(page, 'Send');
  await page.getByTestId('wm-send-address').fill(freshAddress());
  const refused = async (amount: string) => {
    await page.getByTestId('wm-send-amount').fill(amount);
    await expect(page.getByTestId('wm-send-error')).toHaveCount(0);
    await page.getByTestId('wm-send-review').click();
    await expect(page.getByTestId('wm-send-error')).toContainText(words());
  };
  await refused('0.5');
  const send = await settled(page);
  for (const [index, attack] of ATTACKS.entries()) {
    text = attack;
    await refused(`0.${index + 10}`);
    await expect.poll(() => elements(page), attack).toEqual(send);
  }
  expect(await happened()).toEqual([]);
});
