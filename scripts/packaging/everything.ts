// A page that uses everything public, as `tsc --strict` sees it with the packed package (package.check.mjs): it is compiled, never run.
import {
  baseETH,
  baseSepoliaETH,
  baseUSDC,
  createWalletModal,
  define,
  WalletError,
  type AccountState,
  type BitcoinProvider,
  type CosmosProvider,
  type Eip1193Provider,
  type Namespace,
  type Options,
  type PayResult,
  type PolkadotProvider,
  type PublicEvent,
  type SIWX,
  type SolanaProvider,
  type Status,
  type View,
  type WalletEventDetails,
  type WalletEventMap,
  type WalletModalHandle,
} from 'wallet-modal';
import 'wallet-modal/define';

const options: Options = {
  projectId: 'demo',
  networks: [
    {
      id: 1,
      name: 'Ethereum',
      nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
      rpcUrls: { default: { http: ['https://node.example'] } },
    },
  ],
  defaultNetwork: 'eip155:1',
  adapters: ['eip155', { namespace: 'solana' }],
  metadata: { name: 'Page', icons: ['https://page.example/icon.png'] },
  features: { email: false, socials: ['google'], swaps: ['1inch'] },
  services: { relay: ['wss://relay.example'] },
  themeMode: 'dark',
  themeVariables: { '--wm-accent': '#0a7d4f', '--wm-radius-scale': 0.5 },
  siwx: true,
  storage: 'cookie',
};

define();
const modal: WalletModalHandle = createWalletModal(options);

// Elements: tags, their attributes as properties, their events.
const element = document.querySelector('wallet-modal')!;
element.themeMode = 'light';
element.options = options;
const open: boolean = element.state.open;
const button = document.createElement('wallet-button');
button.size = 's';
button.balance = 'hide';
button.wallet = 'io.metamask';
document.createElement('wallet-account-button').charsStart = 4;
document.createElement('wallet-network-button').label = 'Network';
element.addEventListener('wallet-connect', ({ detail }) => {
  const { caipAddress, reconnect }: { caipAddress: string; reconnect: boolean } = detail;
  // @ts-expect-error it has no such field
  void [caipAddress, reconnect, detail.chain];
});
addEventListener('wallet-alert', ({ detail }) => console.warn(detail.title, detail.detail));
document.addEventListener('wallet-before-close', (event) => event.preventDefault());
document.body.addEventListener(
  'wallet-track',
  (event: WalletEventMap['wallet-track']) => void event.detail.event,
);

// The handle: an EventTarget with the same events.
modal.addEventListener(
  'wallet-network-change',
  ({ detail }) => void detail.caipNetworkId?.startsWith('eip155:'),
);
const details: WalletEventDetails['wallet-transaction'] | null = null;
const hear = (event: PublicEvent): string => {
  switch (event.type) {
    case 'wallet-account-change':
      return event.detail.address ?? '';
    case 'wallet-transaction':
      return event.detail.hash ?? '';
    default:
      return event.type;
  }
};

async function life(): Promise<void> {
  await modal.ready();
  modal.prefetch();
  const view: View = 'Networks';
  await modal.open({ view, namespace: 'eip155' });
  await modal.connect({ connectorId: 'io.metamask' });
  await modal.switchNetwork(137, { throwOnFailure: true });
  await modal.addNetwork('eip155', { id: 10, name: 'Other' });
  await modal.removeNetwork('eip155', 10);
  await modal.updateOptions({ debug: true });
  await modal.updateFeatures({ swaps: false });
  await modal.setThemeMode('system');
  await modal.setThemeVariables({ '--wm-accent': 'red' });
  await modal.setLocale('en');
  await modal.setAnalyticsConsent(false);
  await modal.addAddressLabel('0x0', 'Mine');
  await modal.describeTransaction({ hash: '0x0', description: 'Mint', confirmations: 2 });
  await modal.showSuccess('Done');
  await modal.redirect('Account');
  await modal.deleteConnection({ connectorId: 'io.metamask' });
  await modal.disconnect();
  const paid: PayResult = await modal.pay({ recipient: '0x0', amount: 1, paymentAsset: baseUSDC });
  void [paid, baseETH, baseSepoliaETH];
  await modal.close();
  modal.destroy();
}

function read(): unknown[] {
  const account: AccountState = modal.getAccount();
  const status: Status = account.status;
  const namespace: Namespace = account.namespace;
  const siwx: SIWX | null = modal.getSIWX();
  return [
    status,
    siwx,
    modal.getAccount(namespace).balance,
    modal.getAddress(),
    modal.getCaipAddress('solana'),
    modal.getIsConnected(),
    modal.getBalance(),
    modal.getWalletInfo()?.name,
    modal.getConnectors().map(({ name, provider }) => [name, provider]),
    modal.getConnections(),
    modal.getRecentWallets(),
    modal.getTransactions(),
    modal.getNetworks('eip155').map(({ caipNetworkId }) => caipNetworkId),
    modal.getNetwork()?.name,
    modal.getChainId(),
    modal.getApprovedNetworkIds(),
    modal.getProviderType('eip155'),
    modal.getPairingUri(),
    modal.getState().initialized,
    modal.getTheme().themeMode,
    modal.getOptions().projectId,
    modal.isOpen(),
    modal.isReady,
  ];
}

function follow(): (() => void)[] {
  return [
    modal.subscribeState((state) => void state.view),
    modal.subscribeAccount((account) => void account.address, 'solana'),
    modal.subscribeNetwork((networks) => void networks.active?.name),
    modal.subscribeConnections((connections) => void connections[0]?.connectorId),
    modal.subscribeTransactions(([first]) => void first?.description),
    modal.subscribeTheme((theme) => void theme.themeMode),
    modal.subscribeWalletInfo((info) => void info?.name),
    modal.subscribeFeatures((features) => void features),
    modal.subscribeProviders(({ eip155 }) => void eip155?.request({ method: 'eth_accounts' })),
    modal.subscribeEvents((event) => void hear(event)),
  ];
}

async function ask(): Promise<unknown> {
  const eip155: Eip1193Provider = modal.getProvider('eip155');
  const solana: SolanaProvider = modal.getProvider('solana');
  const polkadot: PolkadotProvider = modal.getProvider('polkadot');
  const cosmos: CosmosProvider = modal.getProvider('cosmos');
  const bitcoin: BitcoinProvider = modal.getProvider('bip122');
  eip155.on('accountsChanged', (accounts) => void accounts);
  try {
    await eip155.request({ method: 'personal_sign', params: ['0x', '0x0'] });
    await bitcoin.getAccounts();
    return [solana, polkadot, cosmos];
  } catch (error) {
    if (error instanceof WalletError) return [error.code, error.title, error.message];
    throw error;
  }
}

// @ts-expect-error no such mode
const wrong: Options = { themeMode: 'purple' };

export const all = [open, details, wrong, life, read, follow, ask];
