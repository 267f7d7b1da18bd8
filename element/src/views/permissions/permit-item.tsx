// One permission that the wallet has granted, and the button that revokes it there.

import { useId } from 'react';
import type { PermitRow } from '../../contract';
import { useDispatch, useSlice } from '../../engine/hooks';
import { t } from '../../i18n/later';
import { Button } from '../../ui/button';
import { Details } from '../../ui/details';
import { Groups } from '../../ui/groups';
import { GrantLines } from '../smart-session-list/grant-lines';
import { TrustedButton, useConfirm } from '../trusted';
import { Refused } from '../refused';

/** The wallets' name for the networks that a page can switch between. */
const NETWORKS = 'endowment:permitted-chains';

const titleOf = ({ isAccounts, name, accounts }: PermitRow): string =>
  !isAccounts
    ? name == NETWORKS
      ? t('permissions.networks')
      : (name ?? '')
    : accounts == null
      ? t('permissions.accounts')
      : t(accounts == 1 ? 'permissions.accounts.one' : 'permissions.accounts.n', { n: `${accounts}` });

export function PermitItem({ row }: { row: PermitRow }) {
  const { line, to, until } = row;
  const of = useId();
  return (
    <li className="permission" data-testid="wm-permission">
      <div id={of}>
        {line ? (
          <GrantLines lines={[line]} />
        ) : (
          <p>
            <strong>
              <bdi>{titleOf(row)}</bdi>
            </strong>
          </p>
        )}
      </div>
      {to && (
        <div className="grant-contract">
          <span className="small">{t('permissions.to')}</span>
          <Groups address={to} />
        </div>
      )}
      {until && <p className="small">{t('permissions.until', { date: until })}</p>}
      <Revoke row={row} of={of} />
    </li>
  );
}

function Revoke({ row, of }: { row: PermitRow; of: string }) {
  const { id, working, canRevoke, isAccounts, error } = row;
  const { wallet } = useSlice('account');
  const dispatch = useDispatch();
  const name = wallet?.name ?? t('wallet');
  const isBusy = working == 'waiting';
  const isAsking = working == 'asking';
  const confirm = useConfirm(
    'permissions.confirm',
    `${id} ${working}`,
    isAsking ? (click) => dispatch({ type: 'permissions.confirm', id }, click) : undefined,
  );
  if (isAsking || isBusy)
    return (
      <div className="session-ask">
        <div role="status" data-testid="wm-permission-status" data-phase={working}>
          {confirm.refused && !isBusy ? (
            <Refused why={confirm.refused} />
          ) : (
            <p>
              {isBusy
                ? t('permissions.waiting', { wallet: name })
                : t(isAccounts ? 'permissions.ask.accounts' : 'permissions.ask', { wallet: name })}
            </p>
          )}
        </div>
        <div className="pair">
          <Button off={isBusy} onClick={() => !isBusy && dispatch({ type: 'permissions.keep' })}>
            {t('sessions.keep')}
          </Button>
          <TrustedButton
            command="permissions.confirm"
            kind="primary"
            data-first=""
            busy={isBusy}
            testId="wm-permission-confirm"
            aria-describedby={of}
            {...confirm.button}
          >
            {t('sessions.revoke')}
          </TrustedButton>
        </div>
      </div>
    );
  return (
    <div className="session-ask">
      {working && (
        <div
          className={working == 'failed' ? 'permission-said bad small' : 'small'}
          role={working == 'failed' ? 'alert' : 'status'}
          data-testid="wm-permission-status"
          data-phase={working}
        >
          <div>
            <p>{t(working == 'failed' ? 'permissions.revoke_failed' : 'permissions.refused')}</p>
            {error && <Details label={t('details')}>{error.details ?? error.message}</Details>}
          </div>
        </div>
      )}
      <Button
        off={!canRevoke}
        testId="wm-permission-revoke"
        aria-describedby={of}
        onClick={() => canRevoke && dispatch({ type: 'permissions.revoke', id })}
      >
        {t('sessions.revoke')}
      </Button>
    </div>
  );
}
