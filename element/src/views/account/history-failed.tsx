// The history could not be read (requirement 8.17; the toast has said so): a quiet panel with what that means, and a way to ask again.

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
