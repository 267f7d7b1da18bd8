// Copies and shows the real result: "Copied" in the button for 2 s. If the page can't use the clipboard (no https, a frame without
// `clipboard-write`), it tries the browser's older way. If that fails too, a toast has the text to select (docs/spec/views.md section 8).

import { useEffect, useState } from 'react';
import { useDispatch } from '../engine/hooks';
import { t } from '../i18n/later';
import { page } from '../page';

const copied_ms = 2_000;

/** the text that couldn't be copied, and the message of the toast that shows it */
export const manualCopy = { text: '', message: '' };

/** Through a field in the card: while the dialog is open, no other element can have the focus. */
function copyBySelection(text: string): boolean {
  const root = page.element?.shadowRoot;
  const card = root?.querySelector('.card');
  if (!card) return false;
  const focused = root!.activeElement as HTMLElement | null;
  const field = document.createElement('textarea');
  field.className = 'sr';
  field.readOnly = true;
  field.value = text;
  card.append(field);
  field.select();
  let isCopied = false;
  try {
    isCopied = document.execCommand('copy');
  } catch {
    // a browser without it
  }
  field.remove();
  focused?.focus({ preventScroll: true });
  return isCopied;
}

/** The text copied a moment ago, and the function that copies. */
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
      if (copyBySelection(text)) return setCopied({ text });
      manualCopy.text = text;
      manualCopy.message = t('account.copy.failed');
      dispatch({ type: 'toasts.show', message: manualCopy.message, variant: 'error' });
    }
  };
  return [copied && copied.text, copy];
}
