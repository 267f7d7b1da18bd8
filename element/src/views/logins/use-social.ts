// Begins a login by a provider: its window is opened in the click itself, before the engine hears of it (engine/popup.ts).

import { useDispatch, useSlice } from '../../engine/hooks';
import { openWindow } from '../../engine/popup';

export function useSocial(): (provider: string) => void {
  const { window } = useSlice('connect').logins;
  const dispatch = useDispatch();
  return (provider) => {
    // Farcaster has a code in place of a window.
    if (provider != 'farcaster' && window) openWindow(window);
    dispatch({ type: 'embedded.social', provider });
  };
}
