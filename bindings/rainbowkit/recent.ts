// Recent transactions: the engine follows the transactions sent from the page and lists them in the account. The page adds a description
// and the number of blocks to wait for.

import { useCallback } from 'react';
import { useModal } from './state';

export interface NewTransaction {
  hash: string;
  description: string;
  confirmations?: number;
}

function mistakesOf({ hash, description, confirmations }: NewTransaction): string[] {
  const mistakes: string[] = [];
  if (!/^0x[0-9a-f]{64}$/i.test(hash)) mistakes.push('Invalid transaction hash');
  if (typeof description != 'string') mistakes.push('Transaction must have a description');
  if (confirmations !== undefined && !(Number.isInteger(confirmations) && confirmations > 0))
    mistakes.push('Transaction confirmations must be a positive integer');
  return mistakes;
}

/** Describes a transaction of the page. Throws for an invalid transaction, as in RainbowKit. */
export function useAddRecentTransaction(): (transaction: NewTransaction) => void {
  const modal = useModal();
  return useCallback(
    (transaction) => {
      const mistakes = mistakesOf(transaction);
      if (mistakes.length) throw new Error(['Unable to add transaction', ...mistakes].join('\n'));
      modal?.describeTransaction(transaction).catch(() => {});
    },
    [modal],
  );
}
