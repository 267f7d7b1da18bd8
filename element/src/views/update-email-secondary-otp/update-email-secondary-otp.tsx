// UpdateEmailSecondaryOtp (docs/spec/views.md section 4): the code sent to the new address.

import { useSlice } from '../../engine/hooks';
import { t } from '../../i18n/later';
import { UpdateOtp } from '../update-otp';

export const UpdateEmailSecondaryOtp = () => (
  <UpdateOtp text={t('otp.new')} email={useSlice('embedded').newEmail} />
);
