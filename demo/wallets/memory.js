/**
 * What the demo wallet remembers about this page: granted accounts, chosen and added networks. Kept in the page's localStorage,
 * so that `eth_accounts` is silent after a reload; shared by all tabs of the page. Anything unreadable counts as nothing.
 */

const KEYS = {
  accounts: 'demo-wallet:accounts',
  chainId: 'demo-wallet:chain',
  addedChains: 'demo-wallet:added-chains',
};

const isAddress = (value) => typeof value === 'string' && /^0x[0-9a-fA-F]{40}$/.test(value);
const isChain = (value) =>
  ['chainId', 'chainName', 'rpcUrl', 'symbol'].every((key) => typeof value?.[key] === 'string');

const read = (key) => {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null');
  } catch {
    return null;
  }
};

const write = (key, value) => {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // Storage denied: the grant lasts as long as the page, like in a private window.
  }
};

const list = (value, isItem) => (Array.isArray(value) ? value.filter(isItem) : []);
const chainText = (value) => (typeof value === 'string' ? value : null);

let accounts = list(read(KEYS.accounts), isAddress);
let chainId = chainText(read(KEYS.chainId));
let addedChains = list(read(KEYS.addedChains), isChain);

/** Takes over new values and tells the page of what is really different. */
const take = (next) => {
  const accountsDiffer = next.accounts !== undefined && next.accounts.join() !== accounts.join();
  const chainDiffers = next.chainId !== undefined && next.chainId !== chainId;
  ({ accounts, chainId, addedChains } = { accounts, chainId, addedChains, ...next });
  if (accountsDiffer) memory.onChange('accountsChanged', [...accounts]);
  if (chainDiffers && chainId) memory.onChange('chainChanged', chainId);
};

export const memory = {
  /** Set by the provider: how the page is told. */
  onChange: (_event, _payload) => {},

  get accounts() {
    return [...accounts];
  },
  set accounts(value) {
    write(KEYS.accounts, value);
    take({ accounts: value });
  },

  get chainId() {
    return chainId;
  },
  set chainId(value) {
    write(KEYS.chainId, value);
    take({ chainId: value });
  },

  get addedChains() {
    return [...addedChains];
  },
  set addedChains(value) {
    write(KEYS.addedChains, value);
    take({ addedChains: value });
  },
};

window.addEventListener('storage', ({ key }) => {
  if (key !== null && !Object.values(KEYS).includes(key)) return;
  take({
    accounts: list(read(KEYS.accounts), isAddress),
    chainId: chainText(read(KEYS.chainId)),
    addedChains: list(read(KEYS.addedChains), isChain),
  });
});
