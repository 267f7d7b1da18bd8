// @vitest-environment jsdom
// Keplr's own in-page objects (@keplr-wallet/provider 0.12.313, Apache-2.0): `InjectedKeplr` in the page and its proxy in the content script, both
// real. Behind the proxy stands a scripted background, which answers as Keplr's does (chainapsis/keplr-wallet, 0.12.309:
// packages/background/src/chains/service.ts for an unknown chain, packages/background/src/interaction/service.ts for a no,
// packages/background/src/permission-interactive/service.ts for access). What it answers on Bitcoin and on Ethereum has the forms of the package
// (src/inject.ts); that a request without access is answered with an empty list is page-wallets.md's (3.3), the rest of it is a guess.
import { InjectedKeplr, injectKeplrToWindow } from '@keplr-wallet/provider';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { PageWallet } from '../../engine/border';
import { around } from '../../testing/around';
import { written } from '../../written';
import { listenForWallets } from '../announced';
import { mainnet, testnet } from '../bitcoin';
import { findBitcoinGlobals } from '../btc-providers';
import { findAnnounced } from '../eip6963';
import { findKeplr } from '../keplr';
import { findLegacy } from '../legacy';

const ME = '0x70997970c51812dc3a010c7d01b50e0d17dc79c8';
const HUB = 'cosmos:cosmoshub-4';
const OSMOSIS = 'cosmos:osmosis-1';
const STARS = 'cosmos:stargaze-1';
const PAYS = ['bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq'];
const signature = {
  pub_key: { type: 'tendermint/PubKeySecp256k1', value: 'A'.repeat(44) },
  signature: 'B'.repeat(88),
};

const calls: [string, ...unknown[]][] = [];
const background = {
  knows: ['cosmoshub-4', 'osmosis-1'],
  allowed: [] as string[],
  account: 1,
  /** the user's decision in a window */
  says: 'yes' as 'yes' | 'no',
  /** the page's Bitcoin accounts; null: a Ledger account without the Bitcoin app */
  bitcoin: [PAYS[0]] as string[] | null,
  isGranted: false,
};

const access = (chains: string[]) => {
  for (const chain of chains)
    if (!background.knows.includes(chain)) throw new Error(`There is no modular chain info for ${chain}`);
  if (chains.every((chain) => background.allowed.includes(chain))) return;
  calls.push(['window', chains]);
  if (background.says == 'no') throw new Error('Request rejected');
  background.allowed.push(...chains);
};
const keyOf = (chain: string) => ({
  name: `Account ${background.account}`,
  algo: 'secp256k1',
  pubKey: new Uint8Array(33).fill(background.account),
  address: new Uint8Array(20),
  bech32Address: `${chain.split('hub')[0]!.split('-')[0]}1account${background.account}`,
  isNanoLedger: false,
});
const bitcoin = {
  async getAccounts() {
    calls.push(['bitcoin.getAccounts']);
    if (!background.bitcoin)
      throw new Error('Please connect Bitcoin app on Ledger by selecting the chain in the extension');
    return background.isGranted ? background.bitcoin : [];
  },
  async requestAccounts() {
    calls.push(['bitcoin.requestAccounts']);
    if (background.says == 'no') throw new Error('Request rejected');
    background.isGranted = true;
    return background.bitcoin;
  },
  getChain: async () => ({ enum: 'BITCOIN_MAINNET', name: 'Bitcoin Mainnet', network: 'livenet' }),
  getPublicKey: async () => `02${'11'.repeat(32)}`,
  disconnect: async () => void (background.isGranted = false),
  signMessage: async (...args: unknown[]) => (
    calls.push(['bitcoin.signMessage', ...args]),
    btoa('s'.repeat(66))
  ),
};
const ethereum = {
  async request({ method, params }: { method: string; params?: { chainId: string }[] }) {
    calls.push([method, params]);
    switch (method) {
      case 'keplr_initProviderState':
        return { currentEvmChainId: 1, currentChainId: 'eip155:1', selectedAddress: '' };
      case 'eth_requestAccounts':
        if (background.says == 'no') throw new Error('Request rejected');
        return [ME];
      case 'eth_chainId':
        return '0x1';
      case 'wallet_switchEthereumChain':
        throw Object.assign(new Error(`Unrecognized chain ID ${params![0]!.chainId}`), { code: 4902 });
    }
    return null;
  },
};
const keplr = {
  ethereum,
  bitcoin,
  // a part that no test here calls
  starknet: { request: async () => ({}) },
  getChainInfoWithoutEndpoints: async () => undefined,
  enable: async (chains: string | string[]) => access([chains].flat()),
  disable: async () => void (background.allowed = []),
  async getKey(chain: string) {
    access([chain]);
    return keyOf(chain);
  },
  async getKeysSettled(chains: string[]) {
    access(chains);
    return chains.map((chain) => ({ status: 'fulfilled', value: keyOf(chain) }));
  },
  async experimentalSuggestChain(info: { chainId: string }) {
    calls.push(['suggest', info]);
    if (background.says == 'no') throw new Error('Request rejected');
    background.knows.push(info.chainId);
  },
  async signArbitrary(...args: unknown[]) {
    calls.push(['signArbitrary', ...args]);
    if (background.says == 'no') throw new Error('Request rejected');
    return signature;
  },
  async signAmino(chain: string, signer: string, signed: unknown) {
    calls.push(['signAmino', chain, signer, signed]);
    return { signed, signature };
  },
  async signDirect(chain: string, signer: string, signed: object) {
    calls.push(['signDirect', chain, signer, signed]);
    return { signed, signature };
  },
};

const networkInfo = (chain: string, name: string) => ({
  chain,
  name,
  symbol: 'STARS',
  decimals: 6,
  rpc: 'https://rpc.example',
  cosmos: {
    bech32Prefix: 'stars',
    coinType: 118,
    rest: 'https://rest.example',
    feeCurrencies: [{ coinDenom: 'STARS', coinMinimalDenom: 'ustars', coinDecimals: 6 }],
  },
});

const controller = new AbortController();
const wallets: Record<'cosmos' | 'evm' | 'bitcoin' | 'legacy', PageWallet[]> = {
  cosmos: [],
  evm: [],
  bitcoin: [],
  legacy: [],
};
const ask = (of: 'cosmos' | 'evm' | 'bitcoin', method: string, params: object = {}) =>
  wallets[of][0]!.request(method, written(params)!);
const connect = (chains: string[], more: object = {}) =>
  ask('cosmos', 'wm_connect', { chains, silent: false, ...more });

beforeAll(async () => {
  listenForWallets();
  InjectedKeplr.startProxy(keplr as never, undefined);
  const nothing = () => undefined;
  const info = {
    uuid: crypto.randomUUID(),
    name: 'Keplr',
    rdns: 'app.keplr',
    icon: 'data:image/svg+xml,<svg/>',
  };
  const starknet = { id: 'keplr', name: 'Keplr', icon: 'data:image/png;base64,' };
  injectKeplrToWindow(
    new InjectedKeplr(
      undefined,
      '0.12.313',
      'extension',
      nothing,
      nothing,
      undefined as never,
      undefined,
      info,
      starknet,
    ),
  );
  findKeplr((wallet) => !!wallets.cosmos.push(wallet), controller.signal);
  findAnnounced((wallet) => !!wallets.evm.push(wallet), controller.signal);
  findBitcoinGlobals((wallet) => !!wallets.bitcoin.push(wallet), controller.signal, around);
  findLegacy((wallet) => !!wallets.legacy.push(wallet), controller.signal, around);
  await new Promise((resolve) => setTimeout(resolve, 400));
});
afterAll(() => controller.abort());
beforeEach(() => {
  calls.length = 0;
  Object.assign(background, {
    knows: ['cosmoshub-4', 'osmosis-1'],
    allowed: [],
    account: 1,
    says: 'yes',
    bitcoin: [PAYS[0]],
    isGranted: false,
  });
});

test('@10.58 finds the wallet once in each namespace, by its own name, without a request', () => {
  const rows = Object.entries(wallets).map(([of, list]) => [of, list.map(({ name, rdns }) => [name, rdns])]);
  expect(Object.fromEntries(rows)).toEqual({
    cosmos: [['Keplr', 'app.keplr']],
    evm: [['Keplr', 'app.keplr']],
    bitcoin: [['Keplr', 'app.keplr']],
    legacy: [],
  });
  expect(wallets.cosmos[0]!.picture).toMatch(/^data:image/);
  expect(calls).toEqual([]);
});

test('@1.12 @10.58 connects and learns an unknown network', async () => {
  const networks = [networkInfo(STARS, 'Stargaze')];
  const answer = await connect([HUB, STARS], { networks });
  expect(answer).toMatchObject({
    accounts: [
      { chain: HUB, address: 'cosmos1account1', label: 'Account 1' },
      { chain: STARS, address: 'stargaze1account1' },
    ],
  });
  expect(calls.map(([what]) => what)).toEqual(['suggest', 'window']);
  expect(calls[0]![1]).toMatchObject({
    chainId: 'stargaze-1',
    bech32Config: { bech32PrefixAccAddr: 'stars' },
    currencies: [{ coinMinimalDenom: 'ustars' }],
  });
});

test("@10.58 an unknown or refused network doesn't end the others", async () => {
  expect(await connect([HUB, STARS])).toMatchObject({ accounts: [{ chain: HUB }], unread: [STARS] });
  background.says = 'no';
  const networks = [networkInfo(STARS, 'Stargaze')];
  expect(await connect([HUB, STARS], { networks })).toMatchObject({
    accounts: [{ chain: HUB }],
    unread: [STARS],
  });
  background.allowed = [];
  await expect(connect([HUB])).rejects.toMatchObject({ code: 4001, message: 'Request rejected' });
});

test('@10.44 the wallet gets the same bytes to sign as the page sent', async () => {
  await connect([HUB]);
  const of = { signerAddress: 'cosmos1account1', chainId: 'cosmoshub-4' };
  expect(await ask('cosmos', 'cosmos_signArbitrary', { ...of, data: 'Hello' })).toEqual(signature);
  expect(calls.at(-1)).toEqual(['signArbitrary', 'cosmoshub-4', 'cosmos1account1', 'Hello']);
  const signDoc = { chain_id: 'cosmoshub-4', msgs: [{ type: 'x', value: { list: [1, ['a']] } }], memo: '' };
  expect(await ask('cosmos', 'cosmos_signAmino', { ...of, signDoc })).toEqual({ signed: signDoc, signature });
  expect(calls.at(-1)).toMatchObject(['signAmino', 'cosmoshub-4', 'cosmos1account1', signDoc]);
  const direct = { bodyBytes: 'AQI=', authInfoBytes: 'Aw==', chainId: 'cosmoshub-4', accountNumber: '7' };
  expect(await ask('cosmos', 'cosmos_signDirect', { ...of, signDoc: direct })).toEqual({
    signed: direct,
    signature,
  });
  background.says = 'no';
  await expect(ask('cosmos', 'cosmos_signArbitrary', { ...of, data: 'x' })).rejects.toMatchObject({
    code: 4001,
  });
});

test('@10.58 follows another account through its event, without a window', async () => {
  await connect([HUB, OSMOSIS]);
  const events: unknown[] = [];
  const leave = wallets.cosmos[0]!.on('accounts', (list) => events.push(list));
  calls.length = 0;
  background.account = 2;
  dispatchEvent(new Event('keplr_keystorechange'));
  await vi.waitFor(() => expect(events).toHaveLength(1));
  expect(events[0]).toMatchObject([{ address: 'cosmos1account2' }, { address: 'osmosis1account2' }]);
  expect(calls.filter(([what]) => what == 'window')).toEqual([]);
  leave();
});

test('@10.57 on Ethereum, a decline and an unknown network keep their codes', async () => {
  const chains = ['eip155:1'];
  expect(await ask('evm', 'wm_connect', { chains, silent: false })).toMatchObject({
    accounts: [{ chain: 'eip155:1', address: ME }],
  });
  await expect(ask('evm', 'wm_switchChain', { chain: 'eip155:10' })).rejects.toMatchObject({ code: 4902 });
  background.says = 'no';
  await expect(ask('evm', 'wm_connect', { chains, silent: false })).rejects.toMatchObject({ code: 4001 });
});

test('@10.58 on Bitcoin the wallet connects and signs; a silent connect only requests accounts', async () => {
  const chains = [mainnet, testnet];
  expect(await ask('bitcoin', 'wm_connect', { chains, silent: true })).toMatchObject({ accounts: [] });
  expect(calls).toEqual([['bitcoin.getAccounts']]);
  expect(await ask('bitcoin', 'wm_connect', { chains, silent: false })).toMatchObject({
    accounts: [{ chain: mainnet, address: PAYS[0] }],
  });
  const account = PAYS[0];
  await ask('bitcoin', 'signMessage', { chain: mainnet, account, message: 'Hi', protocol: 'bip322' });
  expect(calls.at(-1)).toEqual(['bitcoin.signMessage', 'Hi', 'bip322-simple']);
  background.says = 'no';
  await expect(ask('bitcoin', 'wm_connect', { chains, silent: false })).rejects.toMatchObject({ code: 4001 });
});

test("@10.58 on Bitcoin, an account without a Bitcoin address doesn't show the previous one", async () => {
  const events: unknown[] = [];
  await ask('bitcoin', 'wm_connect', { chains: [mainnet], silent: false });
  const leave = wallets.bitcoin[0]!.on('accounts', (list) => events.push(list));
  background.bitcoin = [PAYS[1]!];
  dispatchEvent(new Event('keplr_keystorechange'));
  await vi.waitFor(() => expect(events.at(-1)).toMatchObject([{ address: PAYS[1] }]));
  // it then emits a list with an empty address (src/inject.ts, `_handleAccountsChanged`)
  background.bitcoin = null;
  dispatchEvent(new Event('keplr_keystorechange'));
  await vi.waitFor(() => expect(events.at(-1)).toEqual([]));
  background.bitcoin = [PAYS[0]!];
  dispatchEvent(new Event('keplr_keystorechange'));
  await vi.waitFor(() => expect(events.at(-1)).toMatchObject([{ address: PAYS[0] }]));
  await ask('bitcoin', 'wm_disconnect');
  background.isGranted = true;
  dispatchEvent(new Event('keplr_keystorechange'));
  await vi.waitFor(() => expect(calls.at(-1)).toEqual(['bitcoin.getAccounts']));
  expect(events).toHaveLength(3);
  leave();
});
