// GetWallet: a few wallets for users without one, and the link to all (docs/spec/views.md section 4; requirement 10.32).

import { useDispatch, useSlice } from '../../engine/hooks';
import { t } from '../../i18n/later';
import { Button } from '../../ui/button';
import { Icon } from '../../ui/icon';
import { ListItem } from '../../ui/list-item';
import { Notice } from '../../ui/notice';
import { useRoving } from '../../ui/roving';
import { Skeleton } from '../../ui/skeleton';
import { isPhone } from '../is-phone';
import { usePatience } from '../use-patience';
import { useSheet } from '../use-sheet';
import css from './get-wallet.css';

const waiting_rows = 4;
/** the engine's part might not load: after this time the empty state is rendered */
const patience_ms = 1500;

export function GetWallet() {
  const { guide, rowsPhase, explore } = useSlice('directory');
  const dispatch = useDispatch();
  const sheet = useSheet<HTMLElement>(css);
  const { list, tabIndexOf } = useRoving();
  const count = guide.length + (explore ? 1 : 0);
  const patient = usePatience(guide.length == 0 && rowsPhase == 'none', patience_ms);
  if (guide.length == 0 && rowsPhase == 'failed')
    return (
      <section className="guide" ref={sheet}>
        <Notice
          alert
          icon="alert"
          title={t('all.failed')}
          text={t('guide.none.text')}
          testId="wm-guide-failed"
        >
          <Button
            kind="primary"
            testId="wm-guide-retry"
            onClick={() => dispatch({ type: 'directory.retry' })}
          >
            {t('retry')}
          </Button>
        </Notice>
      </section>
    );
  return (
    <section className="guide" ref={sheet}>
      {guide.length > 0 ? (
        <p className="small">{t(isPhone() ? 'guide.text.phone' : 'guide.text')}</p>
      ) : rowsPhase == 'ready' || (rowsPhase == 'none' && !patient) ? (
        <Notice icon="wallet" title={t('guide.none')} text={t('guide.none.text')} testId="wm-guide-none" />
      ) : (
        <Skeleton rows={waiting_rows} words={t('loading')} />
      )}
      <ul className="rows" {...list}>
        {guide.map(({ id, name, icon, testId }, i) => (
          <li key={id}>
            <ListItem
              image={icon}
              label={name}
              testId={testId}
              tabIndex={tabIndexOf(i, count)}
              end={<span className="tag guide-get">{t('guide.get')}</span>}
              onClick={() => dispatch({ type: 'directory.download', id })}
            />
          </li>
        ))}
        {explore && (
          <li>
            <ListItem
              icon="grid"
              label={t('guide.all')}
              testId="w3m-wallet-guide-explore"
              tabIndex={tabIndexOf(guide.length, count)}
              end={<Icon name="chevron" mirrored />}
              onClick={() => dispatch({ type: 'router.push', view: 'AllWallets' })}
            />
          </li>
        )}
      </ul>
    </section>
  );
}
