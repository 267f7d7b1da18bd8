// Sends another email once that is possible: it counts the wait in seconds, and reports that the email was sent
// (docs/spec/embedded-frame.md section 5).

import { useEffect, useState } from 'react';
import { useDispatch, useSlice } from '../engine/hooks';
import { t } from '../i18n/later';
import { Button } from '../ui/button';

const second_ms = 1_000;

interface Props {
  testId: string;
  /** the email has a link, not a code */
  link?: boolean;
  /** another status to show */
  says?: string | false;
}

export function Resend({ testId, link, says }: Props) {
  const { email, resendAt, phase, error } = useSlice('embedded');
  const dispatch = useDispatch();
  const left = () => Math.max(0, Math.ceil(((resendAt ?? 0) - Date.now()) / second_ms));
  const [seconds, setSeconds] = useState(left);
  /** when the email before the resend was sent */
  const [before, setBefore] = useState<number | null>(null);
  useEffect(() => {
    setSeconds(left());
    const timer = setInterval(() => setSeconds(left()), second_ms);
    return () => clearInterval(timer);
  }, [resendAt]); // eslint-disable-line react-hooks/exhaustive-deps -- `left` reads only that
  const busy = phase == 'sending';
  const send = () => {
    if (seconds > 0 || !email || busy) return;
    setBefore(resendAt ?? 0);
    dispatch({ type: 'embedded.email', email });
  };
  const isSent = before != null && before != resendAt && !busy && !error;
  return (
    <>
      <p className="small" role="status">
        {says || (isSent && t(link ? 'device.sent' : 'otp.sent'))}
      </p>
      <Button kind="pill" testId={testId} off={seconds > 0 || busy} onClick={send}>
        {seconds > 0
          ? t(link ? 'device.resend.in' : 'email.resend.in', { seconds: `${seconds}` })
          : t(link ? 'device.resend' : 'email.resend')}
      </Button>
    </>
  );
}
