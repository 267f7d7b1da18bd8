/**
 * The networks that the window sends to: those of its own host, and those that the user added here. Never a URL from the request: a page
 * must not choose where signed bytes go.
 */
import { createPublicClient, http } from 'viem';
import { isRecord } from './channel';
import { badParams } from './errors';

export type Network = { id: number; name: string; symbol: string; rpcUrl: string };

const ADDED_KEY = 'demo-wallet:networks';

/** Every known network. */
export async function networks(): Promise<Network[]> {
  const answer: unknown = await fetch('/wallet-config.json').then((response) => response.json());
  const own =
    isRecord(answer) && Array.isArray(answer['networks'])
      ? answer['networks'].map(readOwn).filter((network) => network !== null)
      : [];
  return [...own, ...added()];
}

/** The network with a hex chain ID. */
export async function networkOf(chainId: string): Promise<Network> {
  const found = (await networks()).find((network) => network.id === Number(chainId));
  if (!found) throw badParams('The demo wallet does not know this network');
  return found;
}

/** Rejects a network whose RPC doesn't respond, or responds for another network. */
export async function expectAnswer({ id, rpcUrl }: Network): Promise<void> {
  const chainId = await createPublicClient({ transport: http(rpcUrl, { retryCount: 0 }) })
    .getChainId()
    .catch(() => null);
  if (chainId === null) throw badParams('The RPC of this network does not answer');
  if (chainId !== id) throw badParams(`The RPC answers for network ${chainId}, not ${id}`);
}

/** Stores a network that the user accepted. */
export function addNetwork(network: Network): void {
  localStorage.setItem(
    ADDED_KEY,
    JSON.stringify([...added().filter(({ id }) => id !== network.id), network]),
  );
}

function added(): Network[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(ADDED_KEY) ?? '[]');
    return Array.isArray(stored) ? stored.filter(isNetwork) : [];
  } catch {
    return [];
  }
}

function isNetwork(value: unknown): value is Network {
  return (
    isRecord(value) &&
    typeof value['id'] === 'number' &&
    ['name', 'symbol', 'rpcUrl'].every((key) => typeof value[key] === 'string')
  );
}

/** From the public `Network` type. */
function readOwn(value: unknown): Network | null {
  if (!isRecord(value)) return null;
  const currency = isRecord(value['nativeCurrency']) ? value['nativeCurrency'] : {};
  const urls =
    isRecord(value['rpcUrls']) && isRecord(value['rpcUrls']['default'])
      ? value['rpcUrls']['default']['http']
      : [];
  const network = {
    id: value['id'],
    name: value['name'],
    symbol: currency['symbol'],
    rpcUrl: Array.isArray(urls) ? urls[0] : undefined,
  };
  return isNetwork(network) ? network : null;
}
