// Why a press on a button that confirms didn't count (ui/deliberate.ts). It replaces the status text.

import { t } from '../i18n/later';
import type { Refusal } from '../ui/deliberate';

export const Refused = ({ why }: { why: Refusal }) => (
  <p className="small warning" data-testid="wm-confirm-refused">
    {t(`confirm.${why}`)}
  </p>
);
