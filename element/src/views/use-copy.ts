// Copying says what really came of it: "Copied" in the button itself for 2 s, or a toast where the browser did not allow it
// (docs/spec/views.md section 8).

import { useEffect, useState } from 'react';
import { useDispatch } from '../engine/hooks';
import { t } from '../i18n/later';

const copied_ms = 2_000;

/** What was copied a moment ago, and the way to copy. */
export function useCopy(): [copied: string | null, copy: (text: string) => Promise<void>] {
  const dispatch = useDispatch();
  const [copied, setCopied] = useState<{ text: string } | null>(null);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(null), copied_ms);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = async (text: string) => {
    try {
      await navigator.clipboard.writeText(text);
      setCopied({ text });
    } catch {
      dispatch({ type: 'toasts.show', message: t('account.copy.failed'), variant: 'error' });
    }
  };
  return [copied && copied.text, copy];
}
