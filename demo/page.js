/**
 * The demo page, as a host page without a framework writes it: define the elements, create the modal, listen to its events.
 *
 * Query parameters, for tests and for trying things:
 *   projectId=demo-off   another project of the demo's services      theme=light|dark|system
 *   networks=1337,1338   only these of the configured networks        nowallet   the demo wallet is not in the page
 *   noauto               the elements are defined, nothing else: the test creates the modal itself
 */
import { watchEvents } from './events.js';

const query = new URLSearchParams(location.search);
const part = (id) => document.getElementById(id);
const theme = ['light', 'dark', 'system'].includes(query.get('theme')) ? query.get('theme') : 'system';
document.documentElement.dataset.theme = theme;

const state = watchEvents();

try {
  await start();
} catch (error) {
  part('problem').hidden = false;
  part('problem').textContent = `The demo could not start: ${error?.message ?? error}`;
  console.error(error);
}

async function start() {
  // Asked for together: none of them waits for another.
  const [entry, config] = await Promise.all([
    import('/dist/index.js'),
    fetch('/demo-config.json').then((answer) => answer.json()),
    import('/dist/define.js'),
    query.has('nowallet') ? null : import('/wallets/announce.js'),
  ]);
  if (query.has('noauto')) return;

  state.networks = config.networks;
  const walletModal = entry.createWalletModal({
    projectId: query.get('projectId') ?? 'demo',
    networks: chosenNetworks(config.networks),
    services: config.services,
    themeMode: theme,
    metadata: {
      name: 'wallet-modal demo',
      description: 'Connect a wallet, see the account, follow every event',
      url: location.origin,
      icons: [`${location.origin}/favicon.svg`],
    },
  });
  window.walletModal = walletModal;

  part('sign').addEventListener('click', () =>
    report(async () => {
      const message = `Hello from the wallet-modal demo, ${new Date().toISOString()}`;
      const hex = `0x${Array.from(new TextEncoder().encode(message), (byte) => byte.toString(16).padStart(2, '0')).join('')}`;
      const signature = await walletModal
        .getProvider('eip155')
        .request({ method: 'personal_sign', params: [hex, state.address] });
      return `Signed: ${signature}`;
    }),
  );
  part('disconnect').addEventListener('click', () =>
    report(async () => {
      await walletModal.disconnect();
      return '';
    }),
  );
}

function chosenNetworks(networks) {
  const wanted = query.get('networks')?.split(',');
  return wanted
    ? networks.filter(
        ({ id, caipNetworkId }) => wanted.includes(String(id)) || wanted.includes(caipNetworkId),
      )
    : networks;
}

/** Runs an action of a button and says how it went. */
async function report(action) {
  part('result').textContent = 'Waiting';
  try {
    part('result').textContent = await action();
  } catch (error) {
    part('result').textContent = `Failed (${error?.code ?? 'no code'}): ${error?.message ?? error}`;
  }
}
