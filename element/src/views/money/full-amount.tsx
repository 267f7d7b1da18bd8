// A shortened figure shows all digits when it is pressed (docs/spec/views.md, "Figures"). A complete one is plain text.

import { useState } from 'react';
import { t } from '../../i18n/later';

interface Props {
  text: string;
  whole: string | null;
}

export function FullAmount({ text, whole }: Props) {
  const [isOpen, open] = useState(false);
  if (!whole) return <bdi>{text}</bdi>;
  return (
    <button
      type="button"
      className="whole"
      title={t('figure.whole')}
      aria-expanded={isOpen}
      onClick={() => open(!isOpen)}
    >
      <bdi>{isOpen ? whole : text}</bdi>
    </button>
  );
}
