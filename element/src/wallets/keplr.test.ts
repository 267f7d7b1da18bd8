// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { PageWallet } from '../engine/border';
import { written } from '../written';
import { findKeplr } from './keplr';

const HUB = 'cosmos:cosmoshub-4';
const OSMOSIS = 'cosmos:osmosis-1';
const boom = (): never => {
  throw new Error('trap');
};
const signature = {
  pub_key: { type: 'tendermint/PubKeySecp256k1', value: 'A'.repeat(44) },
  signature: 'B'.repeat(88),
};
const networkInfo = (chain: string, name: string) => ({
  chain,
  name,
  symbol: 'ATOM',
  decimals: 6,
  rpc: 'http://localhost:26657',
  cosmos: {
    bech32Prefix: 'cosmos',
    coinType: 118,
    rest: 'http://localhost:1317',
    feeCurrencies: [{ coinDenom: 'ATOM', coinMinimalDenom: 'uatom', coinDecimals: 6 }],
    gasPriceStep: { low: 0.01, average: 0.02, high: 0.03 },
  },
});

/**
 * A wallet as Keplr 0.12.309 is one (chainapsis/keplr-wallet). Its words for an unknown chain: packages/background/src/chains/service.ts; its
 * methods and keys: packages/types/src/wallet/keplr.ts; `getKeysSettled`: packages/background/src/keyring-cosmos/handler.ts. "Request rejected"
 * is what packages/background/src/interaction/service.ts rejects with.
 */
class Keplr {
  mode = 'extension';
  version = '0.12.309';
  /** networks where the selected account has no key, such as a Ledger on an Ethermint network */
  keyless: string[] = [];
  calls: unknown[][] = [];
  knows = ['cosmoshub-4', 'osmosis-1'];
  account = 1;
  enable = async (ids: string[]) => {
    this.calls.push(['enable', ids]);
    const unknown = ids.find((id) => !this.knows.includes(id));
    if (unknown) throw new Error(`There is no modular chain info for ${unknown}`);
  };
  getKeysSettled: unknown = async (ids: string[]) => {
    this.calls.push(['getKeysSettled', ids]);
    return Promise.allSettled(ids.map((id) => this.key(id)));
  };
  getKey = async (id: string) => {
    this.calls.push(['getKey', id]);
    return this.key(id);
  };
  key = async (id: string) => {
    if (this.keyless.includes(id)) throw new Error(`No key for ${id}`);
    return {
      name: `Account ${this.account}`,
      algo: 'secp256k1',
      pubKey: new Uint8Array(33).fill(this.account),
      address: new Uint8Array(20),
      bech32Address: `cosmos1account${this.account}${id}`,
      isNanoLedger: false,
    };
  };
  experimentalSuggestChain = async (info: { chainId: string }) => {
    this.calls.push(['suggest', info]);
    this.knows.push(info.chainId);
  };
  signArbitrary = async (...args: unknown[]) => (this.calls.push(['arbitrary', ...args]), signature);
  signAmino = async (id: string, signer: string, signed: unknown) => (
    this.calls.push(['amino', id, signer, signed]),
    { signed, signature }
  );
  signDirect = async (id: string, signer: string, document: Record<string, unknown>) => (
    this.calls.push(['direct', id, signer, document]),
    { signed: { ...document, accountNumber: { toString: () => '7' } }, signature }
  );
  disable: unknown = async (ids: string[]) => void this.calls.push(['disable', ids]);
}

let controller: AbortController;
let list: PageWallet[];
const find = () => findKeplr((wallet) => !!list.push(wallet), controller.signal);
const ask = (wallet: PageWallet, method: string, params: object = {}) =>
  wallet.request(method, written(params)!);
const connect = (wallet: PageWallet, more: object = {}) =>
  ask(wallet, 'wm_connect', { chains: [HUB], silent: false, ...more });
const there = (more: object) => Object.assign(window, more);

beforeEach(() => {
  controller = new AbortController();
  list = [];
});
afterEach(() => {
  controller.abort();
  vi.useRealTimers();
  for (const name of ['keplr', 'leap', 'cosmostation']) delete (window as never)[name];
});

async function connected(prepare?: (keplr: Keplr) => void): Promise<[PageWallet, Keplr]> {
  const keplr = new Keplr();
  prepare?.(keplr);
  there({ keplr });
  find();
  await connect(list[0]!);
  keplr.calls = [];
  return [list[0]!, keplr];
}

describe('finding', () => {
  test('@1.12 lists each wallet once by its global, without a request', () => {
    const [keplr, leap, station] = [new Keplr(), new Keplr(), new Keplr()];
    there({ keplr, leap, cosmostation: { providers: { keplr: station } } });
    find();
    dispatchEvent(new Event('eip6963:requestProvider'));
    expect(list.map(({ id, name, rdns }) => [id, name, rdns])).toEqual([
      ['cosmos:leap', 'Leap', null],
      ['cosmos:cosmostation', 'Cosmostation', null],
      ['cosmos:keplr', 'Keplr', 'app.keplr'],
    ]);
    expect([...keplr.calls, ...leap.calls, ...station.calls]).toEqual([]);
  });

  test('@10.58 gives Keplr a picture on a Cosmos page, and no other wallet', () => {
    there({ leap: new Keplr(), keplr: new Keplr() });
    find();
    const [leap, keplr] = list;
    expect(leap!.picture).toBeNull();
    expect(keplr!.picture).toMatch(/^data:image\/svg\+xml,%3Csvg/);
    list = [];
    there({ keplr: Object.assign(new Keplr(), { version: undefined }), leap: undefined });
    find();
    expect(list[0]).toMatchObject({ name: 'Keplr-compatible', picture: null });
  });

  test('@10.33 doesn’t take an object in another wallet’s place for that wallet', () => {
    const leap = new Keplr();
    there({ leap, keplr: leap });
    find();
    expect(list.map(({ name }) => name)).toEqual(['Leap']);
    const other = Object.assign(new Keplr(), { version: undefined });
    there({ keplr: other });
    dispatchEvent(new Event('eip6963:requestProvider'));
    expect(list[1]).toMatchObject({ id: 'cosmos:keplr', name: 'Keplr-compatible', rdns: null });
    there({ keplr: new Keplr() });
    dispatchEvent(new Event('eip6963:requestProvider'));
    expect(list[2]).toMatchObject({ id: 'cosmos:keplr~2', name: 'Keplr' });
  });

  test.each<[string, unknown]>([
    ['nothing', undefined],
    ['a text', 'x'],
    ['without a way in', { getKey: () => null }],
    ['a getter that throws', Object.defineProperty({}, 'enable', { get: boom })],
  ])('@1.12 ignores %s and lists the others', (_what, leap) => {
    there({ leap, keplr: new Keplr() });
    find();
    expect(list.map(({ name }) => name)).toEqual(['Keplr']);
  });

  test('finds a later wallet at the next opening, or a moment after it', () => {
    vi.useFakeTimers();
    find();
    dispatchEvent(new Event('eip6963:requestProvider'));
    there({ keplr: new Keplr() });
    vi.advanceTimersByTime(300);
    expect(list).toHaveLength(1);
  });
});

describe('connecting', () => {
  test('@1.12 connects all networks with one request, with their keys', async () => {
    const keplr = new Keplr();
    there({ keplr });
    find();
    expect(await connect(list[0]!, { chains: [HUB, OSMOSIS] })).toEqual({
      accounts: [
        {
          chain: HUB,
          address: 'cosmos1account1cosmoshub-4',
          publicKey: '01'.repeat(33),
          label: 'Account 1',
        },
        {
          chain: OSMOSIS,
          address: 'cosmos1account1osmosis-1',
          publicKey: '01'.repeat(33),
          label: 'Account 1',
        },
      ],
    });
    expect(keplr.calls[0]).toEqual(['enable', ['cosmoshub-4', 'osmosis-1']]);
    expect(keplr.calls.filter(([what]) => what == 'enable')).toHaveLength(1);
  });

  test('suggests an unknown network once, waits, and enables it again', async () => {
    const keplr = new Keplr();
    keplr.knows = ['osmosis-1'];
    there({ keplr });
    find();
    const networks = [networkInfo(HUB, 'Hub')];
    const { accounts } = (await connect(list[0]!, { chains: [HUB, OSMOSIS], networks })) as {
      accounts: unknown[];
    };
    expect(accounts).toHaveLength(2);
    expect(keplr.calls.map(([what]) => what)).toEqual(['enable', 'suggest', 'enable', 'getKeysSettled']);
    expect(keplr.calls[1]![1]).toMatchObject({
      chainId: 'cosmoshub-4',
      chainName: 'Hub',
      rest: 'http://localhost:1317',
      rpc: 'http://localhost:26657',
      bip44: { coinType: 118 },
      bech32Config: { bech32PrefixAccAddr: 'cosmos', bech32PrefixConsPub: 'cosmosvalconspub' },
      currencies: [{ coinDenom: 'ATOM', coinMinimalDenom: 'uatom', coinDecimals: 6 }],
      feeCurrencies: [{ coinMinimalDenom: 'uatom', gasPriceStep: { low: 0.01, average: 0.02, high: 0.03 } }],
      stakeCurrency: { coinDenom: 'ATOM' },
    });
  });

  test('leaves out a network without enough data, and rejects if it is the only one', async () => {
    const keplr = new Keplr();
    keplr.knows = ['osmosis-1'];
    there({ keplr });
    find();
    const both = await connect(list[0]!, { chains: [HUB, OSMOSIS] });
    expect(both).toMatchObject({ accounts: [{ chain: OSMOSIS }], unread: [HUB] });
    await expect(connect(list[0]!)).rejects.toMatchObject({ message: 'Network not found: cosmoshub-4' });
    const networks = [{ ...networkInfo(HUB, 'Hub'), cosmos: {} }];
    await expect(connect(list[0]!, { networks })).rejects.toMatchObject({
      message: 'Network not found: Hub',
    });
    expect(keplr.calls.some(([what]) => what == 'suggest')).toBe(false);
  });

  test('suggests nothing on a silent connect, and no network twice', async () => {
    const keplr = new Keplr();
    keplr.knows = [];
    keplr.experimentalSuggestChain = async (info) => void keplr.calls.push(['suggest', info]);
    there({ keplr });
    find();
    const networks = [networkInfo(HUB, 'Hub')];
    await expect(connect(list[0]!, { networks, silent: true })).rejects.toThrow('Network not found: Hub');
    expect(keplr.calls.map(([what]) => what)).toEqual(['enable']);
    await expect(connect(list[0]!, { networks })).rejects.toThrow('Network not found: Hub');
    expect(keplr.calls.filter(([what]) => what == 'suggest')).toHaveLength(1);
  });

  test.each([
    ['Request rejected', 4001],
    ['something else', -32603],
  ])('gives "%s" code %d', async (message, code) => {
    const keplr = new Keplr();
    keplr.enable = async () => {
      throw new Error(message);
    };
    there({ keplr });
    find();
    await expect(connect(list[0]!)).rejects.toMatchObject({ code, message });
  });

  test('joins a second connect to the open window', async () => {
    const keplr = new Keplr();
    let allow: () => void = boom;
    const wait = new Promise<void>((resolve) => (allow = resolve));
    keplr.enable = async (ids) => (keplr.calls.push(['enable', ids]), wait);
    there({ keplr });
    find();
    const both = [connect(list[0]!), connect(list[0]!)];
    allow();
    expect(
      (await Promise.all(both)).every((of) => (of as { accounts: unknown[] }).accounts.length == 1),
    ).toBe(true);
    expect(keplr.calls.filter(([what]) => what == 'enable')).toHaveLength(1);
  });
});

describe('requests', () => {
  test('@10.44 sign messages and both document types unchanged', async () => {
    const [wallet, keplr] = await connected();
    const of = { signerAddress: 'me', chainId: 'cosmoshub-4' };
    expect(await ask(wallet, 'cosmos_signArbitrary', { ...of, data: 'Hello' })).toEqual(signature);
    expect(keplr.calls.pop()).toEqual(['arbitrary', 'cosmoshub-4', 'me', 'Hello']);
    const signDoc = { chain_id: 'cosmoshub-4', msgs: [], memo: '' };
    expect(await ask(wallet, 'cosmos_signAmino', { ...of, signDoc })).toEqual({ signed: signDoc, signature });
    const direct = { bodyBytes: 'AQI=', authInfoBytes: 'Aw==', chainId: 'cosmoshub-4', accountNumber: '7' };
    expect(await ask(wallet, 'cosmos_signDirect', { ...of, signDoc: direct })).toEqual({
      signed: direct,
      signature,
    });
    const [, , , sent] = keplr.calls.pop() as [string, string, string, Record<string, unknown>];
    expect([...(sent.bodyBytes as Uint8Array)]).toEqual([1, 2]);
    expect(sent.accountNumber).toBe('7');
    expect(await ask(wallet, 'cosmos_getAccounts', { chainId: 'cosmoshub-4' })).toEqual([
      {
        algo: 'secp256k1',
        address: 'cosmos1account1cosmoshub-4',
        pubkey: btoa(String.fromCharCode(...new Uint8Array(33).fill(1))),
      },
    ]);
  });

  test('reject bytes that aren’t base64 and unreadable answers', async () => {
    let answer: unknown;
    const [wallet, keplr] = await connected((keplr) => {
      keplr.signArbitrary = async () => answer as never;
    });
    const of = { signerAddress: 'me', chainId: 'cosmoshub-4' };
    const signDoc = { bodyBytes: '*', authInfoBytes: '' };
    await expect(ask(wallet, 'cosmos_signDirect', { ...of, signDoc })).rejects.toMatchObject({
      code: -32602,
    });
    expect(keplr.calls).toEqual([]);
    for (answer of [null, {}, { ...signature, signature: 7 }, { signature: 'x', pub_key: null }]) {
      await expect(ask(wallet, 'cosmos_signArbitrary', { ...of, data: 'x' })).rejects.toMatchObject({
        code: -32603,
      });
    }
  });

  test('@10.60 call the methods that the wallet was found with', async () => {
    const [wallet, keplr] = await connected();
    const listener = vi.fn();
    Object.assign(keplr, {
      enable: listener,
      getKey: listener,
      signArbitrary: listener,
      signAmino: listener,
      signDirect: listener,
    });
    await ask(wallet, 'cosmos_signArbitrary', { signerAddress: 'me', chainId: 'cosmoshub-4', data: 'x' });
    expect(listener).not.toHaveBeenCalled();
  });

  test('revoke the permission on disconnect, or forget a wallet that can’t', async () => {
    const [wallet, keplr] = await connected();
    expect(await ask(wallet, 'wm_disconnect')).toBe(null);
    expect(keplr.calls).toEqual([['disable', ['cosmoshub-4']]]);
    keplr.disable = undefined;
    expect(await ask(wallet, 'wm_disconnect')).toBe(null);
    expect(await ask(wallet, 'cosmos_getAccounts', { chainId: 'cosmoshub-4' })).toEqual([]);
  });
});

describe('another account', () => {
  test('@1.12 @10.58 is read and reported once when the wallet’s event comes', async () => {
    const [wallet, keplr] = await connected();
    const listener = vi.fn();
    const off = wallet.on('accounts', listener);
    const changes = () => dispatchEvent(new Event('keplr_keystorechange'));
    changes();
    await vi.waitFor(() => expect(keplr.calls).toHaveLength(1));
    expect(listener).not.toHaveBeenCalled();
    keplr.account = 2;
    await new Promise((resolve) => setTimeout(resolve));
    changes();
    await vi.waitFor(() => expect(listener).toHaveBeenCalledTimes(1));
    expect(listener.mock.calls[0]![0]).toMatchObject([{ address: 'cosmos1account2cosmoshub-4' }]);
    off();
    keplr.account = 3;
    changes();
    expect(listener).toHaveBeenCalledTimes(1);
  });

  test.each(['focus', 'eip6963:requestProvider', 'visibilitychange'])(
    '@10.58 isn’t requested on %s, which would open a locked wallet’s window',
    async (event) => {
      const [wallet, keplr] = await connected();
      wallet.on('accounts', vi.fn());
      dispatchEvent(new Event(event));
      document.dispatchEvent(new Event(event));
      await new Promise((resolve) => setTimeout(resolve));
      expect(keplr.calls).toEqual([]);
    },
  );

  test('@10.58 is reported by Leap’s and Cosmostation’s own events', async () => {
    for (const [place, event] of [
      ['leap', 'leap_keystorechange'],
      ['cosmostation', 'cosmostation_keystorechange'],
    ] as const) {
      const keplr = new Keplr();
      list = [];
      there(place == 'leap' ? { leap: keplr } : { cosmostation: { providers: { keplr } } });
      find();
      await connect(list[0]!);
      const listener = vi.fn();
      list[0]!.on('accounts', listener);
      keplr.account = 2;
      dispatchEvent(new Event(event));
      await vi.waitFor(() => expect(listener).toHaveBeenCalledTimes(1));
      delete (window as never)[place];
    }
  });

  test('@10.58 is left out on a network it has no key for', async () => {
    const keplr = new Keplr();
    there({ keplr });
    find();
    await connect(list[0]!, { chains: [HUB, OSMOSIS] });
    const listener = vi.fn();
    list[0]!.on('accounts', listener);
    const turn = async (account: number, keyless: string[]) => {
      Object.assign(keplr, { account, keyless });
      dispatchEvent(new Event('keplr_keystorechange'));
      await vi.waitFor(() => expect(listener).toHaveBeenCalledTimes(account - 1));
      return (listener.mock.calls.at(-1)![0] as { chain: string }[]).map(({ chain }) => chain);
    };
    expect(await turn(2, ['osmosis-1'])).toEqual([HUB]);
    expect(await turn(3, [])).toEqual([HUB, OSMOSIS]);
    // no response changes nothing
    keplr.keyless = ['cosmoshub-4', 'osmosis-1'];
    dispatchEvent(new Event('keplr_keystorechange'));
    await new Promise((resolve) => setTimeout(resolve));
    expect(listener).toHaveBeenCalledTimes(2);
  });

  test('isn’t reported after a disconnect', async () => {
    let answer: (keys: unknown) => void = boom;
    const [wallet, keplr] = await connected();
    const listener = vi.fn();
    wallet.on('accounts', listener);
    // the wallet is found with its methods, and this one is slow
    keplr.key = (() => new Promise((resolve) => (answer = resolve as never))) as never;
    dispatchEvent(new Event('keplr_keystorechange'));
    await ask(wallet, 'wm_disconnect');
    answer({ bech32Address: 'cosmos1late', pubKey: new Uint8Array(33), algo: 'secp256k1' });
    await new Promise((resolve) => setTimeout(resolve));
    expect(listener).not.toHaveBeenCalled();
  });
});

describe('networks', () => {
  const JUNO = 'cosmos:juno-1';
  const goes = (wallet: PageWallet, chain: string, more: object = {}) =>
    ask(wallet, 'wm_switchChain', { chain, ...more });

  test.each([
    'There is no modular chain info for juno-1',
    'There is no chain info for juno-1',
    'Invalid chain id: juno-1',
  ])('@10.58 are recognized as unknown by each wallet’s words: %s', async (words) => {
    const keplr = new Keplr();
    const { enable } = keplr;
    keplr.enable = async (ids) => {
      if (ids.includes('juno-1')) throw new Error(words);
      return enable(ids);
    };
    there({ keplr });
    find();
    expect(await connect(list[0]!, { chains: [HUB, JUNO] })).toMatchObject({
      accounts: [{ chain: HUB }],
      unread: [JUNO],
    });
    await expect(connect(list[0]!, { chains: [JUNO] })).rejects.toMatchObject({ code: 4901 });
  });

  test('@10.58 connect the others if one is refused, and reject if it is the only one', async () => {
    const keplr = new Keplr();
    keplr.knows = ['osmosis-1'];
    keplr.experimentalSuggestChain = async (info) => {
      keplr.calls.push(['suggest', info]);
      throw new Error('Request rejected');
    };
    there({ keplr });
    find();
    const networks = [networkInfo(HUB, 'Hub')];
    expect(await connect(list[0]!, { chains: [HUB, OSMOSIS], networks })).toMatchObject({
      accounts: [{ chain: OSMOSIS }],
      unread: [HUB],
    });
    await expect(connect(list[0]!, { networks })).rejects.toMatchObject({ code: 4001 });
  });

  test.each([
    ['at once', (keplr: Keplr) => keplr],
    [
      'one by one, of a wallet without getKeysSettled',
      (keplr: Keplr) => Object.assign(keplr, { getKeysSettled: undefined }),
    ],
  ])('@10.58 connect the others if one key can’t be read: %s', async (_what, prepare) => {
    const keplr = prepare(new Keplr());
    keplr.keyless = ['cosmoshub-4'];
    there({ keplr });
    find();
    expect(await connect(list[0]!, { chains: [HUB, OSMOSIS] })).toMatchObject({
      accounts: [{ chain: OSMOSIS, address: 'cosmos1account1osmosis-1' }],
      unread: [HUB],
    });
    await expect(connect(list[0]!)).rejects.toThrow('No key for cosmoshub-4');
  });

  test('@10.58 are enabled separately on a later switch, and suggested if described', async () => {
    const [wallet, keplr] = await connected();
    expect(await goes(wallet, HUB)).toMatchObject({ accounts: [{ chain: HUB }] });
    expect(keplr.calls).toEqual([]);
    expect(await goes(wallet, OSMOSIS)).toMatchObject({
      accounts: [{ chain: OSMOSIS, address: 'cosmos1account1osmosis-1' }],
    });
    expect(keplr.calls).toEqual([
      ['enable', ['osmosis-1']],
      ['getKeysSettled', ['osmosis-1']],
    ]);
    await expect(goes(wallet, JUNO)).rejects.toMatchObject({
      code: 4901,
      message: 'Network not found: juno-1',
    });
    keplr.calls = [];
    expect(await goes(wallet, JUNO, { networks: [networkInfo(JUNO, 'Juno')] })).toMatchObject({
      accounts: [{ chain: JUNO }],
    });
    expect(keplr.calls.map(([what]) => what)).toEqual(['enable', 'suggest', 'enable', 'getKeysSettled']);
    expect(await ask(wallet, 'cosmos_getAccounts', { chainId: 'juno-1' })).toHaveLength(1);
    // networks enabled meanwhile are dropped with the rest, and a changed key store reads all of them again
    const listener = vi.fn();
    wallet.on('accounts', listener);
    keplr.account = 2;
    dispatchEvent(new Event('keplr_keystorechange'));
    await vi.waitFor(() => expect(listener).toHaveBeenCalledTimes(1));
    expect(listener.mock.calls[0]![0]).toHaveLength(3);
    keplr.calls = [];
    await ask(wallet, 'wm_disconnect');
    expect(keplr.calls).toEqual([['disable', ['cosmoshub-4', 'osmosis-1', 'juno-1']]]);
  });

  test('@10.58 stay disconnected if a switch completes after a disconnect', async () => {
    let allow: () => void = boom;
    const [wallet] = await connected((keplr) => {
      const { enable } = keplr;
      keplr.enable = async (ids) => {
        if (ids.includes('osmosis-1')) await new Promise<void>((resolve) => (allow = resolve));
        return enable(ids);
      };
    });
    const switched = goes(wallet, OSMOSIS);
    await ask(wallet, 'wm_disconnect');
    allow();
    await expect(switched).rejects.toMatchObject({ code: 4100 });
    expect(await ask(wallet, 'cosmos_getAccounts', { chainId: 'osmosis-1' })).toEqual([]);
  });
});
