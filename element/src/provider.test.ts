// @vitest-environment node
import { beforeEach, describe, expect, test } from 'vitest';
import { Eip1193Provider } from './provider';

// The provider's events for the public events, in the engine's order.
const caipAddress = 'eip155:1337:0xA';
let events: EventTarget;
let told: unknown[];

const emit = (name: string, detail: object = {}) =>
  events.dispatchEvent(new CustomEvent(name, { detail: { namespace: 'eip155', ...detail } }));
const status = (status: string) => emit('wallet-status', { status });
const account = (isConnected: boolean) =>
  emit('wallet-account-change', { isConnected, address: '0xA', caipAddress });
const connect = () => emit('wallet-connect', { address: '0xA', caipAddress, connectorId: 'fox' });
const network = (caipNetworkId: string) => emit('wallet-network-change', { caipNetworkId });

beforeEach(() => {
  events = new EventTarget();
  told = [];
  const provider = new Eip1193Provider(events, (ask) => ask());
  for (const name of ['connect', 'accountsChanged', 'chainChanged'] as const)
    provider.on(name, (value) => told.push([name, value]));
  provider.on('disconnect', (error) => told.push((error as { code: number }).code));
});

describe('the provider', () => {
  test('emits connect, then the account once each, and the chain only on change', () => {
    emit('wallet-ready');
    status('connecting');
    status('connected');
    account(true);
    network('eip155:1337');
    connect();
    network('eip155:1338');
    expect(told).toEqual([
      ['connect', { chainId: '0x539' }],
      ['accountsChanged', ['0xa']],
      ['chainChanged', '0x53a'],
    ]);
  });

  test('reports a chain that comes with the connection as part of connect', () => {
    emit('wallet-ready');
    status('reconnecting');
    status('connected');
    network('eip155:1337');
    connect();
    expect(told).toEqual([
      ['connect', { chainId: '0x539' }],
      ['accountsChanged', ['0xa']],
    ]);
  });

  test('@10.57 adds, removes and counts listeners as an EventEmitter does', () => {
    const provider = new Eip1193Provider(events, (ask) => ask());
    const heard: string[] = [];
    const twice = () => heard.push('twice');
    const first = () => heard.push('once');
    provider.on('chainChanged', twice).addListener('chainChanged', twice).once('chainChanged', first);
    provider.once('chainChanged', () => {
      heard.push('adds');
      provider.on('chainChanged', () => heard.push('added'));
    });
    emit('wallet-ready');
    network('eip155:1');
    expect(heard).toEqual(['twice', 'twice', 'once', 'adds']);
    heard.length = 0;
    network('eip155:2');
    expect(heard).toEqual(['twice', 'twice', 'added']);
    heard.length = 0;
    provider.off('chainChanged', twice).removeListener('chainChanged', () => {});
    provider.once('chainChanged', first).off('chainChanged', first);
    network('eip155:3');
    expect(heard).toEqual(['twice', 'added']);
    heard.length = 0;
    provider.on('accountsChanged', () => heard.push('accounts')).removeAllListeners('chainChanged');
    network('eip155:4');
    status('connected');
    account(true);
    expect(heard).toEqual(['accounts']);
    provider.removeAllListeners();
    status('disconnected');
    expect(heard).toEqual(['accounts']);
    // a listener removed during the calls is still called, as with an EventTarget
    const removes = () => provider.off('chainChanged', twice);
    provider.on('chainChanged', removes).on('chainChanged', twice);
    heard.length = 0;
    network('eip155:5');
    network('eip155:6');
    expect(heard).toEqual(['twice']);
  });

  test('passes wallet messages of its namespace only while connected', () => {
    const heard: unknown[] = [];
    const provider = new Eip1193Provider(events, (ask) => ask());
    provider.on('message', (value) => heard.push(value));
    const says = (data: unknown, namespace = 'eip155') =>
      emit('message', { namespace, type: 'eth_subscription', data });
    says(1);
    connect();
    says(2);
    says(3, 'solana');
    status('disconnected');
    emit('wallet-disconnect', { reason: 'user' });
    says(4);
    expect(heard).toEqual([{ type: 'eth_subscription', data: 2 }]);
  });

  test('emits nothing for an unproven account', () => {
    status('connecting');
    network('eip155:5');
    account(false);
    emit('wallet-ready');
    status('reconnecting');
    account(false);
    status('disconnected');
    emit('wallet-disconnect', { reason: 'wallet' });
    expect(told).toEqual([]);
  });

  test('takes accounts back on disconnected status, and emits them on reconnect', () => {
    connect();
    told = [];
    status('disconnected');
    expect(told).toEqual([['accountsChanged', []]]);
    connect();
    expect(told.slice(1)).toEqual([
      ['connect', { chainId: '0x539' }],
      ['accountsChanged', ['0xa']],
    ]);
  });

  test('takes the account back once, then emits disconnect', () => {
    connect();
    told = [];
    status('disconnected');
    emit('wallet-disconnect', { namespace: 'all', reason: 'user' });
    expect(told).toEqual([['accountsChanged', []], 4900]);
  });

  test('emits chainChanged for a host’s switch without an account', () => {
    emit('wallet-ready');
    network('eip155:1338');
    network('eip155:1338');
    expect(told).toEqual([['chainChanged', '0x53a']]);
  });

  test('has its own events, CAIP-2 chains and addresses in other namespaces', () => {
    const provider = new Eip1193Provider(events, (ask) => ask(), 'solana');
    const heard: unknown[] = [];
    for (const name of ['connect', 'accountsChanged', 'chainChanged'] as const)
      provider.on(name, (value) => heard.push([name, value]));
    provider.on('disconnect', () => heard.push('disconnect'));
    connect();
    expect(heard).toEqual([]);
    const sun = { namespace: 'solana', address: 'SuN', caipAddress: 'solana:localnet:SuN' };
    emit('wallet-connect', sun);
    emit('wallet-network-change', { namespace: 'solana', caipNetworkId: 'solana:devnet' });
    emit('wallet-disconnect', { namespace: 'eip155' });
    emit('wallet-disconnect', { namespace: 'solana' });
    expect(heard).toEqual([
      ['connect', { chainId: 'solana:localnet' }],
      ['accountsChanged', ['SuN']],
      ['chainChanged', 'solana:devnet'],
      ['accountsChanged', []],
      'disconnect',
    ]);
  });
});
