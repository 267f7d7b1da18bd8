// The demo wallet's in-page part, without its window: its responses while locked, its networks, its own events. announce.js and errors.js name
// the sources.
import { beforeEach, describe, expect, test, vi } from 'vitest';

const ACCOUNT = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
/** The user's choice in the window. */
const person = vi.hoisted(() => ({ asked: [], answer: async () => null }));
vi.mock('./window.js', () => ({
  askPerson: (_origin, request, onUnlocked) => {
    person.asked.push(request);
    if (request.locked) onUnlocked();
    return person.answer(request);
  },
}));

const network = (id, name) => ({
  id,
  name,
  rpcUrls: { default: { http: [`http://127.0.0.1:${id}`] } },
  nativeCurrency: { symbol: 'ETH' },
});
vi.stubGlobal('fetch', async () =>
  Response.json({
    demoWallet: 'http://localhost:1',
    demoWalletNetworks: [network(1337, 'One'), network(1338, 'Two'), network(31337, 'Elsewhere')],
  }),
);

const announced = new Promise((resolve) =>
  window.addEventListener('eip6963:announceProvider', ({ detail }) => resolve(detail), { once: true }),
);
await import('./announce.js');
const { provider } = await announced;
const { demoWallet } = window;
const told = [];
for (const event of ['accountsChanged', 'chainChanged'])
  provider.on(event, (value) => told.push([event, value]));
const ask = (method, ...params) => provider.request({ method, params });

beforeEach(() => {
  demoWallet.reset();
  told.length = person.asked.length = 0;
  person.answer = async ({ method }) => (method === 'eth_requestAccounts' ? [ACCOUNT] : null);
});

describe('a locked wallet', () => {
  test('shows no account, and says so when it is locked', async () => {
    await ask('eth_requestAccounts');
    demoWallet.lock();
    expect(await ask('eth_accounts')).toEqual([]);
    expect(told).toEqual([
      ['accountsChanged', [ACCOUNT]],
      ['accountsChanged', []],
    ]);
  });

  test('asks for unlocking alone when the account was granted before', async () => {
    await ask('eth_requestAccounts');
    demoWallet.lock();
    person.asked.length = 0;
    expect(await ask('eth_requestAccounts')).toEqual([ACCOUNT]);
    expect(person.asked).toMatchObject([{ method: 'demo_unlock', locked: true }]);
    expect(demoWallet.locked).toBe(false);
  });

  test('asks for unlocking first when something is to be signed', async () => {
    await ask('eth_requestAccounts');
    demoWallet.lock();
    await ask('personal_sign', '0x00', ACCOUNT);
    expect(person.asked.at(-1)).toMatchObject({ method: 'personal_sign', locked: true });
  });
});

describe('networks', () => {
  const third = {
    chainId: '0x53b',
    chainName: 'Three',
    rpcUrls: ['http://127.0.0.1:1339'],
    nativeCurrency: { symbol: 'JUN', decimals: 18 },
  };

  test('an unknown one is refused with 4902 until it is added', async () => {
    await expect(ask('wallet_switchEthereumChain', { chainId: '0x53b' })).rejects.toMatchObject({
      code: 4902,
    });
    expect(person.asked).toEqual([]);
    await ask('wallet_addEthereumChain', third);
    expect(await ask('eth_chainId')).toBe('0x539');
    await ask('wallet_switchEthereumChain', { chainId: '0x53b' });
    expect(await ask('eth_chainId')).toBe('0x53b');
    expect(told).toEqual([['chainChanged', '0x53b']]);
  });

  test('a refusal leaves everything as it was', async () => {
    person.answer = () => Promise.reject(Object.assign(new Error('no'), { code: 4001 }));
    await expect(ask('wallet_addEthereumChain', third)).rejects.toMatchObject({ code: 4001 });
    await expect(ask('wallet_switchEthereumChain', { chainId: '0x53a' })).rejects.toMatchObject({
      code: 4001,
    });
    expect(await ask('eth_chainId')).toBe('0x539');
    expect(told).toEqual([]);
  });

  test('it can go to another one by itself, also to one that the page does not have', async () => {
    await demoWallet.setChain(1338);
    await demoWallet.setChain(31337);
    await expect(demoWallet.setChain(5)).rejects.toThrow('does not know');
    expect(told).toEqual([
      ['chainChanged', '0x53a'],
      ['chainChanged', '0x7a69'],
    ]);
  });
});

test('other accounts are granted, and taken back, without being asked', async () => {
  demoWallet.accounts = [ACCOUNT];
  demoWallet.accounts = [];
  expect(told).toEqual([
    ['accountsChanged', [ACCOUNT]],
    ['accountsChanged', []],
  ]);
  expect(await ask('eth_accounts')).toEqual([]);
});
