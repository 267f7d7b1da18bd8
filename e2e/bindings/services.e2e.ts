// The demo's services are what the modal asks for, by the run that a host points at services of his own.
import { checkServices } from '../../bin/check-services.mjs';
import { demoAccount } from '../support/networks';
import { HOST_URLS } from '../support/ports';
import { expect, test } from '../support/test';

test('the demo’s services pass every check of the service test @10.43', async () => {
  const own = { wallet: HOST_URLS.wallets, data: HOST_URLS.data };
  const found = await checkServices(own, { chainId: 'eip155:1337', account: demoAccount(0) });
  expect(found.filter(({ wrong }) => wrong)).toEqual([]);
  expect(found.length).toBeGreaterThanOrEqual(16);
});
