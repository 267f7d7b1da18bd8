// The mark on a token that has the name of a well-known coin or token but is another one (docs/spec/security.md B13).

import { t } from '../i18n/later';

export const Unverified = () => (
  <span className="tag error" data-testid="wm-token-unverified">
    {t('tokens.unverified')}
  </span>
);
