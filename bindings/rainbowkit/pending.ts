// Which of the account's transactions are pending.

import type { WalletModalHandle } from 'wallet-modal';

/** The engine follows a transaction for as long, in milliseconds; a dropped one may stay without an end. */
const FOLLOWED_MS = 20 * 60_000;

type Transaction = ReturnType<WalletModalHandle['getTransactions']>[number];

const isOpen = ({ status, hash, calls }: Transaction): boolean =>
  status == 'sent' || (status == 'unknown' && !!(hash ?? calls));

const senderOf = ({ request }: Transaction): string | undefined =>
  (request as { from?: string }[] | null)?.[0]?.from?.toLowerCase();

/** When the account's pending transactions stop counting, each in Unix milliseconds: those of its network that nobody has confirmed. */
export function pendingUntil(list: Transaction[], caipAddress: string | null): number[] {
  const at = caipAddress?.lastIndexOf(':') ?? -1;
  const [chain, address] = [caipAddress?.slice(0, at), caipAddress?.slice(at + 1).toLowerCase()];
  return list
    .filter((item) => isOpen(item) && item.chain == chain && senderOf(item) == address)
    .map(({ createdAt }) => createdAt + FOLLOWED_MS);
}
