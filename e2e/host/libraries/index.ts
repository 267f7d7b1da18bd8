// The bundle a test page loads as a host would load its own. Leaves the chosen library in `window.library`.
import { ethers } from './ethers';
import type { Chain, Library, MakeLibrary, Provider } from './host';
import { viem } from './viem';
import { wagmi } from './wagmi';

const libraries: Record<string, MakeLibrary> = { viem, ethers, wagmi };

export async function use(name: string, provider: Provider, chains: Chain[]): Promise<void> {
  (window as unknown as { library: Library }).library = await libraries[name]!(provider, chains);
}
