// Copying an address of an account. One that only storage names is not given to a payer: its wallet is asked first.

import type { Confirmation, Namespace } from '../contract';
import { useDispatch } from '../engine/hooks';
import { useCopy } from './use-copy';

interface Of {
  namespace: Namespace | null;
  confirmation: Confirmation;
  /** the page is on its network type, whose address Receive confirms */
  active?: boolean;
}

/** What was copied a moment ago, and the way to copy. */
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
