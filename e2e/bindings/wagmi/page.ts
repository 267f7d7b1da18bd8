// A page of wagmi as its documentation has it, over our connector: `?v=2` or 3. The test calls what is in `window.host`.
import * as wagmi3 from '@wagmi/core';
import { defineChain, type Chain, type Hash } from 'viem';
import * as wagmi2 from 'wagmi-core-2';
import { withSsr, walletModal } from 'wallet-modal/wagmi';

const query = new URLSearchParams(location.search);
const wagmi = query.get('v') == '2' ? (wagmi2 as unknown as typeof wagmi3) : wagmi3;
const isSsr = query.has('ssr');
/** as the server has it, from the request: a config that is made writes an empty one */
const cookie = document.cookie;

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

const config = withSsr(
  wagmi.createConfig({
    chains,
    transports: Object.fromEntries(chains.map(({ id }) => [id, wagmi.http()])),
    connectors: [walletModal({ projectId: 'demo', services, ...(query.has('siwx') ? { siwx: true } : {}) })],
    multiInjectedProviderDiscovery: false,
    pollingInterval: 250,
    ssr: isSsr,
    ...(isSsr ? { storage: wagmi.createStorage({ storage: wagmi.cookieStorage }) } : {}),
  }),
);
const connector = config.connectors[0]!;
const modal = (connector as unknown as { getModal(): { getAccount(n: string): never } }).getModal();

/** What is wrong in a frame that somebody could see: one says connected, and the other one not. */
const differences: string[] = [];
let frames = 0;
function look(): void {
  const { isConnected } = modal.getAccount('eip155') as { isConnected: boolean };
  const { status } = config.state;
  if (isConnected != (status == 'connected')) differences.push(`${++frames}: ${status}, ${isConnected}`);
  requestAnimationFrame(look);
}

const state = () => {
  const { status, connections, current, chainId } = config.state;
  const connection = connections.get(current!);
  return {
    status,
    addresses: connection?.accounts ?? [],
    chainId: connection?.chainId ?? null,
    configChain: chainId,
  };
};
const settled = async (hash: Hash) => (await wagmi.waitForTransactionReceipt(config, { hash })).status;

const host = {
  modal,
  state,
  differences,
  drawn: null as unknown,
  early: undefined as Promise<string> | undefined,
  connect: async (chainId?: number) =>
    (await wagmi.connect(config, { connector, chainId } as never)).accounts,
  disconnect: () => wagmi.disconnect(config),
  switchTo: async (chainId: number) => (await wagmi.switchChain(config, { chainId })).id,
  sign: (message: string) => wagmi.signMessage(config, { message }),
  send: async (to: `0x${string}`, wei: string) =>
    settled(await wagmi.sendTransaction(config, { to, value: BigInt(wei) })),
  capabilities: () => wagmi.getCapabilities(config),
  stored: () =>
    Object.keys(localStorage)
      .filter((key) => key.startsWith('wagmi'))
      .map((key) => [key, localStorage.getItem(key)]),
};
Object.assign(window, { host, walletModal: modal });
requestAnimationFrame(look);

// What WagmiProvider does with `initialState` and at its mount.
const initialState = isSsr ? wagmi.cookieToInitialState(config as never, cookie) : undefined;
const { onMount } = wagmi.hydrate(config as never, {
  ...(initialState ? { initialState } : {}),
  reconnectOnMount: true,
});
host.drawn = state();
if (query.has('early')) {
  // Whoever is shown as connected may press at once.
  host.early = isSsr
    ? wagmi.signMessage(config, { message: 'early' })
    : wagmi.signMessage(config, { message: 'early', connector });
  host.early.catch(() => {});
}
void onMount();
