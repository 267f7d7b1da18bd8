// A provider of EIP-1193 in the engine's one shape. Its answers are what each test gives it: codes and words without a file beside them are a
// guess (real providers: inpage/).
import { describe, expect, test, vi } from 'vitest';
import { adaptEip1193, type Eip1193Like, toChain } from './eip1193';
import { toWalletFault } from './fault';

const ADDRESS = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';

function wallet(answers: Record<string, unknown>) {
  const listeners = new Map<string, (value: unknown) => void>();
  const provider: Eip1193Like & { request: ReturnType<typeof vi.fn> } = {
    request: vi.fn(async ({ method }: { method: string }) => {
      const answer = answers[method];
      if (answer instanceof Error || (answer as { code?: number } | undefined)?.code) throw answer;
      return answer;
    }),
    on: (name, fn) => listeners.set(name, fn),
    removeListener: (name) => listeners.delete(name),
  };
  return { provider, listeners, ...adaptEip1193(provider) };
}

describe('adaptEip1193', () => {
  test('@1.1 @10.58 requests accounts in the same task, then the network', async () => {
    const { provider, request } = wallet({
      eth_requestAccounts: [ADDRESS, 'nonsense', 7],
      eth_chainId: '0x539',
    });
    const answer = request('wm_connect', JSON.stringify({ chains: [], silent: false }));
    expect(provider.request).not.toHaveBeenCalled();
    await null;
    expect(provider.request).toHaveBeenCalledWith({ method: 'eth_requestAccounts' });
    expect(await answer).toEqual({
      accounts: [{ chain: 'eip155:1337', address: ADDRESS }],
      chain: 'eip155:1337',
    });
  });

  test('@10.58 takes an empty silent answer as locked unless permissions say otherwise', async () => {
    const silently = async (answers: Record<string, unknown>, flags: object = {}) => {
      const { provider, request } = wallet({ eth_accounts: [], ...answers });
      Object.assign(provider, flags);
      const answer = await request('wm_connect', JSON.stringify({ silent: true }));
      const methods = provider.request.mock.calls.map(([args]) => (args as { method: string }).method);
      expect(methods[0]).toBe('eth_accounts');
      expect(methods.slice(1).every((method: string) => method == 'wallet_getPermissions')).toBe(true);
      return answer;
    };
    const locked = { accounts: [] };
    const revoked = { accounts: [], revoked: true };
    // MetaMask 13, permission-controller: a locked wallet keeps its list
    expect(await silently({ wallet_getPermissions: [{ parentCapability: 'eth_accounts' }] })).toEqual(locked);
    expect(await silently({ wallet_getPermissions: [] })).toEqual(revoked);
    expect(
      await silently({ wallet_getPermissions: [{ parentCapability: 'endowment:permitted-chains' }] }),
    ).toEqual(revoked);
    // a wallet without the method, one that fails, and a response that isn't a list
    for (const answer of [{ code: 4200 }, { code: 4001, message: 'locked' }, null, undefined, 'none', {}])
      expect(await silently({ wallet_getPermissions: answer })).toEqual(locked);
    // Rabby 0.94, src/background/controller/provider/controller.ts: a locked wallet lists none
    expect(await silently({ wallet_getPermissions: [] }, { isRabby: true })).toEqual(locked);
    // a response that isn't a list of accounts can't be told apart from a logout
    expect(await silently({ eth_accounts: null, wallet_getPermissions: [] })).toEqual(locked);
  });

  test('@10.58 takes unanswered permissions as locked', async () => {
    vi.useFakeTimers();
    try {
      const { provider, request } = wallet({});
      provider.request.mockImplementation(({ method }: { method: string }) =>
        method == 'eth_accounts' ? Promise.resolve([]) : new Promise(() => {}),
      );
      const connecting = request('wm_connect', JSON.stringify({ silent: true }));
      await vi.advanceTimersByTimeAsync(5_000);
      expect(await connecting).toEqual({ accounts: [] });
    } finally {
      vi.useRealTimers();
    }
  });

  // @metamask/providers 22, src/BaseProvider.ts and src/messages.ts: the extension was updated or switched off
  test('@10.58 reports that a wallet whose background is gone needs a reload', async () => {
    const { provider, listeners, request } = wallet({});
    provider.request.mockImplementation(() => new Promise(() => {}));
    const pending = request('eth_gasPrice', '[]');
    const error = { code: 4900, message: expect.stringContaining('Reload the page') as string };
    // a temporary disconnect ends nothing
    listeners.get('disconnect')!({
      code: 1013,
      message: 'MetaMask: Disconnected from chain. Attempting to connect.',
    });
    let isOver = false;
    void pending.catch(() => (isOver = true));
    await Promise.resolve();
    expect(isOver).toBe(false);
    listeners.get('disconnect')!({
      code: 1011,
      message: 'MetaMask: Disconnected from MetaMask background. Page reload required.',
    });
    await expect(pending).rejects.toMatchObject(error);
    await expect(request('personal_sign', '[]')).rejects.toMatchObject(error);
    await expect(request('wm_connect', '{}')).rejects.toMatchObject(error);
  });

  test('@10.58 passes on an empty list even if the network is unknown', async () => {
    const { listeners, on } = wallet({ eth_chainId: { code: -32603 } });
    const listener = vi.fn();
    on('accounts', listener);
    listeners.get('accountsChanged')!([]);
    listeners.get('accountsChanged')!('nonsense');
    await Promise.resolve();
    expect(listener.mock.calls).toEqual([[[]]]);
  });

  test("@10.59 earlier accounts, whose chain was still loading, don't undo a logout", async () => {
    let answer!: (chain: string) => void;
    const { listeners, on } = wallet({ eth_chainId: new Promise((resolve) => (answer = resolve as never)) });
    const listener = vi.fn();
    on('accounts', listener);
    listeners.get('accountsChanged')!([ADDRESS]);
    listeners.get('accountsChanged')!([]);
    await new Promise((done) => setTimeout(done));
    answer('0x539');
    await new Promise((done) => setTimeout(done));
    expect(listener.mock.calls).toEqual([[[]]]);
  });

  test('sends unpadded hex in wm_switchChain, and reads an unknown network from words', async () => {
    const { provider, request } = wallet({ wallet_switchEthereumChain: null });
    expect(await request('wm_switchChain', JSON.stringify({ chain: 'eip155:1338' }))).toBeNull();
    expect(provider.request).toHaveBeenCalledWith({
      method: 'wallet_switchEthereumChain',
      params: [{ chainId: '0x53a' }],
    });
    const vague = wallet({
      wallet_switchEthereumChain: { code: -32603, message: 'Unrecognized chain ID "0x53a"' },
    });
    await expect(
      vague.request('wm_switchChain', JSON.stringify({ chain: 'eip155:1338' })),
    ).rejects.toMatchObject({
      code: 4902,
    });
  });

  test('passes on other messages until the listener leaves', () => {
    const { listeners, on } = wallet({});
    const listener = vi.fn();
    const off = on('message', listener);
    const message = { type: 'eth_subscription', data: { subscription: '0x1' } };
    listeners.get('message')!(message);
    expect(listener.mock.calls).toEqual([[message]]);
    off();
    expect(listeners.size).toBe(0);
  });

  test('ignores a missing wm_disconnect', async () => {
    const { request } = wallet({ wallet_revokePermissions: { code: -32601, message: 'no such method' } });
    expect(await request('wm_disconnect', JSON.stringify(null))).toBeNull();
  });

  test('passes on everything else, and rejects if the provider throws', async () => {
    const { request } = wallet({ eth_gasPrice: '0x1' });
    expect(await request('eth_gasPrice', JSON.stringify([]))).toBe('0x1');
    const broken = adaptEip1193({
      request: () => {
        throw new Error('boom');
      },
    });
    await expect(broken.request('eth_gasPrice', JSON.stringify([]))).rejects.toEqual({
      code: -32603,
      message: 'boom',
    });
    await expect(broken.request('eth_sendTransaction', '[]')).rejects.toHaveProperty('uncoded', true);
  });

  test("emits the engine's events until unsubscribed", async () => {
    const { listeners, on, request } = wallet({ eth_requestAccounts: [ADDRESS], eth_chainId: '0x1' });
    await request('wm_connect', JSON.stringify({}));
    const [accounts, chain] = [vi.fn(), vi.fn()];
    const off = on('accounts', accounts);
    on('chain', chain);
    listeners.get('chainChanged')!('0x539');
    listeners.get('accountsChanged')!([ADDRESS]);
    await Promise.resolve();
    expect(chain).toHaveBeenCalledWith('eip155:1337');
    expect(accounts).toHaveBeenCalledWith([{ chain: 'eip155:1337', address: ADDRESS }]);
    off();
    expect(listeners.has('accountsChanged')).toBe(false);
  });
});

describe('a network-changing request', () => {
  const moving = (method: string, chains: unknown[]) => {
    const rest = [...chains];
    const { provider, on, request } = wallet({});
    provider.request.mockImplementation(async ({ method: asked }: { method: string }) =>
      asked == 'eth_chainId' ? (rest.length > 1 ? rest.shift() : rest[0]) : null,
    );
    const events: unknown[] = [];
    const off = on('chain', (chain) => events.push(chain));
    return {
      told: events,
      off,
      provider,
      ask: () => request(method, JSON.stringify([{ chainId: '0x53a' }])).then(() => events.push('answer')),
    };
  };

  test.each(['wallet_switchEthereumChain', 'wallet_addEthereumChain'])(
    '@7.37 %s: reports the new network before the answer, even if late',
    async (method) => {
      const { told, ask, off } = moving(method, ['0x53a']);
      await ask();
      expect(told).toEqual(['eip155:1338', 'answer']);
      await ask();
      expect(told).toEqual(['eip155:1338', 'answer', 'answer']);
      off();
    },
  );

  test('answers even if the wallet doesn’t report its network', async () => {
    vi.useFakeTimers();
    const { told, ask, provider } = moving('wallet_switchEthereumChain', ['0x1']);
    const silent = provider.request.getMockImplementation() as (args: { method: string }) => Promise<unknown>;
    provider.request.mockImplementation((args: { method: string }) =>
      args.method == 'eth_chainId' ? new Promise(() => {}) : silent(args),
    );
    const pending = ask();
    await vi.advanceTimersByTimeAsync(1_000);
    await pending;
    expect(told).toEqual(['answer']);
    vi.useRealTimers();
  });
});

test.each([
  ['0x1', 'eip155:1'],
  ['1337', 'eip155:1337'],
  [5, 'eip155:5'],
  ['', null],
  ['0x', null],
  [-1, null],
  [{}, null],
])('reads chain ID %j as %s', (value, chain) => {
  expect(toChain(value)).toBe(chain);
});

describe('toWalletFault', () => {
  test.each<[unknown, number]>([
    [{ code: 4001, message: 'x' }, 4001],
    [{ code: '4001' }, 4001],
    [{ code: -32603, data: { originalError: { code: 4902 } } }, 4902],
    [{ code: -32601 }, -32601],
    [new Error('User denied the request'), 4001],
    ['Rejected', 4001],
    [new Error('The transaction was rejected by the node'), -32603],
    [null, -32603],
  ])('@8.33 gives %j code %i', (error, code) => {
    expect(toWalletFault(error, 'eth_sendTransaction').code).toBe(code);
  });

  test("@10.57 keeps the wallet's data, code and message up to 4 kB", () => {
    const data = { originalError: { code: 3, data: '0x08c379a0', message: 'execution reverted' } };
    expect(toWalletFault({ code: -32603, message: 'Internal JSON-RPC error.', data }, 'eth_call')).toEqual({
      code: 3,
      sent: -32603,
      message: 'Internal JSON-RPC error.',
      data,
    });
    expect(toWalletFault({ code: 3, message: 'x', data: '0xfb8f41b2' }, 'eth_call')).toEqual({
      code: 3,
      message: 'x',
      data: '0xfb8f41b2',
    });
    const words = 'a\u202e\n'.repeat(1_000);
    expect(toWalletFault({ code: 3, message: words }, 'm').message).toBe(words);
  });

  test('keeps at most 4,096 characters and survives a throwing getter', () => {
    expect(toWalletFault({ message: 'x'.repeat(9999) }, 'm').message).toHaveLength(4096);
    expect(
      toWalletFault(
        {
          get message() {
            throw new Error('trap');
          },
        },
        'm',
      ),
    ).toEqual({ code: -32603, message: '' });
  });
});
