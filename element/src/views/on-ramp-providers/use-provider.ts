// Requests a provider's page: BuyInProgress shows its host and opens it.

import type { Provider } from '../../contract';
import { useDispatch } from '../../engine/hooks';

export function useProvider(): (provider: Provider) => void {
  const dispatch = useDispatch();
  return (provider) => dispatch({ type: 'buy.provider', provider });
}
