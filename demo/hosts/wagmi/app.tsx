// Connect, who is connected, another network, disconnect: by wagmi's hooks alone.
import { useConnect, useConnection, useConnectors, useDisconnect, useSwitchChain, useChains } from 'wagmi';

export function App() {
  const { addresses, chainId, status } = useConnection();
  const { mutate: connect, error } = useConnect();
  const { mutate: disconnect } = useDisconnect();
  const { mutate: switchChain } = useSwitchChain();
  const connectors = useConnectors();
  const chains = useChains();
  return (
    <main>
      <p id="account">
        {status} {addresses?.join(', ')} {chainId}
      </p>
      {status == 'connected' ? (
        <>
          {chains.map(({ id, name }) => (
            <button key={id} onClick={() => switchChain({ chainId: id })}>
              {name}
            </button>
          ))}
          <button onClick={() => disconnect()}>Disconnect</button>
        </>
      ) : (
        connectors.map((connector) => (
          <button key={connector.uid} onClick={() => connect({ connector })}>
            {connector.name}
          </button>
        ))
      )}
      <p>{error?.message}</p>
    </main>
  );
}
