// The account's pending transactions.

import type { WalletModalHandle } from 'wallet-modal';

/** How long the engine follows a transaction, in milliseconds. A dropped transaction might not get a final status. */
const FOLLOWED_MS = 20 * 60_000;

type Transaction = ReturnType<WalletModalHandle['getTransactions']>[number];

const isOpen = ({ status, hash, calls }: Transaction): boolean =>
  status == 'sent' || (status == 'unknown' && !!(hash ?? calls));

const senderOf = ({ request }: Transaction): string | undefined =>
  (request as { from?: string }[] | null)?.[0]?.from?.toLowerCase();

/** When each unconfirmed transaction of the account on its network stops counting as pending, in Unix milliseconds. */
export function pendingUntil(list: Transaction[], caipAddress: string | null): number[] {
  const at = caipAddress?.lastIndexOf(':') ?? -1;
  const [chain, address] = [caipAddress?.slice(0, at), caipAddress?.slice(at + 1).toLowerCase()];
  return list
    .filter((item) => isOpen(item) && item.chain == chain && senderOf(item) == address)
    .map(({ createdAt }) => createdAt + FOLLOWED_MS);
}
