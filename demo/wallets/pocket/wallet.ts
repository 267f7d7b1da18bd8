/** The official wallet SDK, configured for the demo: its relay, the development accounts, its chains. */
import { WalletKit } from '@reown/walletkit';
import { Core } from '@walletconnect/core';
import { isRecord } from '../confirm/channel';
import { accounts } from '../confirm/keys';
import { networks, type Network } from '../confirm/networks';

export type Wallet = Awaited<ReturnType<typeof WalletKit.init>>;

/** The methods that a site can call. */
export const METHODS = [
  'personal_sign',
  'eth_signTypedData_v4',
  'eth_sendTransaction',
  'wallet_switchEthereumChain',
];
/** The events that a site gets. */
export const EVENTS = ['chainChanged', 'accountsChanged'];

export async function openWallet(): Promise<Wallet> {
  const config: unknown = await fetch('/wallet-config.json').then((answer) => answer.json());
  const relayUrl = isRecord(config) ? String(config['relay']) : '';
  const core = new Core({ projectId: 'demo', relayUrl, logger: 'silent', telemetryEnabled: false });
  return WalletKit.init({
    core,
    metadata: {
      name: 'Pocket Demo Wallet',
      description: 'A wallet to play with',
      url: location.origin,
      icons: [],
      redirect: { universal: location.origin },
    },
  });
}

/** The networks by CAIP-2 ID. */
export async function chains(): Promise<Map<string, Network>> {
  return new Map((await networks()).map((network) => [`eip155:${network.id}`, network]));
}

/** The account IDs of an address on some chains. */
export const accountIds = (chainIds: readonly string[], address: string): string[] =>
  chainIds.map((chain) => `${chain}:${address}`);

/** The first account of a session. */
export const addressOf = (accountId: string | undefined): string =>
  accountId?.split(':')[2] ?? accounts[0]?.address ?? '';
