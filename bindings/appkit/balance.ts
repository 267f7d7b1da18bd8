// The account's balance, loaded again if the provider can call the network's node.

import type { AppKit } from './kit';
import type { BalanceResult } from './types';

export interface FetchedBalance {
  data: BalanceResult | undefined;
  error: string | null;
  isSuccess: boolean;
  isError: boolean;
}

/** how long to wait for the engine's own balance */
const balance_wait_ms = 10_000;

/** Formats an amount of the smallest unit as a decimal, without floats. */
export function inUnits(amount: bigint, decimals: number): string {
  const digits = amount.toString().padStart(decimals + 1, '0');
  const units = digits.slice(0, digits.length - decimals);
  const rest = digits.slice(digits.length - decimals).replace(/0+$/, '');
  return rest ? `${units}.${rest}` : units;
}

const failed = (error: string): FetchedBalance => ({
  data: undefined,
  error,
  isSuccess: false,
  isError: true,
});
const balanceOf = (balance: string, symbol: string): FetchedBalance => ({
  data: { balance, symbol },
  error: null,
  isSuccess: true,
  isError: false,
});

export async function fetchBalance(modal: AppKit): Promise<FetchedBalance> {
  const { handle } = modal;
  const { address, isConnected } = modal.getAccount();
  const network = modal.getCaipNetwork();
  if (!handle || !isConnected || !address || !network) return failed('No account is connected');
  const { symbol, decimals } = network.nativeCurrency;
  if (network.chainNamespace != 'eip155') return waited(modal);
  try {
    const wei = await handle
      .getProvider('eip155')
      .request({ method: 'eth_getBalance', params: [address, 'latest'] });
    return balanceOf(inUnits(BigInt(wei as string), decimals), symbol);
  } catch (error) {
    return failed((error as Error).message);
  }
}

/** The engine's balance, once it is loaded. */
function waited({ handle }: AppKit): Promise<FetchedBalance> {
  const read = () => handle!.getAccount();
  const { balance, balanceSymbol } = read();
  if (balance !== null) return Promise.resolve(balanceOf(balance, balanceSymbol ?? ''));
  return new Promise((resolve) => {
    const end = (value: FetchedBalance) => {
      clearTimeout(timer);
      handle!.removeEventListener('wallet-state', look);
      resolve(value);
    };
    const timer = setTimeout(() => end(failed('the balance could not be read')), balance_wait_ms);
    const look = () => {
      const now = read();
      if (now.balance !== null) end(balanceOf(now.balance, now.balanceSymbol ?? ''));
    };
    handle!.addEventListener('wallet-state', look);
  });
}
