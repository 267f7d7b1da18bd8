// The email field of a login, submitted with Enter (docs/spec/views.md section 4; 5.10, 5.11). In EmailLogin it has a label and a button.
// Among other logins it is one line, and an arrow appears with the first text that could be an address.

import { useId, useRef, useState, type FormEvent } from 'react';
import { useDispatch, useSlice } from '../../engine/hooks';
import { t } from '../../i18n/logins';
import { Button, IconButton } from '../../ui/button';
import { Field } from '../../ui/field';
import { arrow } from './logos';

/** Whether it could be an email address; the engine decides. */
export function looksLikeEmail(text: string): boolean {
  const [name, domain, ...rest] = text.trim().split('@');
  const dot = domain?.lastIndexOf('.') ?? -1;
  return !!name && dot > 0 && dot < domain!.length - 1 && !rest.length;
}

/** Submits once, and shows a waiting time. */
export function EmailForm({ line = false }: { line?: boolean }) {
  const { phase, error } = useSlice('embedded');
  const [email, setEmail] = useState('');
  const [said, setSaid] = useState<string | null>(null);
  const dispatch = useDispatch();
  const field = useRef<HTMLInputElement>(null);
  const id = useId();
  const busy = phase == 'sending' || phase == 'connecting';
  const message = said ?? error?.message;
  const send = async (event?: FormEvent) => {
    event?.preventDefault();
    if (busy) return;
    setSaid(null);
    try {
      await dispatch({ type: 'embedded.email', email });
    } catch (refused) {
      const { code, message } = refused as { code: number; message: string };
      setSaid(code == -32602 ? t('email.invalid') : message);
      field.current?.focus();
    }
  };
  return (
    <form className={line ? 'email-line' : 'email-alone'} onSubmit={send} noValidate>
      <Field
        id={id}
        label={t('email.label')}
        error={message}
        end={
          line &&
          (busy ? (
            <span className="spinner" />
          ) : (
            looksLikeEmail(email) && (
              <IconButton
                icon={arrow}
                mirrored
                label={t('email.go')}
                testId="wm-email-go"
                onClick={() => void send()}
              />
            )
          ))
        }
      >
        <input
          ref={field}
          id={id}
          type="email"
          inputMode="email"
          enterKeyHint="go"
          autoComplete="email"
          spellCheck={false}
          data-first={line ? undefined : ''}
          data-testid="wui-email-input"
          aria-describedby={`${id}-message`}
          aria-invalid={!!message}
          placeholder={line ? t('email.placeholder') : undefined}
          value={email}
          readOnly={busy}
          onChange={({ target }) => {
            setEmail(target.value);
            setSaid(null);
          }}
        />
      </Field>
      {!line && (
        <Button kind="primary" busy={busy} testId="wm-email-continue" onClick={() => void send()}>
          {t('email.continue')}
        </Button>
      )}
    </form>
  );
}
