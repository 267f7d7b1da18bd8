// The account's history by month, newest first (docs/spec/views.md section 6, Activity; requirements 2.39-2.41, 8.17, 9.21). Groups,
// titles, verbs and signs come from the engine. Transactions of this page are at the top until the service lists them.

import type { AccountSlice, ActivitySlice } from '../../contract';
import { useDispatch, useSlice } from '../../engine/hooks';
import { t } from '../../i18n/later';
import { Button } from '../../ui/button';
import { clock } from '../../ui/glyphs';
import { Notice } from '../../ui/notice';
import { useListEnd } from '../use-end';
import { useSheet } from '../use-sheet';
import { Rows } from './activity-rows';
import css from './activity.css';
import { HistoryFailed } from './history-failed';
import { RowsSkeleton } from './rows-skeleton';

interface Props {
  account: AccountSlice;
  /** opens the same list in its own view */
  onAll?(): void;
}

export function Activity({ account: { hidden, network, actions }, onAll }: Props) {
  const dispatch = useDispatch();
  const activity = useSlice('activity');
  const sheet = useSheet<HTMLDivElement>(css);
  const { phase, groups, pending, unlisted, loadingMore } = activity;
  const count = groups.reduce((sum, group) => sum + group.count, 0);
  const isEmpty = count == 0 && pending.length + unlisted.length == 0;
  return (
    <div className="activity" data-phase={phase} ref={sheet}>
      {onAll && !isEmpty && (
        <Button kind="pill" className="pill all" testId="w3m-account-default-activity-button" onClick={onAll}>
          {t('activity.all')}
        </Button>
      )}
      <Rows activity={activity} hidden={hidden} />
      {((phase == 'none' && isEmpty) || phase == 'loading' || loadingMore) && (
        <RowsSkeleton rows={count ? 2 : 7} />
      )}
      {phase == 'failed' && <HistoryFailed />}
      {activity.moreFailed && <MoreFailed />}
      {phase == 'ready' && isEmpty && (
        <Notice
          inner
          icon={clock}
          title={t('activity.empty')}
          text={t(activity.own ? 'activity.empty.own' : 'activity.empty.text', { network: network.name })}
          testId="empty-activity-state"
        >
          {actions.includes('receive') && (
            <Button
              kind="pill"
              testId="empty-state-button"
              onClick={() => dispatch({ type: 'router.push', view: 'Receive' })}
            >
              {t('account.receive')}
            </Button>
          )}
        </Notice>
      )}
      {phase == 'ready' && !activity.moreFailed && <More activity={activity} count={count + activity.spam} />}
      {activity.full && <p className="activity-full small">{t('activity.full', { count: activity.full })}</p>}
      {activity.own && !isEmpty && <p className="activity-full small">{t('activity.own')}</p>}
      <Spam activity={activity} />
    </div>
  );
}

/** Loads more when the end of the list is near. After an empty page, it shows a button instead of loading in a loop. */
function More({
  activity: { hasMore, loadingMore, stalled },
  count,
}: {
  activity: ActivitySlice;
  count: number;
}) {
  const dispatch = useDispatch();
  const more = () => void dispatch({ type: 'activity.more' });
  const end = useListEnd<HTMLDivElement>(count, more);
  if (!hasMore) return null;
  if (!stalled) return <div ref={end} className="activity-end" />;
  return (
    <Button kind="pill" className="pill" testId="wm-activity-more" busy={loadingMore} onClick={more}>
      {t('nfts.more')}
    </Button>
  );
}

function MoreFailed() {
  const dispatch = useDispatch();
  return (
    <div className="activity-failed small" role="alert">
      <span>{t('activity.more_failed')}</span>
      <Button kind="pill" testId="wm-activity-retry" onClick={() => dispatch({ type: 'activity.more' })}>
        {t('retry')}
      </Button>
    </div>
  );
}

function Spam({ activity: { spam, showSpam } }: { activity: ActivitySlice }) {
  const dispatch = useDispatch();
  if (!spam) return null;
  return (
    <Button
      kind="pill"
      testId="wm-activity-spam"
      aria-expanded={showSpam}
      onClick={() => dispatch({ type: 'activity.spam', shown: !showSpam })}
    >
      {showSpam ? t('activity.spam.hide') : t('activity.spam.show', { count: `${spam}` })}
    </Button>
  );
}
