// The wallets that ship with the package, in the directory's format.
import { afterEach, describe, expect, test, vi } from 'vitest';
import { page } from '../page';
import { answer } from './ask';
import { answer as list, knownWallets } from './known';
import type { WalletListings, WalletQuery } from './types';

const question: WalletQuery = {
  page: 1,
  entries: 40,
  search: '',
  include: [],
  exclude: [],
  chains: [],
  certified: false,
};
const names = (more: Partial<WalletQuery>) => list({ ...question, ...more }).data.map(({ name }) => name);

afterEach(() => void vi.restoreAllMocks());

describe('wallets of the package @10.32', () => {
  test('has 40 wallets, each with a name, networks and valid web or app links', () => {
    expect(knownWallets).toHaveLength(40);
    for (const field of ['id', 'name', 'rdns'] as const) {
      const all = knownWallets.map((one) => one[field]).filter(Boolean);
      expect(new Set(all).size, field).toBe(all.length);
    }
    for (const wallet of knownWallets) {
      expect(wallet.id).toMatch(/^([\da-f]{64}|unisat|polkadot-js)$/);
      expect(wallet.chains!.length, wallet.name).toBeGreaterThan(0);
      for (const field of ['homepage', 'app_store', 'play_store', 'chrome_store', 'link_mode'])
        if (wallet[field]) expect(new URL(wallet[field] as string).protocol, wallet.name).toBe('https:');
      expect(wallet.homepage, wallet.name).toBeTruthy();
      expect(wallet.app_store ?? '', wallet.name).toMatch(/^(https:\/\/apps\.apple\.com\/app\/id\d{9,10})?$/);
      expect(wallet.chrome_store ?? '', wallet.name).toMatch(
        /^(https:\/\/chromewebstore\.google\.com\/detail\/[a-p]{32})?$/,
      );
      expect(wallet.mobile_link ?? '', wallet.name).toMatch(/^([a-z\d-]+:\/\/\S*)?$/);
      expect(wallet.app_store ?? wallet.play_store ?? wallet.chrome_store, wallet.name).toBeTruthy();
    }
  });

  test("covers all five namespaces, and every network of a wallet's namespaces", () => {
    for (const [chain, first] of [
      ['eip155:137', 'MetaMask'],
      ['solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1', 'MetaMask'],
      ['bip122:000000000933ea01ad0ee984209779ba', 'Phantom'],
      ['polkadot:b0a8d493285c2df73290dfb7e61f870f', 'SubWallet'],
      ['cosmos:osmosis-1', 'Keplr'],
    ] as const)
      expect(names({ chains: [chain] })[0], chain).toBe(first);
    expect(names({ chains: ['cosmos:osmosis-1'] })).toEqual(['Keplr', 'Leap Wallet', 'Cosmostation']);
    expect(names({ chains: ['hedera:mainnet'] })).toEqual([]);
  });

  test('finds, includes and excludes wallets by ID, reverse DNS name and name, in pages', () => {
    const [metamask] = knownWallets;
    expect(names({ include: [metamask!.id, 'ME.rainbow', 'nowhere'] })).toEqual(['MetaMask', 'Rainbow']);
    expect(names({ exclude: [metamask!.id, 'com.trustwallet.app'] })[0]).toBe('Coinbase Wallet');
    expect(names({ search: 'RAIN' })).toEqual(['Rainbow']);
    expect(names({ entries: 8, page: 2 })[0]).toBe(knownWallets[8]!.name);
    expect(list({ ...question, entries: 8 }).count).toBe(40);
    expect(names({ certified: true })).toEqual([]);
  });

  test('responds to the engine if the page has no own list', async () => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
    const url = 'https://wallets/getWallets?page=1&entries=2&chains=eip155%3A1';
    const response = JSON.parse((await answer(page, 'known', url))!) as WalletListings;
    expect(response.data.map(({ name }) => name)).toEqual(['MetaMask', 'Trust Wallet']);
    expect(await answer(page, 'drawing', 'eip155:1')).toMatch(/^<svg/);
    expect(await answer(page, 'drawing', 'eip155:7')).toBeNull();
    expect(logged).not.toHaveBeenCalled();
  });
});
