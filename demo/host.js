/**
 * How a host page without a framework brings up the modal; shared by the demo's pages.
 *
 * Query parameters, for tests and for trying things:
 *   projectId=demo-off   another project of the demo's services      theme=light|dark|system
 *   networks=1337,1338   only these of the configured networks        nowallet   the demo wallet is not in the page
 *   analytics            the host's consent to tracked events         noauto     the elements are defined, nothing else: the
 *   nologin              neither email nor socials                               test creates the modal itself
 *   coinbase             Coinbase's wallet without an extension, at the demo wallet's own site
 *   prefetch=intent      the file of the list waits for an intent to connect
 *   safe=HOST            this host may be a Safe around the page
 *   solana, solana=only  the network of solana and its demo wallet too, or alone; polkadot, bitcoin and cosmos in the same way
 */
import { watchEvents } from './events.js';
import { showControls } from './wallet-controls.js';

/** Namespaces besides eip155 that a page can request: each has its own network and wallet. */
export const FAMILIES = ['solana', 'polkadot', 'bitcoin', 'cosmos'];

export const query = new URLSearchParams(location.search);
export const part = (id) => document.getElementById(id);
/** Creates an element with a text and attributes, and appends the children. */
export function make(tag, { text = '', ...attributes } = {}, ...children) {
  const element = document.createElement(tag);
  element.textContent = text;
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}
export const theme = ['light', 'dark', 'system'].includes(query.get('theme')) ? query.get('theme') : 'system';
document.documentElement.dataset.theme = theme;

/** Starts everything; `ready` is called once the modal exists. A failure is shown on the page. */
export async function startPage(ready, more = {}) {
  const state = watchEvents();
  if (query.has('dev')) import('/dev.js').then(({ reloadWhenBuilt }) => reloadWhenBuilt());
  try {
    // Requested in parallel.
    const [entry, config] = await Promise.all([
      import('/dist/index.js'),
      fetch('/demo-config.json').then((answer) => answer.json()),
      import('/dist/define.js'),
      query.has('nowallet') ? null : import('/wallets/announce.js'),
      ...FAMILIES.map((family) =>
        query.has('nowallet') || !query.has(family) ? null : import(`/wallets/${family}.js`),
      ),
    ]);
    if (window.demoWallet) showControls(window.demoWallet);
    showPlaces(config);
    if (query.has('noauto')) return;
    config.networks = allNetworks(config);
    state.networks = config.networks;
    const walletModal = entry.createWalletModal({ ...optionsOf(config), ...more });
    window.walletModal = walletModal;
    ready?.({
      walletModal,
      state,
      config,
      networks: chosenNetworks(config.networks),
      tokens: config.tokens,
    });
  } catch (error) {
    part('problem').hidden = false;
    part('problem').textContent = `The demo could not start: ${error?.message ?? error}`;
    console.error(error);
  }
}

/** Links to the other pages of the demo, if the page has a list for them. */
function showPlaces({ services, pocketWallet, explorer }) {
  if (!part('places')) return;
  part('place-mailbox').href = `${services.secure}/mailbox`;
  part('place-pocket').href = pocketWallet;
  part('place-explorer').href = explorer;
  part('places').hidden = false;
}

function optionsOf({ networks, services, tokens, swapRouters, demoWallet }) {
  const chosen = chosenNetworks(networks);
  const perNetwork = (value) =>
    Object.fromEntries(ofEvm(chosen).map((network) => [network.caipNetworkId, value(network)]));
  const [dollar] = tokens;
  return {
    projectId: query.get('projectId') ?? 'demo',
    networks: chosen,
    services,
    themeMode: theme,
    // The page's main token on each network, and icons for networks that no registry knows.
    tokens: perNetwork(() => ({
      address: dollar.address,
      image: `${services.data}/images/token/${dollar.symbol}`,
    })),
    // A gateway on this machine resolves names below offchain.eth. The page must allow it, because gateways on private addresses are off
    // by default.
    ccipGateways: [services.data],
    chainImages: perNetwork(({ id }) => `${services.data}/images/network/${id}`),
    // The demo's networks are unknown, and each has its own router, which swaps can call and approve.
    swapRouters,
    // The page's Meld.io key.
    onrampKeys: { meld: 'demo-key' },
    experimentalSwapNetworks: Object.keys(swapRouters),
    // The embedded wallet supports them too.
    ...(query.has('nologin') ? {} : { authChains: chosen.map(({ caipNetworkId }) => caipNetworkId) }),
    ...(query.has('coinbase') ? ofCoinbase(demoWallet) : {}),
    ...(query.has('prefetch') ? { prefetch: query.get('prefetch') } : {}),
    ...(query.has('safe') ? { safeHosts: [query.get('safe')] } : {}),
    // The page sells something; payments are off by default.
    features: { pay: true, ...(query.has('analytics') ? { analytics: true } : {}) },
    metadata: {
      name: 'wallet-modal demo',
      description: 'Connect a wallet, see the account, follow every event',
      url: location.origin,
      icons: [`${location.origin}/favicon.svg`],
    },
  };
}

/** Its site is the demo wallet's, and the icon of its row is ours. */
const ofCoinbase = (demoWallet) => ({
  enableCoinbase: true,
  coinbaseKeysUrl: `${demoWallet}/connect`,
  connectorImages: { 'com.coinbase.wallet': `${location.origin}/wallets/coinbase.svg` },
});

const ofEvm = (networks) => networks.filter(({ chainNamespace }) => chainNamespace === 'eip155');

/** The networks of the requested namespaces. */
function allNetworks(config) {
  const asked = FAMILIES.filter((family) => query.has(family));
  const others = asked.flatMap((family) => config[`${family}Networks`]);
  return asked.some((family) => query.get(family) === 'only') ? others : [...config.networks, ...others];
}

function chosenNetworks(networks) {
  const wanted = query.get('networks')?.split(',');
  return wanted
    ? networks.filter(
        ({ id, caipNetworkId }) => wanted.includes(String(id)) || wanted.includes(caipNetworkId),
      )
    : networks;
}

/** Runs a button's action and shows the result. */
export async function report(action) {
  part('result').textContent = 'Waiting';
  try {
    part('result').textContent = (await action()) ?? '';
  } catch (error) {
    part('result').textContent = `Failed (${error?.code ?? 'no code'}): ${error?.message ?? error}`;
  }
}
