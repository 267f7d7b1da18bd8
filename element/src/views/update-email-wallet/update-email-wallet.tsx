// UpdateEmailWallet (docs/spec/views.md section 4, requirements 2.12, 4.22): the new address for a login with email.

import { useState, type FormEvent } from 'react';
import { useDispatch, useSlice } from '../../engine/hooks';
import { t } from '../../i18n/later';
import { Button } from '../../ui/button';
import { Field } from '../../ui/field';
import emailSheet from '../email.css';
import { looksLikeEmail } from '../logins/email-form';
import { useSheet } from '../use-sheet';

export function UpdateEmailWallet() {
  const { login, update, error } = useSlice('embedded');
  const now = login?.email ?? '';
  const [email, setEmail] = useState(now);
  const [said, setSaid] = useState<string | null>(null);
  const dispatch = useDispatch();
  const sheet = useSheet<HTMLElement>(emailSheet);
  const busy = update == 'sending';
  const can = looksLikeEmail(email) && email.trim() != now;
  // An error about a code doesn't belong to this field.
  const message = said ?? (update == 'idle' ? error?.message : null);
  const save = async (event?: FormEvent) => {
    event?.preventDefault();
    if (busy || !can) return;
    setSaid(null);
    try {
      await dispatch({ type: 'embedded.update', email });
    } catch (refused) {
      const { code, message } = refused as { code: number; message: string };
      setSaid(code == -32602 ? t('email.invalid') : message);
    }
  };
  return (
    <section ref={sheet}>
      <form className="email" onSubmit={save} noValidate>
        <p className="small">{t('update.text')}</p>
        <Field id="wm-new-email" label={t('update.label')} error={message}>
          <input
            id="wm-new-email"
            type="email"
            inputMode="email"
            autoComplete="email"
            spellCheck={false}
            data-first=""
            data-testid="wui-email-input"
            aria-describedby="wm-new-email-message"
            aria-invalid={!!message}
            value={email}
            readOnly={busy}
            onChange={({ target }) => {
              setEmail(target.value);
              setSaid(null);
            }}
          />
        </Field>
        <div className="email-ends">
          <Button testId="wm-email-cancel" onClick={() => dispatch({ type: 'router.back' })}>
            {t('update.cancel')}
          </Button>
          <Button kind="primary" busy={busy} off={!can} testId="wm-email-save" onClick={() => void save()}>
            {t('update.save')}
          </Button>
        </div>
      </form>
    </section>
  );
}
