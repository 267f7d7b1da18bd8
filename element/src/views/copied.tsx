// The words, if it has some, and the mark of a button that copies: "Copied" for as long as it is news, also for who does not see it.

import { t, type LaterKey } from '../i18n/later';
import { Icon } from '../ui/icon';

export const Copied = ({ done, label = 'copy' }: { done: boolean; label?: LaterKey | null }) => (
  <>
    <Icon name={done ? 'check' : 'copy'} />
    <span aria-live="polite">{done ? t('copied') : label && t(label)}</span>
  </>
);
