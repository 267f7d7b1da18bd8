// A page of RainbowKit that signs in by an adapter, its first import exchanged. Its server is this page's storage.
import {
  ConnectButton,
  createAuthenticationAdapter,
  getDefaultConfig,
  RainbowKitAuthenticationProvider,
  RainbowKitProvider,
  type AuthenticationStatus,
} from 'wallet-modal/rainbowkit';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { useState } from 'react';
import { createRoot } from 'react-dom/client';
import { defineChain, verifyMessage, type Chain } from 'viem';
import { createSiweMessage, generateSiweNonce, parseSiweMessage } from 'viem/siwe';
import { useAccount, useDisconnect, WagmiProvider } from 'wagmi';

interface DemoConfig {
  networks: { id: number; name: string; rpcUrls: { default: { http: string[] } } }[];
  services: Record<string, string>;
}
const { networks, services } = (await (await fetch('/demo-config.json')).json()) as DemoConfig;
const chains = networks.map(({ id, name, rpcUrls }) =>
  defineChain({
    id,
    name,
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: rpcUrls.default.http } },
  }),
) as unknown as [Chain, ...Chain[]];
const config = getDefaultConfig({ appName: 'My RainbowKit App', projectId: 'demo', chains });
const queryClient = new QueryClient();

const KEY = 'signed-in';
const now = (): AuthenticationStatus => (localStorage.getItem(KEY) ? 'authenticated' : 'unauthenticated');

function Account() {
  const { address, status } = useAccount();
  const { disconnect } = useDisconnect();
  return (
    <>
      <output data-testid="account">{`${status} ${status == 'connected' ? address : ''}`}</output>
      <button data-testid="leave" onClick={() => disconnect()} />
    </>
  );
}

function App() {
  const [status, setStatus] = useState(now);
  const adapter = createAuthenticationAdapter<string>({
    getNonce: () => Promise.resolve(generateSiweNonce()),
    createMessage: ({ nonce, address, chainId }) =>
      createSiweMessage({
        domain: location.host,
        uri: location.origin,
        version: '1',
        nonce,
        address,
        chainId,
      }),
    async verify({ message, signature }) {
      const { address } = parseSiweMessage(message);
      const isTheirs = await verifyMessage({
        address: address!,
        message,
        signature: signature as `0x${string}`,
      });
      if (isTheirs) localStorage.setItem(KEY, address!);
      setStatus(now());
      return isTheirs;
    },
    signOut() {
      localStorage.removeItem(KEY);
      setStatus(now());
      return Promise.resolve();
    },
  });
  return (
    <RainbowKitAuthenticationProvider adapter={adapter} status={status}>
      <RainbowKitProvider>
        <ConnectButton />
        <output data-testid="status">{status}</output>
        <Account />
      </RainbowKitProvider>
    </RainbowKitAuthenticationProvider>
  );
}

// The demo's services are on this machine; a page of its own leaves this out.
const connector = config.connectors[0] as unknown as {
  getModal(): { updateOptions(options: object): Promise<void> };
};
void connector.getModal().updateOptions({ services });

createRoot(document.body.appendChild(document.createElement('main'))).render(
  <WagmiProvider config={config}>
    <QueryClientProvider client={queryClient}>
      <App />
    </QueryClientProvider>
  </WagmiProvider>,
);
