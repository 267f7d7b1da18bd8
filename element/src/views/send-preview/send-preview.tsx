// SendPreview: everything that will be asked of the wallet, once more and in full; then what became of it (docs/spec/views.md section 6).

import { useRef, useState } from 'react';
import type { SendParty, SendPhase, SendPreview as PreviewOf, SendSlice } from '../../contract';
import { useDispatch, useSlice } from '../../engine/hooks';
import type { LaterKey } from '../../i18n/en-later';
import { t } from '../../i18n/later';
import { Avatar } from '../../ui/avatar';
import { Button } from '../../ui/button';
import { Done } from '../../ui/done';
import { useDeliberate, type Refusal } from '../../ui/deliberate';
import { Details } from '../../ui/details';
import { Groups } from '../../ui/groups';
import { Icon } from '../../ui/icon';
import { Fault } from '../fault';
import { Refused } from '../refused';
import { useSheet } from '../use-sheet';
import css from './send-preview.css';

interface Look {
  title: LaterKey;
  text: LaterKey;
  mark: 'spinner' | 'alert';
}

/** what is said once Send has been pressed */
const looks: Partial<Record<SendPhase, Look>> = {
  waiting: { title: 'preview.waiting', text: 'preview.waiting.text', mark: 'spinner' },
  confirming: { title: 'preview.confirming', text: 'preview.confirming.text', mark: 'spinner' },
  unknown: { title: 'preview.unknown', text: 'preview.unknown.text', mark: 'alert' },
  differs: { title: 'preview.differs', text: 'preview.differs.text', mark: 'alert' },
  failed: { title: 'preview.failed', text: 'preview.failed.text', mark: 'alert' },
};

/** nobody has said that it was sent, and nobody that it was not (docs/spec/security.md R8) */
const unanswered: Look = { title: 'preview.unanswered', text: 'preview.unanswered.text', mark: 'alert' };

export function SendPreview() {
  const send = useSlice('send');
  const { balance, wallet } = useSlice('account');
  const sheet = useSheet<HTMLElement>(css);
  const dispatch = useDispatch();
  const { phase } = send;
  const confirm = useDeliberate(
    phase,
    phase == 'waiting' ? undefined : (click) => dispatch({ type: 'send.confirm' }, click),
  );
  const name = wallet?.name ?? t('wallet');
  const { preview } = send;
  const { done } = useSlice('router');
  /** the form is empty by the time it is sent */
  const last = useRef(preview);
  if (preview) last.current = preview;
  if (done)
    return (
      <Done
        image={last.current?.image ?? null}
        title={t('preview.sent')}
        text={[last.current?.amount, last.current?.symbol].join(' ')}
        testId="wm-send-status"
        phase="sent"
      />
    );
  if (!preview) return <section ref={sheet} />;
  return (
    <section className="preview" ref={sheet}>
      <div className="preview-head">
        {preview.image && <img className="preview-coin" src={preview.image} alt="" part="icon" />}
        <p className="preview-amount">
          <bdi>{preview.amount}</bdi> <bdi className="preview-symbol">{preview.symbol}</bdi>
        </p>
        {preview.worth && (
          <p className="small" data-testid="wm-send-worth">
            {preview.worth}
          </p>
        )}
      </div>
      <dl className="facts">
        <div className="receiver">
          <dt>{t('preview.to')}</dt>
          <dd>
            <Avatar address={preview.to.address} image={preview.to.image} />
            {preview.to.name && (
              <bdi className="receiver-name" data-testid="wm-send-to-name">
                {preview.to.name}
              </bdi>
            )}
            <Groups address={preview.to.address} testId="wm-send-to" />
          </dd>
        </div>
        <Fact label={t('preview.from')}>
          <From party={preview.from} icon={wallet?.icon} />
        </Fact>
        {preview.token && (
          <Fact label={t('preview.contract')}>
            <Groups address={preview.token} testId="wm-send-contract" />
          </Fact>
        )}
        <Fact label={t('preview.network')}>
          {preview.networkIcon && <img src={preview.networkIcon} alt="" part="icon" />}
          <bdi>{preview.networkName}</bdi>
        </Fact>
        <Fact label={t('preview.fee')}>
          <Fee preview={preview} />
        </Fact>
        {preview.total && (
          <Fact label={t('preview.total')} strong>
            <bdi>{preview.total}</bdi>
          </Fact>
        )}
      </dl>
      {send.unanswered && (send.phase == 'review' || send.phase == 'failed') && (
        <div className="preview-status unknown" data-phase="earlier" data-testid="wm-send-earlier">
          <Icon name="alert" />
          <div>{t('preview.unanswered.earlier', { wallet: name, amount: send.unanswered })}</div>
        </div>
      )}
      <Status send={send} wallet={name} native={balance.symbol} refused={confirm.refused} />
      <Buttons phase={phase} confirm={confirm.button} />
    </section>
  );
}

/** Whose it was is known to who sends: short, and whole on a tap. */
function From({ party: { address, image, short }, icon }: { party: SendParty; icon?: string | null }) {
  const [whole, setWhole] = useState(false);
  return (
    <button
      type="button"
      className="sender"
      aria-expanded={whole}
      data-testid="wm-send-from"
      onClick={() => setWhole(!whole)}
    >
      <Avatar address={address} image={image} />
      {whole ? <Groups address={address} /> : <bdi dir="ltr">{short}</bdi>}
      {icon && <img src={icon} alt="" part="icon" />}
    </button>
  );
}

function Fee({ preview: { fee, feePhase } }: { preview: PreviewOf }) {
  const dispatch = useDispatch();
  if (feePhase == 'loading') return <span className="wait-text" role="img" aria-label={t('loading')} />;
  if (fee) return <bdi>{fee}</bdi>;
  return (
    <span className="fee-failed">
      {t('preview.fee.failed')}
      <Button kind="pill" onClick={() => dispatch({ type: 'send.fee' })}>
        {t('retry')}
      </Button>
    </span>
  );
}

const Fact = ({
  label,
  strong,
  children,
}: {
  label: string;
  strong?: boolean;
  children: React.ReactNode;
}) => (
  <div className={strong ? 'fact strong' : 'fact'}>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </div>
);

interface StatusProps {
  send: SendSlice;
  wallet: string;
  native: string;
  refused: Refusal | null;
}

function Status({ send, wallet, native, refused }: StatusProps) {
  const { phase, error, fault, hash, explorerUrl } = send;
  const look = phase == 'unknown' && !hash ? unanswered : looks[phase];
  return (
    <div
      className={look ? `preview-status ${phase}` : 'preview-status'}
      role="status"
      data-testid="wm-send-status"
      data-phase={phase}
    >
      {look ? (
        <>
          {look.mark == 'spinner' ? <span className="spinner" /> : <Icon name="alert" />}
          <div>
            <strong>{t(look.title, { wallet })}</strong>
            {refused ? (
              <Refused why={refused} />
            ) : phase == 'failed' && fault ? (
              <Fault fault={fault} native={native} />
            ) : (
              <p>{t(look.text, { wallet })}</p>
            )}
            {hash && explorerUrl && (
              <a href={explorerUrl} target="_blank" rel="noopener noreferrer">
                {t('explorer.open')}
              </a>
            )}
            {phase == 'failed' && error && (
              <Details label={t('details')}>
                {[error.code, error.details ?? error.message].join(' · ')}
              </Details>
            )}
          </div>
        </>
      ) : refused ? (
        <Refused why={refused} />
      ) : (
        <p className="small">{t('preview.will_show')}</p>
      )}
    </div>
  );
}

/** Cancel, Send: always in this order. After the wallet has signed there is nothing left to send or to cancel. */
function Buttons({ phase, confirm }: { phase: SendPhase; confirm: object }) {
  const dispatch = useDispatch();
  const signed = phase == 'confirming' || phase == 'unknown' || phase == 'differs';
  const waits = phase == 'waiting';
  const leave = () =>
    signed ? dispatch({ type: 'router.close', reason: 'user' }) : dispatch({ type: 'send.cancel' });
  return (
    <div className="pair stays">
      <Button testId="wm-send-cancel" data-first data-way-out onClick={leave}>
        {t(signed ? 'preview.close' : 'preview.cancel')}
      </Button>
      {!signed && (
        <Button kind="primary" busy={waits} testId="wm-send-confirm" {...confirm}>
          {t(phase == 'failed' ? 'retry' : 'preview.send')}
        </Button>
      )}
    </div>
  );
}
