// Token allowances according to the network's node: each spender and its limit. A lookup that failed is shown.

import { useId } from 'react';
import type { ApprovalRow, ApprovalsSlice } from '../../contract';
import { useDispatch } from '../../engine/hooks';
import { t } from '../../i18n/later';
import { Button } from '../../ui/button';
import { Details } from '../../ui/details';
import { Groups } from '../../ui/groups';
import { Icon } from '../../ui/icon';
import { Skeleton } from '../../ui/skeleton';
import { Fault } from '../fault';

export function Approvals({ of: approvals }: { of: ApprovalsSlice }) {
  const { listPhase, rows, unread, isCut, phase, error, fault, native } = approvals;
  const dispatch = useDispatch();
  const retry = (
    <Button kind="pill" testId="wm-approvals-retry" onClick={() => dispatch({ type: 'approvals.retry' })}>
      {t('retry')}
    </Button>
  );
  if (listPhase == 'loading') return <Skeleton rows={2} words={t('permissions.looking')} />;
  if (listPhase == 'failed')
    return (
      <div className="permission-said bad small" role="alert" data-testid="wm-approvals" data-phase="failed">
        <span>{t('permissions.approvals.failed')}</span>
        {retry}
      </div>
    );
  return (
    <div className="approvals" data-testid="wm-approvals" data-phase={listPhase}>
      {rows.length == 0 ? (
        <p className="permission-said small" data-testid="wm-approvals-empty">
          {t('permissions.approvals.empty')}
        </p>
      ) : (
        <ul className="grant-lines" aria-label={t('permissions.approvals')}>
          {rows.map((row) => (
            <Approval key={row.id} row={row} isHeld={phase == 'preparing'} />
          ))}
        </ul>
      )}
      {phase == 'editing' && error && (
        <div className="permission-said bad small" role="alert" data-testid="wm-approvals-error">
          <div>
            <p>{t('permissions.review_failed')}</p>
            {fault && <Fault fault={fault} native={native} />}
            <Details label={t('details')}>{error.details ?? error.message}</Details>
          </div>
        </div>
      )}
      {unread > 0 && (
        <div className="permission-said bad small" role="alert" data-testid="wm-approvals-unread">
          <span>{t('permissions.unread', { n: `${unread}` })}</span>
          {retry}
        </div>
      )}
      <Looked of={approvals} />
      {isCut && <p className="small">{t('permissions.cut')}</p>}
    </div>
  );
}

/** The range that was searched: an allowance that wasn't found might still exist. */
const Looked = ({ of: { logs, isHistoryMissing } }: { of: ApprovalsSlice }) => (
  <p className="small permission-looked" data-testid="wm-approvals-looked" data-logs={logs}>
    {t(`permissions.logs.${logs}`)}
    {isHistoryMissing && ` ${t('permissions.history_missing')}`}
  </p>
);

export const amountOf = ({ amount, symbol, units, isCollection }: ApprovalRow): string =>
  isCollection
    ? t('permissions.collection')
    : amount == null
      ? t('grant.unlimited', { token: symbol ?? t('grant.token') })
      : t(units ? 'permissions.amount.units' : 'permissions.amount', {
          amount,
          token: symbol ?? t('grant.token'),
        });

function Approval({ row, isHeld }: { row: ApprovalRow; isHeld: boolean }) {
  const dispatch = useDispatch();
  const { id, token, spender, amount, isPermit2, throughPermit2, until, busy } = row;
  const isRisky = amount == null;
  const of = useId();
  return (
    <li
      className={isRisky ? 'grant-line risky' : 'grant-line'}
      data-testid="wm-approval"
      data-token={token}
      data-spender={spender}
    >
      <p className="grant-title">
        {isRisky && <Icon name="alert" />}
        <strong id={`${of}amount`}>{amountOf(row)}</strong>
      </p>
      {throughPermit2 && <p className="small">{t('permissions.through')}</p>}
      {until && <p className="small">{t('permissions.until', { date: until })}</p>}
      <div className="grant-contract" id={`${of}spender`}>
        <span className="small">{t(isPermit2 ? 'permissions.permit2' : 'permissions.spender')}</span>
        <Groups address={spender} />
      </div>
      <div className="grant-contract">
        <span className="small">
          {t(row.isCollection ? 'permissions.collection_contract' : 'grant.token_contract')}
        </span>
        <Groups address={token} />
      </div>
      <Button
        busy={busy}
        off={isHeld}
        testId="wm-permission-revoke"
        aria-describedby={`${of}amount ${of}spender`}
        onClick={() => !isHeld && dispatch({ type: 'approvals.review', id })}
      >
        {t('sessions.revoke')}
      </Button>
    </li>
  );
}
