// A page as the documentation of AppKit has them for React and ethers, in our words: the imports are what was exchanged (`@reown/appkit/react`,
// `@reown/appkit/networks`, `@reown/appkit-adapter-ethers`), and `services`, since here they are the demo's.
import { BrowserProvider, parseEther } from 'ethers';
import { useState } from 'react';
import { createRoot } from 'react-dom/client';
import { EthersAdapter } from 'wallet-modal/appkit/ethers';
import type { AppKitNetwork } from 'wallet-modal/appkit/networks';
import {
  createAppKit,
  useAppKit,
  useAppKitAccount,
  useAppKitBalance,
  useAppKitEvents,
  useAppKitNetwork,
  useAppKitProvider,
  useAppKitState,
  useDisconnect,
  useWalletInfo,
} from 'wallet-modal/appkit/react';

const { networks, services } = (await (await fetch('/demo-config.json')).json()) as {
  networks: [AppKitNetwork, ...AppKitNetwork[]];
  services: object;
};

const modal = createAppKit({
  adapters: [new EthersAdapter()],
  networks,
  projectId: 'demo',
  remoteConfig: false,
  services,
  metadata: { name: 'The shop', description: 'A page', url: location.origin, icons: [] },
  features: { email: false, socials: false, analytics: true },
  themeVariables: { '--w3m-accent': 'rgb(200, 0, 120)', '--w3m-border-radius-master': '8px' },
});

/** what the subscriptions have told, for the test */
const told: unknown[] = [];
modal.subscribeAccount(({ status, address }) => told.push(['account', status, address]));
modal.subscribeNetwork(({ chainId }) => told.push(['network', chainId]));
modal.subscribeState(({ open }) => told.push(['open', open]));
Object.assign(window, { kit: modal, told });

function Page() {
  const { open, close } = useAppKit();
  const { address, isConnected, status } = useAppKitAccount();
  const { chainId, switchNetwork } = useAppKitNetwork();
  const { walletProvider } = useAppKitProvider<ConstructorParameters<typeof BrowserProvider>[0]>('eip155');
  const { walletInfo } = useWalletInfo();
  const { disconnect } = useDisconnect();
  const { initialized, open: isOpen } = useAppKitState();
  const { data } = useAppKitEvents();
  const { fetchBalance } = useAppKitBalance();
  const [said, say] = useState('');

  const tell = (asked: Promise<unknown>) =>
    asked.then(
      (value) => say(String(value)),
      (error: { code?: unknown }) => say(`failed ${String(error.code)}`),
    );
  const signer = () => new BrowserProvider(walletProvider!, 'any').getSigner();
  const send = async () => {
    const sent = await (await signer()).sendTransaction({ to: address!, value: parseEther('0.01') });
    return (await sent.wait())?.status;
  };

  return (
    <main>
      <appkit-button label="Join" />
      <appkit-network-button />
      <output data-testid="state">
        {[status, isConnected, address ?? '', chainId, initialized, isOpen, walletInfo?.name ?? ''].join(' ')}
      </output>
      <output data-testid="event">{data.event}</output>
      <output data-testid="said">{said}</output>
      <button onClick={() => tell(open({ view: 'Networks' }))}>Networks</button>
      <button onClick={() => tell(open())}>Open</button>
      <button onClick={() => tell(close())}>Close</button>
      <button onClick={() => tell(switchNetwork(networks[1]!))}>Second</button>
      <button onClick={() => tell(signer().then((one) => one.signMessage('hello')))}>Sign</button>
      <button onClick={() => tell(send())}>Send</button>
      <button onClick={() => tell(fetchBalance().then(({ data }) => `${data?.balance} ${data?.symbol}`))}>
        Balance
      </button>
      <button onClick={() => tell(disconnect())}>Leave</button>
    </main>
  );
}

const root = document.createElement('div');
document.body.append(root);
createRoot(root).render(<Page />);
