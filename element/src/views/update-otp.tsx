// The two codes for a change of address (docs/spec/views.md section 4, requirement 4.22). A user who can't read the email starts again
// with another address.

import { useDispatch, useSlice } from '../engine/hooks';
import { t } from '../i18n/later';
import { Button } from '../ui/button';
import { Otp } from './otp';

export function UpdateOtp({ text, email }: { text: string; email: string | null }) {
  const { update, error } = useSlice('embedded');
  const dispatch = useDispatch();
  return (
    <Otp
      text={text}
      email={email}
      busy={update != 'code'}
      error={error}
      onCode={(code) => void dispatch({ type: 'embedded.updateCode', code })}
    >
      <p className="small" role="status">
        {update == 'checking' && t('otp.checking')}
      </p>
      <Button kind="pill" testId="wm-otp-again" onClick={() => dispatch({ type: 'router.back' })}>
        {t('otp.again')}
      </Button>
    </Otp>
  );
}
