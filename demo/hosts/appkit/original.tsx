// A page as AppKit's documentation has them for React and wagmi, in our words. original.tsx and moved.tsx differ by their imports.
import { WagmiAdapter } from '@reown/appkit-adapter-wagmi';
import { defineChain } from '@reown/appkit/networks';
import {
  createAppKit,
  useAppKit,
  useAppKitAccount,
  useAppKitNetwork,
  useDisconnect,
} from '@reown/appkit/react';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { StrictMode, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { parseEther } from 'viem';
import { useSendTransaction, useSignMessage, WagmiProvider } from 'wagmi';
import { chains, payee } from './shop';

const [first, second] = chains.map((chain) =>
  defineChain({ ...chain, chainNamespace: 'eip155', caipNetworkId: `eip155:${chain.id}` }),
);
const projectId = 'demo';
const adapter = new WagmiAdapter({ projectId, networks: [first!, second!] });

createAppKit({
  adapters: [adapter],
  projectId,
  networks: [first!, second!],
  metadata: { name: 'The shop', description: 'Tea', url: location.origin, icons: [] },
  features: { analytics: false, email: false, socials: false },
  themeMode: 'dark',
});

function Shop() {
  const { open } = useAppKit();
  const { address, status } = useAppKitAccount();
  const { chainId, switchNetwork } = useAppKitNetwork();
  const { disconnect } = useDisconnect();
  const { signMessageAsync } = useSignMessage();
  const { sendTransactionAsync } = useSendTransaction();
  const [said, say] = useState('');
  const tell = (asked: Promise<unknown>) =>
    asked.then(
      (value) => say(String(value)),
      (error: Error) => say(error.name),
    );
  return (
    <main>
      <appkit-button label="Join" />
      <p id="account">
        {status} {address} {chainId}
      </p>
      <p id="said">{said}</p>
      <button onClick={() => open({ view: 'Networks' })}>Networks</button>
      <button onClick={() => tell(signMessageAsync({ message: 'Tea' }))}>Sign</button>
      <button onClick={() => tell(sendTransactionAsync({ to: payee, value: parseEther('0.25') }))}>
        Send
      </button>
      <button onClick={() => switchNetwork(second!)}>Second</button>
      <button onClick={() => disconnect()}>Leave</button>
    </main>
  );
}

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <WagmiProvider config={adapter.wagmiConfig}>
      <QueryClientProvider client={new QueryClient()}>
        <Shop />
      </QueryClientProvider>
    </WagmiProvider>
  </StrictMode>,
);
