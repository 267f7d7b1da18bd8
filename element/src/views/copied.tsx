// The optional label and the icon of a copy button. It shows "Copied" for a moment, and announces it to screen readers.

import { t, type LaterKey } from '../i18n/later';
import { Icon } from '../ui/icon';

export const Copied = ({ done, label = 'copy' }: { done: boolean; label?: LaterKey | null }) => (
  <>
    <Icon name={done ? 'check' : 'copy'} />
    <span aria-live="polite">{done ? t('copied') : label && t(label)}</span>
  </>
);
