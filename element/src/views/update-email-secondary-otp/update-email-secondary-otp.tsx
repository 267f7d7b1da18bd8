// UpdateEmailSecondaryOtp (docs/spec/views.md section 4): the code that went to the address there will be.

import { useSlice } from '../../engine/hooks';
import { t } from '../../i18n/later';
import { UpdateOtp } from '../update-otp';

export const UpdateEmailSecondaryOtp = () => (
  <UpdateOtp text={t('otp.new')} email={useSlice('embedded').newEmail} />
);
