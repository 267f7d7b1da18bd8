// The demo's page of effects: each of its requests is real, and is read with the risk that the page says (docs/spec/views.md section 7).
import { expectAccessibleInBoth } from '../support/axe';
import { giveToken } from '../support/chain';
import { expectClosed, still } from '../support/modal';
import { ScriptedBitcoinWallet } from '../support/scripted-bitcoin';
import { nodeControl as cosmosControl, ScriptedCosmosWallet } from '../support/scripted-cosmos';
import { PolkadotKey, ScriptedPolkadotWallet } from '../support/scripted-polkadot';
import { ScriptedSolanaWallet } from '../support/scripted-solana';
import { SigningWallet } from '../support/signing-wallet';
import { expect, test } from '../support/test';
import { areReadAsSaid, connected, isRefusedByTheWallet, isSignedAndHolds } from './walk';

// Forty reviews one after the other.
test.slow();

test('shows the effects of EVM requests @10.12', async ({ page }) => {
  const wallet = await SigningWallet.install(page);
  await giveToken('DUSD', wallet.address, 77_000_000n);
  const rows = await connected(page, 'eip155', wallet);
  await areReadAsSaid(page, wallet, rows);
  for (const name of ['A message', 'A permit', 'A payment']) await isSignedAndHolds(page, name);
  await isRefusedByTheWallet(page, wallet, 'personal_sign');
});

test('shows the effects of bip122 @10.44', async ({ page }) => {
  // of a standard that has transfers
  const wallet = await ScriptedBitcoinWallet.install(page, { dialect: 'sats' });
  const rows = await connected(page, 'bip122', wallet);
  await areReadAsSaid(page, wallet, rows);
  for (const name of [
    'A message',
    'A message by the other address',
    'A transfer',
    'A payment',
    'A collectible is offered',
    'Whoever has it decides',
  ])
    await isSignedAndHolds(page, name);
  await isRefusedByTheWallet(page, wallet, 'signMessage');
});

test('shows the effects of Cosmos requests @10.44', async ({ page }) => {
  const wallet = await ScriptedCosmosWallet.install(page, { words: ['asks for effects'] });
  await cosmosControl('give', { address: wallet.address(), units: '10000000' });
  const rows = await connected(page, 'cosmos', wallet);
  await areReadAsSaid(page, wallet, rows);
  for (const name of ['A message', 'A payment', 'A payment with a note', 'A grant to send'])
    await isSignedAndHolds(page, name);
  await isRefusedByTheWallet(page, wallet, 'signArbitrary');
});

test('shows the effects of Polkadot requests @10.44', async ({ page }) => {
  const wallet = await ScriptedPolkadotWallet.install(page);
  const rows = await connected(page, 'polkadot', wallet);
  await areReadAsSaid(page, wallet, rows);
  for (const name of ['A message', 'A payment', 'Three payments at once', 'A proxy'])
    await isSignedAndHolds(page, name);
  // what only another network has: the page switches there
  await expect(page.getByTestId('effects-account')).toContainText('Demo Polkadot');
  const bob = new PolkadotKey('ed25519', 'account 2', 0);
  await isSignedAndHolds(page, 'Over to another network', ['1.5 RDOT', bob.address, 'Demo Relay']);
  await expect(page.getByTestId('effects-account')).toContainText('Demo Relay');
  await isRefusedByTheWallet(page, wallet, 'signRaw');
});

test('shows the effects of Solana requests @10.44', async ({ page }) => {
  const wallet = await ScriptedSolanaWallet.install(page);
  const rows = await connected(page, 'solana', wallet);
  await areReadAsSaid(page, wallet, rows);
  for (const name of ['A message', 'A payment', 'An allowance', 'Five at once'])
    await isSignedAndHolds(page, name);
  await isRefusedByTheWallet(page, wallet, 'signMessage');
});

test('the page of effects works by keys, on a phone and in both themes @10.44', async ({ page }) => {
  const wallet = await ScriptedBitcoinWallet.install(page, { paymentAddress: 'p2pkh' });
  await page.setViewportSize({ width: 380, height: 800 });
  const rows = await connected(page, 'bip122', wallet);
  // of an account whose coins are of the older kind: with what they come from they are read
  const older = ['A payment', 'An older coin without what it comes from'];
  await areReadAsSaid(
    page,
    wallet,
    rows.filter(({ name }) => older.includes(name)),
  );
  const ask = page.getByTestId('effect-ask').nth(1);
  await ask.focus();
  await page.keyboard.press('Enter');
  await still(page, 'ReviewRequest');
  await page.keyboard.press('Escape');
  await expectClosed(page);
  await expect(ask).toBeFocused();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(380);
  await expectAccessibleInBoth(page);
  await page.getByTestId('effects-disconnect').click();
  await expect(ask).toHaveText('Connect to ask');
});
