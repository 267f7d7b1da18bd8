// UpgradeEmailWallet (docs/spec/views.md section 4): what exporting the wallet means, and the link to the site that does it.

import { useSlice } from '../../engine/hooks';
import { t } from '../../i18n/later';
import { Notice } from '../../ui/notice';
import emailSheet from '../email.css';
import { useSheet } from '../use-sheet';

export function UpgradeEmailWallet() {
  const { window } = useSlice('connect').logins;
  const sheet = useSheet<HTMLElement>(emailSheet);
  return (
    <section className="upgrade" ref={sheet}>
      <Notice icon="wallet" title={t('upgrade.title')} text={t('upgrade.text')}>
        <p className="small">{t('upgrade.then')}</p>
      </Notice>
      {window && (
        <a
          className="primary"
          part="button button-primary"
          href={new URL('/dashboard', window).href}
          target="_blank"
          rel="noopener noreferrer"
          data-testid="w3m-secure-website-button"
        >
          {t('upgrade.open')}
        </a>
      )}
      <p className="small">{t('upgrade.new_tab')}</p>
    </section>
  );
}
