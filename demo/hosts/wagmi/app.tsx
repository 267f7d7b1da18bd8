// Connect, who is connected, a signature, a payment, another network, disconnect: by wagmi's hooks alone.
import { useState } from 'react';
import {
  useChains,
  useConnect,
  useConnection,
  useConnectors,
  useDisconnect,
  useSendTransaction,
  useSignMessage,
  useSwitchChain,
} from 'wagmi';
import { parseEther } from 'viem';
import { payee } from './shop';

export function App() {
  const { address, chainId, status } = useConnection();
  const connectors = useConnectors();
  const connect = useConnect();
  const disconnect = useDisconnect();
  const chains = useChains();
  const switchChain = useSwitchChain();
  const sign = useSignMessage();
  const send = useSendTransaction();
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
            <button key={id} onClick={() => switchChain.mutate({ chainId: id }, { onError: told.onError })}>
              {name}
            </button>
          ))}
          <button onClick={() => sign.mutate({ message: 'Tea' }, told)}>Sign</button>
          <button onClick={() => send.mutate({ to: payee, value: parseEther('0.25') }, told)}>Send</button>
          <button onClick={() => disconnect.mutate()}>Leave</button>
        </>
      ) : (
        connectors.map((connector) => (
          <button
            key={connector.uid}
            onClick={() => connect.mutate({ connector }, { onError: told.onError })}
          >
            {connector.name}
          </button>
        ))
      )}
    </main>
  );
}
