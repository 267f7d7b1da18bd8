// Try again, once the engine allows it: until then, the button counts down (requirement 8.16).

import { useEffect, useState } from 'react';
import { t } from '../i18n/later';
import { Button } from '../ui/button';

/** often enough that all seconds look equally long */
const tick_ms = 250;

const secondsTo = (at: number | null): number =>
  at == null ? 0 : Math.max(0, Math.ceil((at - Date.now()) / 1000));

interface Props {
  /** milliseconds since 1970; null if it is possible now */
  at: number | null;
  testId?: string;
  onRetry(): void;
}

export function Retry({ at, testId, onRetry }: Props) {
  const [left, setLeft] = useState(() => secondsTo(at));
  useEffect(() => {
    setLeft(secondsTo(at));
    if (!secondsTo(at)) return;
    const timer = setInterval(() => {
      setLeft(secondsTo(at));
      if (!secondsTo(at)) clearInterval(timer);
    }, tick_ms);
    return () => clearInterval(timer);
  }, [at]);
  return (
    <Button kind="pill" off={left > 0} testId={testId} onClick={() => left == 0 && onRetry()}>
      {left > 0 ? t('account.retry_in', { seconds: `${left}` }) : t('retry')}
    </Button>
  );
}
