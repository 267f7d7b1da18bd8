// Wallets of bitcoin that speak in one of the older ways: unsecured tokens, and Phantom's own place (docs/spec/page-wallets.md sections 3.1 and 3.5).
import { MAINNET } from '../../demo/bitcoin/layout.mjs';
import { expectAddress, isOlder, request, visitBitcoin } from '../support/bitcoin-page';
import { connectingStatus, expectClosed, openCard } from '../support/modal';
import { ScriptedBitcoinWallet, type BitcoinScript } from '../support/scripted-bitcoin';
import { expect, test } from '../support/test';

const ways: [string, BitcoinScript][] = [
  ['unsecured tokens', { dialect: 'jwt', chain: MAINNET, paymentAddress: 'p2sh' }],
  ['the place of Phantom', { dialect: 'phantom', chain: MAINNET }],
];

for (const [name, script] of ways)
  test(`a wallet with the API of ${name} refuses, connects and signs a message @1.11 @6.5`, async ({
    page,
  }) => {
    const wallet = await ScriptedBitcoinWallet.install(page, script);
    await visitBitcoin(page, [MAINNET], { reviewRequests: 'never' });
    await wallet.refuseOnce('connect');
    await openCard(page);
    await page.getByTestId(wallet.row).click();
    await expect(connectingStatus(page)).toHaveAttribute('data-phase', 'rejected');
    await page.getByTestId('w3m-connecting-widget-secondary-button').click();
    await expectClosed(page);
    const { address } = wallet.key();
    await expectAddress(page, address);

    const message = 'grüß dich';
    const { signature } = await request(page, 'signMessage', { account: address, message });
    expect(isOlder(address, message, signature!)).toBe(true);
    await wallet.refuse('signMessage');
    expect(await request(page, 'signMessage', { account: address, message })).toMatchObject({ code: 4001 });
  });
