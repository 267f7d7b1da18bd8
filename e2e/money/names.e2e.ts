// Whom one sends to: a name that leads to an address, and an address that looks like another one.
import { parseEther, type Address } from 'viem';
import { chain, freshAddress, fundedAddress } from '../support/chain';
import { expectClosed, openCard, review, leaveEnding, sendStatus, still, view } from '../support/modal';
import { askedOf, installStubborn, pressOnce, STUBBORN } from '../support/stubborn';
import { expect, test } from '../support/test';
import type { Page } from '@playwright/test';

/** Where bob.eth leads on the local chain that says it is Ethereum (demo/services/src/ens.rs). */
const BOB: Address = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';

const CAROL: Address = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC';

/** An account of this test alone, with a wallet that sends what it is asked for. */
async function connected(page: Page): Promise<Address> {
  const from = await fundedAddress();
  await installStubborn(page, from);
  await page.goto('/');
  await openCard(page);
  await page.getByTestId(STUBBORN).click();
  await expectClosed(page);
  await openCard(page, 'Account');
  return from;
}

async function form(page: Page, to: string): Promise<void> {
  await page.getByTestId('w3m-account-default-send-button').click();
  await still(page, 'Send');
  await page.getByTestId('wm-send-amount').fill('0.5');
  await page.getByTestId('wm-send-address').fill(to);
}

test('reports a name without an address, pays one that is shown in full, and compares a lookalike first @1.19 @10.13 @10.14 @10.56', async ({
  page,
}) => {
  test.slow();
  const tables: string[] = [];
  page.on('request', (request) => {
    if (/\/normalize-\w+\.js$/.test(request.url())) tables.push(request.url());
  });
  await connected(page);

  await test.step('names that have no address, fail, or cannot be verified', async () => {
    await form(page, 'nobody.eth');
    const said = view(page, 'Send').locator('#wm-address-message');
    for (const [name, words] of [
      ['nobody.eth', "This name doesn't point to an address"],
      ['parked.eth', "This name doesn't point to an address"],
      ['broken.eth', 'Error resolving name'],
      ['xn--bcher-kva.eth', "A name can't have hyphens as its third and fourth characters"],
      [
        'vault.eth',
        "This name doesn't have an address here. On Ethereum it's a contract, which might not exist here.",
      ],
    ] as const) {
      await page.getByTestId('wm-send-address').fill(name);
      await expect(said).toHaveText(words);
      await expect(page.getByTestId('wm-send-review')).toHaveText('Invalid address');
    }
    expect(tables, 'plain names need no tables').toEqual([]);
    for (const [name, words] of [
      ['bücher.eth', "This name doesn't point to an address"],
      ['alice\u200d.eth', "Names can't contain U+200D"],
      ['\u0430lice.eth', 'This name mixes alphabets. It might be an imitation.'],
    ] as const) {
      await page.getByTestId('wm-send-address').fill(name);
      await expect(said).toHaveText(words);
    }
    expect(tables, 'they came once, with the first such name').toHaveLength(1);
    await expect(page.getByTestId('wm-send-of-ethereum')).toHaveCount(0);
    await page.getByTestId('wm-send-address').fill('carol.alice.eth');
    await expect(page.getByTestId('wm-send-review')).toHaveText('Review');
    await expect(page.getByTestId('wm-send-of-ethereum')).toContainText('This is its Ethereum address.');
  });

  await test.step('looks up a name outside the network through its gateway, which Details names', async () => {
    // full-width letters are those of the name
    await page.getByTestId('wm-send-address').fill('Ｄave.offchain.eth');
    await expect(page.getByTestId('wm-send-resolved')).toHaveText(CAROL);
    await page.getByTestId('wm-send-review').click();
    await still(page, 'SendPreview');
    await expect(page.getByTestId('wm-send-to-name')).toHaveText('dave.offchain.eth');
    await page.getByText('Details', { exact: true }).click();
    await expect(page.getByText(/^Looked up through localhost:\d+$/)).toBeVisible();
    await page.getByTestId('wm-send-cancel').click();
    await still(page, 'Send');
  });

  await test.step('shows a name’s address in full, and delivers the send there', async () => {
    const before = await chain.getBalance({ address: BOB });
    await page.getByTestId('wm-send-address').fill('Bob.eth');
    await expect(page.getByTestId('wm-send-resolved')).toHaveText(BOB);
    await page.getByTestId('wm-send-review').click();
    await still(page, 'SendPreview');
    await expect(page.getByTestId('wm-send-to-name')).toHaveText('bob.eth');
    await expect(page.getByTestId('wm-send-to')).toHaveText(BOB);
    await pressOnce(page);
    await expect(sendStatus(page)).toHaveText(/^Sent 0\.5 ETHTobob\.eth/);
    expect((await askedOf(page)).to).toBe(BOB);
    expect((await chain.getBalance({ address: BOB })) - before).toBe(parseEther('0.5'));
    await leaveEnding(page, 'send', /^Sent 0\.5 ETH/);
  });

  const paid = freshAddress();
  await test.step('moves nothing else, and marks a first-time recipient', async () => {
    await review(page, '0.25', paid);
    await expect(page.getByTestId('wm-send-changes'), 'the amount says it').toHaveCount(0);
    await expect(page.getByTestId('wm-send-first')).toBeVisible();
    await pressOnce(page);
    await leaveEnding(page, 'send', /^Sent 0\.25 ETH/);
  });

  await test.step('compares a lookalike of an earlier recipient before the send', async () => {
    const alike = `${paid.slice(0, 6)}${'0'.repeat(32)}${paid.slice(-4)}`.toLowerCase();
    await form(page, alike);
    await expect(page.getByTestId('wm-send-alike-known')).toHaveText(paid);
    await page.getByTestId('wm-send-review').click();
    await still(page, 'SendPreview');
    const send = page.getByTestId('wm-send-confirm');
    await expect(send).toHaveAttribute('aria-disabled', 'true');
    await expect(async () => {
      await send.click({ force: true, timeout: 1_000 });
      await expect(page.getByTestId('wm-send-compared')).toBeFocused({ timeout: 300 });
    }).toPass();
    await expect(sendStatus(page)).toHaveAttribute('data-phase', 'review');
    expect((await askedOf(page)).to).toBe(paid);
    await page.getByTestId('wm-send-compared').check();
    await pressOnce(page);
    await expect
      .poll(async () => (await askedOf(page)).to!.toLowerCase(), 'the wallet is asked for this one')
      .toBe(alike);
    await expect.poll(() => chain.getBalance({ address: alike as Address })).toBe(parseEther('0.5'));
    await leaveEnding(page, 'send', /^Sent 0\.5 ETH/);
  });
});
