// SendPreview: the complete request to the wallet before it is sent, and then the result (docs/spec/views.md section 6).

import { useEffect, useRef, useState } from 'react';
import type { SendChange, SendPreview as SendPreviewSlice } from '../../contract';
import { useDispatch, useSlice } from '../../engine/hooks';
import { t } from '../../i18n/later';
import { Avatar } from '../../ui/avatar';
import { Button } from '../../ui/button';
import { Details } from '../../ui/details';
import { Groups } from '../../ui/groups';
import { Icon } from '../../ui/icon';
import { AddedFact } from '../money/added';
import { Changes } from '../money/changes';
import { Ending } from '../money/ending';
import { Fact, FeeFact, NetworkFact } from '../money/fact';
import shared from '../money/preview.css';
import { Doubts } from '../money/doubts';
import { Rules } from '../money/rules';
import rules from '../money/rules.css';
import { SenderFact } from '../money/sender';
import { Foot } from '../money/foot';
import { canConfirm, Warning } from '../money/status';
import { LookalikeWarning } from '../send/lookalike-warning';
import { useSheet } from '../use-sheet';
import css from './send-preview.css';
import { OwnBox, useConfirm } from '../trusted';

export function SendPreview() {
  const send = useSlice('send');
  const { balance, wallet } = useSlice('account');
  const sheet = useSheet<HTMLElement>(shared, rules, css);
  const dispatch = useDispatch();
  const { phase, preview } = send;
  const asks = canConfirm(phase);
  const [told, tell] = useState(false);
  const isBlocked = asks && !!preview && (preview.exceeded || (!!preview.alike && !preview.compared));
  const confirm = useConfirm(
    'send.confirm',
    phase,
    phase == 'waiting'
      ? undefined
      : (click) => (isBlocked ? tell(true) : dispatch({ type: 'send.confirm' }, click)),
  );
  const name = wallet?.name ?? t('wallet');
  if (!preview && send.ended)
    return (
      <Ending
        ended={send.ended}
        word="preview.sent"
        testId="wm-send-status"
        doneTestId="wm-send-done"
        onDone={() => dispatch({ type: 'router.back' })}
      />
    );
  if (!preview) return <section ref={sheet} />;
  return (
    <section className="preview" ref={sheet}>
      <Head preview={preview} />
      {preview.exceeded && <Exceeded changes={preview.changes} />}
      {preview.alike && <LookalikeWarning alike={preview.alike} />}
      {preview.alike && asks && <ComparedBox compared={preview.compared} missing={told} />}
      <Rules rules={preview.rules} testId="wm-send-rules" />
      <Doubts doubts={preview.doubt ? [preview.doubt] : []} testId="wm-send-doubt" />
      <Facts preview={preview} />
      {preview.through.length > 0 && (
        <Details label={t('details')}>
          {t('preview.through', { gateways: preview.through.join(', ') })}
        </Details>
      )}
      {send.unanswered && asks && (
        <Warning phase="earlier" testId="wm-send-earlier">
          {t('preview.unanswered.earlier', { wallet: name, amount: send.unanswered })}
        </Warning>
      )}
      <Foot
        journey="send"
        off={isBlocked}
        confirm={confirm}
        label={t(preview.isPayment ? 'preview.pay' : 'preview.send')}
        busyLabel={t(preview.isPayment ? 'preview.paying' : 'preview.sending')}
        cancelTestId="wm-send-cancel"
        confirmTestId="wm-send-confirm"
        of={send}
        words={(said) => [
          t(`preview.${said}`, { wallet: name }),
          said == 'confirming' && preview.rareBlocks
            ? t('preview.confirming.rare', { network: preview.networkName })
            : t(`preview.${said}.text`, { wallet: name }),
        ]}
        calm={t('preview.will_show')}
        native={balance.symbol}
        testId="wm-send-status"
      />
    </section>
  );
}

interface PartProps {
  preview: SendPreviewSlice;
}

const Head = ({ preview }: PartProps) => (
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
);

/** Something else would leave the account, or more than the preview shows. */
const Exceeded = ({ changes }: { changes: SendChange[] }) => (
  <div className="preview-status differs" data-phase="exceeded" role="alert" data-testid="wm-send-exceeded">
    <Icon name="alert" />
    <div>
      <strong>{t('preview.exceeded')}</strong>
      <p>{t('preview.exceeded.text')}</p>
      <Changes changes={changes} testId="wm-send-changes" />
    </div>
  </div>
);

function Facts({ preview }: PartProps) {
  const dispatch = useDispatch();
  return (
    <dl className="facts">
      <Recipient preview={preview} />
      {preview.memo && (
        <Fact label={t('send.memo')}>
          <bdi data-testid="wm-send-memo">{preview.memo}</bdi>
        </Fact>
      )}
      {preview.references.map((key) => (
        <Fact key={key} label={t('preview.reference')}>
          <Groups address={key} testId="wm-send-reference" />
        </Fact>
      ))}
      <SenderFact party={preview.from} testId="wm-send-from" />
      {preview.token && (
        <Fact label={t('preview.contract')}>
          <Groups address={preview.token} testId="wm-send-contract" />
        </Fact>
      )}
      <NetworkFact name={preview.networkName} icon={preview.networkIcon} />
      <FeeFact fee={preview.fee} phase={preview.feePhase}>
        <Button kind="pill" onClick={() => dispatch({ type: 'send.fee' })}>
          {t('retry')}
        </Button>
      </FeeFact>
      <Costs preview={preview} />
    </dl>
  );
}

const Recipient = ({ preview }: PartProps) => (
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
      {preview.ofEthereum && (
        <span className="receiver-note" data-testid="wm-send-to-of-ethereum">
          {t('send.of_ethereum', { network: preview.networkName })}
        </span>
      )}
      {preview.place && (
        <span className="receiver-note" data-testid="wm-send-to-contract">
          {t(`preview.is_${preview.place}`)}
        </span>
      )}
      {preview.firstTime && !preview.alike && (
        <span className="receiver-note first-time" data-testid="wm-send-first">
          {t(`send.first.${preview.firstTime}`)}
        </span>
      )}
    </dd>
  </div>
);

/** What the send costs besides its fee, and what arrives. */
const Costs = ({ preview }: PartProps) => (
  <>
    {preview.opens && (
      <Fact label={t('preview.opens')} testId="wm-send-opens" why={t('preview.opens.text')}>
        <bdi>{preview.opens}</bdi>
      </Fact>
    )}
    {preview.uncounted && (
      <Fact label={t('preview.uncounted.label')} testId="wm-send-uncounted" why={t('preview.uncounted.text')}>
        <bdi>{preview.uncounted}</bdi>
      </Fact>
    )}
    {preview.withheld && (
      <Fact label={t('preview.withheld')} testId="wm-send-withheld" why={t('preview.withheld.text')}>
        <bdi>{preview.withheld}</bdi>
      </Fact>
    )}
    {preview.withheldLater && (
      <Fact
        label={t('preview.withheld_later')}
        testId="wm-send-withheld-later"
        why={t('preview.withheld_later.text')}
      >
        <bdi>{preview.withheldLater}</bdi>
      </Fact>
    )}
    <AddedFact of={preview.added} testId="wm-send-added" />
    {preview.total && (
      <Fact label={t('preview.total')} strong>
        <bdi>{preview.total}</bdi>
      </Fact>
    )}
    {preview.changes.length > 0 && !preview.exceeded && (
      <Fact label={t('preview.changes')}>
        <Changes changes={preview.changes} testId="wm-send-changes" />
      </Fact>
    )}
  </>
);

/** The checkbox that confirms the comparison of two similar addresses. Without it, the engine sends no request to the wallet. */
function ComparedBox({ compared, missing }: { compared: boolean; missing: boolean }) {
  const dispatch = useDispatch();
  const box = useRef<HTMLInputElement>(null);
  // A press without the tick moves the focus to it.
  useEffect(() => {
    if (missing) box.current!.focus();
  }, [missing]);
  return (
    <div className="compared">
      <label>
        <OwnBox
          command="send.compared"
          ref={box}
          testId="wm-send-compared"
          aria-describedby="wm-compared-why"
          checked={compared}
          onChange={({ target, nativeEvent }) =>
            dispatch({ type: 'send.compared', value: target.checked }, nativeEvent)
          }
        />
        <span>{t('alike.compared')}</span>
      </label>
      <p id="wm-compared-why" role="alert">
        {missing && !compared ? t('alike.first') : ''}
      </p>
    </div>
  );
}
