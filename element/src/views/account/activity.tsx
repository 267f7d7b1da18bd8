// What happened in the account, by month, newest first (docs/spec/views.md section 6, Activity; requirements 2.39-2.41, 8.17, 9.21).
// Groups, titles, verbs and signs come from the engine; pending transactions are on top.

import { useEffect, useRef } from 'react';
import type { AccountSlice, ActivityItem, ActivitySlice, TransactionItem } from '../../contract';
import { useDispatch, useSlice } from '../../engine/hooks';
import { t } from '../../i18n/later';
import { Button } from '../../ui/button';
import { clock } from '../../ui/glyphs';
import { Notice } from '../../ui/notice';
import { useRoving } from '../../ui/roving';
import { useSheet } from '../use-sheet';
import { ActivityRow, PendingRow } from './activity-row';
import css from './activity.css';
import { HistoryFailed } from './history-failed';
import { RowsToCome } from './rows-to-come';

interface Props {
  account: AccountSlice;
  /** leads to the same list in a view of its own */
  onAll?(): void;
}

export function Activity({ account: { hidden, network }, onAll }: Props) {
  const activity = useSlice('activity');
  const sheet = useSheet<HTMLDivElement>(css);
  const { phase, groups, pending, loadingMore } = activity;
  const count = groups.reduce((sum, { items }) => sum + items.length, 0);
  const isEmpty = count == 0 && pending.length == 0;
  return (
    <div className="activity" data-phase={phase} ref={sheet}>
      {onAll && !isEmpty && (
        <Button kind="pill" className="pill all" testId="w3m-account-default-activity-button" onClick={onAll}>
          {t('activity.all')}
        </Button>
      )}
      <Rows activity={activity} hidden={hidden} />
      {((phase == 'none' && isEmpty) || phase == 'loading' || loadingMore) && (
        <RowsToCome rows={count ? 2 : 7} />
      )}
      {phase == 'failed' && <HistoryFailed />}
      {activity.moreFailed && <MoreFailed />}
      {phase == 'ready' && isEmpty && (
        <Notice
          inner
          icon={clock}
          title={t('activity.empty')}
          text={t('activity.empty.text', { network: network.name })}
          testId="empty-activity-state"
        />
      )}
      {phase == 'ready' && !activity.moreFailed && <More hasMore={activity.hasMore} count={count} />}
      <Spam activity={activity} />
    </div>
  );
}

/** What is on its way and all months are one list to the keyboard. */
function Rows({ activity: { pending, groups }, hidden }: { activity: ActivitySlice; hidden: boolean }) {
  const { list, tabIndexOf } = useRoving();
  const items = groups.flatMap((group) => group.items);
  const linked = [...pending.filter((item) => item.explorerUrl), ...items.filter(({ link }) => link)];
  const tabIndex = (item: TransactionItem | ActivityItem) => tabIndexOf(linked.indexOf(item), linked.length);
  return (
    <div {...list}>
      {pending.length > 0 && (
        <ul aria-live="polite">
          {pending.map((item) => (
            <li key={item.id}>
              <PendingRow item={item} hidden={hidden} tabIndex={tabIndex(item)} />
            </li>
          ))}
        </ul>
      )}
      {groups.map((group) => (
        <section key={group.title} data-testid="month-indexes">
          <h2 data-testid="group-title">{group.title}</h2>
          <ul>
            {group.items.map((item) => (
              <li key={item.id}>
                <ActivityRow item={item} hidden={hidden} tabIndex={tabIndex(item)} />
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

/** The end of the list asks for more when it comes into sight. It looks again after more has come, so a page that brought
    nothing is not asked for in a loop. */
function More({ hasMore, count }: { hasMore: boolean; count: number }) {
  const dispatch = useDispatch();
  const end = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!hasMore || !end.current) return;
    const observer = new IntersectionObserver(
      (entries) =>
        entries.some(({ isIntersecting }) => isIntersecting) && dispatch({ type: 'activity.more' }),
      { rootMargin: '120px' },
    );
    observer.observe(end.current);
    return () => observer.disconnect();
  }, [hasMore, count]); // eslint-disable-line react-hooks/exhaustive-deps -- dispatch is new each time and always the same
  return hasMore ? <div ref={end} className="activity-end" /> : null;
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
