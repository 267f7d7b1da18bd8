// @vitest-environment jsdom
// The network on the button before there is an engine. That the engine says the same: e2e/networks/first.e2e.ts.
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createWalletModal, type WalletModalHandle } from '../index';
import { FakeEngine, freshPage } from '../testing/engine';
import { badge } from '../testing/snapshots';
import { firstNetwork } from './network';

vi.mock('virtual:engine', () => import('../testing/engine'));
vi.mock('virtual:engine-glue', async () => (await import('../testing/engine')).loadGlue());

const coin = { name: 'Ether', symbol: 'ETH', decimals: 18 };
const net = (id: number | string, name = `Chain ${id}`, more: object = {}) => ({
  id,
  name,
  nativeCurrency: coin,
  ...more,
});
const solana = net('5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', 'Solana', {
  caipNetworkId: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
  chainNamespace: 'solana',
});
const networks = [net(1), net(10), solana];

describe('first network', () => {
  test.each<[string, unknown, unknown, string]>([
    ['the first', undefined, undefined, 'eip155:1'],
    ['the default by its id', 'eip155:10', undefined, 'eip155:10'],
    ['the default by what it is', solana, undefined, 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'],
    ['the default as a chain of viem', net(10), undefined, 'eip155:10'],
    ['the last one', 'eip155:10', 'eip155:1', 'eip155:1'],
    ['the last one, that is none any more', 'eip155:10', 'eip155:5', 'eip155:10'],
    ['a default that is none of them', 'eip155:5', undefined, 'eip155:1'],
    ['a default that is no network', { id: 10 }, undefined, 'eip155:1'],
    ['a record of something else', null, 7, 'eip155:1'],
  ])('%s', (_, defaultNetwork, stored, id) => {
    expect(firstNetwork({ networks, defaultNetwork }, stored)?.id).toBe(id);
  });

  test("doesn't show a read-only network @10.58", () => {
    const read = net(5, 'Five', { readOnly: true });
    for (const defaultNetwork of [undefined, 'eip155:5', read])
      expect(firstNetwork({ networks: [read, net(1)], defaultNetwork: defaultNetwork }, 'eip155:5')?.id).toBe(
        'eip155:1',
      );
    expect(firstNetwork({ networks: [net(5, 'Fünf', { readOnly: true }), net(1)] })?.id).toBe('eip155:1');
    expect(firstNetwork({ networks: [read] })).toBeNull();
  });

  test('leaves it to the engine if one network isn’t plain', () => {
    for (const odd of [
      null,
      7,
      net(0),
      net(1.5),
      net(-1),
      net('x y'),
      net(5, ' Five'),
      net(5, 'Fünf'),
      net(5, ''),
      net(5, 'F'.repeat(65)),
      net(5, 'Five', { nativeCurrency: undefined }),
      net(5, 'Five', { nativeCurrency: { ...coin, decimals: 37 } }),
      net(5, 'Five', { nativeCurrency: { ...coin, symbol: 'FIVEFIVEFIVEF' } }),
      net(5, 'Five', { caipNetworkId: 'eip155:6' }),
      net(5, 'Five', { caipNetworkId: 'eip155:5', chainNamespace: 'solana' }),
      net(5, 'Five', { caipNetworkId: 'five' }),
      net(5, 'Five', { chainNamespace: 'tron' }),
    ])
      expect(firstNetwork({ networks: [net(1), odd] }), JSON.stringify(odd)).toBeNull();
    for (const none of [
      undefined,
      null,
      [],
      {},
      'eip155:1',
      Array.from({ length: 1025 }, (_, i) => net(i + 1)),
    ])
      expect(firstNetwork({ networks: none })).toBeNull();
  });
});

describe('network button', () => {
  const record = 'wallet-modal:active_caip_network_id';
  let handle: WalletModalHandle | undefined;
  const make = (more: object = {}) =>
    (handle = createWalletModal({ projectId: 'p', networks, ...more } as never));
  const put = (tag = 'wallet-network-button') => {
    const element = document.createElement(tag);
    document.body.append(element);
    return element;
  };
  const button = (host: HTMLElement) => host.shadowRoot!.querySelector('button')!;
  const words = (host: HTMLElement) =>
    button(host).querySelector('.account')?.textContent ??
    button(host).querySelector('slot:not([name])')!.textContent;
  const store = (value: unknown, v = 1) => (localStorage[record] = JSON.stringify({ v, seq: 1, value }));

  beforeEach(() => {
    freshPage();
    localStorage.clear();
  });
  afterEach(() => {
    handle?.destroy();
    document.body.replaceChildren();
  });

  test('shows the network’s name and icon, as the engine would draw them', async () => {
    make({ defaultNetwork: 'eip155:10' });
    const host = put();
    await vi.waitFor(() => expect(words(host)).toBe('Chain 10'));
    const face = button(host).querySelector('.account')!;
    expect(face.querySelector<HTMLElement>('.avatar')!.style.background).toContain('gradient');
    expect(button(host).textContent).toBe('Chain 10');
    await handle!.ready();
    FakeEngine.last.set('router', {
      network: { ...badge, caipNetworkId: 'eip155:10', name: 'Chain 10', supported: true, icon: null },
    });
    expect(words(host)).toBe('Chain 10');
  });

  test('shows them whichever of button and modal comes first', async () => {
    const module = await import('../register');
    module.define();
    const host = put();
    expect(words(host)).toBe('Choose network');
    make();
    await vi.waitFor(() => expect(words(host)).toBe('Chain 1'));
  });

  test('follows other options, and shows its label if nothing is known', async () => {
    make();
    const host = put();
    await vi.waitFor(() => expect(words(host)).toBe('Chain 1'));
    handle!.updateOptions({ networks: [net(8453, 'Base')] } as never);
    await vi.waitFor(() => expect(words(host)).toBe('Base'));
    handle!.updateOptions({ networks: [net(8453, 'Bäse')] } as never);
    await vi.waitFor(() => expect(words(host)).toBe('Choose network'));
  });

  test.each<[string, object, () => void, string]>([
    ['the last one', {}, () => store('eip155:10'), 'Chain 10'],
    ['of another version', {}, () => store('eip155:10', 2), 'Chain 1'],
    ['nothing that can be read', {}, () => (localStorage[record] = '{'), 'Chain 1'],
    ['nothing is kept', { storage: 'memory' }, () => store('eip155:10'), 'Chain 1'],
  ])('stored: %s', async (_, options, stored, name) => {
    stored();
    make(options);
    const host = put();
    await vi.waitFor(() => expect(words(host)).toBe(name));
  });

  test('leaves it to the engine if the page has its own storage', async () => {
    make({ storage: { get: () => null, set: () => {}, remove: () => {} } });
    const host = put();
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(words(host)).toBe('Choose network');
  });

  test('asks for it on no other button', async () => {
    make();
    const host = put('wallet-button');
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(words(host)).toBe('Connect wallet');
  });
});
