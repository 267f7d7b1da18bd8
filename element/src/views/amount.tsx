// An amount, or dots in its place while amounts are hidden: how many digits there are is not told either.

import type { ReactNode } from 'react';
import { t } from '../i18n/later';

export const Amount = ({ hidden, children }: { hidden: boolean; children: ReactNode }) =>
  hidden ? (
    <>
      <span aria-hidden="true">••••</span>
      <span className="sr">{t('account.hidden')}</span>
    </>
  ) : (
    <bdi>{children}</bdi>
  );
