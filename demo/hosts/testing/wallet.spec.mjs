// The shop's own tests, with a scripted wallet and local services.
import { expect, test as base } from '@playwright/test';
import { EthereumWallet, getModal, startServices } from 'wallet-modal/testing';
import { serve } from './serve.mjs';

const test = base.extend({
  services: async ({ browserName: _ }, use) => {
    const services = await startServices({ balances: [] });
    await use(services);
    await services.close();
  },
  /** the open shop, with a wallet in the browser */
  shop: async ({ page, services }, use) => {
    const server = await serve({ config: services.options });
    const wallet = await EthereumWallet.install(page, { chains: { 1: services.node } });
    await page.goto(server.url);
    await use({ wallet, modal: getModal(page) });
    await server.close();
  },
});

test('a customer orders by a signature', async ({ page, shop: { wallet, modal } }) => {
  await modal.connect(wallet);
  await expect(page.locator('#customer')).toHaveText(wallet.address);
  await page.locator('#order').click();
  const signature = await wallet.key.signMessage({ message: 'One tea' });
  await expect(page.locator('#said')).toHaveText(`Ordered: ${signature}`);
});

test('who refuses has not ordered, and may think again', async ({ page, shop: { wallet, modal } }) => {
  await modal.connect(wallet);
  wallet.refuseOnce('personal_sign');
  await page.locator('#order').click();
  await expect(page.locator('#said')).toHaveText('You did not order.');
  await page.locator('#order').click();
  await expect(page.locator('#said')).toContainText('Ordered');
});

test('a customer is known after a reload, and nobody after a disconnect', async ({
  page,
  shop: { wallet, modal },
}) => {
  await modal.connect(wallet);
  await page.reload();
  await expect(page.locator('#customer')).toHaveText(wallet.address);
  await modal.disconnect();
  await expect(page.locator('#customer')).toHaveText('nobody');
});
