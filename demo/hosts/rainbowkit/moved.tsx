// A page as RainbowKit's documentation has it, in our words. original.tsx and moved.tsx differ by their imports.
import 'wallet-modal/rainbowkit/styles.css';
import { ConnectButton, darkTheme, getDefaultConfig, RainbowKitProvider } from 'wallet-modal/rainbowkit';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { StrictMode, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { parseEther } from 'viem';
import {
  useAccount,
  useDisconnect,
  useSendTransaction,
  useSignMessage,
  useSwitchChain,
  WagmiProvider,
} from 'wagmi';
import { chains, payee } from './shop';

const config = getDefaultConfig({ appName: 'The shop', projectId: 'demo', chains });

function Shop() {
  const { address, chainId, status } = useAccount();
  const { disconnect } = useDisconnect();
  const { switchChain } = useSwitchChain();
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
      <ConnectButton label="Join" />
      <p id="account">
        {status} {address} {chainId}
      </p>
      <p id="said">{said}</p>
      <ConnectButton.Custom>
        {({ openChainModal }) => <button onClick={openChainModal}>Networks</button>}
      </ConnectButton.Custom>
      <button onClick={() => tell(signMessageAsync({ message: 'Tea' }))}>Sign</button>
      <button onClick={() => tell(sendTransactionAsync({ to: payee, value: parseEther('0.25') }))}>
        Send
      </button>
      <button onClick={() => switchChain({ chainId: chains[1].id })}>Second</button>
      <button onClick={() => disconnect()}>Leave</button>
    </main>
  );
}

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <WagmiProvider config={config}>
      <QueryClientProvider client={new QueryClient()}>
        <RainbowKitProvider theme={darkTheme({ accentColor: '#7b3fe4' })}>
          <Shop />
        </RainbowKitProvider>
      </QueryClientProvider>
    </WagmiProvider>
  </StrictMode>,
);
