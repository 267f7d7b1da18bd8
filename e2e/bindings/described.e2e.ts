// docs/api/services.openapi.json against the demo: every call that it describes is made once with what it says is posted, and the answer is what it
// says. That it has every route of the demo and no other is in scripts/described.test.mjs.
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { answerOf, bodyOf, calls } from '../../bin/described.mjs';
import { TOKENS, freshAddress } from '../support/chain';
import { demoAccount } from '../support/networks';
import { HOST_URLS } from '../support/ports';
import { expect, test } from '../support/test';

type Given = {
  path?: Record<string, string>;
  query?: Record<string, string>;
  body?: unknown;
  status?: number;
};
type Fields = Record<string, never>;

const HOSTS = { wallet: HOST_URLS.wallets, data: HOST_URLS.data, analytics: HOST_URLS.analytics };
const chainId = 'eip155:1337';
const account = demoAccount(0);
const dollar = `${chainId}:${TOKENS.DUSD.address}`;
const gold = `${chainId}:${TOKENS.QGLD.address}`;
const ether = `${chainId}:0x${'ee'.repeat(20)}`;
const report = {
  eventId: '3f0c7a1e-8f5e-4a57-9d0a-0d9c6b0a2f11',
  url: 'http://localhost:4000/',
  domain: 'localhost',
  timestamp: 1_767_323_045_000,
  props: { type: 'track', event: 'MODAL_OPEN', properties: { connected: false } },
};

async function ask(id: string, given: Given): Promise<Fields> {
  const { path, method, service } = calls.find(({ call }) => call.operationId == id)!;
  const place = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(given.path![name]!));
  const url = new URL(place, HOSTS[service as keyof typeof HOSTS]);
  // The node and the exchanges are told of the project alone.
  const common: Record<string, string> = ['node', 'exchanges'].includes(id)
    ? {}
    : { st: 'wallet-modal', sv: 'html-core-1.0.0' };
  url.search = new URLSearchParams({ projectId: 'demo', ...common, ...given.query }).toString();
  if (given.body) expect(bodyOf(id)!(given.body, ''), `${id}: what is posted`).toBeNull();
  const response = await fetch(url, {
    method: method.toUpperCase(),
    headers: given.body ? { 'content-type': 'application/json' } : {},
    body: given.body ? JSON.stringify(given.body) : null,
  });
  const text = await response.text();
  expect(response.status, `${id}: ${text.slice(0, 500)}`).toBe(given.status ?? 200);
  const shape = answerOf(id);
  if (!shape) return {} as Fields;
  const answer = JSON.parse(text) as Fields;
  expect(shape(answer, ''), `${id}: ${text.slice(0, 500)}`).toBeNull();
  return answer;
}

test('the demo responds to every call of the description as described @10.43', async () => {
  const asked = new Set<string>();
  const call = (id: string, given: Given = {}) => {
    asked.add(id);
    return ask(id, given);
  };
  const first = (await call('wallets', { query: { page: '1', entries: '40' } })) as unknown as {
    data: { image_id: string }[];
    count: number;
  };
  expect(first.data).toHaveLength(40);
  await call('walletImage', { path: { image_id: first.data[0]!.image_id } });
  await call('assetImage', { path: { image_id: 'ef1a1fcf-7fe8-4d69-bd6d-fda1345b4400' } });
  await call('currencyImage', { path: { code: 'usd' } });
  await call('tokenImage', { path: { symbol: 'ETH' } });
  for (const id of ['config', 'origins', 'analyticsConfig', 'supportedChains']) await call(id);
  await call('event', { body: report, status: 202 });
  await call('events', { body: [report, report], status: 202 });

  await call('identity', { path: { address: account }, query: { sender: account } });
  await call('balance', { path: { address: account }, query: { currency: 'usd', chainId } });
  await call('history', { path: { account }, query: { chainId } });
  await call('prices', { body: { currency: 'usd', projectId: 'demo', addresses: [ether, dollar] } });
  await call('swapTokens', { query: { chainId } });
  const quotes = { amount: '1000000000000000000', userAddress: account, from: ether, to: gold };
  await call('swapQuotes', { query: { ...quotes, gasPrice: '1000000000' } });
  await call('swapAllowance', { query: { tokenAddress: dollar, userAddress: account } });
  await call('swapGasPrice', { query: { chainId } });
  await call('swapApproval', { query: { userAddress: account, from: dollar, to: gold } });
  await call('swapTransaction', {
    body: {
      ...quotes,
      userAddress: `${chainId}:${account}`,
      eip155: { slippage: 1 },
      projectId: 'demo',
      disableEstimate: true,
    },
  });

  const owner = privateKeyToAccount(generatePrivateKey());
  const name = `n${owner.address.slice(2, 12).toLowerCase()}.reown.id`;
  const message = `{"name":"${name}","attributes":{},"timestamp":${Math.floor(Date.now() / 1000)}}`;
  const signature = await owner.signMessage({ message });
  const coin_type = (0x80000000 | 1337) >>> 0;
  const registered = await call('registerName', {
    body: { coin_type, address: owner.address, message, signature },
  });
  expect(registered).toEqual({ success: true });
  await call('nameRecord', { path: { name }, query: { apiVersion: '2' } });
  await call('namesOfAddress', {
    path: { address: owner.address },
    query: { sender: account, apiVersion: '2' },
  });
  await call('nameSuggestions', { path: { label: 'alice' }, query: { zone: 'reown.id' } });

  const { paymentCurrencies, purchaseCurrencies } = (await call('onrampOptions')) as unknown as {
    paymentCurrencies: object[];
    purchaseCurrencies: { networks: { name: string }[] }[];
  };
  await call('onrampQuote', {
    body: {
      purchaseCurrency: purchaseCurrencies[0],
      paymentCurrency: paymentCurrencies[0],
      amount: '50.00',
      network: purchaseCurrencies[0]!.networks[0]!.name,
    },
  });
  await call('onrampUrl', {
    body: {
      destinationWallets: [{ address: account, blockchains: ['ethereum'], assets: ['DUSD'] }],
      defaultNetwork: 'ethereum',
      partnerUserId: account.toLowerCase(),
      defaultExperience: 'buy',
      presetCryptoAmount: null,
      presetFiatAmount: 50,
    },
  });
  const grantee = freshAddress();
  await call('smartSessions', { path: { account: `${chainId}:${grantee}` } });
  await call('revokeSmartSession', { path: { address: grantee }, body: { pci: 'none', signature: '0x00' } });
  const rpc = { jsonrpc: '2.0', id: 1 };
  await call('node', { query: { chainId }, body: { ...rpc, method: 'eth_chainId', params: [] } });
  const exchanges = { ...rpc, method: 'reown_getExchanges', params: { page: 1 } };
  await call('exchanges', { body: exchanges });

  expect([...asked].sort()).toEqual(calls.map(({ call }) => call.operationId).sort());
});
