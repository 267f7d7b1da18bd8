// The history couldn't be loaded (requirement 8.17; a toast has reported it): a panel with the consequence and a retry button.

import { useDispatch } from '../../engine/hooks';
import { t } from '../../i18n/later';
import { Button } from '../../ui/button';

export function HistoryFailed() {
  const dispatch = useDispatch();
  return (
    <div className="quiet-panel small" role="status" data-testid="empty-activity-state">
      <p>
        <strong>{t('activity.failed')}</strong> {t('activity.failed.text')}
      </p>
      <Button kind="pill" testId="wm-activity-retry" onClick={() => dispatch({ type: 'activity.retry' })}>
        {t('retry')}
      </Button>
    </div>
  );
}
