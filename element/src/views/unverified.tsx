// The mark of a token that is called like a coin or token that is known, and is another (docs/spec/security.md B13).

import { t } from '../i18n/later';

export const Unverified = () => (
  <span className="tag error" data-testid="wm-token-unverified">
    {t('tokens.unverified')}
  </span>
);
