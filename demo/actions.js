/** The buttons for the connected account that several of the demo's pages share: Sign a message, Switch, Disconnect. */
import { part, report } from './host.js';

const hex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

/** TABLE: how each namespace signs a message. */
const SIGNS = {
  eip155: (provider, { bytes, address }) =>
    provider.request({ method: 'personal_sign', params: [`0x${hex(bytes)}`, address] }),
  solana: async (provider, { bytes }) => hex(await provider.signMessage(bytes)),
  polkadot: async ({ signer }, { message, address }) =>
    (await signer.signRaw({ address, data: message, type: 'bytes' })).signature,
  cosmos: async (provider, { message, address, reference }) =>
    (await provider.signArbitrary(reference, address, message)).signature,
  bip122: async (provider, { message, address }) => hex(await provider.signMessage({ address, message })),
};

async function sign(walletModal, { caipNetworkId = 'eip155', address }) {
  const [family, reference] = caipNetworkId.split(':');
  const message = `Hello from the wallet-modal demo, ${new Date().toISOString()}`;
  const bytes = new TextEncoder().encode(message);
  // Awaited here: a returned promise would go to the page's own Promise.prototype.then, which tests replace (e2e/captured).
  const signed = await SIGNS[family](walletModal.getProvider(family), { message, bytes, address, reference });
  return signed;
}

/** Runs the action when the button is clicked, and shows its result. */
export const onPress = (id, action) => part(id).addEventListener('click', () => report(action));

export function showAccountButtons({ walletModal, state, networks }) {
  const choice = part('network-choice');
  choice.replaceChildren(...networks.map(({ name, caipNetworkId }) => new Option(name, caipNetworkId)));
  onPress('switch', async () => {
    const network = networks.find(({ caipNetworkId }) => caipNetworkId === choice.value);
    await walletModal.switchNetwork(network, { throwOnFailure: true });
    return `Switched to ${network.name}`;
  });
  onPress('sign', async () => `Signed: ${await sign(walletModal, state)}`);
  onPress('disconnect', () => walletModal.disconnect().then(() => ''));
}
