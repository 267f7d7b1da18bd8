// UpdateEmailPrimaryOtp (docs/spec/views.md section 4): the code sent to the current address.

import { useSlice } from '../../engine/hooks';
import { t } from '../../i18n/later';
import { UpdateOtp } from '../update-otp';

export const UpdateEmailPrimaryOtp = () => (
  <UpdateOtp text={t('otp.old')} email={useSlice('embedded').login?.name ?? null} />
);
