// The adapters: wagmi's config with our connector, and the Solana and Bitcoin providers in their libraries' shapes.
// @vitest-environment jsdom
import * as wagmi from '@wagmi/core';
import { mainnet, optimism } from 'viem/chains';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { FakeEngine, freshPage } from '../../element/src/testing/engine';
import { BitcoinAdapter, AddressPurpose } from './bitcoin';
import { AppKit, createAppKit } from './index';
import { bitcoin, solana } from './networks';
import { solanaProvider, type AnyTransaction } from './solana-provider';
import { A, connected, running, say } from './testing';
import { WagmiAdapter } from './wagmi';

vi.mock('virtual:engine', () => import('../../element/src/testing/engine'));
vi.mock('virtual:engine-glue', async () => (await import('../../element/src/testing/engine')).loadGlue());

let modal: AppKit;
beforeEach(freshPage);
afterEach(() => {
  modal?.handle?.destroy();
  delete AppKit.instance;
  document.body.replaceChildren();
  localStorage.clear();
});

describe('wagmi', () => {
  const networks = [mainnet, optimism] as const;
  const adapterOf = (more: object = {}) => new WagmiAdapter({ networks, projectId: 'p', ...more });
  const kit = (adapter: WagmiAdapter, more: object = {}) =>
    (modal = createAppKit({ adapters: [adapter], projectId: 'p', networks, ...more }));

  test('@10.41 reconnects an early config once the modal is made, and agrees with it', async () => {
    const adapter = adapterOf();
    const { wagmiConfig: config } = adapter;
    const reconnecting = wagmi.reconnect(config);
    const early = config.connectors[0]!.getAccounts();
    expect(document.querySelector('wallet-modal')).toBeNull();
    kit(adapter);
    expect(document.querySelectorAll('wallet-modal')).toHaveLength(1);
    expect([await reconnecting, await early]).toEqual([[], []]);
    expect(config.state.status).toBe('disconnected');
    const engine = await running(modal, ({ type }) => {
      if (type == 'accounts.disconnect') say({ status: 'disconnected' });
    });
    connected();
    await vi.waitFor(() =>
      expect(wagmi.getConnection(config)).toMatchObject({ status: 'connected', address: A }),
    );
    expect(modal.getAccount()).toMatchObject({ isConnected: true, address: A });
    await wagmi.disconnect(config);
    expect(engine.commands).toContainEqual({ type: 'accounts.disconnect', namespace: 'eip155' });
    await vi.waitFor(() => expect(modal.getAccount().isConnected).toBe(false));
  });

  test('@10.41 passes nodes and pending transactions on, and other namespaces only to the modal', () => {
    const adapter = adapterOf({
      networks: [mainnet, optimism, solana],
      customRpcUrls: { 'eip155:1': [{ url: 'https://a.example' }] },
      transports: { [optimism.id]: wagmi.http('https://b.example') },
      pendingTransactionsFilter: { enable: true, pollingInterval: 5_000 },
    });
    expect(adapter.wagmiChains.map(({ id }) => id)).toEqual([1, 10]);
    expect(adapter.wagmiConfig.chains.map(({ id }) => id)).toEqual([1, 10]);
    kit(adapter, {
      networks: [mainnet, optimism, solana],
      customRpcUrls: { 'eip155:10': [{ url: 'https://c.example' }] },
    });
    expect(modal.handle!.getOptions()).toMatchObject({
      enableCoinbase: true,
      customRpcUrls: {
        'eip155:1': [{ url: 'https://a.example' }],
        'eip155:10': [{ url: 'https://c.example' }],
      },
      pendingTransactions: { enable: true, pollingInterval: 5_000 },
    });
    expect(modal.chainNamespaces).toEqual(['eip155', 'solana']);
  });

  test('@10.41 keeps the page’s own connectors', () => {
    const mine = wagmi.createConnector(() => ({ id: 'mine', name: 'Mine', type: 'mine' }) as never);
    expect(adapterOf({ connectors: [mine] }).wagmiConfig.connectors.map(({ id }) => id)).toEqual([
      'walletModal',
      'mine',
    ]);
  });
});

test('@10.41 signs bitcoin with text where the modal has bytes', async () => {
  modal = createAppKit({ projectId: 'p', networks: [bitcoin], adapters: [new BitcoinAdapter()] });
  const calls: unknown[] = [];
  await running(modal, ({ method, params }) => {
    calls.push([method, params]);
    if (method == 'getAccountAddresses')
      return [{ address: 'bc1q', publicKey: '02ff', intention: 'payment' }];
    if (method == 'signMessage') return { signature: 'ff00' };
    if (method == 'sendTransfer') return { txid: 'ab'.repeat(32) };
    if (method == 'signPsbt') return { psbt: 'cHNidP9i', txid: 'cd'.repeat(32) };
  });
  expect(modal.getProvider('bip122')).toBeUndefined();
  say({ status: 'connected', address: 'bc1q' }, 'bip122', 'x');
  type Bitcoin = import('./bitcoin').BitcoinConnector;
  const provider = modal.getProvider<Bitcoin>('bip122')!;
  expect(modal.getProvider('bip122')).toBe(provider);
  expect(await provider.getAccountAddresses()).toEqual([
    { address: 'bc1q', publicKey: '02ff', purpose: AddressPurpose.Payment },
  ]);
  expect(await provider.signMessage({ message: 'hi', address: 'bc1q', protocol: 'bip322' })).toBe('/wA=');
  expect(await provider.sendTransfer({ amount: '1000', recipient: 'bc1p' })).toBe('ab'.repeat(32));
  const signInputs = [{ address: 'bc1q', index: 0, sighashTypes: [1] }];
  expect(await provider.signPSBT({ psbt: 'cHNidP8=', signInputs, broadcast: true })).toEqual({
    psbt: 'cHNidP9i',
    txid: 'cd'.repeat(32),
  });
  expect(calls.filter((one) => (one as string[])[0] != 'eth_accounts')).toEqual([
    ['getAccountAddresses', { account: 'bc1q' }],
    ['signMessage', { account: 'bc1q', message: 'hi', address: 'bc1q', protocol: 'bip322' }],
    ['sendTransfer', { account: 'bc1q', recipientAddress: 'bc1p', amount: '1000' }],
    ['signPsbt', { account: 'bc1q', psbt: 'cHNidP8=', signInputs, broadcast: true }],
  ]);
});

test('@10.41 signs solana with the page’s transaction and key classes', async () => {
  class Key {
    constructor(readonly address: string) {}
  }
  /** in the formats of both transaction types */
  class Legacy implements AnyTransaction {
    static from = (bytes: Uint8Array) => new Legacy(bytes);
    constructor(readonly bytes: Uint8Array) {}
    serialize = () => this.bytes;
  }
  class Versioned extends Legacy {
    static deserialize = (bytes: Uint8Array) => new Versioned(bytes);
  }
  modal = createAppKit({ projectId: 'p', networks: [solana] });
  const provider = solanaProvider(modal.handle!, Key);
  const account = '11111111111111111111111111111112';
  const signed = btoa('\x09\x09');
  await running(modal, ({ method }) => {
    if (method == 'solana_signTransaction') return { transaction: signed };
    if (method == 'solana_signAllTransactions') return { transactions: [signed, signed] };
    if (method == 'solana_signAndSendTransaction') return { signature: '1'.repeat(64) };
  });
  expect(provider.publicKey).toBeUndefined();
  const listener = vi.fn();
  provider.on('accountsChanged', listener);
  say({ status: 'connected', address: account }, 'solana', 'x');
  const key = provider.publicKey!;
  expect([key.address, provider.publicKey === key]).toEqual([account, true]);
  expect(listener.mock.calls).toEqual([[key]]);
  provider.removeListener('accountsChanged', listener);
  const given = new Uint8Array([1, 2]);
  const one = await provider.signTransaction(new Versioned(given));
  expect([one instanceof Versioned, [...one.bytes]]).toEqual([true, [9, 9]]);
  const all = await provider.signAllTransactions([new Legacy(given), new Versioned(given)]);
  expect(all.map((each) => each.constructor)).toEqual([Legacy, Versioned]);
  expect(await provider.signAndSendTransaction(new Legacy(given))).toBe('1'.repeat(64));
  const sendRawTransaction = vi.fn(async () => 'id');
  expect(
    await provider.sendTransaction(new Legacy(given), { sendRawTransaction }, { skipPreflight: true }),
  ).toBe('id');
  expect(sendRawTransaction).toHaveBeenCalledWith(new Uint8Array([9, 9]), { skipPreflight: true });
  expect(FakeEngine.last.requests.at(-1)).toMatchObject({
    method: 'solana_signTransaction',
    params: { transaction: btoa('\x01\x02') },
  });
  say({ status: 'disconnected' }, 'solana', 'x');
  expect(listener).toHaveBeenCalledOnce();
});
