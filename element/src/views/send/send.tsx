// Send: the amount and the recipient (docs/spec/views.md section 6). The engine validates; the one button names the first missing input.

import { useState } from 'react';
import type { SendSlice } from '../../contract';
import { useDispatch, useSlice } from '../../engine/hooks';
import { t } from '../../i18n/later';
import lists from '../../styles/lists.css';
import { Button } from '../../ui/button';
import { Fault } from '../fault';
import form from '../money/form.css';
import { onEnter } from '../money/on-enter';
import { Doubts } from '../money/doubts';
import { Rules } from '../money/rules';
import rules from '../money/rules.css';
import { ErrorNotice } from '../money/error-notice';
import { useSheet } from '../use-sheet';
import { AddressField } from './address-field';
import { LookalikeWarning } from './lookalike-warning';
import { AmountField } from './amount-field';
import { MemoField } from './memo-field';
import css from './send.css';

export function Send() {
  const send = useSlice('send');
  const { balance } = useSlice('account');
  const dispatch = useDispatch();
  const sheet = useSheet<HTMLElement>(lists, form, rules, css);
  const { explain, review, text } = useReview(send, balance.symbol);
  return (
    <section className="send" ref={sheet} onKeyDown={onEnter(review)}>
      <AmountField
        send={send}
        native={balance.symbol}
        onChoose={() => dispatch({ type: 'router.push', view: 'SendSelectToken' })}
        onType={(value) => dispatch({ type: 'send.amount', value })}
        onUnit={() => dispatch({ type: 'send.unit' })}
        onMax={() => dispatch({ type: 'send.max' })}
        onReload={() => dispatch({ type: 'send.reload' })}
      />
      <Rules rules={send.rules} testId="wm-send-rules" />
      <Doubts doubts={send.doubt ? [send.doubt] : []} testId="wm-send-doubt" />
      <AddressField
        send={send}
        onType={(value) => dispatch({ type: 'send.receiver', value })}
        onLookUp={() => dispatch({ type: 'send.lookup' })}
      />
      {send.memo != null && (
        <MemoField send={send} onType={(value) => dispatch({ type: 'send.memo', value })} />
      )}
      {send.alike && <LookalikeWarning alike={send.alike} />}
      {send.error && send.phase != 'preparing' && (
        <ErrorNotice testId="wm-send-error" title={send.error.message} error={send.error}>
          {send.fault && <Fault fault={send.fault} native={balance.symbol} />}
        </ErrorNotice>
      )}
      <p className="small form-explain" id="wm-send-explain" role="status">
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

/** The button always reacts: it opens the next view, or shows what is missing. */
function useReview({ check, phase, amountError, receiverError, nameCharacter }: SendSlice, native: string) {
  const dispatch = useDispatch();
  const [asked, setAsked] = useState<SendSlice['check'] | null>(null);
  const review = () => {
    if (check != 'ready') setAsked(check);
    else if (phase != 'preparing') dispatch({ type: 'send.review' });
  };
  const missing = check == 'insufficient_funds' && amountError == 'insufficient_fee' ? amountError : check;
  const isLeft = check == 'invalid_amount' && amountError == 'leaves_too_little';
  const isName = check == 'invalid_address' && receiverError?.startsWith('name');
  const why = () =>
    isName
      ? t(`send.address.${receiverError!}`, { character: nameCharacter ?? '' })
      : isLeft
        ? t('send.amount.leaves_too_little')
        : missing != 'ready' && t(`send.explain.${missing}`, { native });
  const explain = (asked == check && why()) || '';
  return { explain, review, text: t(phase == 'preparing' ? 'send.preparing' : `send.check.${check}`) };
}
