// A page as RainbowKit's documentation has it: its first import is exchanged, and nothing else. Networks are those of the demo.
import { ConnectButton, darkTheme, getDefaultConfig, RainbowKitProvider } from 'wallet-modal/rainbowkit';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
// eslint-disable-next-line no-restricted-syntax -- a page has the whole React, not the one that is in dist/
import { StrictMode, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { defineChain, parseEther, type Chain } from 'viem';
import {
  useAccount,
  useConnect,
  useDisconnect,
  useSendTransaction,
  useSignMessage,
  useSwitchChain,
  useWaitForTransactionReceipt,
  WagmiProvider,
} from 'wagmi';

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

const config = getDefaultConfig({
  appName: 'My RainbowKit App',
  projectId: 'demo',
  chains,
  pollingInterval: 250,
});
const queryClient = new QueryClient();

function Shop() {
  const { address, chainId, status } = useAccount();
  const { disconnect } = useDisconnect();
  const { connect, connectors } = useConnect();
  const byId = (id: string | null) => connectors.find((one) => one.id == id);
  const { switchChain } = useSwitchChain();
  const { signMessageAsync } = useSignMessage();
  const { sendTransaction, data: hash } = useSendTransaction();
  const { data: receipt } = useWaitForTransactionReceipt({ hash });
  const [said, say] = useState('');
  const to = new URLSearchParams(location.search).get('to') as `0x${string}`;
  return (
    <>
      <output data-testid="account">{`${status} ${address ?? ''} ${chainId ?? ''}`}</output>
      <output data-testid="said">{said}</output>
      <output data-testid="receipt">{receipt?.status}</output>
      <button
        data-testid="sign"
        onClick={() =>
          void signMessageAsync({ message: 'Hello' }).then(say, (error: Error) => say(error.name))
        }
      />
      <button data-testid="send" onClick={() => sendTransaction({ to, value: parseEther('0.25') })} />
      <button data-testid="switch" onClick={() => switchChain({ chainId: 1338 })} />
      <button
        data-testid="by-id"
        onClick={() => connect({ connector: byId(new URLSearchParams(location.search).get('id'))! })}
      />
      <button data-testid="by-position" onClick={() => connect({ connector: connectors[2]! })} />
      <button data-testid="leave" onClick={() => disconnect()} />
      <ConnectButton.Custom>
        {({ account, chain, mounted, openAccountModal, openChainModal, openConnectModal }) =>
          !mounted || !account || !chain ? (
            <button data-testid="custom-connect" onClick={openConnectModal}>
              Connect Wallet
            </button>
          ) : (
            <>
              <button data-testid="custom-chain" onClick={openChainModal}>
                {chain.unsupported ? 'Wrong network' : chain.name}
              </button>
              <button data-testid="custom-account" onClick={openAccountModal}>
                {account.displayName}
              </button>
            </>
          )
        }
      </ConnectButton.Custom>
    </>
  );
}

// The demo's services are on this machine; a page of its own leaves this out.
const connector = config.connectors[0] as unknown as {
  getModal(): { updateOptions(options: object): Promise<void> };
};
Object.assign(window, { walletModal: connector.getModal() });
void connector.getModal().updateOptions({ services });

const root = document.body.appendChild(document.createElement('main'));
createRoot(root).render(
  <StrictMode>
    <WagmiProvider config={config}>
      <QueryClientProvider client={queryClient}>
        <RainbowKitProvider theme={darkTheme({ accentColor: '#7b3fe4', borderRadius: 'medium' })}>
          <ConnectButton />
          <Shop />
        </RainbowKitProvider>
      </QueryClientProvider>
    </WagmiProvider>
  </StrictMode>,
);
