// SmartSessionCreated (docs/spec/views.md section 7, requirement 7.39): the new grant, and its expiry.

import { useDispatch, useSlice } from '../../engine/hooks';
import { t } from '../../i18n/later';
import lists from '../../styles/lists.css';
import { Button } from '../../ui/button';
import { Groups } from '../../ui/groups';
import { RingLogo } from '../../ui/ring';
import { Fact } from '../money/fact';
import shared from '../money/preview.css';
import { GrantLines } from '../smart-session-list/grant-lines';
import css from '../smart-session-list/smart-session-list.css';
import { useSheet } from '../use-sheet';

export function SmartSessionCreated() {
  const { created } = useSlice('sessions');
  const dispatch = useDispatch();
  const sheet = useSheet<HTMLElement>(lists, shared, css);
  if (!created) return <section ref={sheet} />;
  const { until, lines, account } = created;
  return (
    <section className="preview" ref={sheet}>
      <div className="session-made" role="status">
        <RingLogo image={null} icon="check" turning={false} done />
        <h2>{t('sessions.made')}</h2>
        <p className="small">{t('sessions.made.text', { host: location.host })}</p>
      </div>
      <GrantLines lines={lines} />
      <dl className="facts">
        <Fact label={t('sessions.until')} testId="wm-session-until">
          {until ?? t('sessions.endless')}
        </Fact>
        <Fact label={t('preview.from')}>
          <Groups address={account} />
        </Fact>
      </dl>
      <div className="stays">
        <Button
          kind="primary"
          data-first=""
          testId="wm-session-done"
          onClick={() => dispatch({ type: 'sessions.done' })}
        >
          {t('sessions.done')}
        </Button>
      </div>
    </section>
  );
}
