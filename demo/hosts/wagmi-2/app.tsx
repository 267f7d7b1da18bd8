// The start page of demo/hosts/wagmi in the words of wagmi 2.
import { useState } from 'react';
import {
  useAccount,
  useChains,
  useConnect,
  useDisconnect,
  useSendTransaction,
  useSignMessage,
  useSwitchChain,
} from 'wagmi';
import { parseEther } from 'viem';
import { payee } from './shop';

export function App() {
  const { address, chainId, status } = useAccount();
  const { connectors, connect } = useConnect();
  const { disconnect } = useDisconnect();
  const chains = useChains();
  const { switchChain } = useSwitchChain();
  const { signMessage } = useSignMessage();
  const { sendTransaction } = useSendTransaction();
  const [said, say] = useState('');
  const told = { onSuccess: say, onError: ({ name }: Error) => say(name) };
  return (
    <main>
      <p id="account">
        {status} {address} {chainId}
      </p>
      <p id="said">{said}</p>
      {status == 'connected' ? (
        <>
          {chains.map(({ id, name }) => (
            <button key={id} onClick={() => switchChain({ chainId: id }, { onError: told.onError })}>
              {name}
            </button>
          ))}
          <button onClick={() => signMessage({ message: 'Tea' }, told)}>Sign</button>
          <button onClick={() => sendTransaction({ to: payee, value: parseEther('0.25') }, told)}>
            Send
          </button>
          <button onClick={() => disconnect()}>Leave</button>
        </>
      ) : (
        connectors.map((connector) => (
          <button key={connector.uid} onClick={() => connect({ connector }, { onError: told.onError })}>
            {connector.name}
          </button>
        ))
      )}
    </main>
  );
}
