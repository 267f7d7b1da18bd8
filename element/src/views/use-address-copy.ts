// Copies an account's address. An address that only storage knows isn't given to payers: its wallet must confirm it first.

import type { Confirmation, Namespace } from '../contract';
import { useDispatch } from '../engine/hooks';
import { useCopy } from './use-copy';

interface Of {
  namespace: Namespace | null;
  confirmation: Confirmation;
  /** the page is on its network type, whose address Receive confirms */
  active?: boolean;
}

/** The text copied a moment ago, and the function that copies. */
export function useAddressCopy(): [copied: string | null, copy: (address: string, of: Of) => void] {
  const dispatch = useDispatch();
  const [copied, copy] = useCopy();
  return [
    copied,
    (address, { namespace, confirmation, active = true }) => {
      if (confirmation == 'confirmed') void copy(address);
      else if (active) dispatch({ type: 'router.push', view: 'Receive' });
      else if (namespace) dispatch({ type: 'accounts.confirm', namespace });
    },
  ];
}
