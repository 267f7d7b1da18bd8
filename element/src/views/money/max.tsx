// Max: the engine computes the amount, which leaves room for the fee. If a value is missing, pressing it loads the value again and says
// so.

import { useState } from 'react';
import type { LoadPhase } from '../../contract';
import { t, type AnyKey } from '../../i18n/later';
import { Button } from '../../ui/button';

interface Props {
  max: string | null;
  phase: LoadPhase;
  label: AnyKey;
  testId: string;
  onMax(): void;
  /** loads what couldn't be loaded */
  onReload(): void;
}

/** The button, and whether to show why Max isn't available. */
export function useMax({ max, phase, label, testId, onMax, onReload }: Props) {
  const [explain, setExplain] = useState(false);
  const ready = phase == 'ready' && max != null;
  const press = () => {
    if (ready) return onMax();
    setExplain(true);
    if (phase == 'failed') onReload();
  };
  const button = (
    <Button
      kind="pill"
      off={!ready}
      busy={phase == 'loading'}
      testId={testId}
      aria-label={t(label)}
      onClick={press}
    >
      {t('send.max')}
    </Button>
  );
  return { button, isMissing: explain && phase == 'failed' };
}
