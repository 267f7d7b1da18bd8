// Why a press on a button that confirms did not count (ui/deliberate.ts), in the place of the words about the state.

import { t } from '../i18n/later';
import type { Refusal } from '../ui/deliberate';

export const Refused = ({ why }: { why: Refusal }) => (
  <p className="small warning" data-testid="wm-confirm-refused">
    {t(`confirm.${why}`)}
  </p>
);
