// A service or a node that redirects: no host that the page never configured is contacted, least of all with the account's address.
import { freshAddress } from '../support/chain';
import { card, expectClosed, openCard, visit } from '../support/modal';
import { CHAIN_URLS, HOST_URLS } from '../support/ports';
import { ScriptedWallet } from '../support/scripted';
import { expect, test } from '../support/test';

test('follows no redirect of a service, a node or an icon', async ({ page }) => {
  const elsewhere = `${HOST_URLS.analytics}/elsewhere`;
  const redirected: string[] = [];
  const followed: string[] = [];
  const services = [HOST_URLS.wallets, HOST_URLS.data, ...CHAIN_URLS].map((url) => new URL(url).origin);
  await page.route(
    (url) => services.includes(url.origin) && !url.pathname.startsWith('/elsewhere'),
    async (route) => {
      const url = route.request().url();
      redirected.push(url);
      const location = `${elsewhere}?from=${encodeURIComponent(url)}`;
      await route.fulfill({ status: 307, headers: { location, 'access-control-allow-origin': '*' } });
    },
  );
  page.on('request', (request) => {
    if (request.url().startsWith(elsewhere)) followed.push(request.url());
  });
  const account = freshAddress();
  const wallet = await ScriptedWallet.install(page, { accounts: [account] });
  await visit(page, '?nowallet');
  await openCard(page);
  await page.getByTestId(wallet.row).click();
  await expectClosed(page);
  await openCard(page, 'Account');
  await expect(card(page)).toBeVisible();
  const asked = (part: string) => redirected.filter((url) => url.includes(part)).length;
  await expect.poll(() => asked('/getWallets')).toBeGreaterThan(0);
  await expect.poll(() => asked(HOST_URLS.data)).toBeGreaterThan(0);
  await expect.poll(() => asked(CHAIN_URLS[0]!)).toBeGreaterThan(0);
  expect(followed).toEqual([]);
});
