import { describe, expect, test } from 'vitest';
import { checkOptions } from './options';

const networks = [{ id: 1 }];

describe('checkOptions', () => {
  test('@5.2 throws the exact text for both siwx and siweConfig', () => {
    expect(() => checkOptions({ siwx: {}, siweConfig: {} as never })).toThrow(
      'Cannot set both `siweConfig` and `siwx` options',
    );
  });

  test('requires at least one network, and none twice in one namespace', () => {
    expect(() => checkOptions({ networks: [] })).toThrow(
      new TypeError('networks must list at least one network'),
    );
    expect(() => checkOptions({ networks: [{ id: 1 }, { id: 1, caipNetworkId: 'eip155:1' }] })).toThrow(
      TypeError,
    );
    expect(() => checkOptions({ networks: [{ id: 1 }, { id: 1, chainNamespace: 'cosmos' }] })).not.toThrow();
  });

  test('refuses two adapters for one namespace', () => {
    expect(() => checkOptions({ networks, adapters: ['eip155', { namespace: 'eip155' }] })).toThrow(
      TypeError,
    );
    expect(() => checkOptions({ networks, adapters: ['eip155', 'solana'] })).not.toThrow();
  });

  test.each(['https://a.b', 'http://localhost:4001', 'wss://relay.test', 'https://a.b/'])(
    'accepts %s as an origin',
    (origin) => {
      expect(() => checkOptions({ services: { wallet: origin, relay: [origin] } })).not.toThrow();
    },
  );

  test.each(['a.b', 'https://a.b/path', 'https://u:p@a.b', 'data:,x', ''])(
    'refuses %j as an origin',
    (text) => {
      expect(() => checkOptions({ services: { wallet: text } })).toThrow(TypeError);
      expect(() => checkOptions({ services: { relay: ['wss://a.b', text] } })).toThrow(TypeError);
    },
  );
});
