/** The networks that the demo wallet knows in this page: built-in ones, and those that the user has added. */
import { memory } from './memory.js';

/**
 * The URL of the wallet's window, and its built-in networks. Loaded early, because a window must open within the click. Relative to this
 * module, because a page on another host might load the wallet too.
 */
export const config = fetch(new URL('../demo-config.json', import.meta.url)).then((answer) => answer.json());
config.catch(() => {}); // reported by the first request that needs it

/** @returns {Promise<{chainId: string, chainName: string, rpcUrl: string, symbol: string}[]>} */
export async function knownChains() {
  const { demoWalletNetworks } = await config;
  const own = demoWalletNetworks.map((network) => ({
    chainId: `0x${network.id.toString(16)}`,
    chainName: network.name,
    rpcUrl: network.rpcUrls.default.http[0],
    symbol: network.nativeCurrency.symbol,
  }));
  return [
    ...own,
    ...memory.addedChains.filter((added) => !own.some((chain) => chain.chainId === added.chainId)),
  ];
}

/** The wallet's current network. */
export async function activeChain() {
  const chains = await knownChains();
  return chains.find((chain) => chain.chainId === memory.chainId) ?? chains[0];
}
