// SIWXSignMessage: the page requests a signature that proves who owns the account (docs/spec/views.md section 7, requirements 2.13,
// 4.37-4.42). Cancel is always available. If sign-in is required, it is the only way out, and the X moves the focus to it.

import { useId, useRef } from 'react';
import type { SignInSlice } from '../../contract';
import { useDispatch, useSlice } from '../../engine/hooks';
import { t } from '../../i18n/later';
import { Button } from '../../ui/button';
import { Details } from '../../ui/details';
import { link } from '../../ui/glyphs';
import { Icon } from '../../ui/icon';
import { RingLogo } from '../../ui/ring';
import { useLastAccount } from '../account/use-last-account';
import { Refused } from '../refused';
import { useSheet } from '../use-sheet';
import css from './siwx-sign-message.css';
import { TrustedButton, useConfirm } from '../trusted';

/** When it ends, the state is cleared while the card fades: until then its last state is rendered. */
function useLastQuestion(): SignInSlice {
  const now = useSlice('signIn');
  const last = useRef(now);
  if (now.message) last.current = now;
  return now.phase == 'none' ? last.current : { ...last.current, ...now, message: last.current.message };
}

export function SIWXSignMessage() {
  const { phase, required, message, app, domain, image, error } = useLastQuestion();
  const account = useLastAccount();
  const dispatch = useDispatch();
  const sheet = useSheet<HTMLElement>(css);
  const why = useId();
  const wallet = account.wallet?.name ?? t('wallet');
  const confirm = useConfirm(
    'signIn.sign',
    phase,
    phase == 'ready' ? (click) => dispatch({ type: 'signIn.sign' }, click) : undefined,
  );
  const verifying = phase == 'verifying';
  const signing = phase == 'signing' || verifying;
  const failed = phase == 'ready' && error;
  const state = verifying ? 'verifying' : signing ? 'signing' : failed ? 'failed' : 'ready';
  return (
    <section className="sign-in" ref={sheet}>
      <div className="sign-in-logos">
        <span className="sign-in-app" part="icon">
          {image ? <img src={image} alt="" /> : <Icon name="globe" />}
        </span>
        <span className="sign-in-link">
          <Icon name={link} />
        </span>
        <RingLogo
          image={account.wallet?.icon ?? null}
          turning={signing}
          badge={failed ? { icon: 'close', kind: error.code == 4001 ? 'quiet' : 'error' } : null}
        />
      </div>
      <div className="sign-in-status" role="status" data-testid="wm-sign-in-status" data-phase={phase}>
        <h2>
          {failed
            ? error.message
            : t(state == 'failed' ? 'sign.ready' : `sign.${state}`, { app: app || domain, wallet })}
        </h2>
        {confirm.refused ? <Refused why={confirm.refused} /> : <p>{t(`sign.${state}.text`, { wallet })}</p>}
        {domain && (
          <p className="tag">
            <bdi dir="ltr">{domain}</bdi>
          </p>
        )}
      </div>
      {message && <Details label={t('sign.read')}>{message}</Details>}
      {failed && error.details && <Details label={t('details')}>{error.details}</Details>}
      {required && (
        <p className="sign-in-why" id={why}>
          {t('sign.required')}
        </p>
      )}
      <div className="sign-in-actions stays">
        <Button
          testId="w3m-connecting-siwe-cancel"
          busy={phase == 'canceling'}
          data-way-out=""
          aria-describedby={required ? why : undefined}
          onClick={() => phase != 'canceling' && dispatch({ type: 'signIn.cancel' })}
        >
          {t(phase == 'canceling' ? 'sign.canceling' : 'sign.cancel')}
        </Button>
        <TrustedButton
          command="signIn.sign"
          kind="primary"
          testId="w3m-connecting-siwe-sign"
          busy={signing}
          off={phase != 'ready'}
          {...confirm.button}
        >
          {t(verifying ? 'sign.busy' : 'sign.sign')}
        </TrustedButton>
      </div>
    </section>
  );
}
