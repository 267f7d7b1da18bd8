// Starts a social login. Its window opens synchronously in the click, before the engine gets the command (engine/popup.ts).

import { useDispatch, useSlice } from '../../engine/hooks';
import { openWindow } from '../../engine/popup';

export function useSocial(): (provider: string) => void {
  const { window } = useSlice('connect').logins;
  const dispatch = useDispatch();
  return (provider) => {
    // Farcaster has a QR code instead of a window.
    if (provider != 'farcaster' && window) openWindow(window);
    dispatch({ type: 'embedded.social', provider });
  };
}
