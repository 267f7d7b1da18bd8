/**
 * The demo wallet's data about this page: accounts with access, selected and added networks, whether it is locked. Stored in the page's
 * localStorage, so that `eth_accounts` needs no prompt after a reload, and shared by all tabs of the page. Unreadable data is ignored.
 */

const isAddress = (value) => typeof value === 'string' && /^0x[0-9a-fA-F]{40}$/.test(value);
const isChain = (value) =>
  ['chainId', 'chainName', 'rpcUrl', 'symbol'].every((key) => typeof value?.[key] === 'string');
const list = (isItem) => (value) => (Array.isArray(value) ? value.filter(isItem) : []);

/** TABLE: the stored values, their keys, and their readers. */
const PARTS = {
  granted: { key: 'demo-wallet:accounts', parse: list(isAddress) },
  chainId: { key: 'demo-wallet:chain', parse: (value) => (typeof value === 'string' ? value : null) },
  addedChains: { key: 'demo-wallet:added-chains', parse: list(isChain) },
  locked: { key: 'demo-wallet:locked', parse: (value) => value === true },
};

const stored = (key) => {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null');
  } catch {
    return null;
  }
};
const readAll = () =>
  Object.fromEntries(Object.entries(PARTS).map(([name, { key, parse }]) => [name, parse(stored(key))]));

let now = readAll();
const watchers = new Set();

/** A locked wallet shows no account, whatever the access. */
const visible = ({ locked, granted }) => (locked ? [] : granted);

/** Applies new values and emits real changes to the page. */
const take = (next) => {
  const before = now;
  now = next;
  if (visible(now).join() !== visible(before).join()) memory.onChange('accountsChanged', [...visible(now)]);
  if (now.chainId !== before.chainId && now.chainId) memory.onChange('chainChanged', now.chainId);
  watchers.forEach((listener) => listener());
};

const set = (name, value) => {
  try {
    localStorage.setItem(PARTS[name].key, JSON.stringify(value));
  } catch {
    // Storage denied: it lasts as long as the page, as in a private window.
  }
  take({ ...now, [name]: value });
};

export const memory = {
  /** Set by the provider: emits an event to the page. */
  onChange: (_event, _payload) => {},
  /** For the controls: called after any change. */
  watch: (listener) => watchers.add(listener),

  /** The accounts that the page can see. */
  get accounts() {
    return [...visible(now)];
  },
  get granted() {
    return [...now.granted];
  },
  set granted(value) {
    set('granted', value);
  },
  get chainId() {
    return now.chainId;
  },
  set chainId(value) {
    set('chainId', value);
  },
  get addedChains() {
    return [...now.addedChains];
  },
  set addedChains(value) {
    set('addedChains', value);
  },
  get locked() {
    return now.locked;
  },
  set locked(value) {
    set('locked', value);
  },
};

window.addEventListener('storage', ({ key }) => {
  if (key === null || Object.values(PARTS).some((part) => part.key === key)) take(readAll());
});
