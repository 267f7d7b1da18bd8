// SmartSessionList (docs/spec/views.md section 7; requirements 1.24, 1.25): actions that the account allows without asking again, by
// status and month. An expanded row shows all rights and can be revoked. The engine decides the groups and what can be revoked.

import type { SessionMonth, SessionsSlice, SessionTab } from '../../contract';
import { useDispatch, useSlice } from '../../engine/hooks';
import { t } from '../../i18n/later';
import lists from '../../styles/lists.css';
import tabsCss from '../../styles/tabs.css';
import { Button } from '../../ui/button';
import { bang, clock } from '../../ui/glyphs';
import { Notice } from '../../ui/notice';
import { Skeleton } from '../../ui/skeleton';
import { Tabs } from '../../ui/tabs';
import shared from '../money/preview.css';
import { useKeptFocus } from '../use-kept-focus';
import { useSheet } from '../use-sheet';
import { SessionItem } from './session-item';
import css from './smart-session-list.css';

const TABS: SessionTab[] = ['active', 'expired', 'revoked'];

export function SmartSessionList() {
  const sessions = useSlice('sessions');
  const dispatch = useDispatch();
  const sheet = useSheet<HTMLElement>(lists, tabsCss, shared, css);
  const { phase, tab, counts, months, old } = sessions;
  const focusHandlers = useKeptFocus(sheet, JSON.stringify([phase, tab, counts, months]));
  const retry = (
    <Button kind="pill" testId="wm-sessions-retry" onClick={() => dispatch({ type: 'sessions.retry' })}>
      {t('retry')}
    </Button>
  );
  return (
    <section
      className="sessions"
      data-testid="w3m-header-smart-sessions"
      data-phase={phase}
      ref={sheet}
      {...focusHandlers}
    >
      {phase == 'loading' && <Skeleton rows={3} words={t('loading')} />}
      {phase == 'off' && (
        <Notice
          icon={clock}
          title={t('sessions.off')}
          text={t('sessions.off.text')}
          testId="wm-sessions-off"
        />
      )}
      {phase == 'failed' && (
        <Notice
          icon={bang}
          title={t('sessions.failed')}
          text={t('sessions.failed.text')}
          testId="wm-sessions-failed"
          alert
        >
          {retry}
        </Notice>
      )}
      {phase == 'ready' && (
        <>
          {old && (
            <div className="sessions-old small" role="alert" data-testid="wm-sessions-old">
              <span>{t('sessions.old')}</span>
              {retry}
            </div>
          )}
          <Tabs<SessionTab>
            label={t('title.sessions')}
            tabs={TABS.map((id, i) => ({ id, label: t(`sessions.tab.${id}`, { n: `${counts[i]}` }) }))}
            chosen={tab}
            onChoose={(id) => id != tab && dispatch({ type: 'sessions.tab', tab: id })}
          >
            <List of={sessions} />
          </Tabs>
        </>
      )}
    </section>
  );
}

const List = ({ of: { tab, months, cut } }: { of: SessionsSlice }) =>
  months.length == 0 ? (
    <Notice
      inner
      icon={clock}
      title={t(`sessions.empty.${tab}`)}
      text={t('sessions.empty.text')}
      testId="wm-sessions-empty"
    />
  ) : (
    <>
      {months.map((month) => (
        <Month key={month.rows[0]!.pci} of={month} />
      ))}
      {cut && <p className="small sessions-cut">{t('sessions.cut', { n: `${cut}` })}</p>}
    </>
  );

const Month = ({ of: { title, rows } }: { of: SessionMonth }) => (
  <>
    <h2 className="group-title">{title ?? t('sessions.undated')}</h2>
    <ul className="rows" aria-label={title ?? t('sessions.undated')}>
      {rows.map((row) => (
        <SessionItem key={row.pci} row={row} />
      ))}
    </ul>
  </>
);
