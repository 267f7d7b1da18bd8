// The memo for the recipient, if the page set one (docs/spec/views.md section 6). It is never shortened: the engine rejects a memo that
// the network can't carry in full.

import type { SendSlice } from '../../contract';
import { t } from '../../i18n/later';
import { Field } from '../../ui/field';
import { useTyped } from '../use-typed';

interface Props {
  send: SendSlice;
  onType(value: string): void;
}

export function MemoField({ send, onType }: Props) {
  const [memo, type] = useTyped(send.memo ?? '', onType);
  return (
    <Field id="wm-memo" label={t('send.memo')}>
      <textarea
        id="wm-memo"
        data-testid="wm-send-memo"
        rows={1}
        value={memo}
        dir="auto"
        maxLength={1024}
        autoComplete="off"
        autoCorrect="off"
        autoCapitalize="off"
        spellCheck={false}
        enterKeyHint="done"
        onChange={(event) => type(event.target.value)}
      />
    </Field>
  );
}
