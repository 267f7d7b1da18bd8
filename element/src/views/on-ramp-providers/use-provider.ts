// Goes to a provider: its window is opened in the click itself, before the engine hears of it (engine/popup.ts).

import type { Provider } from '../../contract';
import { useDispatch } from '../../engine/hooks';
import { openShop } from '../../engine/popup';
import { isPhone } from '../is-phone';

export function useProvider(): (provider: Provider) => void {
  const dispatch = useDispatch();
  return (provider) => {
    openShop(isPhone());
    dispatch({ type: 'buy.provider', provider });
  };
}
