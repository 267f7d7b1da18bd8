// One smart session: its holder, network and status. Expanded, it shows all of its rights, and the button that revokes it.

import type { SessionRow } from '../../contract';
import { useDispatch, useSlice } from '../../engine/hooks';
import { t } from '../../i18n/later';
import { Button } from '../../ui/button';
import { Coin } from '../../ui/coin';
import { Details } from '../../ui/details';
import { Icon } from '../../ui/icon';
import { ListItem } from '../../ui/list-item';
import { Fact } from '../money/fact';
import { GrantLines } from './grant-lines';
import { TrustedButton, useConfirm } from '../trusted';
import { Refused } from '../refused';

/** Its own name, otherwise its site. */
const nameOf = ({ name, site }: SessionRow): string => name ?? site ?? t('sessions.nameless');

export function SessionItem({ row }: { row: SessionRow }) {
  const dispatch = useDispatch();
  const { pci, site, image, tag, lines } = row;
  const name = nameOf(row);
  return (
    <li className="session" data-tag={tag}>
      <ListItem
        face={<Coin image={image} text={name} />}
        label={name}
        note={site && site != name && <bdi>{site}</bdi>}
        end={
          <span className="session-end">
            <span className={tag == 'active' ? 'tag' : 'tag past'}>{t(`sessions.tag.${tag}`)}</span>
            <Icon name="chevron" />
          </span>
        }
        expanded={!!lines}
        testId={`wm-session-${pci}`}
        onClick={() => dispatch({ type: 'sessions.show', pci })}
      />
      {lines && (
        <div className="session-open">
          <GrantLines lines={lines} />
          <dl className="facts">
            {row.created && <Fact label={t('sessions.created')}>{row.created}</Fact>}
            {row.revoked ? (
              <Fact label={t('sessions.revoked')}>{row.revoked}</Fact>
            ) : (
              <Fact
                label={t(tag == 'expired' ? 'sessions.ended' : 'sessions.until')}
                testId="wm-session-until"
              >
                {row.expiry ?? t('sessions.endless')}
              </Fact>
            )}
            {row.policies.length > 0 && (
              <Fact label={t('sessions.policies')}>
                <bdi>{row.policies.join(', ')}</bdi>
              </Fact>
            )}
          </dl>
          {tag == 'active' &&
            (row.isOdd ? (
              <p className="small" data-testid="wm-session-odd">
                {t('sessions.odd')}
              </p>
            ) : (
              <Revoke row={row} />
            ))}
        </div>
      )}
    </li>
  );
}

function Revoke({ row }: { row: SessionRow }) {
  const { pci, revoking, canRevoke, error } = row;
  const { wallet } = useSlice('account');
  const dispatch = useDispatch();
  const isAsking = revoking == 'asking';
  const isBusy = revoking == 'signing' || revoking == 'sending';
  const name = wallet?.name ?? t('wallet');
  const confirm = useConfirm(
    'sessions.confirm',
    `${pci} ${revoking}`,
    isAsking ? (click) => dispatch({ type: 'sessions.confirm', pci }, click) : undefined,
  );
  if (isAsking || isBusy)
    return (
      <div className="session-ask">
        <div role="status" data-testid="wm-session-status" data-phase={revoking}>
          {confirm.refused && isAsking ? (
            <Refused why={confirm.refused} />
          ) : (
            <p>{t(isAsking ? 'sessions.ask' : `sessions.${revoking}`, { wallet: name })}</p>
          )}
        </div>
        <div className="pair">
          <Button off={isBusy} onClick={() => !isBusy && dispatch({ type: 'sessions.keep' })}>
            {t('sessions.keep')}
          </Button>
          <TrustedButton
            command="sessions.confirm"
            kind="primary"
            data-first=""
            busy={isBusy}
            testId="wm-session-revoke"
            {...confirm.button}
          >
            {t('sessions.revoke')}
          </TrustedButton>
        </div>
      </div>
    );
  return (
    <div className="session-ask">
      {revoking == 'refused' && (
        <p role="status" data-testid="wm-session-status" data-phase={revoking}>
          {t('sessions.refused')}
        </p>
      )}
      {revoking == 'failed' && (
        <div
          className="preview-status failed"
          role="alert"
          data-testid="wm-session-status"
          data-phase={revoking}
        >
          <Icon name="alert" />
          <div>
            <strong>{t('sessions.revoke_failed')}</strong>
            <p>{t('sessions.revoke_failed.text')}</p>
            {error && <Details label={t('details')}>{error.details ?? error.message}</Details>}
          </div>
        </div>
      )}
      <Button
        off={!canRevoke}
        testId={`wm-revoke-${pci}`}
        onClick={() => canRevoke && dispatch({ type: 'sessions.revoke', pci })}
      >
        {t('sessions.revoke')}
      </Button>
    </div>
  );
}
