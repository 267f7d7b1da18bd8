// Six boxes for the code from an email, a message about it, and a way out (docs/spec/views.md section 4, "Email views"). The digits go
// from the boxes into the frame's message and aren't stored.

import { useEffect, useRef, type ClipboardEvent, type KeyboardEvent, type ReactNode } from 'react';
import type { ErrorData } from '../contract';
import { t } from '../i18n/later';
import emailSheet from './email.css';
import { useSheet } from './use-sheet';

const places = [0, 1, 2, 3, 4, 5];
/** 8.31: the message if the frame sends none */
const without_text = 'An error occurred';

interface Props {
  /** where to find the code */
  text: string;
  email: string | null;
  /** it can't be typed now */
  busy: boolean;
  /** no code of this email is valid anymore */
  over?: boolean;
  error: ErrorData | null;
  onCode(code: string): void;
  /** the status in one line, and the way out */
  children: ReactNode;
}

export function Otp({ text, email, busy, over, error, onCode, children }: Props) {
  const sheet = useSheet<HTMLElement>(emailSheet);
  const boxes = useRef<HTMLFieldSetElement>(null);
  const inputs = () => [...boxes.current!.querySelectorAll('input')];

  // After a wrong code, the boxes are cleared for the next one.
  useEffect(() => {
    if (!error) return;
    inputs().forEach((input) => (input.value = ''));
    if (!over) inputs()[0]!.focus();
  }, [error, over]);

  const put = (at: number, text: string) => {
    const digits = text.replace(/\D/g, '').slice(0, places.length - at);
    const all = inputs();
    [...digits].forEach((digit, i) => (all[at + i]!.value = digit));
    if (digits) all[Math.min(at + digits.length, places.length - 1)]!.focus();
    const code = all.map(({ value }) => value).join('');
    if (code.length == places.length && !busy) onCode(code);
  };
  const onKeyDown = (at: number) => (event: KeyboardEvent<HTMLInputElement>) => {
    const { key, currentTarget: box } = event;
    const to =
      key == 'ArrowLeft' || (key == 'Backspace' && !box.value) ? at - 1 : key == 'ArrowRight' ? at + 1 : -1;
    const next = inputs()[to];
    if (!next) return;
    event.preventDefault();
    if (key == 'Backspace') next.value = '';
    next.focus();
  };
  const onPaste = (at: number) => (event: ClipboardEvent) => {
    event.preventDefault();
    put(at, event.clipboardData.getData('text'));
  };
  const message = error && (error.message == without_text ? t('otp.wrong') : error.message || t('otp.wrong'));
  return (
    <section ref={sheet}>
      <div className="otp">
        <p>
          {text} <bdi>{email}</bdi>
          <br />
          <span className="small">{t('otp.lasts')}</span>
        </p>
        <fieldset
          className="otp-boxes"
          ref={boxes}
          aria-label={t('otp.label')}
          aria-describedby="wm-otp-message"
          data-error={!!error}
          data-testid="wui-otp-input"
        >
          {places.map((at) => (
            <input
              key={at}
              aria-label={t('otp.digit', { n: `${at + 1}` })}
              aria-invalid={!!error}
              autoComplete={at == 0 ? 'one-time-code' : 'off'}
              data-first={at == 0 ? '' : undefined}
              inputMode="numeric"
              pattern="[0-9]*"
              disabled={over}
              readOnly={busy}
              onChange={({ target }) => {
                const typed = target.value;
                target.value = '';
                put(at, typed);
              }}
              onKeyDown={onKeyDown(at)}
              onPaste={onPaste(at)}
            />
          ))}
        </fieldset>
        <p className="otp-error" id="wm-otp-message" role="alert" data-testid="wm-otp-message">
          {message}
        </p>
        {children}
      </div>
    </section>
  );
}
