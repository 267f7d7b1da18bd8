// EmailVerifyOtp (docs/spec/views.md section 4): the code from a login email.

import { useDispatch, useSlice } from '../../engine/hooks';
import { t } from '../../i18n/later';
import { MailWays } from '../mail-ways';
import { Otp } from '../otp';

export function EmailVerifyOtp() {
  const { email, phase, error } = useSlice('embedded');
  const dispatch = useDispatch();
  return (
    <Otp
      text={t('otp.text')}
      email={email}
      busy={phase != 'code'}
      over={phase == 'over'}
      error={error}
      onCode={(code) => void dispatch({ type: 'embedded.code', code })}
    >
      <MailWays
        testId="wm-otp-resend"
        says={(phase == 'checking' || phase == 'connecting') && t('otp.checking')}
      />
    </Otp>
  );
}
