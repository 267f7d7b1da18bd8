// Two families at once on a phone: a network of another family leads to its wallets, both stay over a reload, each is left alone, and all
// together (docs/spec/views.md, SwitchActiveChain; decisions 75, "One entry for several namespaces", 76, "Leaving one namespace", and 77, "Switching
// between namespaces").
import type { Page } from '@playwright/test';
import { framesOf, watchFrames } from '../support/frames';
import { expectClosed, openCard, still, visit } from '../support/modal';
import { openAccount, openNetworks } from '../support/networks';
import { ScriptedSolanaWallet } from '../support/scripted-solana';
import { SigningWallet } from '../support/signing-wallet';
import { expect, test } from '../support/test';

test.use({
  viewport: { width: 390, height: 844 },
  isMobile: true,
  hasTouch: true,
  contextOptions: { reducedMotion: 'no-preference' },
});

const SUN = ScriptedSolanaWallet.address('account 1');

interface Handle {
  getAccount(of: string): { address: string | null };
  disconnect(of?: string): Promise<unknown>;
}

/** The accounts of the page, by family. */
const accounts = (page: Page) =>
  page.evaluate(() => {
    const { walletModal } = window as unknown as { walletModal: Handle };
    return ['eip155', 'solana'].map((of) => walletModal.getAccount(of).address?.toLowerCase() ?? null);
  });

/** What the host hears of its call. */
const disconnect = (page: Page, of?: string) =>
  page.evaluate(async (family) => {
    const { walletModal } = window as unknown as { walletModal: Handle };
    return walletModal.disconnect(family).then(
      () => null,
      (error: Error) => error.message,
    );
  }, of);

async function reload(page: Page): Promise<void> {
  await page.reload();
  await page.waitForFunction(() => 'walletModal' in window);
}

const networkOfPage = (page: Page) => page.getByTestId('demo-network');
const row = (page: Page, name: string) => page.getByTestId(`w3m-network-switch-${name}`);

test('connects a second namespace, restores both after a reload, and disconnects one, then both @2.16 @3.26 @4.6', async ({
  page,
}) => {
  test.slow();
  await watchFrames(page);
  const evm = await SigningWallet.install(page);
  const sun = await ScriptedSolanaWallet.install(page);
  await visit(page, '?solana&nowallet');
  await openAccount(page, evm.row);
  const both = [evm.address.toLowerCase(), SUN.toLowerCase()];

  const addSun = async (): Promise<void> => {
    await openNetworks(page);
    await row(page, 'Demo Solana').tap();
    await still(page, 'SwitchActiveChain');
    await page.getByTestId('w3m-switch-active-chain-button').tap();
    await still(page, 'Connect');
    await expect(page.getByTestId('header-back')).toBeVisible();
    // Only those that go there.
    await expect(page.getByTestId(sun.row)).toBeVisible();
    await expect(page.getByTestId(evm.row)).toHaveCount(0);
    await page.getByTestId(sun.row).tap();
    await expectClosed(page);
    await expect.poll(() => accounts(page)).toEqual(both);
    await expect(networkOfPage(page)).toContainText('solana:');
  };
  await addSun();
  const asked = evm.requests.length;

  await reload(page);
  await expect.poll(() => accounts(page)).toEqual(both);
  await expect(networkOfPage(page)).toContainText('solana:');
  await openCard(page, 'Account');
  await openNetworks(page);
  await framesOf(page);
  await row(page, 'Demo Chain').tap();
  await expect(networkOfPage(page)).toContainText('eip155:1337');
  await still(page, 'Account');
  // It stood there all the time: nobody is told to approve anything.
  expect(evm.requests.slice(asked).filter(({ method }) => method.startsWith('wallet_'))).toEqual([]);
  const frames = await framesOf(page);
  expect(frames.flatMap(({ views }) => views).filter(({ name }) => name == 'SwitchNetwork')).toEqual([]);

  expect(await disconnect(page, 'solana')).toBeNull();
  expect(await accounts(page)).toEqual([both[0], null]);
  expect(sun.count('disconnect')).toBe(1);
  await expect(networkOfPage(page)).toContainText('eip155:1337');

  await expectClosed(page);
  await openCard(page, 'Account');
  await addSun();
  await sun.answer('disconnect', { message: 'not now' });
  expect(await disconnect(page)).toContain('Failed to disconnect');
  expect(await accounts(page)).toEqual([null, null]);
  await reload(page);
  await expect(page.getByTestId('demo-status')).toHaveText('disconnected');
  expect(await accounts(page)).toEqual([null, null]);
});
