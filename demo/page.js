/** The demo's first page: the modal as a dialog, and a button for each call of the API. */
import { onPress, showAccountButtons } from './actions.js';
import { part, report, startPage, theme } from './host.js';

/** Account 2 of the development mnemonic is the shop. */
const SHOP = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
/** The shop on Solana: `account 2` (demo/solana/layout.mjs). */
const SOLANA_SHOP = 'Cdo2srRPL9B64TUwVj8C7Zr3Mwwxfk91wL1ehAwfThCz';

/** The shop's price: in dollars, or on Solana in its coin. */
function billOf(network, { address, symbol, decimals, name }) {
  if (network.chainNamespace === 'solana') {
    const paymentAsset = {
      network: network.caipNetworkId,
      asset: 'native',
      metadata: network.nativeCurrency,
    };
    return { paymentAsset, recipient: SOLANA_SHOP, amount: '0.25' };
  }
  const paymentAsset = {
    network: network.caipNetworkId,
    asset: address,
    metadata: { name, symbol, decimals },
  };
  return { paymentAsset, recipient: SHOP, amount: '25' };
}

startPage((started) => {
  const { walletModal, state, networks, tokens } = started;
  const [dollar] = tokens;
  showAccountButtons(started);

  onPress('open-networks', () => walletModal.open({ view: 'Networks' }));
  onPress('pay', async () => {
    // On Solana if the user is there.
    const here = networks.find(({ caipNetworkId }) => caipNetworkId === state.caipNetworkId);
    const network = here?.chainNamespace === 'solana' ? here : networks[0];
    const { status, txHash } = await walletModal.pay(billOf(network, dollar));
    return txHash ? `Payment: ${status}, ${txHash}` : `Payment: ${status}`;
  });
  // The card shows a message, so it opens first.
  onPress('success', async () => {
    await walletModal.open();
    await walletModal.showSuccess('Saved by the page');
  });
  onPress('error', async () => {
    await walletModal.open();
    await walletModal.showError('The page could not save');
  });

  part('theme').value = theme;
  part('theme').addEventListener('change', ({ target: { value } }) =>
    report(async () => {
      document.documentElement.dataset.theme = value;
      await walletModal.setThemeMode(value);
    }),
  );
  for (const button of document.querySelectorAll('.actions [data-always]')) button.disabled = false;
});
