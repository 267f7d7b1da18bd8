// The history could not be read (requirement 8.17): what that means, and a way to ask again.

import { useDispatch } from '../../engine/hooks';
import { t } from '../../i18n/later';
import { Button } from '../../ui/button';
import { Notice } from '../../ui/notice';

export function HistoryFailed() {
  const dispatch = useDispatch();
  return (
    <Notice
      inner
      alert
      icon="alert"
      title={t('activity.failed')}
      text={t('activity.failed.text')}
      testId="empty-activity-state"
    >
      <Button kind="pill" testId="wm-activity-retry" onClick={() => dispatch({ type: 'activity.retry' })}>
        {t('retry')}
      </Button>
    </Notice>
  );
}
