// Copying: the toast says what really came of it (docs/spec/views.md section 8).

import { useDispatch } from '../engine/hooks';
import type { LaterKey } from '../i18n/en-later';
import { t } from '../i18n/later';

export function useCopy(done: LaterKey = 'account.copied'): (text: string) => Promise<void> {
  const dispatch = useDispatch();
  return async (text) => {
    try {
      await navigator.clipboard.writeText(text);
      dispatch({ type: 'toasts.show', message: t(done), variant: 'success' });
    } catch {
      dispatch({ type: 'toasts.show', message: t('account.copy.failed'), variant: 'error' });
    }
  };
}
