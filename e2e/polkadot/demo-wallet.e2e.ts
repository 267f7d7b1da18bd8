// The demo's own wallet of polkadot, as a visitor meets it: it signs what another implementation verifies, and the demo's node takes what it signed.
import type { Page } from '@playwright/test';
import { u8aWrapBytes } from '@polkadot/util';
import { ed25519Verify } from '@polkadot/util-crypto';
import { addressOf, callOf, extrinsicOf, pairOf, payloadOf } from '../../demo/polkadot/layout.mjs';
import { call, confirm, expectClosed, openCard, still, visit } from '../support/modal';
import { nodeControl, rpc } from '../support/scripted-polkadot';
import { expect, test } from '../support/test';

const [ONE, TWO] = [addressOf('account 1'), addressOf('account 2')];

/** What the person answers to the wallet's questions, in order. */
function answers(page: Page): { questions: string[]; no: boolean } {
  const person = { questions: [] as string[], no: false };
  page.on('dialog', (dialog) => {
    person.questions.push(dialog.message());
    void (person.no ? dialog.dismiss() : dialog.accept());
  });
  return person;
}

test('connects, shows the transferable balance, signs a message and sends a transfer @6.9 @6.4 @10.44', async ({
  page,
}) => {
  const person = answers(page);
  await visit(page, '?polkadot=only');
  await openCard(page);
  person.no = true;
  await page.getByTestId('wallet-selector-polkadot:demo-polkadot-wallet').click();
  await expect(page.getByTestId('wm-connecting-status')).toHaveAttribute('data-phase', 'rejected');
  person.no = false;
  await page.getByTestId('w3m-connecting-widget-secondary-button').click();
  await expectClosed(page);
  await expect(page.getByTestId('demo-account')).toHaveText(ONE);
  // 1,000, of which 20 are frozen; 5 of these are reserved beside
  await openCard(page, 'Account');
  await expect(page.getByTestId('demo-balance')).toContainText('985');
  await page.getByTestId('w3m-header-close').click();
  await expectClosed(page);

  await page.getByTestId('demo-sign').click();
  await expect(page.getByTestId('demo-result')).toContainText('Signed: 0x');
  const signature = (await page.getByTestId('demo-result').textContent())!.replace('Signed: ', '');
  const message = person.questions.at(-1)!.split('\n\n')[1]!;
  expect(message).toContain('Hello from the wallet-modal demo');
  expect(ed25519Verify(u8aWrapBytes(message), signature, pairOf('account 1').publicKey)).toBe(true);

  await call(page, 'updateOptions', { reviewRequests: 'always' });
  const nonce = await rpc<number>('system_accountNextIndex', [ONE]);
  const payload = payloadOf(ONE, callOf('Balances', 'transfer_keep_alive', [TWO, 1_000_000_000_000n]), nonce);
  const signed = page.evaluate(async (asked) => {
    const { walletModal } = window as unknown as {
      walletModal: {
        getProvider(of: string): { signer: { signPayload(of: object): Promise<{ signature: string }> } };
      };
    };
    return (await walletModal.getProvider('polkadot').signer.signPayload(asked)).signature;
  }, payload);
  await still(page, 'ReviewRequest');
  await expect(page.getByTestId('wm-review-line').first()).toContainText('1 DDOT');
  await confirm(page.getByTestId('wm-review-confirm'));
  const extrinsic = extrinsicOf(payload, await signed);
  await expect(rpc('author_submitExtrinsic', [extrinsic])).resolves.toMatch(/^0x[\da-f]{64}$/);
  // with the fee: the next one to look finds as much as before
  await nodeControl('give', { address: ONE, units: '1012500000000' });
});

test('follows another account, and access that the user revokes @4.7', async ({ page }) => {
  answers(page);
  await visit(page, '?polkadot=only');
  await openCard(page);
  await page.getByTestId('wallet-selector-polkadot:demo-polkadot-wallet').click();
  await expectClosed(page);
  const act = (name: string) =>
    page.evaluate((of) => {
      const { demoPolkadotWallet } = window as unknown as { demoPolkadotWallet: Record<string, () => void> };
      demoPolkadotWallet[of]!();
    }, name);
  await act('switchAccount');
  await expect(page.getByTestId('demo-account')).toHaveText(TWO);
  await act('revoke');
  await expect(page.getByTestId('demo-status')).toHaveText('disconnected');
});
