// Activity: the list of Account's tab, in its own view (docs/spec/views.md section 6; requirement 2.24).

import { t } from '../../i18n/later';
import lists from '../../styles/lists.css';
import { clock } from '../../ui/glyphs';
import { Notice } from '../../ui/notice';
import accountCss from '../account/account.css';
import { Activity as History } from '../account/activity';
import { useLastAccount } from '../account/use-last-account';
import { useSheet } from '../use-sheet';

export function Activity() {
  const account = useLastAccount();
  const sheet = useSheet<HTMLElement>(lists, accountCss);
  return (
    <section ref={sheet}>
      {account.tabs.includes('activity') ? (
        <History account={account} />
      ) : (
        <Notice
          inner
          icon={clock}
          title={t('activity.empty')}
          text={t('tokens.none.text', { network: account.network.name })}
          testId="empty-activity-state"
        />
      )}
    </section>
  );
}
