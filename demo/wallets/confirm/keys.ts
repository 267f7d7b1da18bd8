/**
 * The wallet's accounts. The mnemonic is the public one that every local development chain funds: only for testing, never for real
 * assets.
 */
import { mnemonicToAccount, type HDAccount } from 'viem/accounts';
import { badParams } from './errors';

const MNEMONIC = 'test test test test test test test test test test test junk';

/** The accounts that a user can choose from, in derivation order. */
export const accounts: readonly HDAccount[] = [0, 1, 2, 3, 4].map((addressIndex) =>
  mnemonicToAccount(MNEMONIC, { addressIndex }),
);

/** The account with this address. */
export function accountOf(address: unknown): HDAccount {
  const found = accounts.find((account) => account.address.toLowerCase() === String(address).toLowerCase());
  if (!found) throw badParams('This account is not in the demo wallet');
  return found;
}
