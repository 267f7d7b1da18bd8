// No wallet in this page (docs/spec/views.md section 4). In its own file, because few users see it.

import { useEffect, useState } from 'react';
import { isFramed } from '../../framed';
import { t } from '../../i18n/later';
import { Button } from '../../ui/button';
import { Icon } from '../../ui/icon';
import { askWallets } from '../../wallets/announced';
import { isPhone } from '../is-phone';

/** how long wallets have to announce themselves */
const patience_ms = 500;

/** No wallet was found: what that means, what to do, a button that looks again. Some extensions don't run in another site's frame. */
export function NoWallet() {
  const [asking, setAsking] = useState(false);
  const [tries, setTries] = useState(0);
  useEffect(() => {
    if (!asking) return;
    const timer = setTimeout(() => (setAsking(false), setTries((n) => n + 1)), patience_ms);
    return () => clearTimeout(timer);
  }, [asking]);
  const again = () => {
    if (asking) return;
    setAsking(true);
    askWallets();
  };
  return (
    <div className="notice" data-testid="wm-connect-empty">
      <span className="notice-mark">
        <Icon name="wallet" />
      </span>
      <h2>{t('connect.empty')}</h2>
      <p>{t(isPhone() ? 'connect.empty.text.phone' : 'connect.empty.text')}</p>
      {isFramed() && (
        <p data-testid="wm-connect-framed">
          {t('connect.empty.framed')}{' '}
          <a className="link" href={location.href} target="_blank" rel="noopener">
            {t('confirm.open')}
          </a>
        </p>
      )}
      <Button kind="primary" busy={asking} testId="wm-connect-again" onClick={again}>
        {t('connect.again')}
      </Button>
      <p className="small" role="status">
        {tries > 0 && !asking ? t('connect.empty.still') : ''}
      </p>
    </div>
  );
}
