// @vitest-environment jsdom
// Habits of scripted wallets, with their half in this page: jsdom in the place of Playwright's page, as on the demo's page "Strange wallets".
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { BITCOIN_HABITS, COSMOS_HABITS, ETHEREUM_HABITS, POLKADOT_HABITS, SOLANA_HABITS } from './habits';
import type { ScriptedPage } from './page';
import { BitcoinWallet } from './wallets/bitcoin';
import { CosmosWallet } from './wallets/cosmos';
import { EthereumWallet, type EthereumScript } from './wallets/ethereum';
import { PolkadotWallet } from './wallets/polkadot';
import { SolanaWallet } from './wallets/solana';

type Rpc = { method: string; params?: unknown };
type Provider = {
  request(asked: Rpc): Promise<unknown>;
  on(event: string, fn: (value: unknown) => void): void;
};
type Announced = { info: { uuid: string; name: string; icon: string }; provider: Provider };

const page: ScriptedPage = {
  addInitScript: async (run, given) => run(given),
  exposeFunction: async (name, made) => {
    (window as unknown as Record<string, unknown>)[name] = async (...given: unknown[]) => made(...given);
  },
  evaluate: async (run, given) => run(given) as unknown,
};

let announced: Announced[] = [];
const hear = (event: Event) => announced.push((event as CustomEvent<Announced>).detail);
const ask = (method: string, params?: unknown) => announced.at(-1)!.provider.request({ method, params });
/** Like a reloaded page: a new in-page part of the wallet, with the same storage. */
const loaded = (script: EthereumScript) => EthereumWallet.install(page, script);

beforeEach(() => {
  announced = [];
  localStorage.clear();
  addEventListener('eip6963:announceProvider', hear);
});
afterEach(() => {
  vi.useRealTimers();
  removeEventListener('eip6963:announceProvider', hear);
  for (const name of ['injectedWeb3', 'ethereum', 'unisat', 'keplr', 'LeatherProvider'])
    delete (window as never)[name];
});

test('each habit names its source or says that it is a guess @10.58', () => {
  for (const table of [ETHEREUM_HABITS, SOLANA_HABITS, POLKADOT_HABITS, COSMOS_HABITS, BITCOIN_HABITS])
    for (const [name, { from }] of Object.entries(table))
      expect(from, name).toMatch(/^a guess|^\S.* (\d+(\.\d+)*|at [0-9a-f]{7}): .*\/\S/);
});

describe('how the wallet announces itself @10.58', () => {
  test('is a new Proxy each time with one request function', async () => {
    await EthereumWallet.install(page, { habits: ['new-proxy'] });
    dispatchEvent(new Event('eip6963:requestProvider'));
    const [one, other] = announced;
    expect(one!.provider).not.toBe(other!.provider);
    expect(one!.provider.request).toBe(other!.provider.request);
  });

  test('puts another object with its flag at window.ethereum', async () => {
    await EthereumWallet.install(page, { habits: ['other-global'] });
    const { ethereum } = window as unknown as { ethereum: Provider & { isSubWallet: boolean } };
    expect(ethereum).not.toBe(announced[0]!.provider);
    expect(ethereum.isSubWallet).toBe(true);
    expect(await announced[0]!.provider.request({ method: 'eth_chainId' })).toBe('0x1');
  });

  test('has an odd uuid, a raw icon or no icon', async () => {
    await EthereumWallet.install(page, { habits: ['odd-uuid', 'raw-icon'] });
    expect(announced[0]!.info.uuid).toMatch(/^[0-9a-f-]{14}1/);
    expect(announced[0]!.info.icon).toContain('utf8,<svg');
    expect(announced[0]!.info.icon).toContain('width="100%"');
    await EthereumWallet.install(page, { habits: ['no-icon'] });
    expect(announced.at(-1)!.info.icon).toBe('');
  });

  test('detects a wrapper of another script', async () => {
    const wallet = await EthereumWallet.install(page, { habits: ['wrapped-late'] });
    const { request } = announced[0]!.provider;
    await request({ method: 'eth_chainId' });
    expect(wallet.last('eth_chainId')?.wrapped).toBeUndefined();
    await vi.waitFor(() => expect(announced[0]!.provider.request).not.toBe(request));
    await ask('eth_chainId');
    expect(wallet.last('eth_chainId')?.wrapped).toBe(true);
  });
});

describe('how the wallet responds after a page load @10.58', () => {
  test('is locked with a listed permission, and returns accounts by event', async () => {
    await loaded({ habits: ['locked-at-load'] });
    expect(await ask('eth_requestAccounts')).toHaveLength(2);
    const wallet = await loaded({ habits: ['locked-at-load'] });
    const events: unknown[] = [];
    announced.at(-1)!.provider.on('accountsChanged', (list) => events.push(list));
    expect(await ask('eth_accounts')).toEqual([]);
    expect(await ask('wallet_getPermissions')).toMatchObject([{ parentCapability: 'eth_accounts' }]);
    await wallet.unlock();
    expect(events.at(-1)).toHaveLength(2);
    expect(await ask('eth_accounts')).toHaveLength(2);
  });

  test('is silent until it is unlocked', async () => {
    await loaded({ habits: ['mute-at-load'] });
    await ask('eth_requestAccounts');
    const wallet = await loaded({ habits: ['mute-at-load'] });
    const onSettled = vi.fn();
    const pending = ask('eth_accounts').then((list) => (onSettled(), list));
    await vi.waitFor(() => expect(wallet.count('eth_accounts')).toBe(1));
    expect(onSettled).not.toHaveBeenCalled();
    await wallet.unlock();
    expect(await pending).toHaveLength(2);
  });

  test('answers first after 10 s if connected', async () => {
    await loaded({ habits: ['slow-at-load'] });
    await ask('eth_requestAccounts');
    vi.useFakeTimers();
    const wallet = await loaded({ habits: ['slow-at-load'] });
    const pending = ask('eth_accounts');
    await vi.advanceTimersByTimeAsync(9_900);
    expect(wallet.count('eth_accounts')).toBe(0);
    await vi.advanceTimersByTimeAsync(100);
    expect(await pending).toHaveLength(2);
  });

  test('has another account after the next load', async () => {
    await loaded({ habits: ['switched-while-closed'] });
    const before = await ask('eth_requestAccounts');
    await loaded({ habits: ['switched-while-closed'] });
    const after = await ask('eth_accounts');
    expect([before, after]).toEqual([[expect.any(String)], [expect.any(String)]]);
    expect(after).not.toEqual(before);
  });

  test('on Solana the wallet is locked, and its accounts return after an unlock', async () => {
    type Wallet = {
      accounts: unknown[];
      features: { 'standard:connect': { connect(input?: object): Promise<unknown> } };
    };
    const wallets: Wallet[] = [];
    const register = (event: Event) =>
      (event as CustomEvent<(api: object) => void>).detail({ register: (one: Wallet) => wallets.push(one) });
    addEventListener('wallet-standard:register-wallet', register);
    await SolanaWallet.install(page, { habits: ['locked-at-load'] });
    await vi.waitFor(() => expect(wallets).toHaveLength(1));
    await wallets[0]!.features['standard:connect'].connect();
    const wallet = await SolanaWallet.install(page, { habits: ['locked-at-load'] });
    await vi.waitFor(() => expect(wallets).toHaveLength(2));
    expect(wallets[1]!.accounts).toEqual([]);
    await wallet.unlock();
    expect(wallets[1]!.accounts).toHaveLength(2);
    removeEventListener('wallet-standard:register-wallet', register);
  });
});

describe('how the wallet handles requests @10.58', () => {
  test('rejects with 4001 for every error once connected', async () => {
    const wallet = await EthereumWallet.install(page, { habits: ['errors-as-refusals'] });
    wallet.refuse('eth_requestAccounts', { code: -32603, message: 'Not now' });
    await expect(ask('eth_requestAccounts')).rejects.toMatchObject({ code: -32603 });
    wallet.approve();
    await ask('eth_requestAccounts');
    await expect(ask('wallet_switchEthereumChain', [{ chainId: '0x5' }])).rejects.toMatchObject({
      code: 4001,
      message: 'wallet_switchEthereumChain: provided network 0x5 not supported',
    });
    wallet.refuse('personal_sign', { code: -32000, message: 'Out of order' });
    await expect(ask('personal_sign', ['0x', ''])).rejects.toMatchObject({
      code: 4001,
      message: 'Out of order',
    });
  });

  test('emits one disconnect, then no responses', async () => {
    await EthereumWallet.install(page, { habits: ['dead-stream'] });
    const events: unknown[] = [];
    announced[0]!.provider.on('disconnect', (error) => events.push(error));
    await ask('eth_requestAccounts');
    const onSettled = vi.fn();
    void ask('personal_sign', ['0x', '']).then(onSettled, onSettled);
    await vi.waitFor(() => expect(events).toMatchObject([{ code: 1011 }]));
    void ask('eth_chainId').then(onSettled, onSettled);
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(onSettled).not.toHaveBeenCalled();
  });

  test.each(['approve', 'reject'])('asks in an overlay of the page: %s', async (word) => {
    await EthereumWallet.install(page, { habits: ['draws-in-page'] });
    const pending = ask('eth_requestAccounts').catch((error: unknown) => error);
    await vi.waitFor(() => document.querySelector<HTMLElement>(`[data-testid=strange-${word}]`)!.click());
    if (word == 'approve') expect(await pending).toHaveLength(2);
    else expect(await pending).toMatchObject({ code: 4001 });
    expect(document.querySelector('[data-testid=strange-overlay]')).toBeNull();
  });
});

describe('on Polkadot @10.58', () => {
  type Entry = { enable(): Promise<{ accounts: { get(): Promise<object[]> } }> };
  const enable = () =>
    (window as unknown as { injectedWeb3: Record<string, Entry> }).injectedWeb3['test-moon']!.enable();
  const shared = async () => (await (await enable()).accounts.get()).length;

  test('connects without an account', async () => {
    await PolkadotWallet.install(page, { habits: ['no-account'] });
    expect(await shared()).toBe(0);
  });

  test('keeps a closed window pending until the user opens the wallet', async () => {
    const wallet = await PolkadotWallet.install(page, { habits: ['silent-close'] });
    const first = shared();
    await vi.waitFor(() => expect(wallet.count('prompt')).toBe(1));
    await vi.waitFor(() => expect(localStorage.getItem('scripted:polkadot:test-moon:window')).toBe('open'));
    await expect(enable()).rejects.toThrow('has a pending authorization request');
    await wallet.open();
    expect(await first).toBe(3);
  });

  test('asks again after each load, and approves late', async () => {
    await PolkadotWallet.install(page, { habits: ['forgets'] });
    expect(await shared()).toBe(3);
    const wallet = await PolkadotWallet.install(page, { habits: ['forgets'] });
    expect(await shared()).toBe(3);
    expect(wallet.count('prompt')).toBe(1);
    vi.useFakeTimers();
    await PolkadotWallet.install(page, { habits: ['late-yes'] });
    const onSettled = vi.fn();
    void shared().then(onSettled);
    await vi.advanceTimersByTimeAsync(5_900);
    expect(onSettled).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(100);
    expect(onSettled).toHaveBeenCalledWith(3);
  });
});

describe('on Cosmos and Bitcoin @10.58', () => {
  test('refuses networks, and lacks a key on the first one', async () => {
    await CosmosWallet.install(page, { habits: ['refuses-networks', 'no-key'] });
    const { keplr } = window as unknown as { keplr: Record<string, (given: unknown) => Promise<unknown>> };
    await expect(keplr.experimentalSuggestChain!({ chainId: 'x-1' })).rejects.toThrow('Request rejected');
    await keplr.enable!('cosmoshub-4');
    await expect(keplr.getKey!('cosmoshub-4')).rejects.toThrow('on Ledger');
  });

  test('reports a missing account as an empty address', async () => {
    const wallet = await BitcoinWallet.install(page, { dialect: 'unisat', habits: ['empty-address'] });
    type Unisat = Record<string, (...given: unknown[]) => Promise<unknown>>;
    await vi.waitFor(() => expect((window as unknown as { unisat?: Unisat }).unisat).toBeTruthy());
    const { unisat } = window as unknown as { unisat: Unisat };
    const events: unknown[] = [];
    void unisat.on!('accountsChanged', (list: unknown) => events.push(list));
    await unisat.requestAccounts!();
    await wallet.goes({ isGranted: false });
    expect(events).toEqual([['']]);
  });

  test('broadcasts, and then responds that the result is unknown', async () => {
    const wallet = await BitcoinWallet.install(page, { dialect: 'leather', habits: ['unsure-broadcast'] });
    type Leather = { request(method: string, params: object): Promise<{ error?: { code: number } }> };
    await vi.waitFor(() =>
      expect((window as unknown as { LeatherProvider?: Leather }).LeatherProvider).toBeTruthy(),
    );
    const { LeatherProvider } = window as unknown as { LeatherProvider: Leather };
    const network = 'mainnet';
    await LeatherProvider.request('getAddresses', { network });
    const recipients = [{ address: wallet.key().address, amount: '1000' }];
    const answer = await LeatherProvider.request('sendTransfer', { network, recipients });
    expect(answer.error?.code).toBe(4002);
    expect(wallet.count('send')).toBe(1);
  });
});
