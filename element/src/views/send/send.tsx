// Send: how much, to whom (docs/spec/views.md section 6). The engine checks; the one button names the first thing that is missing.

import { useState, type KeyboardEvent } from 'react';
import type { ErrorData, SendFault, SendSlice } from '../../contract';
import { useDispatch, useSlice } from '../../engine/hooks';
import { t } from '../../i18n/later';
import lists from '../../styles/lists.css';
import { Button } from '../../ui/button';
import { Details } from '../../ui/details';
import { Icon } from '../../ui/icon';
import { Fault } from '../fault';
import { useSheet } from '../use-sheet';
import { AddressField } from './address-field';
import { AmountField } from './amount-field';
import css from './send.css';

export function Send() {
  const send = useSlice('send');
  const { balance } = useSlice('account');
  const dispatch = useDispatch();
  const sheet = useSheet<HTMLElement>(lists, css);
  const { explain, review, text } = useReview(send, balance.symbol);
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key != 'Enter' || !/^(INPUT|TEXTAREA)$/.test((event.target as HTMLElement).tagName)) return;
    event.preventDefault();
    review();
  };
  return (
    <section className="send" ref={sheet} onKeyDown={onKeyDown}>
      <AmountField
        send={send}
        native={balance.symbol}
        onChoose={() => dispatch({ type: 'router.push', view: 'SendSelectToken' })}
        onType={(value) => dispatch({ type: 'send.amount', value })}
        onMax={() => dispatch({ type: 'send.max' })}
        onReload={() => dispatch({ type: 'send.reload' })}
      />
      <AddressField send={send} onType={(value) => dispatch({ type: 'send.receiver', value })} />
      {send.error && send.phase != 'preparing' && (
        <Failed error={send.error} fault={send.fault} native={balance.symbol} />
      )}
      <p className="small send-explain" id="wm-send-explain" role="status">
        {explain}
      </p>
      <div className="stays">
        <Button
          kind="primary"
          off={send.check != 'ready'}
          busy={send.phase == 'preparing'}
          testId="wm-send-review"
          aria-describedby="wm-send-explain"
          onClick={review}
        >
          {text}
        </Button>
      </div>
    </section>
  );
}

interface FailedProps {
  error: ErrorData;
  fault: SendFault | null;
  native: string;
}

/** Why there is no preview: what the network said is one click away. */
const Failed = ({ error: { code, message, details }, fault, native }: FailedProps) => (
  <div className="send-error" role="alert" data-testid="wm-send-error">
    <Icon name="alert" />
    <div>
      <strong>{message}</strong>
      {fault && <Fault fault={fault} native={native} />}
      <Details label={t('details')}>{[code, details ?? message].join(' · ')}</Details>
    </div>
  </div>
);

/** The button always answers: with the next view, or with what is still missing. */
function useReview({ check, phase, amountError }: SendSlice, native: string) {
  const dispatch = useDispatch();
  const [asked, setAsked] = useState<SendSlice['check'] | null>(null);
  const review = () => {
    if (check != 'ready') setAsked(check);
    else if (phase != 'preparing') dispatch({ type: 'send.review' });
  };
  const missing = check == 'insufficient_funds' && amountError == 'insufficient_fee' ? amountError : check;
  const explain = asked == check && missing != 'ready' ? t(`send.explain.${missing}`, { native }) : '';
  return { explain, review, text: t(phase == 'preparing' ? 'send.preparing' : `send.check.${check}`) };
}
