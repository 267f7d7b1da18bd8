// Two similar addresses in full, one below the other, with every different character marked (10.13).

import type { SendAlike } from '../../contract';
import { t } from '../../i18n/later';
import { Groups } from '../../ui/groups';
import { Icon } from '../../ui/icon';
import { useSheet } from '../use-sheet';
import css from './alike.css';

export function LookalikeWarning({ alike: { address, known, differs } }: { alike: SendAlike }) {
  const sheet = useSheet<HTMLDivElement>(css);
  return (
    <div className="alike" ref={sheet} role="alert" data-testid="wm-send-alike">
      <Icon name="alert" />
      <div>
        <strong>{t('alike.title')}</strong>
        <p>{t('alike.text')}</p>
        <dl>
          <dt>{t('alike.receiver')}</dt>
          <dd>
            <Groups address={address} marked={differs} testId="wm-send-alike-receiver" />
          </dd>
          <dt>{t('alike.known')}</dt>
          <dd>
            <Groups address={known} marked={differs} testId="wm-send-alike-known" />
          </dd>
        </dl>
      </div>
    </div>
  );
}
