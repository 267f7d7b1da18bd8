// Shown = sent, on the page's side of the border (docs/spec/security.md T2): what the engine wrote reaches the function the wallet
// announced itself with, whatever the page has exchanged since; and what is not what the engine wrote reaches nobody.
// The wallets here stand for none: their answers are a guess.
// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { PageWallet } from '../engine/border';
import type { Request } from './announced';

const UUID = '9d8f1b0e-3c4d-4e5f-8a6b-7c8d9e0f1a2b';
const TEXT =
  '[{"chainId":"0x539","data":"0xab","from":"0xf3","gas":"0x5208","nonce":"0x1","to":"0x70","value":"0x14"}]';
const REQUEST = { method: 'eth_sendTransaction', params: JSON.parse(TEXT) as unknown };
const HASH = `0x${'ab'.repeat(32)}`;

interface Call {
  on: unknown;
  args: unknown;
  frozen: boolean;
}

let restore: (() => void)[];
let calls: Call[];
let wallet: PageWallet;
let provider: { request: Request };

/** Replaces a property of the page until the end of the test. */
function put(on: object, name: PropertyKey, descriptor: PropertyDescriptor): void {
  const before = Object.getOwnPropertyDescriptor(on, name);
  Object.defineProperty(on, name, {
    __proto__: null,
    configurable: true,
    ...descriptor,
  } as PropertyDescriptor);
  restore.unshift(() => {
    if (before) Object.defineProperty(on, name, { __proto__: null, ...before } as PropertyDescriptor);
    else delete (on as Record<PropertyKey, unknown>)[name];
  });
}

const undo = (): void => restore.splice(0).forEach((one) => one());

beforeEach(async () => {
  vi.resetModules();
  restore = [];
  calls = [];
  provider = {
    request(this: unknown, args) {
      const frozen = [args, args.params, (args.params as unknown[] | undefined)?.[0]].every(Object.isFrozen);
      calls = [...calls, { on: this, args, frozen }];
      return Promise.resolve(HASH);
    },
  };
  const announced = await import('./announced');
  const { findAnnounced } = await import('./eip6963');
  announced.listenForWallets();
  const info = { uuid: UUID, name: 'Wallet', icon: '', rdns: 'io.wallet' };
  dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail: { info, provider } }));
  const controller = new AbortController();
  restore.push(() => controller.abort());
  // A replacement between the announcement and the engine has no effect, like a later one.
  provider.request = vi.fn(provider.request);
  findAnnounced((one) => !!(wallet = one), controller.signal);
});
afterEach(undo);

const ask = (method = 'eth_sendTransaction', text = TEXT) => wallet.request(method, text);

describe('a request to a wallet', () => {
  test('@10.27 arrives deep-frozen in the same task at the announced function', async () => {
    const answer = ask();
    await null;
    expect(calls).toEqual([{ on: provider, args: REQUEST, frozen: true }]);
    expect(provider.request).not.toHaveBeenCalled();
    expect(await answer).toBe(HASH);
  });

  const evil = (value: unknown): unknown => {
    const text = typeof value == 'string' ? value : undefined;
    if (text?.includes?.('0x70')) return text.replaceAll('0x70', '0xee');
    if (typeof value != 'object' || !value || !('to' in value)) return value;
    return { ...value, to: '0xee' };
  };
  const hooks: [string, object, string[]][] = [
    ['JSON', JSON, ['parse', 'stringify']],
    ['Reflect', Reflect, ['apply', 'get', 'construct', 'ownKeys', 'set']],
    ['Object', Object, ['freeze', 'keys', 'assign', 'entries', 'getOwnPropertyDescriptors', 'isFrozen']],
    ['Array', Array, ['isArray', 'from', 'of']],
    [
      'Array.prototype',
      Array.prototype,
      ['map', 'forEach', 'includes', 'push', 'slice', 'concat', 'sort', 'join', 'filter'],
    ],
    ['Map.prototype', Map.prototype, ['get', 'set', 'has', 'forEach']],
    ['WeakMap.prototype', WeakMap.prototype, ['get', 'set']],
    ['Set.prototype', Set.prototype, ['add', 'has', 'forEach']],
    ['Promise', Promise, ['resolve', 'all', 'race']],
    ['Promise.prototype', Promise.prototype, ['then', 'catch', 'finally']],
    ['Function.prototype', Function.prototype, ['call', 'apply', 'bind']],
    ['String.prototype', String.prototype, ['slice', 'charCodeAt', 'replace', 'split', 'toString']],
  ];
  test.each(
    hooks.flatMap(([owner, on, names]) => names.map((name) => ({ hook: `${owner}.${name}`, name, on }))),
  )('@10.27 with $hook exchanged after the announcement', async ({ name, on }) => {
    const original = (on as Record<string, (...args: unknown[]) => unknown>)[name]!;
    const before = Reflect.apply;
    put(on, name, {
      writable: true,
      value(this: unknown, ...args: unknown[]) {
        return evil(before(original, evil(this), [evil(args[0]), evil(args[1]), evil(args[2])]));
      },
    });
    const answer = ask();
    await null;
    undo();
    expect(calls.map(({ args }) => args)).toEqual([REQUEST]);
    expect(await answer).toBe(HASH);
  });

  test.each(['params', 'method', 'to', 'value', 'from', 'toJSON', '0', 'then', 'eth_sendTransaction'])(
    '@10.27 arrives unchanged with %s on Object.prototype',
    async (name) => {
      const trap = vi.fn(() => '0xee');
      put(
        Object.prototype,
        name,
        name == 'toJSON' || name.startsWith('eth') ? { value: trap } : { value: '0xee' },
      );
      if (name != 'then') put(Array.prototype, name, { set: trap, get: undefined });
      const answer = ask();
      await null;
      undo();
      expect(calls).toHaveLength(1);
      expect(calls[0]!.args).toEqual(REQUEST);
      expect(await answer).toBe(HASH);
    },
  );

  test('@10.60 is hidden from getters and setters that a script adds', async () => {
    const observed: unknown[] = [];
    for (const name of ['toJSON', '0', '1', '2', 'params', 'method', 'to', 'then'])
      put(Object.prototype, name, {
        get(this: unknown) {
          observed.push(this);
          return undefined;
        },
        set: (value: unknown) => void observed.push(value),
      });
    const answer = ask();
    await null;
    const now = observed.length;
    undo();
    expect(now).toBe(0);
    expect(calls).toHaveLength(1);
    expect(await answer).toBe(HASH);
  });

  test('@10.27 isn’t answered by a hooked `then`', async () => {
    const then = Promise.prototype.then;
    put(Promise.prototype, 'then', {
      value(this: Promise<unknown>, kept: (value: unknown) => unknown, broken: () => unknown) {
        return Reflect.apply(then, this, [() => kept('0xee'), broken]);
      },
    });
    const answer = ask();
    await null;
    undo();
    expect(await answer).toBe(HASH);
  });
});

describe('a request that differs from what was shown', () => {
  test.each([
    ['a field more', '[{"to":"0x70","to":"0xee"}]'],
    ['another order', '[{"value":"0x1","to":"0x70"}]'],
    ['a space', '[ {"to":"0x70"}]'],
    ['a number that does not fit', '[{"gas":9007199254740993}]'],
    ['an escape', '["\\u0041"]'],
  ])('@10.27 throws at once with %s', (_what, text) => {
    expect(() => ask('eth_sendTransaction', text)).toThrow('The request differs from what was shown');
    expect(calls).toEqual([]);
  });

  test("throws nothing for the wallet's own errors, which reject", async () => {
    provider.request = () => {
      throw Object.assign(new Error('no'), { code: 4001 });
    };
    const { adaptEip1193 } = await import('./eip1193');
    const adapter = adaptEip1193(provider as never);
    await expect(adapter.request('eth_sendTransaction', TEXT)).rejects.toEqual({ code: 4001, message: 'no' });
  });

  test('keeps the order of a batch, its numbers, nesting and Unicode', async () => {
    const batch = [{ calls: [{ to: '0x70' }, { to: '0x71' }], 10: 'é ', 9: [1.5, -0.25, null, true], z: {} }];
    const { written: written } = await import('../written');
    await ask('wallet_sendCalls', written(batch));
    expect(calls[0]!.args).toEqual({ method: 'wallet_sendCalls', params: batch });
  });
});
