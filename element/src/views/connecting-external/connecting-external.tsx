// ConnectingExternal: waits for a browser wallet, and shows the result (docs/spec/views.md section 4, errors 8.21). Each phase says what
// happened and what to do. The ring turns only while a request is pending.

import type { ConnectPhase } from '../../contract';
import { useDispatch, useSlice } from '../../engine/hooks';
import type { MessageKey } from '../../i18n/t';
import { t } from '../../i18n/t';
import { Button } from '../../ui/button';
import { Details } from '../../ui/details';
import { RingLogo } from '../../ui/ring';
import { useSheet } from '../use-sheet';
import css from './connecting-external.css';

interface Look {
  title: MessageKey;
  text: MessageKey;
  turning: boolean;
  /** Try again: never while a request is open, because it would join that request; Back cancels it */
  retry: boolean;
}

const waiting = { turning: true, retry: false };

const looks: Record<ConnectPhase, Look> = {
  idle: { title: 'connecting.opening', text: 'connecting.opening.text', turning: false, retry: true },
  opening: { title: 'connecting.opening', text: 'connecting.opening.text', ...waiting },
  confirm: { title: 'connecting.confirm', text: 'connecting.confirm.text', ...waiting },
  already_open: { title: 'connecting.already_open', text: 'connecting.already_open.text', ...waiting },
  slow: { title: 'connecting.slow', text: 'connecting.slow.text', ...waiting },
  no_window: { title: 'connecting.no_window', text: 'connecting.no_window.text', ...waiting },
  locked: { title: 'connecting.slow', text: 'connecting.locked.text', ...waiting },
  // a required sign-in comes before "connected"
  approved: { title: 'connecting.approved', text: 'connecting.approved.text', ...waiting },
  blocked: { title: 'connecting.blocked', text: 'connecting.blocked.text', turning: false, retry: true },
  no_account: {
    title: 'connecting.no_account',
    text: 'connecting.no_account.text',
    turning: false,
    retry: true,
  },
  rejected: {
    title: 'connecting.rejected',
    text: 'connecting.rejected.text',
    turning: false,
    retry: true,
  },
  failed: { title: 'connecting.failed', text: 'connecting.failed.text', turning: false, retry: true },
};

/** The success screen: then the modal closes, or a sign-in follows. */
const connected: Look = {
  title: 'connecting.connected',
  text: 'connecting.connected.text',
  turning: false,
  retry: false,
};

export function ConnectingExternal() {
  const { wallet: chosen, done } = useSlice('router');
  const { phase, error, rows, walletId } = useSlice('connect');
  const dispatch = useDispatch();
  const sheet = useSheet<HTMLElement>(css);
  const row = chosen ?? rows.find(({ id }) => id == walletId) ?? null;
  const wallet = row?.name ?? '';
  const { title, text, turning, retry } = done ? connected : looks[phase];
  const badge =
    phase == 'rejected'
      ? ({ icon: 'close', kind: 'quiet' } as const)
      : phase == 'failed' || phase == 'blocked' || phase == 'no_account'
        ? ({ icon: 'alert', kind: 'error' } as const)
        : null;
  const raw = error && [error.code, error.details ?? error.message].join(' · ');
  return (
    <section className="connecting" ref={sheet}>
      <RingLogo image={row?.icon ?? null} turning={turning} done={done} badge={badge} />
      <div
        className="connecting-status"
        role="status"
        data-testid="wm-connecting-status"
        data-phase={done ? 'connected' : phase}
      >
        <h2>{t(title, { wallet })}</h2>
        <p>{t(text, { wallet })}</p>
      </div>
      {phase == 'failed' && raw && <Details label={t('details')}>{raw}</Details>}
      {retry && (
        <Button
          kind="primary"
          testId="w3m-connecting-widget-secondary-button"
          onClick={() => dispatch({ type: 'connect.retry' })}
        >
          {t('retry')}
        </Button>
      )}
    </section>
  );
}
