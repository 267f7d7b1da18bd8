/** The networks the demo wallet knows in this page: those it comes with, and those a person has added. */
import { memory } from './memory.js';

/**
 * Where the wallet's window is, and the networks it comes with. Asked for early: a window must open within the tap.
 * Beside this module, not beside the page: a page on another host may load the wallet too.
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

/** The network the wallet is on. */
export async function activeChain() {
  const chains = await knownChains();
  return chains.find((chain) => chain.chainId === memory.chainId) ?? chains[0];
}
