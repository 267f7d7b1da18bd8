/**
 * The demo page's view of the modal: it shows the public `wallet-*` events, and only reads the account of the active network from the
 * handle. The events bubble and are composed, so one listener on the document gets them wherever the modal is.
 */

const NAMES =
  `ready open close before-close view-change state status connect disconnect account-change network-change networks-change
  balance-change connections-change provider-change pairing request transaction sign-in sign-out features-change theme-change toast
  alert error track`
    .trim()
    .split(/\s+/)
    .map((name) => `wallet-${name}`);
const SHOWN_MAX = 50;

const part = (id) => document.getElementById(id);

/** Starts listening; the returned object always has the current state. */
export function watchEvents() {
  const state = {
    status: 'disconnected',
    address: undefined,
    caipNetworkId: undefined,
    balance: undefined,
    networks: [],
  };

  /** With wallets of two namespaces, an event of one doesn't affect the other. */
  const isOther = (namespace) =>
    namespace &&
    namespace !== 'all' &&
    state.caipNetworkId &&
    !state.caipNetworkId.startsWith(`${namespace}:`);

  const take = {
    'wallet-status': ({ status }) => {
      state.status = status;
    },
    'wallet-connect': ({ namespace, address, caipAddress }) => {
      // After a reload, wallets reconnect at different times. The page shows the account of the active network.
      const { activeChain = namespace } = window.walletModal?.getState() ?? {};
      if (activeChain !== namespace) return;
      state.status = 'connected';
      state.address = address;
      state.caipNetworkId = caipAddress?.split(':').slice(0, 2).join(':');
    },
    'wallet-disconnect': ({ namespace }) =>
      isOther(namespace) ||
      Object.assign(state, {
        status: 'disconnected',
        address: undefined,
        caipNetworkId: undefined,
        balance: undefined,
      }),
    'wallet-account-change': ({ namespace, address, status }) => {
      if (isOther(namespace)) return;
      state.address = address;
      if (status) state.status = status;
    },
    'wallet-network-change': ({ caipNetworkId }) => {
      // Each namespace has its own account.
      const namespace = caipNetworkId?.split(':')[0];
      const account = isOther(namespace) && window.walletModal?.getAccount(namespace);
      if (account) state.address = account.address ?? undefined;
      state.caipNetworkId = caipNetworkId;
    },
    'wallet-balance-change': ({ balance, balanceSymbol }) => {
      state.balance =
        balance === undefined || balance === null ? undefined : `${balance} ${balanceSymbol ?? ''}`.trim();
    },
  };

  for (const name of NAMES) {
    document.addEventListener(name, (event) => {
      take[name]?.(event.detail ?? {});
      // A page without an event list only shows the state.
      if (!part('log')) return show(state);
      if (name !== 'wallet-state' || !part('without-state')?.checked) log(name, event.detail);
      show(state);
    });
  }
  // Most events: without them, the others are easier to follow, and fifty of them stay.
  part('without-state')?.addEventListener('change', () => {
    for (const row of part('log').querySelectorAll('[data-event=wallet-state]')) row.remove();
  });
  return state;
}

/** A page without an element for a value doesn't show it. */
function show({ status, address, caipNetworkId, balance, networks }) {
  const name = networks.find((network) => network.caipNetworkId === caipNetworkId)?.name;
  const texts = {
    status,
    account: address ?? '-',
    network: caipNetworkId ? `${name ?? 'Unknown'} (${caipNetworkId})` : '-',
    balance: balance ?? '-',
  };
  for (const [id, text] of Object.entries(texts)) if (part(id)) part(id).textContent = text;
  for (const id of ['sign', 'switch', 'disconnect']) if (part(id)) part(id).disabled = !address;
}

function log(name, detail) {
  const row = document.createElement('li');
  row.dataset.event = name;
  const time = document.createElement('time');
  time.textContent = new Date().toISOString().slice(11, 23);
  const title = document.createElement('b');
  title.textContent = name;
  const text = document.createElement('code');
  text.textContent = readable(detail);
  row.append(time, title, text);
  part('log').prepend(row);
  while (part('log').childElementCount > SHOWN_MAX) part('log').lastElementChild.remove();
}

/** A detail can contain live objects (a provider, a network list): shows plain values and names the rest. */
function readable(detail) {
  try {
    const seen = new Set();
    const text = JSON.stringify(detail, (key, value) => {
      if (key === 'provider' || typeof value === 'function') return '[object]';
      if (typeof value === 'bigint') return String(value);
      if (typeof value === 'object' && value !== null) {
        if (seen.has(value)) return '[again]';
        seen.add(value);
      }
      return value;
    });
    return text && text.length > 400 ? `${text.slice(0, 400)}…` : (text ?? '');
  } catch {
    return '[not readable]';
  }
}
