// @vitest-environment jsdom
// The wallet that we announce by the Wallet Standard, as a page's library finds it. The finder is @wallet-standard/app 1.1's way (src/wallets.ts).
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { around } from '../testing/around';
import { fromBase58, toBase58, toBase64 } from '../wallets/bytes';
import { findSolana as findStandard } from '../wallets/solana';
import { announceSolana } from './announce-solana';
import { complete, type SolanaProvider } from './solana';

const filled = (length: number, byte = 1) => new Uint8Array(length).fill(byte);
const ONE = toBase58(filled(32, 5));
const TWO = toBase58(filled(32, 6));

interface Wallet {
  name: string;
  icon: string;
  accounts: { address: string; publicKey: Uint8Array }[];
  features: Record<string, Record<string, (...inputs: unknown[]) => Promise<never>>>;
}

let controller: AbortController;
let account: { address: string | null; isConnected: boolean };
let changed: () => void;
const request = vi.fn();
const disconnect = vi.fn(() => Promise.resolve());

/** Finds wallets like a page's library: some listen before, some ask later. */
function library() {
  const wallets: Wallet[] = [];
  const off = vi.fn();
  const api = {
    register: (wallet: Wallet) => {
      wallets.push(wallet);
      return off;
    },
  };
  const hear = (event: Event) => (event as CustomEvent<(of: typeof api) => void>).detail(api);
  addEventListener('wallet-standard:register-wallet', hear, { signal: controller.signal });
  const ask = () => dispatchEvent(new CustomEvent('wallet-standard:app-ready', { detail: api }));
  return { found: wallets, off, ask };
}

function announce() {
  const provider = {
    request,
    on: (_: string, fn: () => void) => (changed = fn),
  } as unknown as SolanaProvider;
  complete(provider, () => account as never);
  announceSolana(
    { getProvider: () => provider, getAccount: () => account, disconnect },
    'My shop',
    controller.signal,
  );
}

const run = (wallet: Wallet, feature: string, ...inputs: unknown[]) =>
  wallet.features[feature]![feature.split(':')[1]!]!(...inputs);

beforeEach(() => {
  controller = new AbortController();
  account = { address: ONE, isConnected: true };
  request.mockReset();
});
afterEach(() => controller.abort());

describe('announceProvider on Solana', () => {
  test('is registered with earlier and later listeners until the end', () => {
    const { found, off, ask } = library();
    announce();
    ask();
    expect(found).toHaveLength(2);
    expect([found[0] === found[1], Object.isFrozen(found[0]), found[0]!.name]).toEqual([
      true,
      true,
      'My shop',
    ]);
    controller.abort();
    expect(off).toHaveBeenCalledTimes(1);
    ask();
    announce();
    expect(found).toHaveLength(2);
  });

  test('gives an invalid requester nothing, and the page no error', () => {
    announce();
    const errors: unknown[] = [];
    const hear = (event: ErrorEvent): void => {
      event.preventDefault();
      errors.push(event.error);
    };
    addEventListener('error', hear);
    const thrower = () => {
      throw new Error('trap');
    };
    for (const detail of [null, undefined, {}, { register: 1 }, { register: thrower }])
      dispatchEvent(new CustomEvent('wallet-standard:app-ready', { detail }));
    removeEventListener('error', hear);
    expect(errors).toEqual([]);
  });

  test('doesn’t request the second message after an account change', async () => {
    const { found } = library();
    announce();
    request.mockImplementation(async ({ params }) => {
      account = { address: TWO, isConnected: true };
      return { signature: toBase58(filled(64)), pubkey: params.pubkey };
    });
    const input = () => ({ account: { address: ONE }, message: filled(3) });
    await expect(run(found[0]!, 'solana:signMessage', input(), input())).rejects.toMatchObject({
      code: 4100,
    });
    expect(request).toHaveBeenCalledTimes(1);
  });

  test('never appears on its own wallet list', async () => {
    const listener = vi.fn(() => true);
    findStandard(listener, controller.signal, around);
    announce();
    dispatchEvent(new Event('eip6963:requestProvider'));
    expect(listener).not.toHaveBeenCalled();
    // the mark must be an own property: one on Object.prototype hides no wallet
    const other = {
      name: 'Nova',
      features: { 'standard:connect': { connect() {} }, 'solana:signMessage': { signMessage() {} } },
    };
    const prototype = Object.prototype as { isWalletModal?: boolean };
    prototype.isWalletModal = true;
    const detail = ({ register }: { register(wallet: object): void }) => register(other);
    dispatchEvent(new CustomEvent('wallet-standard:register-wallet', { detail }));
    delete prototype.isWalletModal;
    expect(listener).toHaveBeenCalledTimes(1);
  });

  test('connects, silently without a prompt, and reports account changes', async () => {
    const { found } = library();
    announce();
    const wallet = found[0]!;
    account = { address: null, isConnected: false };
    expect(wallet.accounts).toEqual([]);
    expect(await run(wallet, 'standard:connect', { silent: true })).toEqual({ accounts: [] });
    account = { address: ONE, isConnected: true };
    expect(await run(wallet, 'standard:connect')).toMatchObject({
      accounts: [{ address: ONE, publicKey: filled(32, 5) }],
    });
    expect(request.mock.calls.map(([{ method }]) => method as string)).toEqual([
      'solana_getAccounts',
      'solana_requestAccounts',
    ]);
    expect(wallet.accounts[0]).toBe(wallet.accounts[0]);
    const listener = vi.fn();
    const off = (
      wallet.features['standard:events'] as never as { on(e: string, fn: unknown): () => void }
    ).on('change', listener);
    account = { address: TWO, isConnected: true };
    changed();
    off();
    changed();
    expect(listener.mock.calls).toMatchObject([[{ accounts: [{ address: TWO }] }]]);
    await run(wallet, 'standard:disconnect');
    expect(disconnect).toHaveBeenCalledWith('solana');
  });

  test('@6.4 requests on the named chain, and refuses another account', async () => {
    const { found } = library();
    announce();
    const wallet = found[0]!;
    const [own] = wallet.accounts;
    const chain = 'solana:devnet';
    const id = toBase58(filled(64, 9));
    request.mockImplementation(async ({ params }: { params: Record<string, unknown> }) =>
      params.transactions ? params : { signature: id, transaction: params.transaction },
    );
    expect(await run(wallet, 'solana:signMessage', { account: own, message: filled(3) })).toEqual([
      { signedMessage: filled(3), signature: fromBase58(id) },
    ]);
    const input = { account: own, transaction: filled(9), chain, options: { maxRetries: 1 } };
    expect(await run(wallet, 'solana:signTransaction', input)).toEqual([{ signedTransaction: filled(9) }]);
    expect(await run(wallet, 'solana:signTransaction', input, input)).toHaveLength(2);
    expect(await run(wallet, 'solana:signAndSendTransaction', input)).toEqual([
      { signature: fromBase58(id) },
    ]);
    const transaction = toBase64(filled(9));
    expect(request.mock.calls.map(([asked]) => asked as unknown)).toEqual([
      { method: 'solana_signMessage', params: { message: toBase58(filled(3)), pubkey: ONE } },
      { method: 'solana_signTransaction', params: { transaction, chain } },
      { method: 'solana_signAllTransactions', params: { transactions: [transaction, transaction], chain } },
      {
        method: 'solana_signAndSendTransaction',
        params: { transaction, chain, options: { maxRetries: 1 } },
      },
    ]);
    request.mockClear();
    for (const other of [{ address: TWO }, undefined, {}])
      await expect(run(wallet, 'solana:signTransaction', { ...input, account: other })).rejects.toMatchObject(
        {
          code: 4100,
        },
      );
    const elsewhere = { ...input, chain: 'solana:mainnet' };
    await expect(run(wallet, 'solana:signTransaction', input, elsewhere)).rejects.toMatchObject({
      code: -32602,
    });
    expect(request).not.toHaveBeenCalled();
  });
});
