// RevokePreview: revokes one allowance, decoded from the request, and shows the result, like the previews of sends and swaps.

import { useRef } from 'react';
import { useDispatch, useSlice } from '../../engine/hooks';
import { t } from '../../i18n/later';
import lists from '../../styles/lists.css';
import { Button } from '../../ui/button';
import { Done } from '../../ui/done';
import { Groups } from '../../ui/groups';
import { Fact, FeeFact, NetworkFact } from '../money/fact';
import shared from '../money/preview.css';
import { SenderFact } from '../money/sender';
import { Foot } from '../money/foot';
import { canConfirm, type StatusPhase } from '../money/status';
import { amountOf } from '../permissions/approvals';
import { useKeptFocus } from '../use-kept-focus';
import { useConfirm } from '../trusted';
import { useSheet } from '../use-sheet';

/** The status texts of a request that moves no tokens. */
const wordsOf = (said: StatusPhase, wallet: string): [string, string] => [
  t(said == 'failed' ? 'revoke.failed' : `preview.${said}`, { wallet }),
  t(
    said == 'waiting'
      ? 'revoke.waiting'
      : said == 'confirming'
        ? 'revoke.confirming'
        : said == 'unanswered'
          ? 'revoke.unanswered'
          : `preview.${said}.text`,
    { wallet },
  ),
];

export function RevokePreview() {
  const approvals = useSlice('approvals');
  const { wallet } = useSlice('account');
  const { done } = useSlice('router');
  const sheet = useSheet<HTMLElement>(lists, shared);
  const dispatch = useDispatch();
  const { phase, preview, native } = approvals;
  const focusHandlers = useKeptFocus(sheet, `${phase} ${preview?.feePhase}`);
  const confirm = useConfirm(
    'approvals.confirm',
    `${phase} ${preview?.approval.id}`,
    phase == 'waiting' ? undefined : (click) => dispatch({ type: 'approvals.confirm' }, click),
  );
  /** the preview is cleared when the revocation succeeds */
  const last = useRef(preview);
  if (preview) last.current = preview;
  if (done && last.current)
    return (
      <Done
        image={null}
        icon="check"
        title={t('revoke.done')}
        text={t('revoke.done.text')}
        testId="wm-revoke-status"
        phase="sent"
      />
    );
  if (!preview) return <section ref={sheet} />;
  const { approval, from, fee, feePhase, networkName, networkIcon } = preview;
  const name = wallet?.name ?? t('wallet');
  return (
    <section className="preview" ref={sheet} {...focusHandlers}>
      <dl className="facts">
        <Fact label={t('revoke.now')} strong testId="wm-revoke-amount">
          <bdi>{amountOf(approval)}</bdi>
        </Fact>
        <Fact label={t('revoke.then')} testId="wm-revoke-then">
          {t('revoke.nothing')}
        </Fact>
        <Fact label={t('revoke.by')}>
          <Groups address={approval.spender} testId="wm-revoke-spender" />
        </Fact>
        <Fact label={t('preview.contract')}>
          <Groups address={approval.token} testId="wm-revoke-token" />
        </Fact>
        <FeeFact fee={fee} phase={feePhase}>
          {canConfirm(phase) && (
            <Button
              kind="pill"
              testId="wm-revoke-fee-retry"
              onClick={() => dispatch({ type: 'approvals.fee' })}
            >
              {t('retry')}
            </Button>
          )}
        </FeeFact>
        <SenderFact party={from} testId="wm-revoke-from" />
        <NetworkFact name={networkName} icon={networkIcon} />
      </dl>
      {approval.isPermit2 && <p className="small">{t('revoke.permit2')}</p>}
      {approval.throughPermit2 && <p className="small">{t('permissions.through')}</p>}
      <Foot
        journey="approvals"
        confirm={confirm}
        label={t('sessions.revoke')}
        busyLabel={t('sessions.sending')}
        cancelTestId="wm-revoke-cancel"
        confirmTestId="wm-revoke-confirm"
        of={approvals}
        words={(said) => wordsOf(said, name)}
        calm={t('revoke.calm', { wallet: name })}
        native={native}
        testId="wm-revoke-status"
      />
    </section>
  );
}
