// EmailVerifyDevice (docs/spec/views.md section 4): the user confirms an unknown device with a link, and the login continues.

import { useSlice } from '../../engine/hooks';
import { t } from '../../i18n/later';
import emailSheet from '../email.css';
import { MailWays } from '../mail-ways';
import { useSheet } from '../use-sheet';

export function EmailVerifyDevice() {
  const { email, error } = useSlice('embedded');
  const sheet = useSheet<HTMLElement>(emailSheet);
  return (
    <section ref={sheet}>
      <div className="otp">
        <h2>{t('device.title')}</h2>
        <p>
          {t('device.text')} <bdi>{email}</bdi>
        </p>
        <p className="small">{t('device.then')}</p>
        <p className="otp-error" role="alert">
          {error?.message}
        </p>
        <MailWays testId="wm-device-resend" link />
      </div>
    </section>
  );
}
