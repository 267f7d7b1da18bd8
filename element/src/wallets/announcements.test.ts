// @vitest-environment jsdom
// Announcements of both standards in any order, most of them hostile (docs/spec/security.md T3): whatever comes before, between and behind, the
// honest wallet is found, once and by its own object. The engine's half, with collisions and merging, is
// engine/core/tests/scenarios/proofs/announcements.rs. `npm run prove announcements` takes PROVE_TIMES as many.
// The wallets here stand for none, hostile or honest: their answers are a guess.

import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { PageWallet } from '../engine/border';
import { around } from '../testing/around';
import { findSolana as findStandard } from './solana';

const sequences = 1_000 * Number(process.env.PROVE_TIMES ?? 1);
const seed = Number(process.env.PROVE_SEED ?? 20_261_122);
const UUID = '9d8f1b0e-3c4d-4e5f-8a6b-7c8d9e0f1a2b';
const PNG = 'data:image/png;base64,iVBORw0KGgo=';
/** too large for any engine */
const huge = `data:image/png;base64,${'A'.repeat(1_000_000)}`;

let state = seed;
/** mulberry32: the same seed gives the same sequence */
const below = (limit: number): number => {
  state = (state + 0x6d2b79f5) | 0;
  let t = Math.imul(state ^ (state >>> 15), 1 | state);
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
  return ((t ^ (t >>> 14)) >>> 0) % limit;
};
const one = <T>(list: readonly T[]): T => list[below(list.length)]!;

const boom = (): never => {
  throw new Error('trap');
};
const trap = new Proxy(
  {},
  { get: boom, has: boom, ownKeys: boom, getOwnPropertyDescriptor: boom, getPrototypeOf: boom },
);
const thrower = { toString: boom, valueOf: boom, toJSON: boom, [Symbol.toPrimitive]: boom };
const revoked = (() => {
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  return proxy;
})();
let turn = 0;
const changing = () => (turn++ % 2 ? 'MetaMask' : 'Evil');
const odd = (): unknown =>
  one([
    undefined,
    null,
    7,
    NaN,
    '',
    ' ',
    'x'.repeat(5_000),
    {},
    [],
    trap,
    thrower,
    revoked,
    Symbol('s'),
    boom,
  ]);
const words = (): unknown => one(['MetaMask', 'Nova Wallet', '\u041cetaMask', '<img>', '__proto__', odd()]);

const provider = () => ({ request: async () => null });
const metamask = provider();
const info = { uuid: UUID, name: 'MetaMask', icon: PNG, rdns: 'io.metamask' };

/** A hostile extension's EIP-6963 event. */
function hostile(): unknown {
  const fake = one<() => unknown>([provider, () => trap, () => revoked, () => thrower, () => null]);
  const info = {
    uuid: one<unknown>([UUID, UUID.replace('9', String(below(9))), odd()]),
    name: words(),
    icon: one<unknown>([PNG, huge, 'data:image/svg+xml,<svg onload=alert(1)>', 'about:blank', odd()]),
    rdns: one<unknown>(['io.metamask', 'IO.METAMASK', 'a.b', '__proto__', odd()]),
  };
  const getters = Object.defineProperties(
    {},
    Object.fromEntries(
      Object.keys(info).map((key) => [key, { get: one([boom, changing]), enumerable: true }]),
    ),
  );
  switch (below(9)) {
    case 0:
      return odd();
    case 1:
      return { info: trap, provider: fake() };
    case 2:
      return { info: getters, provider: fake() };
    case 3:
      return Object.defineProperty({ provider: fake() }, 'info', { get: boom });
    case 4:
      // the honest object with other info: the first info counts
      return { info: { ...info, name: 'Evil' }, provider: below(2) ? metamask : fake() };
    case 5:
      return { info: Object.create(info) as object, provider: fake() };
    case 6:
      return { info: info, provider: Object.defineProperty({}, 'request', { get: boom }) };
    default:
      return { info: info, provider: fake() };
  }
}

class Nova {
  get name(): unknown {
    return 'Nova Wallet';
  }
  get icon(): unknown {
    return PNG;
  }
  get chains(): unknown {
    return ['solana:mainnet'];
  }
  get accounts(): unknown {
    return [];
  }
  get features(): unknown {
    return {
      'standard:connect': { connect: async () => ({ accounts: [] }) },
      'solana:signMessage': { signMessage: async () => [] },
    };
  }
}
const nova = new Nova();

/** A hostile extension's Wallet Standard registration. */
function registered(): unknown {
  const twin = new Nova();
  const name = one(['name', 'icon', 'chains', 'accounts', 'features']);
  switch (below(6)) {
    case 0:
      return odd();
    case 1:
      return Object.defineProperty(twin, name, { get: one([boom, changing, odd]) });
    case 2:
      return new Proxy(twin, { get: boom });
    case 3:
      return Object.defineProperty(twin, 'icon', { value: huge });
    case 4:
      return Object.defineProperty(twin, 'name', { value: words() });
    default:
      return twin;
  }
}

let announced: typeof import('./announced');
let eip6963: typeof import('./eip6963');
const faults: unknown[] = [];
const note = (event: Event) => faults.push((event as ErrorEvent).error ?? event.type);

beforeEach(() => addEventListener('error', note));
afterEach(() => removeEventListener('error', note));

const announce = (detail: unknown) => dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }));
const register = (wallet: unknown) =>
  dispatchEvent(
    new CustomEvent('wallet-standard:register-wallet', {
      detail: (api: { register(...wallets: unknown[]): void }) => api.register(wallet),
    }),
  );

test('@10.33 @10.18 lists honest wallets once with their own object among hostile ones', async () => {
  for (let sequence = 0; sequence < sequences; sequence++) {
    // The listener keeps announcements for the page's life, up to its limit, and continues after that.
    if (sequence % (sequences / 4) == 0) {
      vi.resetModules();
      announced = await import('./announced');
      eip6963 = await import('./eip6963');
      announced.listenForWallets();
    }
    const controller = new AbortController();
    const list: PageWallet[] = [];
    const isEarly = below(2) == 0;
    const look = () => {
      eip6963.findAnnounced((wallet) => !!list.push(wallet), controller.signal);
      findStandard((wallet) => !!list.push(wallet), controller.signal, around);
    };
    if (isEarly) look();
    const count = 1 + below(12);
    const [at, then] = [below(count), below(count)];
    for (let i = 0; i < count; i++) {
      if (i == at) announce(Object.freeze({ info: Object.freeze({ ...info }), provider: metamask }));
      // Each opening asks again, so wallets from before the finder register again.
      if (i == then && isEarly) register(nova);
      if (below(2)) announce(hostile());
      else register(registered());
    }
    if (!isEarly) {
      look();
      register(nova);
    }
    // Each opening requests wallets again: another script might have announced the honest object with invalid info before the engine ran.
    const answer = () => announce({ info, provider: metamask });
    addEventListener('eip6963:requestProvider', answer);
    announced.askWallets();
    removeEventListener('eip6963:requestProvider', answer);
    const case_ = `sequence ${sequence}, seed ${seed}`;
    const of = (own: object) => list.filter((wallet) => wallet.provider == own);
    expect(
      of(nova).map(({ name, namespaces }) => [name, namespaces]),
      case_,
    ).toEqual([['Nova Wallet', ['solana']]]);
    const [honest, ...more] = of(metamask);
    expect([honest?.namespaces, more], case_).toEqual([['eip155'], []]);
    const isPlain = ({ id, name, icon }: PageWallet) =>
      typeof id == 'string' && typeof name == 'string' && name.length <= 64 && icon === null;
    expect(list.every(isPlain), case_).toBe(true);
    // Another wallet's name alone never changes a wallet's number within the standard.
    const ids = list.filter(({ namespaces }) => namespaces[0] == 'solana').map(({ id }) => id);
    expect(new Set(ids).size, case_).toBe(ids.length);
    controller.abort();
  }
  expect(faults).toEqual([]);
}, 600_000);
